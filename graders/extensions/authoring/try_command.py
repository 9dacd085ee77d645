"""``grader try``: runs one check while it is being written."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from graders.harness.commands.grammar import NamedAssignment, Sandbox, arg, ids_of_checks, positive
from graders.harness.errors import DONE, NOT_PASSED

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from graders.extensions.authoring.trying import TrialOutcome
    from graders.harness.assignment.manifest import Assignment

MOST_SEED = 10_000


def try_(
    assignment: NamedAssignment,
    check: Annotated[
        str,
        arg("its id, or a beginning or pattern that fits no other", completer=ids_of_checks),
    ],
    path: Annotated[Path | None, arg("a submission to try the check on")] = None,
    *,
    all_: Annotated[bool, arg("run it on every exemplar")] = False,
    seed: Annotated[
        int | None,
        arg("draw the examples of this seed (default: others each time)", "N", type=positive),
    ] = None,
    sandbox: Sandbox = "auto",
) -> int:
    """Try a check on the reference, the starter and exemplars.

    The reference must pass it, and exemplars must get their expected verdicts.

    The check runs on the reference, the starter, all right exemplars, and exemplars whose
    exemplar.toml names it. Its examples are new each time; marks need not add up yet. Nothing is
    stored.

    examples:
      grader try csse7030_connect4 add.lands
      grader try csse7030_connect4 add.lands ada.zip     also on a submission, with all exhibits
      grader try csse7030_connect4 add.lands --all       on every exemplar

    exit status:
      0 all as expected, 1 some not, 3 the reference fails the check, or the grader is broken
    """
    from rich.console import Console

    from graders.extensions.authoring.trying import TrialRequest, chosen, try_check
    from graders.extensions.shared.exemplars import load_exemplars
    from graders.harness.assignment.naming import match_one
    from graders.harness.grading.collecting import collect
    from graders.harness.grading.program import open_backend
    from graders.harness.intake import read_submission
    from graders.harness.progress import Steps
    from graders.harness.sandbox.interface import Level, minimum_level

    ids = [listed.spec.id for listed in collect(assignment, unfinished=True)]
    check = match_one(check, ids, what="check", see=f"`grader list {assignment.id}` lists them")
    submission = read_submission(path, assignment) if path else None
    seed = seed or random.randint(1, MOST_SEED)
    exemplars = chosen(load_exemplars(assignment.grader), check, every=all_)
    count = 2 + len(exemplars) + (submission is not None)
    backend = open_backend(assignment, choice=sandbox, minimum=Level.parse(minimum_level()))
    request = TrialRequest(assignment, backend, check, seed, all_, submission)
    outcomes = []
    try:
        with Steps(Console(stderr=True), count) as steps:
            for outcome in try_check(request):
                outcomes.append(outcome)
                steps.step("submissions")
    finally:
        backend.close()
    named = submission.name if submission is not None else ""
    show(assignment, outcomes, Console(), named=named)
    print(f"\nexamples drawn with seed {seed}; to draw them again: --seed {seed}")
    return NOT_PASSED if any(outcome.wrong for outcome in outcomes) else DONE


def show(
    assignment: Assignment,
    outcomes: Sequence[TrialOutcome],
    console: Console,
    named: str = "",
) -> None:
    """Print a table of all outcomes, then the wrong ones and that of the submission *named*."""
    console.print(_table(outcomes, console))
    for outcome in outcomes:
        if outcome.wrong or outcome.name == named:
            _show_at_length(assignment, outcome, console)


def _table(outcomes: Sequence[TrialOutcome], console: Console) -> Table:
    from rich.table import Table

    from graders.extensions.authoring.trying import EITHER
    from graders.harness.reports.console import TerminalCapabilities
    from graders.harness.result import Verdict

    terminal = TerminalCapabilities.of(console)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for heading in ("", "submission", "must", "did"):
        table.add_column(heading, overflow="fold")
    for outcome in outcomes:
        sign = terminal.text(terminal.glyphs.passed, "green")
        if outcome.expected == EITHER:
            sign = terminal.text(terminal.glyphs.not_run, "dim")
        elif outcome.wrong:
            sign = terminal.text(terminal.glyphs.failed, "red")
        verdict = outcome.check.verdict
        did = "pass" if verdict is Verdict.PASSED else f"fail ({verdict.words})"
        table.add_row(
            sign,
            terminal.line(outcome.name),
            terminal.line(outcome.expected),
            terminal.line(did),
        )
    return table


def _show_at_length(assignment: Assignment, outcome: TrialOutcome, console: Console) -> None:
    from rich.text import Text

    from graders.harness.reports.audience import Audience, redact
    from graders.harness.reports.console import TerminalCapabilities
    from graders.harness.reports.document.terminal_painter import paint
    from graders.harness.reports.report_style import ReportStyle
    from graders.harness.reports.submission_report import SubmissionReport
    from graders.harness.result import Verdict

    terminal = TerminalCapabilities.of(console)
    title = terminal.line(f"  {outcome.title}", "dim")
    console.print(Text.assemble("\n", terminal.line(outcome.name, "bold"), title))
    if outcome.check.verdict is Verdict.PASSED:
        blind = ", but must fail: the check does not find the fault" if outcome.wrong else ""
        console.print(f"passes{blind}")
        return
    report = SubmissionReport(redact(outcome.result, Audience.STAFF), all_checks=False)
    paint([report.card([outcome.check])], console, ReportStyle.of(assignment).painter)
