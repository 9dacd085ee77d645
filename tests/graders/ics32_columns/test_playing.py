"""How games are compared: what is charged elsewhere is forgiven, and what is said where something is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from graders.harness.assignment.check import CheckFailed, Misbehaved
from graders.harness.assignment.transcript import Run
from graders.harness.result import Cause, CauseKind, Text
from graders.ics32_columns.playing import (
    acts,
    each_once,
    ends_somewhere,
    is_over,
    matches_somewhere,
    once,
    played,
    quits,
    same_game,
)

EMPTY = "|   |\n --- \n"
FULL = "|[X]|\n --- \n"
OVER = "GAME OVER\n"
LINES = ["F 1", "Q"]


def run(*shown: str, end: tuple[Any, ...] = ("returned", None)) -> Run:
    """Return a run that prints *shown*, the first before F, the second before Q, the third after it."""
    events: list[tuple[Any, ...]] = []
    for line, text in zip([None, *LINES], shown, strict=False):
        events += [] if line is None else [("typed", line)]
        events += [("printed", text)] if text else []
    return Run(tuple(events), end)


WANT = run(EMPTY, FULL, "")
ENDS = Run((("printed", EMPTY), ("typed", "F 1"), ("printed", FULL + OVER)))


class Player:
    """Answers every game alike."""

    def __init__(self, answer: Run) -> None:
        self.answer = answer

    def play(self, _lines: list[str]) -> list[Any]:
        """Return the one run."""
        return [list(self.answer.end), [list(event) for event in self.answer.events]]


def message(function: Any, *arguments: Any) -> str:
    """Return what a check is failed with; nothing if it passes."""
    try:
        function(*arguments)
    except CheckFailed as failed:
        assert failed.exhibits
        return failed.message
    return ""


@pytest.mark.parametrize(
    ("got", "want", "words"),
    [
        (WANT, WANT, ""),
        (run(EMPTY, FULL, "bye\n"), WANT, ""),
        (run(EMPTY, EMPTY + FULL, ""), WANT, ""),
        (run(EMPTY + EMPTY, FULL, ""), WANT, ""),
        (run(EMPTY, FULL + EMPTY, ""), WANT, "differs in line 4"),
        (run(EMPTY, "Well: " + FULL, ""), WANT, "differs in line 4"),
        (run(EMPTY, FULL), WANT, "ends before Q is typed"),
        (run(EMPTY, FULL + OVER), WANT, "prints GAME OVER although the game goes on"),
        (ENDS, ENDS, ""),
        (run(EMPTY, FULL + OVER + "bye\n", ""), ENDS, ""),
        (run(EMPTY, FULL), ENDS, "ends without GAME OVER"),
        (run(EMPTY, FULL, ""), ENDS, "ends without GAME OVER"),
        (Run(()), WANT, "prints nothing"),
    ],
)
def test_what_counts_of_a_game(got: Run, want: Run, words: str) -> None:
    """A display too many, and what follows the end, have checks of their own."""
    said = message(same_game, got, want, LINES)
    assert words in said
    assert bool(words) == bool(said)


def test_everything_that_was_typed_is_kept() -> None:
    """So a long game can be played again, spaces at the ends of lines as well."""
    lines = ["4", "3", "EMPTY", " X  ", *[""] * 40, "Q"]
    with pytest.raises(CheckFailed) as caught:
        same_game(run(EMPTY, EMPTY, ""), WANT, lines)
    (typed,) = [one for one in caught.value.exhibits if isinstance(one, Text)]
    assert typed.text.split("\n") == ["4", "3", "EMPTY", " X␠␠", *[""] * 40, "Q"]


def test_a_game_that_never_ends_is_shown() -> None:
    """Whatever the verdict is, the lines that led to it are there."""

    class Endless:
        def play(self, _lines: list[str]) -> list[Any]:
            raise Misbehaved(Cause(CauseKind.CPU_LIMIT))

    with pytest.raises(Misbehaved) as caught:
        played(Endless(), LINES)
    assert [one.text for one in caught.value.exhibits if isinstance(one, Text)] == ["F 1\nQ"]


def test_only_displays_are_left_out() -> None:
    """Of several in a row the last stays, with its GAME OVER; other text stays as it is."""
    assert each_once(run(EMPTY, EMPTY + OVER + FULL + OVER, "")) == run(EMPTY, FULL + OVER, "")
    for shown in ("hello\n" + FULL, FULL + "hello\n", "|[X]|\n", " --- \n"):
        assert each_once(run(shown)) == run(shown)


GAME = "F 1 / Q"


@pytest.mark.parametrize(
    ("got", "words"),
    [
        (run(EMPTY, FULL, ""), ""),
        (run(EMPTY, FULL + FULL, ""), "followed by 2 displays"),
        (run(EMPTY, EMPTY, ""), "does not lead to the display"),
        (run(EMPTY, "", ""), "does not lead to the display"),
    ],
)
def test_displays_are_counted_where_there_is_something_to_count(got: Run, words: str) -> None:
    """A program that never comes to that does not pass in vain."""
    said = message(once, Player(got), Player(WANT), GAME, "X")
    assert words in said
    assert bool(words) == bool(said)


@pytest.mark.parametrize(
    ("got", "words"),
    [
        (WANT, ""),
        (run(EMPTY, FULL, "bye\n"), "prints 5 lines, not 4"),
        (run("\n\n", "\n\n", ""), "not what Q is to end"),
        (run(EMPTY, FULL), "ends before Q"),
        (Run(WANT.events, ("exit", 3)), "status 3"),
    ],
)
def test_quitting(got: Run, words: str) -> None:
    """As many lines as there should be is not enough."""
    said = message(quits, Player(got), Player(WANT), "1 / Q", "X")
    assert words in said
    assert bool(words) == bool(said)


def test_an_end_is_counted_in_displays() -> None:
    """What they show is looked at elsewhere."""
    assert message(is_over, Player(run(EMPTY, EMPTY + OVER, "")), Player(ENDS), GAME) == ""
    assert "after 1 displays" in message(is_over, Player(run(EMPTY + OVER)), Player(ENDS), GAME)
    assert "never printed" in message(is_over, Player(WANT), Player(ENDS), GAME)


def test_no_match_anywhere_is_not_passed() -> None:
    """One of the games has to show an asterisk."""
    assert "Nothing is marked" in message(matches_somewhere, Player(WANT), GAME)
    assert message(matches_somewhere, Player(run("*X*\n")), GAME) == ""


class Mover(Player):
    """Shows the field otherwise where one of *commands* was typed."""

    def __init__(self, *commands: str) -> None:
        self.commands = commands

    def play(self, lines: list[str]) -> list[Any]:
        """Return what is shown, and no line that is taken."""
        shown = FULL if any(line in self.commands for line in lines) else EMPTY
        return [["returned", None], [["printed", shown]]]


def test_a_command_that_never_does_anything_is_not_passed() -> None:
    """Each of the commands has to change what is shown, somewhere."""
    assert message(acts, Mover("R", "<", ">"), "R", "<", ">") == ""
    assert "< never does anything" in message(acts, Mover("R", ">"), "R", "<", ">")


def test_a_game_that_never_ends_is_not_passed() -> None:
    """It says GAME OVER, or ends by itself and well, before Q; not by an exception."""
    all_taken = tuple(("typed", str(line)) for line in range(13))
    raised = ("raised", "GameOver", "it is over", "line 9", "")
    assert message(ends_somewhere, Player(ENDS)) == message(ends_somewhere, Player(WANT)) == ""
    assert message(ends_somewhere, Player(Run((*all_taken, ("printed", OVER))))) == ""
    assert "never ends" in message(ends_somewhere, Player(Run(all_taken)))
    assert "never ends" in message(ends_somewhere, Player(Run(all_taken[:-2], raised)))
