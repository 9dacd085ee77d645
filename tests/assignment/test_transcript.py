"""Transcripts: their notation, the cause of a difference, and programs run at a terminal in the sandbox."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.extensions.authoring.verification.record import record
from graders.harness.assignment.check import CheckFailed, Misbehaved
from graders.harness.assignment.manifest import load_assignment
from graders.harness.assignment.naming import UnknownName
from graders.harness.assignment.scenario import ScenarioError, read_scenario, transcript
from graders.harness.assignment.transcript import (
    Run,
    TranscriptError,
    from_lines,
    printed_in,
    run_of,
    same_run,
    same_text,
    status_of,
    to_lines,
    typed_in,
)
from graders.harness.grading.grader import Grader, GraderOptions
from graders.harness.intake import Submission
from graders.harness.reports.sentences import cause_text, message_of
from graders.harness.result import Transcripts, Verdict
from graders.harness.sandbox import find_interpreter, select_backend
from graders.harness.sandbox.plain_processes import PlainBackend
from tests import nightly

WORLD = Path(__file__).parents[1] / "worlds" / "talker"
TALKER = load_assignment("talker", WORLD)
RIGHT = (TALKER.reference / "talk.py").read_text()

TEXTS = st.text(st.sampled_from("ab #\\«»␠|\n\té"), max_size=12)
TYPED = st.text(st.sampled_from("ab #\\«»␠"), max_size=6)


@st.composite
def runs(draw: st.DrawFn) -> tuple[tuple[str, str], ...]:
    """Events in the form that a run has: no empty ones, and never two printed ones in a row."""
    events: list[tuple[str, str]] = []
    for text, line in draw(st.lists(st.tuples(TEXTS, TYPED), max_size=4)):
        events += [("printed", text)] if text else []
        events.append(("typed", line))
    last = draw(TEXTS)
    return tuple(events + ([("printed", last)] if last else []))


@pytest.mark.slow
@given(runs())
def test_notation_is_parsed_back_to_the_same_events(events: tuple[tuple[str, str], ...]) -> None:
    """All printed and typed text survives; no line ends in a space or looks like a remark."""
    lines = to_lines(events)
    assert from_lines(lines) == events
    assert not [line for line in lines if line.endswith(" ") or line.startswith("#")]


def test_remarks_are_left_out() -> None:
    """A line that begins with # is for readers of the file."""
    assert from_lines(["# hello", "a", "\\# b"]) == (("printed", "a\n# b\n"),)


@pytest.mark.parametrize("line", ["open «a", "closed»", "«a» more", "«a «b»»", "space at the end "])
def test_bad_notation_is_refused(line: str) -> None:
    """The message has the line number."""
    with pytest.raises(TranscriptError) as caught:
        from_lines(["fine", line])
    assert caught.value.args[0] == 1


WANT = (
    ("printed", "|-| \n\nEnter: "), ("typed", "a1"), ("printed", "Well done\nOnce more\nAgain? "), ("typed", "q"),
    ("printed", "Bye\n"),
)  # fmt: skip


def with_text(old: str, new: str) -> Run:
    """The expected run, with one change in its printed text."""
    return Run(
        tuple(
            (kind, text.replace(old, new)) if kind == "printed" else (kind, text)
            for kind, text in WANT
        )
    )


CAUSES = [
    (with_text("|-| ", "|-|"), "leaves out a space at the end of line 1"),
    (with_text("|-| ", "|-|   "), "has an extra space at the end of line 1"),
    (with_text("|-| ", "| -| "), "differs in spaces in line 1, column 2"),
    (with_text("\n\n", "\n"), "leaves out an empty line (line 2)"),
    (with_text("|-| \n", "|-| \n\n"), "prints an extra empty line (line 3)"),
    (with_text("Well", "WELL"), "differs in upper and lower case in line 4, column 2"),
    (with_text("done\nOnce", "doneOnce"), "leaves out a line break in line 4"),
    (with_text("Well done", "Well \ndone"), "has an extra line break in line 4"),
    (with_text("Bye\n", "Bye"), "leaves out a line break at the end of line 7"),
    (with_text("Well done", "Bad"), "differs in line 4, column 1"),
    (Run(WANT[:-1]), "ends too early"),
    (
        Run((*WANT[:-1], ("printed", "Bye\nBye\n"))),
        "should print nothing more, but prints 'Bye' in line",
    ),
    (Run((*WANT, ("starved",))), "asks for another line of input"),
    (Run((*WANT[:2], ("printed", "Well done\n"), ("typed", "q"))), "asks for input in line 5"),
    (Run((("ahead", 2), *WANT)), "reads all its input at once (line 1)"),
]


@pytest.mark.parametrize(("got", "words"), CAUSES, ids=[words for _got, words in CAUSES])
def test_usual_causes_are_named(got: Run, words: str) -> None:
    """The message names the cause; the exhibit shows the place."""
    with pytest.raises(CheckFailed) as caught:
        same_run(got, WANT)
    assert words in caught.value.message
    (exhibit,) = caught.value.exhibits
    assert isinstance(exhibit, Transcripts)
    assert exhibit.expected[exhibit.mark :][:1] != exhibit.got[exhibit.mark :][:1]


def test_same_run_passes() -> None:
    """The pieces in which text was printed do not matter, nor does a returned value or exit status."""
    same_run(Run(WANT, ("exit", 0)), Run(WANT))
    same_run(Run(WANT), WANT)


def test_exception_is_shown_with_the_transcript() -> None:
    """The verdict is raised, and the message has the line."""
    end = ("raised", "KeyError", "'x'", "talk.py, line 3", "error")
    with pytest.raises(Misbehaved) as caught:
        same_run(Run(WANT[:2], end), WANT)
    assert caught.value.verdict is Verdict.RAISED
    assert cause_text(caught.value.cause) == "KeyError: 'x' (talk.py, line 3)"
    assert caught.value.exhibits


def test_same_text_passes_whenever_lines_are_read() -> None:
    """Only printed text counts: all of it and status 0, or only its beginning if *whole* is false."""
    ahead = (("ahead", 2), ("printed", printed_in(WANT)))
    more = (*WANT, ("printed", "Bye\n"), ("starved",))
    same_text(Run(ahead), WANT)
    same_text(Run(WANT, ("exit", 0)), Run(WANT))
    same_text(Run(more, ("raised", "EOFError", "", "", "error")), WANT, whole=False)
    same_text(Run(WANT, ("exit", 1)), WANT, whole=False)


@pytest.mark.parametrize(
    ("got", "whole", "words"),
    [
        (
            Run((*WANT, ("printed", "Bye\n"))),
            True,
            "should print nothing more, but prints 'Bye' in line",
        ),
        (
            Run(WANT, ("exit", 3)),
            True,
            "prints what it should, but ends with status 3 instead of 0",
        ),
        (Run(WANT[:-1]), False, "ends too early"),
        (Run(WANT[:-1], ("raised", "EOFError", "", "", "error")), False, "EOFError"),
        (
            Run((*WANT[:-1], ("starved",)), ("raised", "EOFError", "", "", "error")),
            False,
            "asks for another line of input",
        ),
        (
            with_text("Once", "Twice"),
            False,
            "differs in line 5, column 1. The line typed last before that is number 1, «a1»",
        ),
        (
            with_text("Bye", "No"),
            False,
            "The line typed last before that is number 2, an empty one",
        ),
        (with_text("|-|", "|"), False, "differs in line 1, column 2."),
        (
            Run(with_text("Once", "Twice").events, ("raised", "KeyError", "", "", "error")),
            True,
            "differs in line 5, column 1",
        ),
    ],
)
def test_other_text_is_reported_with_the_line_typed_before(
    got: Run, whole: bool, words: str
) -> None:
    """The first wrong character decides; an exception counts only if it comes before that."""
    want = tuple((kind, "" if text == "q" else text) for kind, text in WANT)
    with pytest.raises((CheckFailed, Misbehaved)) as caught:
        same_text(
            Run(
                tuple((event[0], "") if event == ("typed", "q") else event for event in got.events),
                got.end,
            ),
            want,
            whole=whole,
        )
    assert words in str(caught.value)
    assert isinstance(caught.value, Misbehaved) == (words == "EOFError")


@pytest.mark.parametrize(
    ("end", "status"),
    [
        (("returned", None), 0),
        (("exit", 0), 0),
        (("exit", 7), 7),
        (("exit", 10**9999 - 1), 255),
        (("exit", -1), 255),
        (("exit", "x"), 1),
        (("raised", "E", "", "", ""), 1),
    ],
)
def test_status_is_that_of_a_shell(end: tuple[object, ...], status: int) -> None:
    """A student's program may forge any ending."""
    assert status_of(Run((), end)) == status


def test_line_typed_before_the_difference_is_shown() -> None:
    """It is shown even before a long display, but not before thousands of lines."""
    for length, seen in ((20, True), (1000, False)):
        text = "".join(f"line {number}\n" for number in range(length))
        with pytest.raises(CheckFailed) as caught:
            same_run(
                Run((("typed", "go"), ("printed", text))),
                (("typed", "go"), ("printed", text + "end\n")),
            )
        (exhibit,) = caught.value.exhibits
        assert isinstance(exhibit, Transcripts)
        assert (exhibit.expected[0] == "«go»") == seen
        assert len(exhibit.expected) < 40


def test_only_a_small_part_is_shown() -> None:
    """Of a long transcript, only a few lines around the difference are shown."""
    due = [f"line {number}" for number in range(1000)]
    events = (("printed", "\n".join(due) + "\n"),)
    with pytest.raises(CheckFailed) as caught:
        same_run(Run((("printed", events[0][1].replace("line 500", "line five hundred")),)), events)
    (exhibit,) = caught.value.exhibits
    assert isinstance(exhibit, Transcripts)
    assert exhibit.start + exhibit.mark == 501
    assert len(exhibit.expected) < 30


@pytest.mark.parametrize(
    "answer",
    [None, [], [["returned", None]], [[], []], [["returned"], []], [["returned", None], [["printed"]]],
     [["returned", None], [["typed", 3]]], [["raised", 1, 2, 3, 4], []], [["returned", None], "text"], [[["returned"]], []]],
)  # fmt: skip
def test_malformed_run_is_a_crash(answer: object) -> None:
    """A student's program may forge anything; it crashes at most its own check."""
    with pytest.raises(Misbehaved) as caught:
        run_of(answer)
    assert caught.value.verdict is Verdict.CRASHED


# Programs in the sandbox.


@pytest.fixture(scope="module")
def box() -> Iterator[Grader]:
    """A grader in the strongest sandbox of this machine."""
    with Grader(TALKER, select_backend(find_interpreter(TALKER.manifest.python))) as grader:
        yield grader


def graded(grader: Grader, text: str, *, prefetch: bool = True) -> dict[str, tuple[str, str]]:
    """Grade talk.py with this text; return verdict and message by check."""
    grader.options = GraderOptions(prefetch=prefetch)
    result = grader.grade(Submission("talk", {"talk.py": text.encode()}, ())).result
    return {check.id: (check.verdict.value, message_of(check)) for check in result.checks}


@pytest.mark.slow
def test_right_program_passes_with_and_without_prefetching(box: Grader) -> None:
    """Each run has its own process, so a counter of one run does not reach the next."""
    plain = Grader(TALKER, PlainBackend(find_interpreter(TALKER.manifest.python)))
    for grader, prefetch in ((box, True), (box, False), (plain, True)):
        assert {verdict for verdict, _ in graded(grader, RIGHT, prefetch=prefetch).values()} == {
            "passed"
        }


WRONG = [
    ("            return\n", "            return input()\n", "failed", "asks for another line of input"),
    ("            return\n", "            return print('bye')\n", "failed", "should print nothing more, but prints 'bye'"),
    ("            return\n", "            exit()\n", "passed", ""),
    ("            return\n", "            import sys; sys.exit(0)\n", "passed", ""),
    ("            return\n", "            while True: pass\n", "timeout", "CPU time limit"),
    ("            return\n", "            import os; os._exit(0)\n", "crashed", "called exit"),
    ("{line} ", "{line}", "failed", "leaves out a space at the end of line"),
    ("COUNT.append(line)", "COUNT.add(line)", "raised", "AttributeError"),
    ('input("> ")', 'print("> ", end="") or input()', "passed", ""),
    ('line = input("> ")', 'import sys; print("> ", end=""); line = sys.stdin.readline()[:-1]', "passed", ""),
    ('int(input("Start at? "))', 'int(input("Start at? ")); import sys; LINES = sys.stdin.read().split("\\n")',
     "failed", "reads all its input at once"),
    ("COUNT = []", "COUNT = []\nprint('loaded')", "failed", "line 1"),
    ("COUNT = []", "COUNT = []\nprint('x' * 30_000)", "too_much_output", "characters"),
]  # fmt: skip
"""A part of the right program, its replacement, the verdict, and words of the message."""


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new", "verdict", "words"), WRONG)
def test_wrong_program_gets_its_verdict_and_message(
    box: Grader, old: str, new: str, verdict: str, words: str
) -> None:
    """Each kind of fault has its own message."""
    assert old in RIGHT
    found = graded(box, RIGHT.replace(old, new))
    assert found["scenario.three-lines"][0] == verdict
    assert words in found["scenario.three-lines"][1]


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new"), nightly.one_in(5, [row[:2] for row in WRONG]))
def test_prefetch_changes_nothing_at_a_terminal(box: Grader, old: str, new: str) -> None:
    program = RIGHT.replace(old, new)
    assert graded(box, program) == graded(box, program, prefetch=False)


@pytest.mark.slow
def test_scenario_is_recorded_from_the_reference(tmp_path: Path) -> None:
    """The file contains the reference's output. Remarks stay in place; the typed lines are enough to record it."""
    (kept,) = record(TALKER)
    assert kept.difference() == ""
    scenario = read_scenario(kept.path, ("start",))
    typed = typed_in(transcript(scenario))
    bare = "".join(line + "\n" for line in kept.before.splitlines()[: scenario.first_line - 1])
    bare += "# the first line is where the count starts\n" + "".join(
        f"«{line}»\n" for line in typed[:2]
    )
    bare += "# an empty line counts too\n" + "".join(f"«{line}»\n" for line in typed[2:])
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / "three-lines.txt").write_text(bare, encoding="utf-8")
    moved = msgspec.structs.replace(TALKER, scenarios=folder)
    (again,) = record(moved, ["three-lines"])
    assert again.after == kept.before
    assert "+4: one␠" in again.difference()
    with pytest.raises(UnknownName, match="no scenario is called 'four'; there are:"):
        record(moved, ["four"])


def test_setting_is_required_and_a_number(tmp_path: Path) -> None:
    """A scenario without the setting is refused."""
    text = (TALKER.scenarios / "three-lines.txt").read_text()
    for wrong in (text.replace("start: 3\n", ""), text.replace("start: 3", "start: x")):
        path = tmp_path / "s.txt"
        path.write_text(wrong)
        with pytest.raises(ScenarioError, match="start"):
            read_scenario(path, ("start",))
