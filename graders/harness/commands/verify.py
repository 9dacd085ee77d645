"""``grader verify``: proves a grader before it is used."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from graders.harness.assignment.manifest import load_assignment
from graders.harness.commands.grammar import Commands, add_assignment, positive, settings_of
from graders.harness.errors import DONE, NOT_GRADABLE, NOT_PASSED

if TYPE_CHECKING:
    from rich.console import Console

    from graders.harness.proving.verify import Tried

CLAIMS = ("starter", "exemplars", "mutants", "examples", "bytes")


def add(commands: Commands) -> None:
    """Add the command."""
    verify = commands.add(
        "verify", run, "prove a grader before it is used",
        """Prove the grader of an assignment, by grading:

  reference   it gets full marks
  starter     what students begin with gets exactly the baseline of assignment.toml
  exemplars   each gets the verdicts that it must get (`grader exemplars`)
  mutants     each small change of the reference's solution loses marks
  examples    the distilled examples kill every mutant that all examples kill
  bytes       graded twice, cold and warm, without a scout and in another order, results are the same to the byte""",
        """A mutant that no check tells from the reference survives. Either a check is missing, or nobody can see the
difference, or the assignment leaves it open. Then say so in graders/ASSIGNMENT/survivors.toml, with its name as it is
printed (a star stands for any text) and one reason:

  [[survivor]]
  mutant = 'clock.py later: return now % 60 -> return now % 61'
  equivalent = "now is never 60"        # or:  open = "the handout does not say what is shown then"

What was graded before, by exactly this grader, is not graded again: a run that was stopped goes on when it is started
anew, and a second one is quick.

examples:
  grader verify csc148_2020_blocky                    everything; minutes
  grader verify csc148_2020_blocky --mutants 30       a sample of the mutants, evenly spread
  grader verify csc148_2020_blocky --only mutants     one claim (and that of the reference)
  grader verify csc148_2020_blocky --json             what became of each claim and of each mutant

exit status: 0 all holds, 1 something does not, 3 not gradable: the fault of the sandbox or this machine""",
    )  # fmt: skip
    add_assignment(verify)
    verify.add_argument(
        "--only", metavar="CLAIM", choices=CLAIMS, action="append",
        help=f"try only this claim: {', '.join(CLAIMS)} (may be repeated)",
    )  # fmt: skip
    verify.add_argument("--mutants", metavar="N", type=_count, help="so many mutants, evenly spread; 0: none")
    verify.add_argument("--jobs", metavar="N", type=positive, help="submissions graded at once (default: the cores)")
    verify.add_argument("--fresh", action="store_true", help="grade everything again, whatever was graded before")
    verify.add_argument("--sandbox", metavar="CHOICE", default="auto", help="as for `grader grade`")
    verify.add_argument("--json", action="store_true", help="print exactly one JSON document, and nothing else")


def _count(text: str) -> int:
    return 0 if text == "0" else positive(text)


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    import msgspec
    from rich.console import Console

    from graders.harness.classroom.classrun import cores
    from graders.harness.proving.verify import Claim, Order, State, prove

    assignment = load_assignment(args.assignment)
    claims = {Claim(name) for name in args.only or CLAIMS}
    if args.mutants == 0:
        claims -= {Claim.MUTANTS, Claim.EXAMPLES}
    order = Order(
        settings=settings_of(assignment, args.sandbox),
        jobs=args.jobs or cores(),
        claims=frozenset(claims),
        mutants=args.mutants,
        use_store=not args.fresh,
    )
    console = Console()
    tried = []
    for one in prove(order):
        tried.append(one)
        if not args.json:
            show(one, console)
    holds = all(one.state is State.HOLDS for one in tried)
    if args.json:
        document = {"assignment": assignment.id, "holds": holds, "claims": tried}
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")
    if any(one.state is State.NOT_GRADABLE for one in tried):
        return NOT_GRADABLE
    return DONE if holds else NOT_PASSED


def show(tried: Tried, console: Console) -> None:
    """Print what became of a claim: a line, and one for each problem."""
    from graders.harness.proving.verify import State
    from graders.harness.reports.medium import Medium

    medium = Medium.of(console)
    signs = {
        State.HOLDS: (medium.glyphs.passed, "green"),
        State.WRONG: (medium.glyphs.failed, "red"),
        State.NOT_GRADABLE: (medium.glyphs.fault, "red"),
        State.NOT_TRIED: (medium.glyphs.not_run, "dim"),
    }
    sign, style = signs[tried.state]
    console.print(medium.text(sign, style), f"{tried.claim.value:<10}", medium.line(tried.summary), soft_wrap=True)
    for problem in tried.problems:
        console.print("             ", medium.line(problem), soft_wrap=True)
