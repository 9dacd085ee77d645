"""``grader costs``: prints the cost of each fault."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from graders.harness.commands.grammar import (
    CORES,
    AsJson,
    Fresh,
    Jobs,
    NamedAssignment,
    Sandbox,
    arg,
    positive,
    settings_of,
)

if TYPE_CHECKING:
    from rich.console import Console

    from graders.extensions.authoring.costs import Cost


def costs(
    assignment: NamedAssignment,
    *,
    mutants: Annotated[
        int | None,
        arg(
            "number of mutants, and of functions that do nothing, evenly spread (default: all)",
            "N",
            type=positive,
        ),
    ] = None,
    jobs: Jobs = CORES,
    fresh: Fresh = False,
    sandbox: Sandbox = "auto",
    json: AsJson = False,
) -> None:
    """Print the cost of each fault.

    Prints the marks that each program with one fault loses: faulty exemplars, mutants, and
    functions that do nothing.

    The table of a task has the faults that cost most in it. A remark marks faults that cost more
    than a third of their task, and functions that are worth less than a mark. For exemplars, the
    claim "costs" of `grader verify` demands a reason in graders/ASSIGNMENT/costs.toml.

    examples:
      grader costs csc148_2020_blocky                  all faults; minutes
      grader costs csc148_2020_blocky --mutants 30     a sample of the mutants, evenly spread
    """
    import msgspec
    from rich.console import Console

    from graders.extensions.authoring import costs
    from graders.harness.verification.gradings import Gradings

    settings = settings_of(assignment, sandbox)
    messages = Console(stderr=True)
    gradings = Gradings(settings.load(), settings, jobs, messages, use_store=not fresh)
    faults = costs.costs(gradings, mutants)
    if json:
        document = {"assignment": assignment.id, "costs": faults}
        data = msgspec.json.encode(document, enc_hook=float)
        sys.stdout.buffer.write(msgspec.json.format(data, indent=2) + b"\n")
        return
    for task in assignment.manifest.tasks:
        of_task = [cost for cost in faults if cost.task == task.id]
        show_costs(f"{task.name} ({task.marks} marks)", of_task, Console())


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
