"""Starter of the older Blocky: its contents and omissions (spec 1)."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from typing import Any

import pytest

METHODS = (
    "__init__",
    "rectangles_to_draw",
    "swap",
    "rotate",
    "smash",
    "update_block_locations",
    "get_selected_block",
    "flatten",
)


def run(folder: Any, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with an invisible window."""
    environment = {
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        "PATH": "/usr/bin:/bin",
    }
    return subprocess.run(
        [sys.executable, "-B", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize("module", ["renderer", "block", "goal", "player"])
def test_four_modules_import_by_themselves(older_unsolved: Any, module: str) -> None:
    """They print nothing."""
    ended = run(older_unsolved.folder, "-c", f"import {module}")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


@pytest.mark.slow
def test_the_game_does_not_import_yet(older_unsolved: Any) -> None:
    """Three of the imported names are for students to add."""
    ended = run(older_unsolved.folder, "-c", "import game")
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].startswith(
        "ImportError: cannot import name 'PerimeterGoal' from 'goal'"
    )
    assert not hasattr(older_unsolved.goal, "PerimeterGoal")
    assert not {"RandomPlayer", "SmartPlayer"} & set(vars(older_unsolved.player))


def test_methods_of_block_are_empty(older_unsolved: Any, older: Any) -> None:
    """An untouched method returns None; its signature is that of the reference."""
    for name in METHODS:
        ours, theirs = getattr(older.block.Block, name), getattr(older_unsolved.block.Block, name)
        assert inspect.signature(ours) == inspect.signature(theirs)
        assert theirs(*[None] * len(inspect.signature(theirs).parameters)) is None
    assert older_unsolved.block.random_init(0, 2) is None


def test_a_blob_goal_has_only_its_helper(older_unsolved: Any) -> None:
    """Students write score and description."""
    goal = older_unsolved.goal.BlobGoal((1, 2, 3))
    own = [name for name in vars(older_unsolved.goal.BlobGoal) if not name.startswith("__")]
    assert own == ["_undiscovered_blob_size"]
    assert goal._undiscovered_blob_size((0, 0), [], []) is None
    with pytest.raises(NotImplementedError):
        goal.score(None)


def test_modules_keep_the_imports_that_students_may_use(older_unsolved: Any) -> None:
    """The starter has every import of the original, used or not (spec 1)."""
    assert {
        "Optional",
        "Tuple",
        "List",
        "random",
        "math",
        "COLOUR_LIST",
        "TEMPTING_TURQUOISE",
        "BLACK",
        "colour_name",
    } <= vars(older_unsolved.block).keys()
    assert {"List", "Tuple", "Block"} <= vars(older_unsolved.goal).keys()
    assert {"random", "Optional", "pygame", "Renderer", "Block", "Goal"} <= vars(
        older_unsolved.player
    ).keys()
    tree = ast.parse((older_unsolved.folder / "game.py").read_text())
    imported = {
        alias.name
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert imported >= {
        *(
            "random",
            "List",
            "Block",
            "random_init",
            "BlobGoal",
            "PerimeterGoal",
            "Player",
            "HumanPlayer",
        ),
        *("RandomPlayer", "SmartPlayer", "Renderer", "COLOUR_LIST", "colour_name", "BOARD_WIDTH"),
    }


def test_modules_are_python_3_8(older: Any) -> None:
    """Students may still use it."""
    for path in older.folder.glob("*.py"):
        ast.parse(path.read_text(encoding="utf-8"), filename=path.name, feature_version=(3, 8))


@pytest.mark.slow
def test_sample_tests_run_on_both(older_unsolved: Any, older: Any) -> None:
    """All pass on the reference; on the starter they run, and none passes by luck."""
    tails = []
    for modules in (older, older_unsolved):
        ended = run(
            modules.folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", "example_tests.py"
        )
        tails.append(ended.stdout.strip().splitlines()[-1])
    assert tails[0].startswith("9 passed"), tails
    assert "passed" not in tails[1], tails


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", ("solitaire", None, None, None, None, None)),
        ("--game auto", ("auto", None, None, None, None, None)),
        ("--depth 5", (None, 5, 1, 0, [], 5)),
        ("--smart 0 --smart 4 --turns 2", (None, 3, 0, 0, [0, 4], 2)),
        ("--human 2 --random 1", (None, 3, 2, 1, [], 5)),
    ],
)
def test_options_of_the_game(older: Any, words: str, expected: tuple[object, ...]) -> None:
    """A ready game, or one with the player's own settings."""
    chosen = older.play.parse_arguments(words.split())
    assert (
        chosen.game,
        chosen.depth,
        chosen.human,
        chosen.random,
        chosen.smart,
        chosen.turns,
    ) == expected


@pytest.mark.parametrize(
    "words", ["--game chess", "--game auto --depth 3", "--depth 6", "--smart -1", "--turns 0"]
)
def test_wrong_options_are_refused(
    older: Any, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message has the reason."""
    with pytest.raises(SystemExit):
        older.play.parse_arguments(words.split())
    assert "play: error: " in capsys.readouterr().err
