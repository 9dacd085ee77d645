"""``grader verify``: proves a grader before it is used."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from graders.harness.assignment.manifest import load_assignment
from graders.harness.commands.grammar import Commands, add_assignment, positive, settings_of
from graders.harness.errors import DONE, NOT_GRADABLE, NOT_PASSED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from graders.harness.verification.costs import Cost
    from graders.harness.verification.verify import Order, Tried

CLAIMS = ("starter", "exemplars", "mutants", "examples", "lazy", "bytes")


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
  lazy        no check is earned by a function that does nothing (where lazy.toml is there, or with --only lazy)
  bytes       graded twice, cold and warm, without a scout and in another order, results are the same to the byte""",
        """A mutant that no check tells from the reference survives. Either a check is missing, or nobody can see the
difference, or the assignment leaves it open. Then say so in graders/ASSIGNMENT/survivors.toml, with its name as it is
printed (a star stands for any text) and one reason:

  [[survivor]]
  mutant = 'clock.py later: return now % 60 -> return now % 61'
  equivalent = "now is never 60"        # or:  open = "the handout does not say what is shown then"

A lazy program is the reference with one function that does nothing, does what the starter does, or returns its first
argument or a constant. A check that fails when this function raises an error, and passes when it is lazy, has seen
nothing of its subject; or that is right, and graders/ASSIGNMENT/lazy.toml says why.

--costs proves nothing. It prints what each fault costs (faulty exemplars, mutants, functions that do nothing), by task,
and remarks on those that cost more than a third of their task, and on functions that are worth less than a mark.

What was graded before, by exactly this grader, is not graded again: a run that was stopped goes on when it is started
anew, and a second one is quick.

examples:
  grader verify csc148_2020_blocky                    everything; minutes
  grader verify csc148_2020_blocky --mutants 30       a sample of the mutants, evenly spread
  grader verify csc148_2020_blocky --only mutants     one claim (and that of the reference)
  grader verify csc148_2020_blocky --only lazy        which checks are earned in vain
  grader verify csc148_2020_blocky --costs            what each fault costs
  grader verify csc148_2020_blocky --json             what became of each claim and of each mutant

exit status: 0 all holds, 1 something does not, 3 not gradable: the fault of the sandbox or this machine""",
    )  # fmt: skip
    add_assignment(verify)
    verify.add_argument(
        "--only", metavar="CLAIM", choices=CLAIMS, action="append",
        help=f"try only this claim: {', '.join(CLAIMS)} (may be repeated)",
    )  # fmt: skip
    verify.add_argument(
        "--costs", action="store_true", help="print what each fault costs, and try no claim"
    )
    verify.add_argument(
        "--mutants",
        metavar="N",
        type=_count,
        help="so many mutants (or lazy functions), evenly spread; 0: none",
    )
    verify.add_argument(
        "--jobs", metavar="N", type=positive, help="submissions graded at once (default: the cores)"
    )
    verify.add_argument(
        "--fresh", action="store_true", help="grade everything again, whatever was graded before"
    )
    verify.add_argument("--sandbox", metavar="CHOICE", default="auto", help="as for `grader grade`")
    verify.add_argument(
        "--json", action="store_true", help="print exactly one JSON document, and nothing else"
    )


def _count(text: str) -> int:
    return 0 if text == "0" else positive(text)


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    import msgspec
    from rich.console import Console

    from graders.harness.course.classrun import cores
    from graders.harness.verification.lazy.reasons import has_reasons
    from graders.harness.verification.verify import Claim, Order, State, prove

    assignment = load_assignment(args.assignment)
    claims = {Claim(name) for name in args.only or CLAIMS}
    if not args.only and not has_reasons(assignment.grader):
        claims -= {Claim.LAZY}
    if args.mutants == 0:
        claims -= {Claim.MUTANTS, Claim.EXAMPLES, Claim.LAZY}
    order = Order(
        settings=settings_of(assignment, args.sandbox),
        jobs=args.jobs or cores(),
        claims=frozenset(claims),
        mutants=args.mutants,
        use_store=not args.fresh,
    )
    console = Console()
    if args.costs:
        return _costs(order, console, as_json=args.json)
    tried = []
    for one in prove(order):
        tried.append(one)
        if not args.json:
            show(one, console)
            show_stanzas(one.stanzas, f"graders/{assignment.id}/survivors.toml", console)
    holds = all(one.state is State.HOLDS for one in tried)
    if args.json:
        document = {"assignment": assignment.id, "holds": holds, "claims": tried}
        sys.stdout.buffer.write(
            msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"
        )
    if any(one.state is State.NOT_GRADABLE for one in tried):
        return NOT_GRADABLE
    return DONE if holds else NOT_PASSED


def _costs(order: Order, console: Console, *, as_json: bool) -> int:
    """Print what each fault costs."""
    import msgspec

    from graders.harness.verification.costs import costs
    from graders.harness.verification.gradings import Gradings

    assignment = order.settings.load()
    found = costs(
        Gradings(assignment, order.settings, order.jobs, order.messages, order.use_store),
        order.mutants,
    )
    if as_json:
        document = {"assignment": assignment.id, "costs": found}
        data = msgspec.json.encode(document, enc_hook=float)
        sys.stdout.buffer.write(msgspec.json.format(data, indent=2) + b"\n")
        return DONE
    for task in assignment.manifest.tasks:
        show_costs(
            f"{task.name} ({task.marks} marks)",
            [cost for cost in found if cost.task == task.id],
            console,
        )
    return DONE


def show_costs(title: str, found: Sequence[Cost], console: Console) -> None:
    """Print a task's faults, a line each: marks, marks elsewhere, checks, what it is."""
    from graders.harness.reports.medium import Medium, marks_in_words

    medium = Medium.of(console)
    console.print(f"\n{medium.line(title)}\n   marks  elsewhere  checks")
    for cost in found:
        figures = (
            f"{marks_in_words(cost.marks):>8} {marks_in_words(cost.elsewhere):>10} {cost.checks:>7}"
        )
        remark = f"  << {cost.remark}" if cost.remark else ""
        console.print(
            figures, medium.line(f"{cost.fault}{remark}"), soft_wrap=True, highlight=False
        )


def show_stanzas(stanzas: Sequence[str], file: str, console: Console) -> None:
    """Print entries for the list of survivors, in *file*, as they can be pasted."""
    from graders.harness.reports.medium import Medium

    if not stanzas:
        return
    few = "this one" if len(stanzas) == 1 else "these"
    console.print(
        f"\nWrite a check that fails {few}. Or, if nobody can see a difference, say why in {file}:\n"
    )
    for stanza in stanzas:
        console.print(Medium.of(console).text(stanza), soft_wrap=True, highlight=False)


def show(tried: Tried, console: Console) -> None:
    """Print what became of a claim: a line, and one for each problem."""
    from graders.harness.reports.medium import Medium
    from graders.harness.verification.verify import State

    medium = Medium.of(console)
    signs = {
        State.HOLDS: (medium.glyphs.passed, "green"),
        State.WRONG: (medium.glyphs.failed, "red"),
        State.NOT_GRADABLE: (medium.glyphs.fault, "red"),
        State.NOT_TRIED: (medium.glyphs.not_run, "dim"),
    }
    sign, style = signs[tried.state]
    console.print(
        medium.text(sign, style),
        f"{tried.claim.value:<10}",
        medium.line(tried.summary),
        soft_wrap=True,
    )
    for problem in tried.problems:
        console.print("             ", medium.line(problem), soft_wrap=True)
