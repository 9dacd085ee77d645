"""Messages of failed scenarios and games: what was typed, the board before it, and the first difference."""

from __future__ import annotations

from typing import Any

import pytest

from graders.csse7030_connect4 import test_commands_hidden, test_main_hidden
from graders.csse7030_connect4.boards import drawn
from graders.csse7030_connect4.calls import shown
from graders.csse7030_connect4.showing import result, same_calls
from graders.csse7030_connect4.test_main_hidden import test_nothing_else as nothing_else
from graders.csse7030_connect4.test_scenarios import test_scenario as replay
from graders.csse7030_connect4.test_win import PLAIN, finds_a_line
from graders.harness import load_assignment, transcript
from graders.harness.assignment.check import CheckFailed, Misbehaved
from graders.harness.assignment.scenario import scenarios_of
from graders.harness.result import Transcripts

(DRAW,) = [
    one for one in scenarios_of(load_assignment("csse7030_connect4")) if one.name == "size-4-draw"
]
EVENTS = transcript(DRAW)
LAST = "|-|-|-|-|\n|-|-|-|O|\n|X|X|X|X|\n|O|O|O|O|\n 1 2 3 4 \nIts a Draw!"
"""The last board of the scenario, and its outcome."""
ROW = "|-|X|X|-|\n|X|O|O|O|\n"


class Student:
    """A program that plays like the right one, with one *change* in its output."""

    def __init__(self, *change: str, end: Any = ("returned", None), events: Any = EVENTS) -> None:
        self.events = [
            [kind, text.replace(*change) if kind == "printed" else text] for kind, text in events
        ]
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
    assert labels(end) == ["transcript", "board before", "typed", "played with"]
    sides, board, typed, stand_ins = end.exhibits
    assert stand_ins.text.startswith("your main and play_game; right functions stand in for")
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
    assert (
        "it differs in line 7, column 3." in failed(Student("Its a Draw!", "It's a Draw!")).message
    )
    assert (
        "it differs in line 7, column 3."
        in failed(Student("Its a Draw!", "It\nPlayer 2 to move")).message
    )


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
    student = Student(
        "",
        "",
        end=("raised", "IndexError", "x", "a1.py, line 3", "error"),
        events=EVENTS[: start + 1],
    )
    with pytest.raises(Misbehaved) as caught:
        replay(student, Reference(), DRAW)
    assert caught.value.exhibits[-2].text.split("\n") == ["a1", "a2", "a2", "a3"]


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
    right, wrong = (
        [[end, events, ["a1"]]]
        for end, events in zip(ends, ([], [["printed", "True\n"]]), strict=True)
    )
    with pytest.raises(CheckFailed) as caught:
        same_calls(wrong, right, "check_input", [["a1"]], result)
    assert [(one.label, one.text.strip()) for one in caught.value.exhibits] == [
        ("expected", "True"),
        ("got", "None"),
        ("it printed", "True"),
    ]


def test_program_that_ends_after_a_game_is_said_to_end() -> None:
    """It prints all that is due before the question: "it prints '' where 'Its a Draw!' is due" would be false."""
    asked = max(place for place, event in enumerate(EVENTS) if event[0] == "typed")
    *before, (_kind, last) = EVENTS[:asked]
    assert last.count("Would you like") == 1
    events = [*before, ("printed", last.partition("Would you like")[0])]
    end = failed(Student("", "", end=("exit", 0), events=events))
    assert end.message == (
        "The program ends too early: after ..., 'a4', 'a4', 'a1', 'a1', 'a4', 'r1' it should ask for another line."
    )


class Asking:
    """A submission or a reference whose get_action reads *lines* and then does *end*."""

    def __init__(self, end: list[Any], *lines: str, starved: bool = False) -> None:
        self.run = [end, [["typed", line] for line in lines] + [["starved"]] * starved]

    def check_input(self, _size: int, commands: list[str]) -> list[Any]:
        """Return that every command is good; nobody asks here."""
        return [[["returned", True], [], [command]] for command in commands]

    def get_action(self, _size: int, _lines: list[str], _known: object = None) -> list[Any]:
        """Return the run."""
        return self.run


def test_get_action_that_never_stops_accepts_nothing() -> None:
    """It goes on asking after a good command: "accepts a badly formed command" would be false."""
    bad = [" a1", "r2 ", "h ", " "]
    right = Asking(["returned", "q"], *bad, "q")
    with pytest.raises(CheckFailed, match=r"^get_action accepts a badly formed command\.$"):
        test_commands_hidden.test_action_spaces(Asking(["returned", "a1"], " a1"), right)
    endless = Asking(["raised", "EOFError", "", "", "EOFError"], *bad, "q", "h", starved=True)
    for check, asked in (
        (test_commands_hidden.test_action_spaces, right),
        (test_commands_hidden.test_action_unchanged, Asking(["returned", "A1"], "A1")),
    ):
        with pytest.raises(
            CheckFailed, match=r"^get_action asks for another line after 6 of the lines typed"
        ) as caught:
            check(endless, asked)
        assert labels(caught.value) == ["typed"]


def test_calls_that_differ_by_their_boards_are_one_line() -> None:
    """Eight times "check_win(board)" would say nothing."""
    answer = [[["returned", None], [], [board]] for board in PLAIN]
    with pytest.raises(CheckFailed, match="never finds a line") as caught:
        finds_a_line(type("Blind", (), {"check_win": lambda *_arguments: answer}))
    assert [(one.label, one.text.split("\n")[0]) for one in caught.value.exhibits] == [
        ("first board", "- - - - - - - -"),
        ("calls", "check_win(board), with 8 boards"),
    ]
    first, hung = shown("check_win", (8, PLAIN))
    assert (first.label, first.text) == ("first board", drawn(PLAIN[0]))
    assert (hung.label, hung.text) == ("one of the calls", "check_win(board), with 8 boards")


def test_operations_of_the_driver_are_shown_as_the_student_knows_them() -> None:
    """No a1.py has a function games or boards_apart."""
    (typed,) = shown("games", (8, [[["a1", "q"], {}], [["a2"], {}]]))
    assert (typed.label, typed.text) == ("typed", "a1\nq\na2")
    (call,) = shown("boards_apart", (8, "-------X"))
    assert call.text == "generate_initial_board(), twice"
