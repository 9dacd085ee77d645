"""Checks show a fault by themselves: where they end, and what is printed otherwise in all of them."""

from __future__ import annotations

import pytest

from graders.extensions.faults.evident import LEAST, evident, with_lines
from graders.extensions.faults.suspects import Suspect
from graders.harness.grading.outcome import Outcome
from graders.harness.result import (
    STILL_RUNNING,
    Cause,
    CauseKind,
    Flag,
    FlagCode,
    Text,
    Transcripts,
)

FILES = {"game.py": b"def step(field):\n    while True:\n        field = field[1]\n"}
RAISED = Cause(CauseKind.EXCEPTION, file="game.py", line=3, name="IndexError")
RIGHT = ("«go»", "| a |", "| b |", " --- ", "«go»", "well done")


def differs(got: tuple[str, ...], expected: tuple[str, ...] = RIGHT) -> Outcome:
    """Return how a check ends whose transcript is not as *expected*."""
    pairs = enumerate(zip(expected, got, strict=False))
    mark = next((at for at, (one, other) in pairs if one != other), min(len(expected), len(got)))
    shown = Transcripts("transcript", 1, mark, expected, got)
    return Outcome.of(Cause(CauseKind.WRONG_ANSWER), (shown,))


def sentences(*outcomes: Outcome, flags: tuple[Flag, ...] = ()) -> dict[str, str]:
    """Return the sentences of the evident faults of a program whose checks end so, by kind."""
    failures = {f"check.{number}": outcome for number, outcome in enumerate(outcomes)}
    return {one.kind: one.sentence for one in evident(failures, flags, FILES)}


def test_same_exception_at_one_line_is_one_fault() -> None:
    one = Outcome.of(RAISED)
    assert sentences(one, one, one) == {
        "exception": "IndexError: `field = field[1]` ends it, game.py:3 (step)"
    }
    assert not sentences(one, one)  # their own words say as much
    elsewhere = Outcome.of(Cause(CauseKind.EXCEPTION, file="game.py", line=2, name="IndexError"))
    assert not sentences(one, one, elsewhere)


@pytest.mark.parametrize(("file", "line"), [("other.py", 1), ("game.py", 9), ("", 0)])
def test_line_that_the_submission_does_not_have_is_not_named(file: str, line: int) -> None:
    one = Outcome.of(Cause(CauseKind.EXCEPTION, file=file, line=line, name="IndexError"))
    assert not sentences(*[one] * LEAST)


def test_same_function_without_end_is_one_fault() -> None:
    running = Text(STILL_RUNNING, "game.py, line 1\n    def step(field):")
    one = Outcome.of(Cause(CauseKind.CPU_LIMIT), (running,))
    assert sentences(*[one] * LEAST) == {"endless": "`def step(field):` comes to no end, game.py:1"}


@pytest.mark.parametrize(
    ("got", "words"),
    [
        (("«go»", "«go»"), "nothing is printed"),
        (tuple(line.strip() for line in RIGHT), "what is printed differs in spaces only"),
        ((*RIGHT[:5], "Well Done"), "what is printed differs in capital letters only"),
        (
            (*RIGHT[:3], " ----- ", *RIGHT[4:]),
            "what is printed differs in the length of rules only",
        ),
        (
            (*RIGHT[:4], "bye now", *RIGHT[4:]),
            "before the next line is typed, it prints `bye now` too",
        ),
        (
            (*RIGHT[:4], *RIGHT[1:]),
            "before the next line is typed, it prints more lines of the picture too",
        ),
    ],
)
def test_same_change_of_what_is_printed_is_one_fault(got: tuple[str, ...], words: str) -> None:
    assert list(sentences(*[differs(got)] * LEAST).values()) == [words]


def test_other_line_is_a_fault_of_its_own_and_another_picture_is_none() -> None:
    end = ("finished", "«go»")
    said = differs((*RIGHT[:5], *end), (*RIGHT, "«go»"))
    assert sentences(*[said] * LEAST) == {"output": "it prints `finished` instead of `well done`"}
    picture = differs(("«go»", "| c |", *RIGHT[2:]))
    assert not sentences(*[picture] * LEAST)


def test_slip_with_which_nearly_all_pass_is_a_fault() -> None:
    values = {
        "repair": "output",
        "text": "no empty lines",
        "passing": ["check.0", "check.1", "check.2"],
    }
    other = {"repair": "function", "name": "step", "passing": values["passing"]}
    outcomes = [Outcome.of(Cause(CauseKind.WRONG_ANSWER))] * LEAST
    flags = tuple(Flag(FlagCode.ONE_CAUSE, one) for one in (values, other))
    assert sentences(*outcomes, flags=flags) == {
        "output": "one slip is behind them: they pass with no empty lines"
    }


def test_line_at_which_checks_end_is_a_place_to_look_at() -> None:
    """It stands alone if lines separate no wrong calls from right ones, else where a function has no line."""
    one = Outcome.of(RAISED)
    seen = evident({str(number): one for number in range(LEAST)}, (), FILES)
    line = Suspect("game.py", "step", ((3, 3),), 1.0, "field = field[1]")
    other, bare = Suspect("game.py", "other", ((1, 1),), 0.9), Suspect("game.py", "step", (), 0.5)
    assert with_lines((), seen) == (line,)
    assert with_lines((other, bare), seen) == (other, line)
    assert with_lines((other,), seen) == (other,)
    assert with_lines((bare,), ()) == (bare,)


def test_endless_function_is_a_place_to_look_at() -> None:
    running = Text(STILL_RUNNING, "game.py, line 1\n    def step(field):")
    one = Outcome.of(Cause(CauseKind.CPU_LIMIT), (running,))
    (seen,) = evident({str(number): one for number in range(LEAST)}, (), FILES)
    assert seen.place == Suspect("game.py", "step", ((1, 1),), 1.0, "def step(field):")
