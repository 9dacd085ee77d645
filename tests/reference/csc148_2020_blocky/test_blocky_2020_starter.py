"""Starter of Blocky 2020: the placeholders that students find (spec 12)."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from typing import Any

import pygame
import pytest
from blocky_2020_boards import SAMPLE, make, snapshot

PUBLIC = {
    "block": ["generate_board", "Block"],
    "goal": ["generate_goals", "_flatten", "Goal", "PerimeterGoal", "BlobGoal"],
    "player": [
        "create_players",
        "_get_block",
        "Player",
        "_create_move",
        "HumanPlayer",
        "RandomPlayer",
        "SmartPlayer",
    ],
    "blocky": [
        "_block_to_squares",
        "GameData",
        "GameState",
        "MainState",
        "AnimateMoveState",
        "GameOverState",
    ],
}


def signatures(module: Any) -> dict[str, str]:
    """Return the signature of every function and method of a module, private ones too."""
    found = {}
    for name, value in vars(module).items():
        if inspect.isfunction(value) and value.__module__ == module.__name__:
            found[name] = str(inspect.signature(value))
        elif inspect.isclass(value) and value.__module__ == module.__name__:
            for method, function in vars(value).items():
                if inspect.isfunction(function):
                    found[f"{name}.{method}"] = str(inspect.signature(function))
    return found


def test_mutators_return_true_and_do_nothing(unsolved: Any) -> None:
    """All five, on a board where they could act."""
    board = make(unsolved, SAMPLE)
    before = snapshot(board)
    answers = [
        board.smash(),
        board.swap(0),
        board.rotate(1),
        board.paint((1, 2, 3)),
        board.combine(),
    ]
    assert answers == [True] * 5
    assert board._update_children_positions((5, 5)) is None
    assert board.create_copy() is None
    assert snapshot(board) == before


def test_functions_return_their_placeholders(unsolved: Any) -> None:
    """Empty lists, 148, None, one goal and one player."""
    board, colours = make(unsolved, SAMPLE), unsolved.settings.COLOUR_LIST
    assert unsolved.goal._flatten(board) == unsolved.blocky._block_to_squares(board) == []
    (goal,) = unsolved.goal.generate_goals(3)
    assert type(goal) is unsolved.goal.PerimeterGoal
    assert goal.colour == colours[0]
    blob = unsolved.goal.BlobGoal(colours[1])
    assert goal.score(board) == blob.score(board) == 148
    assert blob._undiscovered_blob_size((0, 0), [], []) is None
    assert goal.description() == blob.description()
    (player,) = unsolved.player.create_players(1, 1, [5])
    assert type(player) is unsolved.player.HumanPlayer
    assert player.id == 0
    assert unsolved.player._get_block(board, (0, 0), 0) is None


def test_computer_players_only_know_when_to_proceed(unsolved: Any) -> None:
    """Their initialisers do not call the inherited one. The guard and the reset are in the starter."""
    goal = unsolved.goal.BlobGoal(unsolved.settings.COLOUR_LIST[0])
    for player in [unsolved.player.RandomPlayer(1, goal), unsolved.player.SmartPlayer(2, goal, 9)]:
        assert vars(player) == {"_proceed": False}
        player.process_event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1))
        assert player._proceed is True
        assert player.generate_move(make(unsolved, SAMPLE)) is None
        assert player._proceed is False


def test_goals_have_no_docstrings_for_students_to_copy(unsolved: Any, blocky: Any) -> None:
    """The reference has docstrings."""
    for name in ("PerimeterGoal", "BlobGoal"):
        assert vars(getattr(unsolved.goal, name))["__doc__"] is None
        assert vars(getattr(blocky.goal, name))["__doc__"]


@pytest.mark.parametrize("name", PUBLIC)
def test_names_and_signatures_are_those_of_the_reference(
    unsolved: Any, blocky: Any, name: str
) -> None:
    """The order is that of the file; the reference adds only private helpers."""
    starter, reference = (getattr(modules, name) for modules in (unsolved, blocky))
    own = [key for key, value in vars(starter).items() if getattr(value, "__module__", "") == name]
    assert own == PUBLIC[name]
    ours, theirs = signatures(reference), signatures(starter)
    assert theirs.items() <= ours.items()
    assert all(key.rpartition(".")[2].startswith("_") for key in ours.keys() - theirs.keys())


def test_modules_keep_the_imports_that_students_may_use(unsolved: Any) -> None:
    """The starter has every import of the original, used or not (spec 1)."""
    assert {"math", "random", "colour_name", "COLOUR_LIST"} <= vars(unsolved.block).keys()
    assert {"math", "random", "Block", "colour_name", "COLOUR_LIST"} <= vars(unsolved.goal).keys()
    pool = unsolved.actions.KEY_ACTION.values()
    actions = {name for name, value in vars(unsolved.actions).items() if value in list(pool)}
    assert len(actions) == 8
    assert {"random", "pygame", "generate_goals", "KEY_ACTION", *actions} <= vars(
        unsolved.player
    ).keys()


def test_modules_are_python_3_8(blocky: Any) -> None:
    """Students may still use it."""
    for path in blocky.folder.glob("*.py"):
        ast.parse(path.read_text(encoding="utf-8"), filename=path.name, feature_version=(3, 8))


@pytest.mark.slow
def test_sample_tests_run_on_both(unsolved: Any, blocky: Any) -> None:
    """All pass on the reference; on the starter they run, and none passes by luck."""
    tails = []
    for modules in (blocky, unsolved):
        ended = subprocess.run(
            [
                sys.executable,
                "-B",
                "-m",
                "pytest",
                "-q",
                "-p",
                "no:cacheprovider",
                "example_tests.py",
            ],
            cwd=modules.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        tails.append(ended.stdout.strip().splitlines()[-1])
    assert tails[0].startswith("17 passed"), tails
    assert tails[1].startswith("17 failed in"), tails
