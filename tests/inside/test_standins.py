"""Stand-ins for a submission's functions: they have the same signature, and take the same arguments."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from graders.harness.inside.standins import OWN, own_of, stand_in

NAMES = ("board", "piece")


def does(board: Any, piece: Any) -> Any:
    """Return the answer for one known board."""
    return ("known", piece) if board == 1 else OWN


def plain(board, piece):
    """Put the piece on the board."""
    return ("own", board, piece)


def renamed(grid, what):
    """Have other parameter names."""
    return ("own", grid, what)


def turned(piece, board):
    """Have another order of parameters."""
    return ("own", board, piece)


def longer(board, piece, quiet=False, *, loud=0):
    """Have more parameters."""
    return ("own", board, piece, quiet, loud)


def starred(*arguments, **keywords):
    """Take any arguments."""
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
def test_arguments_are_found_in_every_form(own: Any, arguments: Any, keywords: Any) -> None:
    """They are positional, or named as in the handout, or named as in the submission."""
    assert stand_in(own, "add", NAMES, does)(*arguments, **keywords) == ("known", 2)


def test_unknown_call_reaches_the_original_with_all_arguments() -> None:
    """This includes arguments that the handout does not have."""
    assert stand_in(longer, "add", NAMES, does)(5, piece=6, quiet=True, loud=7) == (
        "own",
        5,
        6,
        True,
        7,
    )
    assert stand_in(starred, "add", NAMES, does)(5, 6, 7, loud=1) == ("own", 5, 6, 7, ("loud", 1))


@pytest.mark.parametrize("arguments", [(), (1,), (1, 2, 3)])
def test_call_with_wrong_arguments_has_the_originals_error(arguments: tuple[int, ...]) -> None:
    """The error is the same without a stand-in."""
    with pytest.raises(TypeError) as without:
        plain(*arguments)
    with pytest.raises(TypeError) as within:
        stand_in(plain, "add", NAMES, does)(*arguments)
    assert str(within.value) == str(without.value)


def test_stand_in_looks_like_the_original() -> None:
    """These are name, docstring and parameters; the stand-in also keeps a reference to the original."""
    made = stand_in(longer, "add", NAMES, does)
    assert (made.__name__, made.__qualname__, made.__doc__) == (
        longer.__name__,
        longer.__qualname__,
        longer.__doc__,
    )
    assert inspect.signature(made) == inspect.signature(longer)
    assert own_of(made) is longer
    assert own_of(longer) is longer


def test_stand_in_for_a_missing_function_raises_its_error() -> None:
    """A call without a known answer raises the usual NameError."""
    made = stand_in(None, "add", NAMES, does)
    assert str(inspect.signature(made)) == "(board, piece)"
    with pytest.raises(NameError, match="name 'add' is not defined"):
        made(5, 6)
