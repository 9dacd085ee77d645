"""Long work says what it is doing: on a terminal all the time, elsewhere now and then."""

from __future__ import annotations

import io
import time

import pytest
from rich.console import Console

from graders.harness import progress
from graders.harness.classroom.class_progress import ClassLive
from graders.harness.progress import Steps, told_of


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
