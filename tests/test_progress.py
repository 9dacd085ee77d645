"""Long work says what it is doing: on a terminal all the time, elsewhere now and then."""

from __future__ import annotations

import io
import time

import pytest
from rich.console import Console

from graders.harness import progress
from graders.harness.course.batch import Ahead, Done, State
from graders.harness.course.class_progress import ClassLive
from graders.harness.progress import Live, Steps, in_words, told_of
from graders.harness.result import Verdict
from tests.intake.downloads import delivery, graded

HALF = graded(("a.one", Verdict.PASSED), ("a.two", Verdict.FAILED))


def since(*names: str) -> list[tuple[str, float]]:
    """Begun one after the other, the first a minute ago, each a second later."""
    return [(name, time.monotonic() - 60 + place) for place, name in enumerate(names)]


def test_what_has_taken_longest_is_named_first() -> None:
    """And only a few, so that the line stays one line."""
    assert told_of(since("ada", "bob")) == told_of(list(reversed(since("ada", "bob")))) == "now ada (60 s), bob (59 s)"
    assert told_of(since(*"abcdef")) == "now a (60 s), b (59 s), c (58 s), d (57 s), 2 more"
    assert told_of([]) == ""


def test_without_a_terminal_a_plain_line_comes_though_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not with every call, but after a while; a log of a job is to show whom it waits for."""
    out = io.StringIO()
    steps = Steps(Console(file=out), 3, lambda: since("ada"))
    steps.still()
    assert out.getvalue() == ""
    monkeypatch.setattr(progress, "PLAIN_SECONDS", 0.0)
    steps.still()
    assert out.getvalue() == "0 of 3 done; now ada (60 s)\n"


def test_on_a_terminal_the_names_stand_in_the_line() -> None:
    """Also before the first one is done."""
    out = io.StringIO()
    with ClassLive(Console(file=out, force_terminal=True, width=120), 2, lambda: since("ada", "[b]ob")) as live:
        live._progress.refresh()
    assert "now ada (60 s), [b]ob (59 s)" in out.getvalue()


def test_a_stage_is_told_at_once_and_a_log_has_a_line_for_each() -> None:
    """What comes before the first submission, then each as it is done, with what is left by the time these took."""
    out = io.StringIO()
    live = ClassLive(Console(file=out, width=40), 4, lambda: ())
    live.stage("grading the reference first")
    live.expect(Ahead(frozenset({"k"}), frozenset({"ada", "bob"}), 2, {"z": ""}), 100.0, 2)
    assert live.left() == 100
    live.stage("")
    for name, state, seconds, result in (
        ("k", State.GRADED, None, HALF),
        ("z", State.UNREADABLE, None, None),
        ("a\x1b[1mda", State.GRADED, 3.0, HALF),
        ("bob", State.NOT_GRADABLE, 2.0, HALF),
    ):
        live(Done(delivery(name), state, result, message="broken\nzip", known=name == "k", seconds=seconds))
    lines = out.getvalue().splitlines()
    assert lines[0] == "grading the reference first"
    assert lines[1].startswith("2 of 4  z: unreadable: broken\\nzip, about 2 min left")
    assert lines[2].startswith("3 of 4  a\N{REPLACEMENT CHARACTER}[1mda: 1 of 2 (3.0 s), about ")
    assert lines[3:] == [
        "4 of 4  bob: not gradable: broken\\nzip",
        "4 of 4 done (2 graded, 1 not gradable, 1 unreadable)",
    ]


def test_a_stage_has_a_bar_without_an_end() -> None:
    """So that nobody takes it for one that stands still; the submissions' turn has one."""
    out = io.StringIO()
    with ClassLive(Console(file=out, force_terminal=True, width=140), 12, lambda: ()) as live:
        live.stage("grading the reference first")
        live._progress.refresh()
        assert "0/?" in out.getvalue() and "now grading the reference first (0 s)" in out.getvalue()
        live.stage("")
        live._progress.refresh()
        assert "0/12" in out.getvalue()


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.2, "1 s"), (40, "40 s"), (100, "2 min"), (720, "12 min"), (7500, "2 h 05 min")]
)
def test_times_are_told_as_people_say_them(seconds: float, words: str) -> None:
    """Rough, and never none at all."""
    assert in_words(seconds) == words


def test_checks_of_the_reference_are_not_taken_for_the_submission() -> None:
    """A log says once that they come first, if they do; a terminal with each of them."""
    log, screen = io.StringIO(), io.StringIO()
    with Live(Console(file=log)) as plain, Live(Console(file=screen, force_terminal=True, width=120)) as live:
        for one in (plain, live):
            one.stage("the reference first", "reference: ")
        assert log.getvalue() == ""
        for one in (plain, live):
            one("block.swap", 2)
            one("block.swap", 2)
        live._progress.refresh()
        assert "reference: block.swap" in screen.getvalue()
        for one in (plain, live):
            one.stage("")
            one("block.rotate", 2)
        live._progress.refresh()
    assert "reference: block.rotate" not in screen.getvalue() and "block.rotate" in screen.getvalue()
    assert log.getvalue() == "the reference first\n"
