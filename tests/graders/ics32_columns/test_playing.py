"""The comparison of games: faults that other checks cover are ignored, and a message explains each difference."""

from __future__ import annotations

from typing import Any

import pytest

from graders.harness.assignment.check import CheckFailed, Misbehaved
from graders.harness.assignment.transcript import Run
from graders.harness.result import Cause, CauseKind, Text, Transcripts
from graders.ics32_columns.playing import (
    acts,
    counted_in,
    each_once,
    ends,
    ends_once_saved,
    ends_somewhere,
    goes_on,
    is_over,
    kind_of,
    matches_somewhere,
    played,
    quits,
    same_apart_from_landing,
    same_game,
)

EMPTY = "|   |\n --- \n"
FULL = "|[X]|\n --- \n"
OVER = "GAME OVER\n"
LINES = ["F 1", "Q"]


def run(*shown: str, end: tuple[Any, ...] = ("returned", None)) -> Run:
    """Return a run that prints *shown*: the first before F, the second before Q, the third after it."""
    events: list[tuple[Any, ...]] = []
    for line, text in zip([None, *LINES], shown, strict=False):
        events += [] if line is None else [("typed", line)]
        events += [("printed", text)] if text else []
    return Run(tuple(events), end)


WANT = run(EMPTY, FULL, "")
ENDS = Run((("printed", EMPTY), ("typed", "F 1"), ("printed", FULL + OVER)))


class Player:
    """A player with one answer to every game."""

    def __init__(self, answer: Run) -> None:
        self.answer = answer

    def play(self, _lines: list[str]) -> list[Any]:
        """Return the prepared run."""
        return [list(self.answer.end), [list(event) for event in self.answer.events]]


def message(function: Any, *arguments: Any) -> str:
    """Return the message of the failed check, or "" if it passes."""
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
        (
            run(EMPTY, FULL + EMPTY, ""),
            WANT,
            "one more display than it should after typed line 1, «F 1»",
        ),
        (run(EMPTY, "Well: " + FULL, ""), WANT, "differs in line 4, column 1"),
        (run(EMPTY, FULL), WANT, "ends before Q is typed"),
        (run(EMPTY, FULL + OVER), WANT, "prints GAME OVER although the game goes on"),
        (ENDS, ENDS, ""),
        (run(EMPTY, FULL + OVER + "bye\n", ""), ENDS, ""),
        (run(EMPTY, FULL), ENDS, "ends without GAME OVER"),
        (run(EMPTY, FULL, ""), ENDS, "ends without GAME OVER"),
        (Run(()), WANT, "prints nothing"),
    ],
)
def test_games_are_compared_by_displays_and_their_end(got: Run, want: Run, words: str) -> None:
    """Too many displays, and text after the end, have their own checks."""
    said = message(same_game, got, want, LINES)
    assert words in said
    assert bool(words) == bool(said)


def test_all_typed_lines_are_shown() -> None:
    """A reader can then play a long game again. Trailing spaces are visible."""
    lines = ["4", "3", "EMPTY", " X  ", *[""] * 40, "Q"]
    with pytest.raises(CheckFailed) as caught:
        same_game(run(EMPTY, EMPTY, ""), WANT, lines)
    (typed,) = [one for one in caught.value.exhibits if isinstance(one, Text)]
    assert typed.text.split("\n") == ["4", "3", "EMPTY", " X␠␠", *[""] * 40, "Q"]


def test_lines_of_a_game_that_never_ends_are_shown() -> None:
    """This holds for every verdict."""

    class Endless:
        def play(self, _lines: list[str]) -> list[Any]:
            raise Misbehaved(Cause(CauseKind.CPU_LIMIT))

    with pytest.raises(Misbehaved) as caught:
        played(Endless(), LINES)
    assert [one.text for one in caught.value.exhibits if isinstance(one, Text)] == ["F 1\nQ"]


def test_only_repeated_displays_are_left_out() -> None:
    """Of several displays in a row the last stays, with its GAME OVER; other text stays unchanged."""
    assert each_once(run(EMPTY, EMPTY + OVER + FULL + OVER, "")) == run(EMPTY, FULL + OVER, "")
    for shown in ("hello\n" + FULL, FULL + "hello\n", "|[X]|\n", " --- \n"):
        assert each_once(run(shown)) == run(shown)


def field(*rows: str) -> str:
    """Return a display of these rows, with three signs for each cell."""
    return "".join(f"|{row}|\n" for row in rows) + f" {'-' * len(rows[0])} \n"


FALLING, LOWER, LANDED = (
    field("[X]   ", "      "),
    field("      ", "[X]   "),
    field("      ", "|X|   "),
)
GAME_OF_THREE = ["F 1", "", "Q"]


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        (
            [FALLING, FALLING, LOWER],
            "display 2, which is due after typed line 1, «F 1»: row 1, column 1 should be '   ', and is '[X]'."
            " It shows the right one next, one step late.",
        ),
        (
            [FALLING, LANDED, LANDED],
            "display 2, which is due after typed line 1, «F 1»: row 2, column 1 should be '[X]', and is '|X|'."
            " It is the display that is due next.",
        ),
        (
            [FALLING, LANDED],
            "leaves out display 2, which is due after typed line 1, «F 1»: it shows the one",
        ),
        ([LANDED, LOWER, LANDED], "wrong in display 1, which is due before any line is"),
        (
            [FALLING, LOWER, field("      ", "   |X|")],
            "display 3, which is due after typed line 2, an empty one: row 2, column 1",
        ),
        ([FALLING, LOWER, field("      ", "|X| ")], "row 2 should be '||X|   |', and is '||X| |'"),
        (
            [FALLING, LOWER, field("      ", "      ", "|X|   ")],
            "it should have 2 rows above the dashes, and has 3",
        ),
        (
            [FALLING, LOWER, LANDED.replace("- \n", "-\n")],
            "the line of dashes should be ' ------ ', and is ' ------'",
        ),
        (
            [FALLING, LOWER + FALLING, LANDED],
            "one more display than it should after typed line 1, «F 1»",
        ),
        ([FALLING, LOWER], "leaves out display 3, which is due after typed line 2, an empty one."),
    ],
)
def test_first_wrong_display_is_named(shown: list[str], words: str) -> None:
    """The message says which display loses step, after which line, and what is wrong in it."""
    want = (*run(FALLING, LOWER).events, ("typed", ""), ("printed", LANDED), ("typed", "Q"))
    got: list[tuple[Any, ...]] = []
    for line, text in zip([None, "F 1", ""], shown, strict=False):
        got += [*([] if line is None else [("typed", line)]), ("printed", text)]
    assert words in message(same_game, Run((*got, ("typed", "Q"))), Run(want), GAME_OF_THREE)


def test_early_end_is_no_absent_display() -> None:
    """A student whose program ends looks for what ends it, not for a print that is missing."""
    want = (*run(FALLING, LOWER).events, ("typed", ""), ("printed", LANDED), ("typed", "Q"))
    words = message(same_game, run(FALLING, LOWER), Run(want), GAME_OF_THREE)
    assert "The program ends after typed line 1, «F 1»; display 3, which is due after" in words


def test_reading_all_lines_at_once_is_no_difference() -> None:
    """The message names its wrong display, and the transcripts have no typed lines."""
    with pytest.raises(CheckFailed) as caught:
        same_game(Run((("ahead", 2), ("printed", EMPTY + EMPTY))), WANT, LINES)
    assert (
        "display 2, which is due after typed line 1, «F 1»: row 1, column 1" in caught.value.message
    )
    (shown,) = [one for one in caught.value.exhibits if isinstance(one, Transcripts)]
    assert shown.got == ("|   |", " ---␠", "|   |", " ---␠")
    assert shown.expected[shown.mark] == "|[X]|"
    with pytest.raises(CheckFailed, match="The program differs in line 3, column 1"):
        same_game(Run((("ahead", 2), ("printed", EMPTY + "Well: " + FULL))), WANT, LINES)


def test_all_displays_are_shown_where_the_difference_is() -> None:
    """A program that shows asterisks and removes them in one tick has shown them. Earlier superfluous ones stay out."""
    with pytest.raises(CheckFailed) as caught:
        same_game(run(EMPTY + EMPTY, FULL + EMPTY, ""), WANT, LINES)
    (shown,) = [one for one in caught.value.exhibits if isinstance(one, Transcripts)]
    assert shown.got[:7] == ("|   |", " ---␠", "«F 1»", "|[X]|", " ---␠", "|   |", " ---␠")


GAME = "F 1 / Q"


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ((("printed", EMPTY), ("typed", "F 1"), ("typed", "Q")), "No display"),
        ((("ahead", 2), ("printed", FULL)), ""),
        ((("ahead", 2), ("printed", OVER)), "although the game goes on"),
        ((("printed", FULL), ("typed", "F 1"), ("typed", "Q")), ""),
        ((("printed", EMPTY), ("typed", "F 1"), ("printed", OVER)), "although the game goes on"),
        ((("printed", EMPTY), ("typed", "F 1")), "ends before line 2"),
    ],
)
def test_game_that_goes_on_is_read_up_to_the_given_line(
    events: tuple[tuple[Any, ...], ...], words: str
) -> None:
    """One display shows what the game is about; the others do not matter."""
    said = message(goes_on, Player(Run(events)), GAME, "X", 2)
    assert words in said
    assert bool(words) == bool(said)


@pytest.mark.parametrize(
    ("got", "words"),
    [
        (ENDS, ""),
        (run(EMPTY, OVER), ""),
        (run(EMPTY, FULL), ""),
        (WANT, "should end after 1 typed lines; it reads 2"),
        (run(""), "should end after 1 typed lines; it reads 0"),
        (run(EMPTY, FULL + OVER + "bye\n"), "more after GAME OVER"),
        (Run(ENDS.events, ("exit", 3)), "status 3"),
    ],
)
def test_end_counts_without_its_displays(got: Run, words: str) -> None:
    """Another check grades the last display, and the words."""
    said = message(ends, Player(got), Player(ENDS), GAME)
    assert words in said
    assert bool(words) == bool(said)


@pytest.mark.parametrize(
    ("got", "feature", "words"),
    [
        (
            run(EMPTY, FULL + FULL, ""),
            "create",
            "one more display than it should after typed line 1",
        ),
        (
            run(EMPTY, EMPTY + FULL, ""),
            "create",
            "shows another display before display 2, which is due after typed line 1",
        ),
        (run(EMPTY, FULL + FULL, ""), "rotate", ""),
        (run(EMPTY + EMPTY, FULL, ""), "empty", "one more display than it should before any line"),
        (run(EMPTY + EMPTY, FULL, ""), "create", ""),
        (Run((("ahead", 2), ("printed", EMPTY + FULL))), "create", ""),
    ],
)
def test_feature_counts_the_displays_of_its_own_commands(
    got: Run, feature: str, words: str
) -> None:
    said = message(same_game, got, WANT, LINES, feature)
    assert words in said
    assert bool(words) == bool(said)


@pytest.mark.parametrize(
    ("command", "before", "after", "kind"),
    [
        ("F 1 X Y Z", "|   |", "|[X]|", "F"),
        ("R", "|[X]|", "|[Y]|", "R"),
        (">", "|[X]   |", "|   [X]|", "move"),
        (">", "|[X]|", "|[X]|", "blocked"),
        ("<", "|   |X||", "||X|   |", "escape"),
        ("", "|[X]|", "|[Y]|", "fall"),
        ("", "|[X]|", "||X||", "landing"),
        ("", "||X||", "| X |", "freeze"),
        ("", "||X||", "|*X*|", "match"),
        ("", "|*X*|", "|   |", "removal"),
        ("", "| X |", "| X |", "nothing"),
    ],
)
def test_command_has_its_kind_from_the_displays(
    command: str, before: str, after: str, kind: str
) -> None:
    assert kind_of(command, before, after) == kind


def test_first_display_has_a_kind_too() -> None:
    assert counted_in("contents", WANT.events) == {0}
    assert counted_in("create", WANT.events) == {1}
    assert counted_in("over", WANT.events) == frozenset()


@pytest.mark.parametrize(
    ("got", "words"),
    [
        (WANT, ""),
        (run(EMPTY, FULL, "bye\n"), "prints more after Q"),
        (run("\n\n", "\n\n", ""), "display before Q is wrong"),
        (run(EMPTY, FULL), "ends before Q"),
        (Run(WANT.events, ("exit", 3)), "status 3"),
    ],
)
def test_program_must_end_at_q(got: Run, words: str) -> None:
    """The right number of lines is not enough."""
    said = message(quits, Player(got), Player(WANT), "1 / Q", "X")
    assert words in said
    assert bool(words) == bool(said)


def test_an_end_is_counted_in_displays() -> None:
    """Another check compares their contents."""
    assert message(is_over, Player(run(EMPTY, EMPTY + OVER, "")), Player(ENDS), GAME) == ""
    assert "after 1 display of the field" in message(
        is_over, Player(run(EMPTY + OVER)), Player(ENDS), GAME
    )
    assert "never printed" in message(is_over, Player(WANT), Player(ENDS), GAME)


def test_an_end_is_counted_in_all_displays_if_lines_are_read_at_once() -> None:
    """No display can be assigned to a typed line, so none is superfluous."""
    for shown, words in ((EMPTY + FULL + OVER, ""), (FULL + OVER, "after 1 display of")):
        said = message(is_over, Player(Run((("ahead", 2), ("printed", shown)))), Player(ENDS), GAME)
        assert words in said
        assert bool(words) == bool(said)


@pytest.mark.parametrize("line", ["GAME OVER ", "Game Over", "gameover"])
def test_misspelt_game_over_is_quoted(line: str) -> None:
    """It is printed, but with other spaces or letters; then a control sees that the game ends."""
    player = Player(run(EMPTY, FULL + line + "\n", ""))
    assert f"should be 'GAME OVER', and is {line!r}" in message(is_over, player, Player(ENDS), GAME)
    assert message(ends_somewhere, player) == ""


def test_landing_can_be_left_to_other_checks() -> None:
    """Then only the letters and their places count."""
    landed = Run(
        (
            ("printed", EMPTY),
            ("typed", "F 1"),
            ("printed", "|"),
            ("printed", "|X||\n --- \n"),
            ("typed", "Q"),
        )
    )
    assert message(same_apart_from_landing, Player(landed), Player(WANT), GAME, "rotate") == ""
    assert "column 1" in message(
        same_apart_from_landing, Player(run(EMPTY, EMPTY, "")), Player(WANT), GAME, "rotate"
    )


def test_games_without_a_match_fail() -> None:
    """One of the games has to show an asterisk."""
    assert "Nothing is marked" in message(matches_somewhere, Player(WANT), GAME)
    assert message(matches_somewhere, Player(run("*X*\n")), GAME) == ""


class Mover(Player):
    """A player whose display changes only if one of *commands* was typed."""

    def __init__(self, *commands: str) -> None:
        self.commands = commands

    def play(self, lines: list[str]) -> list[Any]:
        """Return the display, without typed lines."""
        shown = FULL if any(line in self.commands for line in lines) else EMPTY
        return [["returned", None], [["printed", shown]]]


def test_command_without_effect_fails() -> None:
    """Each of the commands has to change the display in some game."""
    assert message(acts, Mover("R", "<", ">"), "R", "<", ">") == ""
    assert "< never does anything" in message(acts, Mover("R", ">"), "R", "<", ">")


def test_game_that_never_ends_fails() -> None:
    """It must print GAME OVER, or end by itself before Q, but not by an exception."""
    all_taken = tuple(("typed", str(line)) for line in range(13))
    raised = ("raised", "GameOver", "it is over", "line 9", "")
    assert message(ends_somewhere, Player(ENDS)) == message(ends_somewhere, Player(WANT)) == ""
    assert message(ends_somewhere, Player(Run((*all_taken, ("printed", OVER))))) == ""
    assert "never ends" in message(ends_somewhere, Player(Run(all_taken)))
    assert "once a match has saved it" in message(ends_once_saved, Player(WANT), GAME)
    assert message(ends_once_saved, Player(ENDS), GAME) == ""
    assert "never ends" in message(ends_somewhere, Player(Run(all_taken[:-2], raised)))
