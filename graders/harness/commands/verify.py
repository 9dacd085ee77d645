"""``grader verify``: proves a grader before it is used."""

from __future__ import annotations

import argparse
import sys
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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from graders.harness.assignment.manifest import Assignment
    from graders.harness.verification.claims import Claim, ClaimResult, Escape
    from graders.harness.verification.costs import Cost
    from graders.harness.verification.verify import VerificationRequest

CLAIMS = (
    "starter",
    "bundle",
    "exemplars",
    "mutants",
    "examples",
    "lazy",
    "chance",
    "controls",
    "costs",
    "bytes",
    "diagnosis",
)
ALIASES = {"stubs": "lazy"}
MOST_ROWS = 20
"""Rows of a table that are printed; --json has all."""


def add(commands: Commands) -> None:
    """Add the command."""
    verify = commands.add(
        "verify", run, "prove a grader before it is used",
        """Prove the grader of an assignment, by grading:

  reference   earns full marks
  starter     earns exactly the baseline in assignment.toml
  bundle      the students' bundle reveals no solution and no hidden check
              (run if the starter has a README.md, or with --only bundle)
  exemplars   each gets its expected verdicts (`grader exemplars`)
  mutants     each small change to the reference's solution loses marks
  examples    the distilled examples kill every mutant that all examples kill
  lazy        no check passes with a stub, a function that does no work
              (run if there is a lazy.toml, or with --only lazy, or --only stubs)
  chance      with other seeds, no fault escapes more than 1 of 100 times, and
              no right program fails (run if there is a chance.toml, or with
              --only chance)
  controls    no check fails by a fault of a function that its docstring does
              not name (run if there is a controls.toml, or with --only controls)
  costs       no exemplar costs more than a third of its task without a reason
              (run if there is a costs.toml, or with --only costs)
  bytes       results are identical to the byte: cold and warm,
              without a prefetch, and in another order
  diagnosis   the dictionary is current, and names the faults of programs that are
              composed of exemplars (only with --only diagnosis; long)""",
        """\
A mutant survives if no check fails it. Either a check is missing, or nobody can see the
difference, or the assignment leaves it open. In the last two cases give a reason in
graders/ASSIGNMENT/survivors.toml, with the mutant's name as printed (* stands for any text):

  [[survivor]]
  mutant = 'clock.py later: return now % 60 -> return now % 61'
  equivalent = "now is never 60"        # or:  open = "the handout does not say what is shown then"

A stub (a lazy program) is the reference with one function that does nothing, does the same as in
the starter, or returns its first argument or a constant. A check that fails when this function
raises an error, but passes with another stub, does not test the function's work. If that is
intended, give the reason in graders/ASSIGNMENT/lazy.toml.

The claim "chance" runs each check whose operations set a seed again, with the seeds changed: 100
times on each fault that only such checks find (400 times if it escapes), 25 times on each right
program. It prints the faults that are missed most often. A fault escapes if every check misses it
at once. Give reasons in graders/ASSIGNMENT/chance.toml, and those of "controls" in controls.toml:

  [[escape]]
  fault = "faulty/rotates-sometimes"
  reason = "one move in 30,000 shows it"

  [[charge]]
  check = "scenario.*"
  function = "*"
  reason = "a whole game, and every function has a part in it"

A faulty exemplar that costs more than a third of its task is charged in several places, or the
task is one feature. Find out which, and give the reason in graders/ASSIGNMENT/costs.toml.

--costs checks no claim. It prints the cost of each fault (faulty exemplars, mutants, functions that
do nothing), by task, and remarks on those that cost more than a third of their task, and on
functions that are worth less than a mark.

Programs that this exact grader graded before are not graded again: an interrupted run can be
resumed, and a second run is quick.

examples:
  grader verify csc148_2020_blocky                    everything; minutes
  grader verify csc148_2020_blocky --mutants 30       a sample of the mutants, evenly spread
  grader verify csc148_2020_blocky --only mutants     one claim (and the reference's)
  grader verify csc148_2020_blocky --only lazy        checks that pass with a stub
  grader verify csc148_2020_blocky --costs            the cost of each fault
  grader verify csc148_2020_blocky --json             the result of each claim and each mutant

exit status:
  0 all claims hold, 1 some do not, 3 not gradable: the sandbox or this machine failed""",
    )  # fmt: skip
    add_assignment(verify)
    verify.add_argument(
        "--only", metavar="CLAIM", type=_claim, choices=CLAIMS, action="append",
        help=f"check only this claim: {', '.join(CLAIMS)} (may be repeated)",
    )  # fmt: skip
    verify.add_argument(
        "--costs",
        action="store_true",
        help="print the cost of each fault, and check no claim",
    )
    verify.add_argument(
        "--mutants",
        metavar="N",
        type=_count,
        help="number of mutants (or of stubbed functions), evenly spread; 0: none",
    )
    add_jobs(verify, "submissions graded at once (default: number of cores)")
    verify.add_argument(
        "--fresh",
        action="store_true",
        help="ignore stored results and grade everything again",
    )
    verify.add_argument(
        "--sandbox", metavar="CHOICE", default="auto", help="as for `grader grade`"
    )
    verify.add_argument(
        "--json",
        action="store_true",
        help="print exactly one JSON document, and nothing else",
    )


def _claim(text: str) -> str:
    return ALIASES.get(text, text)


def _count(text: str) -> int:
    return 0 if text == "0" else positive(text)


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    import msgspec
    from rich.console import Console

    from graders.harness.verification.claims import ClaimState
    from graders.harness.verification.verify import VerificationRequest, verify

    assignment = load_assignment(args.assignment)
    request = VerificationRequest(
        settings=settings_of(assignment, args.sandbox),
        jobs=args.jobs,
        claims=_claims(args, assignment),
        mutants=args.mutants,
        use_store=not args.fresh,
    )
    console = Console()
    if args.costs:
        return _costs(request, console, as_json=args.json)
    results = []
    for result in verify(request):
        results.append(result)
        if not args.json:
            show(result, console)
            show_escapes(result.escapes, console)
            show_stanzas(
                result.stanzas, f"graders/{assignment.id}/survivors.toml", console
            )
    holds = all(result.state is ClaimState.HOLDS for result in results)
    if args.json:
        document = {"assignment": assignment.id, "holds": holds, "claims": results}
        _print_json(msgspec.json.encode(document))
    if any(result.state is ClaimState.NOT_GRADABLE for result in results):
        return NOT_GRADABLE
    return DONE if holds else NOT_PASSED


def _claims(args: argparse.Namespace, assignment: Assignment) -> frozenset[Claim]:
    """Return the claims to check."""
    from graders.harness.verification.claims import Claim
    from graders.harness.verification.mutants.reasons import (
        CHANCE,
        CONTROLS,
        DEAR,
        LAZY,
    )

    on_demand = {
        Claim.BUNDLE: assignment.starter / "README.md",
        Claim.LAZY: assignment.grader / LAZY,
        Claim.CHANCE: assignment.grader / CHANCE,
        Claim.CONTROLS: assignment.grader / CONTROLS,
        Claim.COSTS: assignment.grader / DEAR,
    }
    claims = set(map(Claim, args.only or CLAIMS))
    if not args.only:
        claims -= {Claim.DIAGNOSIS}
        claims -= {claim for claim, file in on_demand.items() if not file.is_file()}
    if args.mutants == 0:
        kept = {Claim.BUNDLE, Claim.COSTS}
        claims -= {Claim.MUTANTS, Claim.EXAMPLES, *on_demand} - kept
    return frozenset(claims)


def _costs(request: VerificationRequest, console: Console, *, as_json: bool) -> int:
    """Print the cost of each fault."""
    import msgspec

    from graders.harness.verification.costs import costs
    from graders.harness.verification.gradings import Gradings

    assignment = request.settings.load()
    gradings = Gradings(
        assignment, request.settings, request.jobs, request.messages, request.use_store
    )
    faults = costs(gradings, request.mutants)
    if as_json:
        document = {"assignment": assignment.id, "costs": faults}
        _print_json(msgspec.json.encode(document, enc_hook=float))
        return DONE
    for task in assignment.manifest.tasks:
        of_task = [cost for cost in faults if cost.task == task.id]
        show_costs(f"{task.name} ({task.marks} marks)", of_task, console)
    return DONE


def _print_json(data: bytes) -> None:
    import msgspec

    sys.stdout.buffer.write(msgspec.json.format(data, indent=2) + b"\n")


def show_costs(title: str, costs: Sequence[Cost], console: Console) -> None:
    """Print a task's faults, one a line: marks, marks elsewhere, checks, name."""
    from graders.harness.reports.console import TerminalCapabilities, marks_in_words

    terminal = TerminalCapabilities.of(console)
    console.print(f"\n{terminal.line(title)}\n   marks  elsewhere  checks")
    for cost in costs:
        marks, elsewhere = marks_in_words(cost.marks), marks_in_words(cost.elsewhere)
        figures = f"{marks:>8} {elsewhere:>10} {cost.checks:>7}"
        remark = f"  << {cost.remark}" if cost.remark else ""
        fault = terminal.line(f"{cost.fault}{remark}")
        console.print(figures, fault, soft_wrap=True, highlight=False)


def show_escapes(escapes: Sequence[Escape], console: Console) -> None:
    """Print the faults that redraws miss most often, one a line."""
    from graders.harness.reports.console import TerminalCapabilities

    if not escapes:
        return
    terminal = TerminalCapabilities.of(console)
    console.print("\n missed  by all  redraws  check, fault")
    for escape in escapes[:MOST_ROWS]:
        figures = (
            f"{float(escape.part):7.1%} {float(escape.of_all):7.1%} {escape.redraws:8}"
        )
        row = terminal.line(f"{escape.check}  {escape.fault}")
        console.print(figures, "", row, soft_wrap=True, highlight=False)


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
    console.print(sign, f"{result.claim.value:<10}", summary, soft_wrap=True)
    for problem in result.problems:
        console.print("             ", terminal.line(problem), soft_wrap=True)
