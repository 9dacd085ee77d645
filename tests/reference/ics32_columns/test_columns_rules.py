"""Reference of Columns: the promises of its mechanics to callers, and the invariants of a game."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from columns_games import MODULES, play
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.nightly import PASSES

COLOURS = "STVWXYZ"
FRIENDLY = st.sampled_from("STX ")
"""Few colours, so that matches occur."""


@st.composite
def games(draw: st.DrawFn) -> tuple[int, int, list[str] | None, list[str]]:
    """Draw a field, its contents, and commands; some have no effect, and some fallers have no room."""
    rows, columns = draw(st.integers(4, 8)), draw(st.integers(3, 6))
    line = st.text(FRIENDLY, min_size=columns, max_size=columns)
    contents = draw(st.none() | st.lists(line, min_size=rows, max_size=rows))
    faller = st.builds(
        "F {} {}".format,
        st.integers(1, columns),
        st.sampled_from(["S T X", "X X X", "T S S", "Z S V"]),
    )
    return (
        rows,
        columns,
        contents,
        draw(st.lists(st.sampled_from(["", "", "", "R", "<", ">"]) | faller, max_size=40)),
    )


def picture(game: Any) -> list[list[tuple[str | None, str]]]:
    """Return colour and state of all cells, row by row."""
    return [
        [held(game, row, column) for column in range(1, game.columns() + 1)]
        for row in range(1, game.rows() + 1)
    ]


def held(game: Any, row: int, column: int) -> tuple[str | None, str]:
    """Return colour and state of one cell."""
    cell = game.cell(row, column)
    return cell.colour, cell.state


def states(game: Any) -> list[str]:
    """Return the states of all cells that are not empty."""
    return [state for row in picture(game) for _colour, state in row if state != "empty"]


def lies_in_a_run(colours: dict[tuple[int, int], str], place: tuple[int, int]) -> bool:
    """Return whether three cells in a line, one of them `place`, have the same colour, by the definition."""
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for first in (-2, -1, 0):
            line = [
                (place[0] + (first + i) * down, place[1] + (first + i) * right) for i in range(3)
            ]
            if len({colours.get(each) for each in line}) == 1:
                return True
    return False


def check_state(game: Any, colours: str) -> None:
    """Assert the invariants after every command; `colours` are all that have come into the game."""
    frozen = game._frozen
    for row, column in frozen:
        assert row == game.rows() or (row + 1, column) in frozen, (
            "a jewel has an empty cell below it"
        )
    assert game._matched <= frozen.keys()
    assert not (game._matched and game._faller), "a faller while jewels are matched"
    if game._faller is not None:
        assert not game._faller.jewels().keys() & frozen.keys()
    assert len({"falling", "landed"} & set(states(game))) <= 1
    assert states(game).count("falling") + states(game).count("landed") in (0, 1, 2, 3)
    visible = {place: colour for place, colour in frozen.items() if place[0] >= 1}
    if game._matched or game._faller is None:
        assert game._matched == {place for place in visible if lies_in_a_run(visible, place)}
    else:
        assert not any(lies_in_a_run(visible, place) for place in visible)
    above = [place for place in frozen if place[0] < 1]
    assert not above or game._matched or game.is_over()
    in_play = sorted([*frozen.values(), *(game._faller.colours if game._faller else [])])
    assert in_play == sorted(colours)


@pytest.mark.slow
@settings(max_examples=30 * PASSES, deadline=None)
@given(games())
def test_rules_hold_after_every_command(
    solved: Any, drawn: tuple[int, int, list[str] | None, list[str]]
) -> None:
    """No jewel floats, all matches and no others are marked, and no jewel appears or vanishes unseen."""
    rows, columns, contents, commands = drawn
    game = solved.columns.Columns(rows, columns, contents)
    owned = "".join(contents or "").replace(" ", "")
    check_state(game, owned)
    for command in commands:
        if game.is_over():
            break
        had_faller, before = game._faller is not None, picture(game)
        leaving = [game._frozen[place] for place in game._matched]
        solved.project4.carry_out(game, command)
        if command == "":
            for colour in leaving:
                owned = owned.replace(colour, "", 1)
        elif command.startswith("F") and not had_faller and game._faller is not None:
            owned += command[4:].replace(" ", "")
        elif not had_faller and not game.is_over():
            assert picture(game) == before, "a command without effect has one"
        check_state(game, owned)


@pytest.mark.slow
@settings(max_examples=20 * PASSES, deadline=None)
@given(games())
def test_displays_have_their_shape(
    solved: Any, drawn: tuple[int, int, list[str] | None, list[str]]
) -> None:
    """One display before the first command and after each, of equally long lines, then perhaps one line more."""
    rows, columns, contents, commands = drawn
    begin = ["EMPTY"] if contents is None else ["CONTENTS", *contents]
    got, unread = play(solved, "\n".join([str(rows), str(columns), *begin, *commands, "Q"]) + "\n")
    lines = got.splitlines()
    if lines[-1] == "GAME OVER":
        lines.pop()
        assert unread.endswith("Q\n")
    else:
        assert unread == ""
    assert len(lines) == (rows + 1) * (1 + len(commands) - max(unread.count("\n") - 1, 0))
    for number, line in enumerate(lines, 1):
        assert len(line) == 3 * columns + 2
        floor = number % (rows + 1) == 0
        assert line == " " + "-" * 3 * columns + " " if floor else line[0] == line[-1] == "|"


@pytest.mark.slow
@given(
    st.integers(1, 4),
    st.permutations("STV"),
    st.integers(0, 4),
    st.lists(st.sampled_from(["left", "right"])),
)
def test_three_rotations_are_none_and_moves_change_no_row(
    solved: Any, column: int, colours: list[str], ticks: int, moves: list[str]
) -> None:
    """The faller has any position, and may be partly visible."""
    game = solved.columns.Columns(5, 4, ["    ", "    ", "    ", "X   ", "YX  "])
    game.create_faller(column, colours)
    for _ in range(ticks):
        if "landed" not in states(game):
            game.tick()
    bottom = game._faller.bottom
    for move in moves:
        getattr(game, f"move_{move}")()
        assert game._faller.bottom == bottom
    before = picture(game)
    for _ in range(3):
        game.rotate()
    assert picture(game) == before


# Misuse


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (4, 2), (0, 0), (-4, 5)])
def test_too_small_fields_are_refused(solved: Any, rows: int, columns: int) -> None:
    """A field has at least four rows and three columns."""
    with pytest.raises(solved.columns.InvalidDimensionsError):
        solved.columns.Columns(rows, columns)


@pytest.mark.parametrize(
    "contents",
    [[], ["   "] * 3, ["   "] * 5, ["   ", "   ", "   ", "  "], ["   ", "    ", "   ", "   "], ["   ", " U ", "   ", "   "],
     ["   ", " s ", "   ", "   "]],
)  # fmt: skip
def test_contents_of_another_shape_or_letter_are_refused(solved: Any, contents: list[str]) -> None:
    """Exactly that number of rows and of characters, and seven letters."""
    with pytest.raises(solved.columns.InvalidContentsError):
        solved.columns.Columns(4, 3, contents)


def test_places_outside_the_field_are_refused(solved: Any) -> None:
    """Hidden rows, too."""
    game = solved.columns.Columns(4, 3)
    for place in [(0, 1), (-1, 1), (5, 1), (1, 0), (1, 4)]:
        with pytest.raises(solved.columns.InvalidPlaceError):
            game.cell(*place)
    for column in (0, 4, -1):
        with pytest.raises(solved.columns.InvalidPlaceError):
            game.create_faller(column, "STV")


@pytest.mark.parametrize(
    "colours", ["", "ST", "STVW", "STU", "STv", ["S", "T", ""], ["S", "T", "VW"]]
)
def test_strange_fallers_are_refused(solved: Any, colours: Any) -> None:
    """A faller has three jewels of the seven colours. A refused one leaves no trace."""
    game = solved.columns.Columns(4, 3)
    with pytest.raises(solved.columns.InvalidFallerError):
        game.create_faller(1, colours)
    assert states(game) == []


def test_nothing_moves_when_the_game_is_over(solved: Any) -> None:
    """Every action is refused; the field is still readable."""
    game = solved.columns.Columns(4, 3, ["   ", "S  ", "T  ", "S  "])
    game.create_faller(1, "XYZ")
    game.tick()
    assert game.is_over()
    actions = [
        game.tick,
        game.rotate,
        game.move_left,
        game.move_right,
        lambda: game.create_faller(2, "XYZ"),
    ]
    for action in actions:
        with pytest.raises(solved.columns.GameIsOverError):
            action()
    assert held(game, 1, 1) == ("Z", "frozen")


def test_exceptions_have_one_root(solved: Any) -> None:
    """A caller can catch them all."""
    kinds = [
        value
        for value in vars(solved.columns).values()
        if isinstance(value, type) and issubclass(value, Exception)
    ]
    assert len(kinds) == 6
    assert all(issubclass(kind, solved.columns.ColumnsError) for kind in kinds)


def test_the_callers_list_stays_the_callers(solved: Any) -> None:
    """Rotation does not change the list, and a change of the list does not change the faller."""
    colours = ["S", "T", "V"]
    game = solved.columns.Columns(4, 3)
    game.create_faller(1, colours)
    game.rotate()
    assert colours == ["S", "T", "V"]
    colours[:] = "XXX"
    assert game.cell(1, 1).colour == "T"


# Form


def test_mechanics_neither_read_nor_print(solved: Any) -> None:
    """Spec 12: no call of input or print, no stream. One of the two modules is executable."""
    names = {}
    for name in MODULES:
        tree = ast.parse(
            (solved.folder / f"{name}.py").read_text(encoding="utf-8"), feature_version=(3, 8)
        )
        names[name] = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not {"input", "print", "sys", "open", "__name__"} & names["columns"]
    assert {"input", "print", "__name__"} <= names["project4"]
