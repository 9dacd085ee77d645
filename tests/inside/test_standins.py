"""Stand-ins for a submission's functions: they look like these, and take what these take."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from graders.harness.inside.standins import OWN, own_of, stand_in

NAMES = ("board", "piece")


def does(board: Any, piece: Any) -> Any:
    """Know the answer for one board."""
    return ("known", piece) if board == 1 else OWN


def plain(board, piece):
    """Put it there."""
    return ("own", board, piece)


def renamed(grid, what):
    """Have other names."""
    return ("own", grid, what)


def turned(piece, board):
    """Have another order."""
    return ("own", board, piece)


def longer(board, piece, quiet=False, *, loud=0):
    """Have more parameters."""
    return ("own", board, piece, quiet, loud)


def starred(*arguments, **keywords):
    """Take anything."""
    return ("own", *arguments, *sorted(keywords.items()))


@pytest.mark.parametrize(
    ("own", "arguments", "keywords"),
    [
        (plain, (1, 2), {}),
        (plain, (1,), {"piece": 2}),
        (plain, (), {"piece": 2, "board": 1}),
        (renamed, (1, 2), {}),
        (renamed, (), {"what": 2, "grid": 1}),
        (turned, (2, 1), {}),
        (turned, (), {"board": 1, "piece": 2}),
        (longer, (1, 2), {}),
        (longer, (1, 2, True), {"loud": 3}),
        (starred, (1, 2), {}),
        (starred, (1,), {"piece": 2}),
        (None, (1, 2), {}),
        (None, (), {"piece": 2, "board": 1}),
    ],
)
def test_arguments_are_found_however_they_are_given(own: Any, arguments: Any, keywords: Any) -> None:
    """By place, by the handout's names, by the submission's."""
    assert stand_in(own, "add", NAMES, does)(*arguments, **keywords) == ("known", 2)


def test_what_is_not_known_is_left_to_the_own_function_with_everything_that_was_given() -> None:
    """Also what the handout has no parameter for."""
    assert stand_in(longer, "add", NAMES, does)(5, piece=6, quiet=True, loud=7) == ("own", 5, 6, True, 7)
    assert stand_in(starred, "add", NAMES, does)(5, 6, 7, loud=1) == ("own", 5, 6, 7, ("loud", 1))


@pytest.mark.parametrize("arguments", [(), (1,), (1, 2, 3)])
def test_a_call_that_does_not_fit_fails_in_its_own_words(arguments: tuple[int, ...]) -> None:
    """As it would without a stand-in."""
    with pytest.raises(TypeError) as without:
        plain(*arguments)
    with pytest.raises(TypeError) as within:
        stand_in(plain, "add", NAMES, does)(*arguments)
    assert str(within.value) == str(without.value)


def test_it_has_the_face_of_what_it_stands_for() -> None:
    """Name, docstring and parameters; and it is known what it stands for."""
    made = stand_in(longer, "add", NAMES, does)
    assert (made.__name__, made.__qualname__, made.__doc__) == (longer.__name__, longer.__qualname__, longer.__doc__)
    assert inspect.signature(made) == inspect.signature(longer)
    assert own_of(made) is longer
    assert own_of(longer) is longer


def test_a_function_that_is_not_there_is_not_there() -> None:
    """Where nothing is known, a missing one is missed like any other name."""
    made = stand_in(None, "add", NAMES, does)
    assert str(inspect.signature(made)) == "(board, piece)"
    with pytest.raises(NameError, match="name 'add' is not defined"):
        made(5, 6)
