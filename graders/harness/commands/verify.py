"""``grader verify``: proves a grader before it is used."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from graders.harness.assignment.manifest import load_assignment
from graders.harness.commands.grammar import (
    Commands,
    add_assignment,
    add_jobs,
    positive,
    settings_of,
)
from graders.harness.errors import DONE, NOT_GRADABLE, NOT_PASSED
from graders.harness.verification.catalogue import all_claims, due_claims

if TYPE_CHECKING:
    from rich.console import Console

    from graders.harness.verification.claims import Claim, ClaimResult

NAME_WIDTH = 12
"""Columns of a claim's name in the help."""


def add(commands: Commands) -> None:
    """Add the command."""
    claims = all_claims()
    aliases = {claim.alias: name for name, claim in claims.items() if claim.alias}
    verify = commands.add(
        "verify",
        run,
        "prove a grader before it is used",
        f"Prove the grader of an assignment, by grading:\n\n{_listed(claims)}",
        """\
A mutant survives if no check fails it. Either a check is missing, or nobody can see the
difference, or the assignment leaves it open. In the last two cases give a reason in
graders/ASSIGNMENT/survivors.toml, with the mutant's name as printed (* stands for any text):

  [[survivor]]
  mutant = 'clock.py later: return now % 60 -> return now % 61'
  equivalent = "now is never 60"        # or:  open = "the handout does not say what is shown then"

Programs that this exact grader graded before are not graded again: an interrupted run can be
resumed, and a second run is quick.

examples:
  grader verify csc148_2020_blocky                    everything; minutes
  grader verify csc148_2020_blocky --mutants 30       a sample of the mutants, evenly spread
  grader verify csc148_2020_blocky --only mutants     one claim (and the reference's)
  grader verify csc148_2020_blocky --json             the result of each claim and each mutant

exit status:
  0 all claims hold, 1 some do not, 3 not gradable: the sandbox or this machine failed""",
    )
    add_assignment(verify)
    verify.add_argument(
        "--only",
        metavar="CLAIM",
        type=lambda text: aliases.get(text, text),
        choices=[*claims],
        action="append",
        help=f"check only this claim: {', '.join(claims)} (may be repeated)",
    )
    verify.add_argument(
        "--mutants",
        metavar="N",
        type=_count,
        help="number of mutants, evenly spread; 0: none",
    )
    add_jobs(verify, "submissions graded at once (default: number of cores)")
    verify.add_argument(
        "--fresh",
        action="store_true",
        help="ignore stored results and grade everything again",
    )
    verify.add_argument("--sandbox", metavar="CHOICE", default="auto", help="as for `grader grade`")
    verify.add_argument(
        "--json",
        action="store_true",
        help="print exactly one JSON document, and nothing else",
    )


def _listed(claims: Mapping[str, Claim]) -> str:
    """Return the claims with what they say, a paragraph for the help."""
    listed = {"reference": "earns full marks"}
    listed.update((claim.name, claim.about) for claim in claims.values())
    between = "\n" + " " * (NAME_WIDTH + 2)
    return "\n".join(
        f"  {name:<{NAME_WIDTH}}{between.join(about.splitlines())}"
        for name, about in listed.items()
    )


def _count(text: str) -> int:
    return 0 if text == "0" else positive(text)


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    import msgspec
    from rich.console import Console

    from graders.harness.verification.claims import ClaimState
    from graders.harness.verification.verification import VerificationRequest
    from graders.harness.verification.verify import verify

    assignment = load_assignment(args.assignment)
    request = VerificationRequest(
        settings=settings_of(assignment, args.sandbox),
        jobs=args.jobs,
        mutants=args.mutants,
        use_store=not args.fresh,
    )
    console = Console()
    claims = all_claims()
    chosen = [claim for name, claim in claims.items() if name in (args.only or ())]
    results = []
    for result in verify(request, chosen or due_claims(assignment, mutants=args.mutants)):
        results.append(result)
        if not args.json:
            show(result, console)
            if result.rows:
                show_table(claims[result.claim].table(result.rows), console)
            show_stanzas(result.stanzas, f"graders/{assignment.id}/survivors.toml", console)
    holds = all(result.state is ClaimState.HOLDS for result in results)
    if args.json:
        document = {"assignment": assignment.id, "holds": holds, "claims": results}
        sys.stdout.buffer.write(
            msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"
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
    from graders.harness.reports.console import TerminalCapabilities
    from graders.harness.verification.claims import ClaimState

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
