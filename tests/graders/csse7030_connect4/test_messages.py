"""Messages of failed scenarios and games: what was typed, the board before it, and the first difference."""

from __future__ import annotations

from typing import Any

import pytest

from graders.csse7030_connect4 import test_main_hidden
from graders.csse7030_connect4.showing import result, same_calls
from graders.csse7030_connect4.test_main_hidden import test_nothing_else as nothing_else
from graders.csse7030_connect4.test_scenarios import test_scenario as replay
from graders.harness import load_assignment, transcript
from graders.harness.assignment.check import CheckFailed, Misbehaved
from graders.harness.assignment.scenario import scenarios_of
from graders.harness.result import Transcripts

(DRAW,) = [one for one in scenarios_of(load_assignment("csse7030_connect4")) if one.name == "size-4-draw"]
EVENTS = transcript(DRAW)
LAST = "|-|-|-|-|\n|-|-|-|O|\n|X|X|X|X|\n|O|O|O|O|\n 1 2 3 4 \nIts a Draw!"
"""The last board of the scenario, and its outcome."""
ROW = "|-|X|X|-|\n|X|O|O|O|\n"


class Student:
    """A program that plays like the right one, with one *change* in its output."""

    def __init__(self, *change: str, end: Any = ("returned", None), events: Any = EVENTS) -> None:
        self.events = [[kind, text.replace(*change) if kind == "printed" else text] for kind, text in events]
        self.end = end

    def play(self, _size: int, _lines: list[str], _known: object) -> list[Any]:
        """Return the run."""
        return [list(self.end), self.events]

    main = play


class Reference:
    """A reference whose functions show no behaviour."""

    def watched(self, _size: int, _name: str, _lines: list[str]) -> dict[str, Any]:
        """Return no behaviour."""
        return {}


def failed(student: Student) -> CheckFailed:
    """Return the end of the check of the scenario."""
    with pytest.raises(CheckFailed) as caught:
        replay(student, Reference(), DRAW)
    return caught.value


def labels(end: CheckFailed | Misbehaved) -> list[str]:
    return [one.label for one in end.exhibits]


def test_difference_is_shown_after_the_typed_line_with_the_board_before() -> None:
    """The row and column, the reaction with its last board, the board before, and all that was typed until then."""
    end = failed(Student(ROW, ROW.replace("X|-", "O|-")))
    assert end.message == (
        "The program, after 'a1', 'a2', 'a2', 'a3', 'a3', 'a4': it differs in line 4, column 6:"
        " column 3 of this row should have 'X', and has 'O'."
    )
    assert labels(end) == ["transcript", "board before", "typed"]
    sides, board, typed = end.exhibits
    assert isinstance(sides, Transcripts)
    assert sides.expected[:2] == ("«a4»", "|-|-|-|-|")
    assert sides.expected[-1].endswith(": \\")
    assert board.text == "|-|-|-|-|\n|-|-|-|-|\n|-|X|X|-|\n|X|O|O|-|"
    assert typed.text.split("\n") == ["a1", "a2", "a2", "a3", "a3", "a4"]


def test_last_board_is_shown_though_another_check_grades_it() -> None:
    """A wrong outcome is named, whether the board above it is right or not."""
    assert LAST in "".join(text for kind, text in EVENTS if kind == "printed")
    end = failed(Student("Its a Draw!", "Player 1 wins!"))
    assert "it differs in line 7, column 1." in end.message
    assert "|O|O|O|O|" in end.exhibits[0].got
    end = failed(Student(LAST, "Player 1 wins!"))
    assert "it prints 'Player 1 wins!' where 'Its a Draw!' is due." in end.message
    assert "|O|O|O|O|" in end.exhibits[0].expected


def test_misspelt_outcome_below_a_right_board_is_named() -> None:
    """The board of neither side is called wrong, though the line below it is no outcome and so keeps its board."""
    assert "it differs in line 7, column 3." in failed(Student("Its a Draw!", "It's a Draw!")).message
    assert "it differs in line 7, column 3." in failed(Student("Its a Draw!", "It\nPlayer 2 to move")).message


def test_extra_empty_line_is_called_so() -> None:
    """The text '' would say nothing."""
    assert "it prints an extra empty line, line 2." in failed(Student(LAST, "\n" + LAST)).message


def test_what_other_checks_grade_does_not_fail_a_scenario() -> None:
    """The last board and the space at the prompt."""
    replay(Student(LAST, "Its a Draw!"), Reference(), DRAW)
    replay(Student("commands): ", "commands):"), Reference(), DRAW)


def test_exception_is_shown_with_the_lines_that_led_to_it() -> None:
    """Lines that were never typed would not repeat it."""
    start = next(place for place, event in enumerate(EVENTS) if event == ("typed", "a3"))
    student = Student("", "", end=("raised", "IndexError", "x", "a1.py, line 3", "error"), events=EVENTS[: start + 1])
    with pytest.raises(Misbehaved) as caught:
        replay(student, Reference(), DRAW)
    assert caught.value.exhibits[-1].text.split("\n") == ["a1", "a2", "a2", "a3"]


def test_main_is_shown_without_the_game_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The student cannot get the transcript of a play_game that replaces their own."""
    monkeypatch.setattr(test_main_hidden, "WINS", ["a1"])
    game = [["printed", "board\nMove: "], ["typed", "q"]]
    rest = [["printed", "Again? "], ["typed", "n"]]

    class Whole(Reference):
        def game(self, _size: int, _lines: list[str]) -> list[Any]:
            return [["returned", None], game]

        def main(self, _size: int, _lines: list[str]) -> list[Any]:
            return [["returned", None], [*game, *rest]]

    greeting = Student("board\n", "Hello!\nboard\n", events=[*game, *rest])
    with pytest.raises(CheckFailed, match="main, around a game") as caught:
        nothing_else(greeting, Whole())
    (sides,) = caught.value.exhibits
    assert isinstance(sides, Transcripts)
    assert sides.expected == ("(a game is played)", "Again? \\")
    assert sides.got == ("Hello!", "(a game is played)", "Again? \\")
    nothing_else(Student("", "", events=[*game, *rest]), Whole())


def test_function_that_prints_instead_of_returning_is_shown_with_its_text() -> None:
    """Else a beginner reads "got None", and saw True on the screen."""
    ends = [["returned", value] for value in (True, None)]
    right, wrong = ([[end, events, ["a1"]]] for end, events in zip(ends, ([], [["printed", "True\n"]]), strict=True))
    with pytest.raises(CheckFailed) as caught:
        same_calls(wrong, right, "check_input", [["a1"]], result)
    assert [(one.label, one.text.strip()) for one in caught.value.exhibits] == [
        ("expected", "True"), ("got", "None"), ("it printed", "True"),
    ]  # fmt: skip
