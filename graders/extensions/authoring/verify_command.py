"""``grader verify``: proves a grader before it is used."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

from graders.extensions.authoring.claims import all_claims, due_claims
from graders.harness.commands.grammar import (
    CORES,
    AsJson,
    Fresh,
    Jobs,
    NamedAssignment,
    Sandbox,
    arg,
    late,
    positive,
    settings_of,
)
from graders.harness.errors import DONE, NOT_GRADABLE, NOT_PASSED

if TYPE_CHECKING:
    from rich.console import Console

    from graders.extensions.authoring.verification.claims import ClaimResult

NAME_WIDTH = 12
"""Columns of a claim's name in the help."""


def _claim(text: str) -> str:
    """Return the name of a claim that was renamed, or *text*."""
    aliases = {claim.alias: name for name, claim in all_claims().items() if claim.alias}
    return aliases.get(text, text)


def _listed() -> str:
    """Return the claims with what they say, a paragraph for the help."""
    listed = {"reference": "earns full marks"}
    listed.update((claim.name, claim.about) for claim in all_claims().values())
    between = "\n" + " " * (NAME_WIDTH + 2)
    return "\n".join(
        f"  {name:<{NAME_WIDTH}}{between.join(about.splitlines())}"
        for name, about in listed.items()
    )


def _count(text: str) -> int:
    return 0 if text == "0" else positive(text)


@late(claims=_listed)
def verify(
    assignment: NamedAssignment,
    *,
    only: Annotated[
        Sequence[str],
        arg(
            "check only this claim (default: those that are due); may be repeated",
            "CLAIM",
            type=_claim,
            choices=all_claims,
        ),
    ] = (),
    mutants: Annotated[
        int | None,
        arg("number of mutants, evenly spread (default: all; 0: none)", "N", type=_count),
    ] = None,
    jobs: Jobs = CORES,
    fresh: Fresh = False,
    sandbox: Sandbox = "auto",
    json: AsJson = False,
) -> int:
    """Prove a grader before it is used.

    Proves the grader of an assignment, by grading. The claims:
    {claims}

    A mutant survives if no check fails it. Either a check is missing, or nobody can see the
    difference, or the assignment leaves it open. In the last two cases give a reason in
    graders/ASSIGNMENT/survivors.toml, with the mutant's name as printed (* stands for any text):

      [[survivor]]
      mutant = 'clock.py later: return now % 60 -> return now % 61'
      equivalent = "now is never 60"     # or:  open = "the handout does not say what is shown then"

    Programs that this exact grader graded before are not graded again: an interrupted run can be
    resumed, and a second run is quick.

    examples:
      grader verify csc148_2020_blocky                    everything; minutes
      grader verify csc148_2020_blocky --mutants 30       a sample of the mutants, evenly spread
      grader verify csc148_2020_blocky --only mutants     one claim (and the reference's)
      grader verify csc148_2020_blocky --json             the result of each claim and each mutant

    exit status:
      0 all claims hold, 1 some do not, 3 not gradable: the sandbox or this machine failed
    """
    import msgspec
    from rich.console import Console

    from graders.extensions.authoring.verification.claims import ClaimState
    from graders.extensions.authoring.verification.verification import VerificationRequest
    from graders.extensions.authoring.verification.verify import verify as verified

    request = VerificationRequest(
        settings=settings_of(assignment, sandbox),
        jobs=jobs,
        mutants=mutants,
        named=bool(only),
        use_store=not fresh,
    )
    console = Console()
    claims = all_claims()
    chosen = [claim for name, claim in claims.items() if name in only]
    results = []
    for result in verified(request, chosen or due_claims(assignment, mutants=mutants)):
        results.append(result)
        if not json:
            show(result, console)
            if result.rows:
                show_table(claims[result.claim].table(result.rows), console)
            show_stanzas(result.stanzas, f"graders/{assignment.id}/survivors.toml", console)
    holds = all(result.state is ClaimState.HOLDS for result in results)
    if json:
        document = {"assignment": assignment.id, "holds": holds, "claims": results}
        sys.stdout.buffer.write(
            msgspec.json.format(msgspec.json.encode(document, enc_hook=float), indent=2) + b"\n"
        )
    if any(result.state is ClaimState.NOT_GRADABLE for result in results):
        return NOT_GRADABLE
    return DONE if holds else NOT_PASSED


def show_table(lines: Iterable[str], console: Console) -> None:
    """Print the lines of a claim's own table."""
    from graders.harness.reports.console import TerminalCapabilities

    terminal = TerminalCapabilities.of(console)
    console.print()
    for line in lines:
        console.print(terminal.line(line), soft_wrap=True, highlight=False)


def show_stanzas(stanzas: Sequence[str], file: str, console: Console) -> None:
    """Print entries to paste into *file*, the list of survivors."""
    from graders.harness.reports.console import TerminalCapabilities

    if not stanzas:
        return
    mutants = "this mutant" if len(stanzas) == 1 else "these mutants"
    console.print(f"\nWrite a check that fails {mutants}.")
    console.print(f"Or, if nobody can see a difference, give the reason in {file}:\n")
    for stanza in stanzas:
        console.print(
            TerminalCapabilities.of(console).text(stanza),
            soft_wrap=True,
            highlight=False,
        )


def show(result: ClaimResult, console: Console) -> None:
    """Print a claim and its problems, one a line."""
    from graders.extensions.authoring.verification.claims import ClaimState
    from graders.harness.reports.console import TerminalCapabilities

    terminal = TerminalCapabilities.of(console)
    signs = {
        ClaimState.HOLDS: (terminal.glyphs.passed, "green"),
        ClaimState.WRONG: (terminal.glyphs.failed, "red"),
        ClaimState.NOT_GRADABLE: (terminal.glyphs.fault, "red"),
        ClaimState.NOT_TRIED: (terminal.glyphs.not_run, "dim"),
    }
    sign = terminal.text(*signs[result.state])
    summary = terminal.line(result.summary)
    console.print(sign, f"{result.claim:<10}", summary, soft_wrap=True)
    for problem in result.problems:
        console.print("             ", terminal.line(problem), soft_wrap=True)
