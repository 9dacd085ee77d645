"""Long work shows its progress: continuously on a terminal, and now and then in a log."""

from __future__ import annotations

import io
import time

import pytest
from rich.console import Console

from graders.harness import progress
from graders.harness.course.run.class_progress import ClassLive
from graders.harness.course.run.deliveries import DeliveryState, GradedSubmission, WorkPlan
from graders.harness.progress import Live, Steps, current_work
from graders.harness.result import Verdict
from tests.intake.downloads import delivery, graded

HALF = graded(("a.one", Verdict.PASSED), ("a.two", Verdict.FAILED))


def since(*names: str) -> list[tuple[str, float]]:
    """Return names that began one after the other: the first a minute ago, each a second later."""
    return [(name, time.monotonic() - 60 + place) for place, name in enumerate(names)]


def test_longest_running_names_come_first() -> None:
    """The line names only a few, so that it stays one line."""
    assert (
        current_work(since("ada", "bob"))
        == current_work(list(reversed(since("ada", "bob"))))
        == "now ada (60 s), bob (59 s)"
    )
    assert current_work(since(*"abcdef")) == "now a (60 s), b (59 s), c (58 s), d (57 s), 2 more"
    assert current_work([]) == ""


def test_without_a_terminal_a_plain_line_appears_before_the_first_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A line comes only after a while. The log of a job must show what it is waiting for."""
    out = io.StringIO()
    steps = Steps(Console(file=out), 3, lambda: since("ada"))
    steps.still()
    assert out.getvalue() == ""
    monkeypatch.setattr(progress, "PLAIN_SECONDS", 0.0)
    steps.still()
    assert out.getvalue() == "0 of 3 done; now ada (60 s)\n"


def test_on_a_terminal_the_names_stand_in_the_line() -> None:
    out = io.StringIO()
    with ClassLive(
        Console(file=out, force_terminal=True, width=120), 2, lambda: since("ada", "[b]ob")
    ) as live:
        live.refresh()
    assert "now ada (60 s), [b]ob (59 s)" in out.getvalue()


class Clock:
    """A clock that the test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)


def ahead(known: str, fresh: str) -> WorkPlan:
    """Return a plan of the work, with a letter for each submission."""
    return WorkPlan(frozenset(known), frozenset(fresh), len(fresh), {})


def finished(
    name: str,
    state: DeliveryState = DeliveryState.GRADED,
    seconds: float | None = None,
    *,
    known: bool = False,
) -> GradedSubmission:
    """Return a finished submission."""
    return GradedSubmission(
        delivery(name), state, HALF, message="broken\nzip", known=known, seconds=seconds
    )


def test_a_stage_is_shown_at_once_and_a_log_has_a_line_for_each_submission() -> None:
    """The stages before the first submission come first, then each submission when it is done."""
    out = io.StringIO()
    live = ClassLive(Console(file=out, width=40), 4, lambda: ())
    live.stage("grading the reference first")
    live.expect(WorkPlan(frozenset({"k"}), frozenset({"ada", "bob"}), 2, {"z": ""}))
    live.stage("")
    live(finished("k", known=True))
    live(finished("z", DeliveryState.UNREADABLE))
    live(finished("a\x1b[1mda", seconds=3.0))
    live(finished("bob", DeliveryState.NOT_GRADABLE, 2.0))
    assert out.getvalue().splitlines() == [
        "grading the reference first",
        "2 of 4  z: unreadable: broken\\nzip",
        "3 of 4  a\N{REPLACEMENT CHARACTER}[1mda: 1 of 2 (3.0 s)",
        "4 of 4  bob: not gradable: broken\\nzip",
        "4 of 4 done (2 graded, 1 not gradable, 1 unreadable)",
    ]


def test_the_rest_is_estimated_by_this_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole run counts, because one submission may exceed the 30 seconds that rich uses by default."""
    clock, out = Clock(monkeypatch), io.StringIO()
    monkeypatch.setattr(progress, "PLAIN_SECONDS", 0.0)
    steps = Steps(Console(file=out), 6)
    steps.get_time = lambda: clock.now
    for _ in range(6):
        clock.now += 60
        steps.step("tried")
    assert out.getvalue().splitlines() == [
        "1 of 6 done (tried)",
        "2 of 6 done (tried), 0:04:00 left",
        "3 of 6 done (tried), 0:03:00 left",
        "4 of 6 done (tried), 0:02:00 left",
        "5 of 6 done (tried), 0:01:00 left",
        "6 of 6 done (tried)",
    ]


def test_known_results_take_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """They come at once, so they do not count in the estimate. Neither do the stages before the first submission."""
    clock, out = Clock(monkeypatch), io.StringIO()
    live = ClassLive(Console(file=out), 8, lambda: ())
    live.get_time = lambda: clock.now
    live.expect(ahead("efgh", "abcd"))
    live.stage("the reference first")
    clock.now += 500
    live.stage("")
    for name in "efgh":
        live(finished(name, known=True))
    for name in "abcd":
        clock.now += 10
        live(finished(name, seconds=10.0))
    assert out.getvalue().splitlines() == [
        "the reference first",
        "5 of 8  a: 1 of 2 (10.0 s)",
        "6 of 8  b: 1 of 2 (10.0 s), 0:00:20 left",
        "7 of 8  c: 1 of 2 (10.0 s), 0:00:10 left",
        "8 of 8  d: 1 of 2 (10.0 s)",
        "8 of 8 done (8 graded)",
    ]


def test_a_terminal_counts_submissions_to_grade_and_has_no_lines_of_a_log() -> None:
    out = io.StringIO()
    with ClassLive(
        Console(file=out, force_terminal=True, width=140), 3, lambda: since("cy")
    ) as live:
        live.expect(ahead("k", "ab"))
        live.stage("")
        live(finished("k", known=True))
        live(finished("ada", seconds=3.0))
        live.refresh()
    assert (
        "2 graded" in out.getvalue()
        and "1/2" in out.getvalue()
        and "now cy (60 s)" in out.getvalue()
    )
    assert "of 3" not in out.getvalue()


def test_a_stage_has_a_bar_without_an_end() -> None:
    """A still bar would look stuck. The bar of the submissions has an end."""
    out = io.StringIO()
    with ClassLive(Console(file=out, force_terminal=True, width=140), 12, lambda: ()) as live:
        live.stage("grading the reference first")
        live.refresh()
        assert "0/?" in out.getvalue() and "now grading the reference first (0 s)" in out.getvalue()
        live.stage("")
        live.refresh()
        assert "0/12" in out.getvalue()


def test_checks_of_the_reference_are_not_shown_as_the_submission() -> None:
    """A log says once that they come first, if they do; a terminal shows it with each of them."""
    log, screen = io.StringIO(), io.StringIO()
    with (
        Live(Console(file=log)) as plain,
        Live(Console(file=screen, force_terminal=True, width=120)) as live,
    ):
        for one in (plain, live):
            one.stage("the reference first", "reference: ")
        assert log.getvalue() == ""
        for one in (plain, live):
            one("block.swap", 2)
            one("block.swap", 2)
        live.refresh()
        assert "reference: block.swap" in screen.getvalue()
        for one in (plain, live):
            one.stage("")
            one("block.rotate", 2)
        live.refresh()
    assert (
        "reference: block.rotate" not in screen.getvalue() and "block.rotate" in screen.getvalue()
    )
    assert log.getvalue() == "the reference first\n"
