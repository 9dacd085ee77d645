"""Reference of Blocky 2020: the game, step by step, without a window (spec 3, 4, 6)."""

from __future__ import annotations

import random
from typing import Any

import pygame
import pytest
from blocky_2020_boards import SAMPLE, Shape, make, nodes, shape_of, shapes
from hypothesis import given

CLICK = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1)


def press(state: Any, code: int) -> Any:
    """Press a key and return the state after the next step."""
    state.process_event(pygame.event.Event(pygame.KEYDOWN, key=code))
    return state.update()


@pytest.fixture
def mouse(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The mouse position, which a test can change."""
    place = [0, 0]
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: tuple(place))
    return place


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The milliseconds of pygame's clock, which a test can change."""
    now = [5000]
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: now[0])
    return now


def start(blocky: Any, shape: Shape = SAMPLE, humans: int = 1, turns: int = 99) -> Any:
    """Return the first state of a game of humans, whose goals are blobs of colours 0, 1, ..."""
    players = [
        blocky.player.HumanPlayer(i, blocky.goal.BlobGoal(blocky.settings.COLOUR_LIST[i]))
        for i in range(humans)
    ]
    data = blocky.blocky.GameData(make(blocky, shape), players)
    data.max_turns = turns
    return blocky.blocky.MainState(data)


@pytest.mark.slow
@given(shape=shapes(2))
def test_squares_are_the_leaves(blocky: Any, shape: Shape) -> None:
    """One square for each leaf, also of a single leaf, and from any block of the board."""
    board = make(blocky, shape)
    for block in nodes(board):
        leaves = [
            (leaf.colour, leaf.position, leaf.size) for leaf in nodes(block) if not leaf.children
        ]
        assert sorted(blocky.blocky._block_to_squares(block)) == sorted(leaves)


@pytest.mark.parametrize(
    ("name", "level", "at", "expected", "counts"),
    [
        ("ROTATE_CLOCKWISE", 0, (0, 0), [2, 1, 3, [1, 1, 3, 0]], (0, 0, 0)),
        ("ROTATE_COUNTER_CLOCKWISE", 1, (63, 0), [[3, 0, 1, 1], 2, 1, 3], (0, 0, 0)),
        ("SWAP_HORIZONTAL", 0, (0, 0), [2, [0, 1, 1, 3], 3, 1], (0, 0, 0)),
        ("SWAP_VERTICAL", 1, (63, 0), [[3, 1, 1, 0], 2, 1, 3], (0, 0, 0)),
        ("COMBINE", 1, (63, 0), [1, 2, 1, 3], (0, 1, 0)),
        ("PAINT", 2, (32, 0), [[0, 0, 1, 3], 2, 1, 3], (0, 0, 1)),
        ("PASS", 0, (0, 0), SAMPLE, (0, 0, 0)),
    ],
)
def test_actions_by_key(
    blocky: Any,
    mouse: list[int],
    name: str,
    level: int,
    at: tuple[int, int],
    expected: Shape,
    counts: tuple[int, int, int],
) -> None:
    """Each key does its action to the block under the mouse, at its price; then the next player moves."""
    state = start(blocky, humans=2)
    mouse[:] = at
    for _ in range(level):
        press(state, pygame.K_s)

    animation = press(state, blocky.actions.ACTION_KEY[getattr(blocky.actions, name)])
    assert isinstance(animation, blocky.blocky.AnimateMoveState)
    assert animation._parent is state
    data = state._data
    assert shape_of(blocky, data.board) == expected
    assert (data.smashes[0], data.combines[0], data.paints[0]) == counts
    assert state._current_player() is data.players[1]
    assert data.calculate_score(0)[1] == sum(
        n * price for n, price in zip(counts, (3, 1, 1), strict=True)
    )


def test_smash_by_key(blocky: Any, mouse: list[int]) -> None:
    """A smashed leaf has four children, and the player owes three points."""
    state = start(blocky)
    press(state, pygame.K_s)
    assert isinstance(press(state, pygame.K_SPACE), blocky.blocky.AnimateMoveState)
    assert len(state._data.board.children[1].children) == 4
    assert state._data.smashes == {0: 1}
    assert state._data.calculate_score(0)[1] == 3


@pytest.mark.parametrize("name", ["ROTATE_CLOCKWISE", "SWAP_VERTICAL", "COMBINE", "PAINT"])
def test_impossible_action_costs_nothing(blocky: Any, mouse: list[int], name: str) -> None:
    """The same player moves again, the board is unchanged, and no animation is shown."""
    state = start(blocky, humans=2)
    press(state, pygame.K_s)  # the upper left block is a leaf above the maximum depth
    assert press(state, blocky.actions.ACTION_KEY[getattr(blocky.actions, name)]) is state
    assert shape_of(blocky, state._data.board) == SAMPLE
    assert state._current_player().id == 0
    assert state._data.calculate_score(0)[1] == 0


def test_turns_and_the_end(blocky: Any, mouse: list[int]) -> None:
    """A turn is over when every player has moved. After the last turn the game is over, and stays so."""
    state = start(blocky, humans=3, turns=2)
    order = []
    for _ in range(6):
        order.append((state._turn, state._current_player().id, state._current_score))
        assert press(state, pygame.K_TAB)._parent is state
    assert order == [(0, 0, 1), (0, 1, 4), (0, 2, 4), (1, 0, 1), (1, 1, 4), (1, 2, 4)]

    over = state.update()
    assert isinstance(over, blocky.blocky.GameOverState)
    assert over._scores == [(0, 1, 0), (1, 4, 0), (2, 4, 0)]
    assert over._winner == 1, "the first one on a tie"
    over.process_event(CLICK)
    assert over.update() is over


def test_penalties_decide(blocky: Any) -> None:
    """The winner has most points after the penalty is subtracted."""
    state = start(blocky, humans=2, turns=0)
    state._data.smashes[1] = 1
    state._data.paints[1] = 1
    over = state.update()
    assert over._scores == [(0, 1, 0), (1, 4, 4)]
    assert over._winner == 0


def test_an_animation_lasts_a_second(blocky: Any, mouse: list[int], clock: list[int]) -> None:
    """It shows the old board, and ignores keys."""
    state = start(blocky)
    before = blocky.blocky._block_to_squares(state._data.board)
    animation = press(state, pygame.K_d)
    assert sorted(animation._background) == sorted(before)
    assert animation._move == ("rotate", 1, state._data.board)
    clock[0] = 6000
    assert press(animation, pygame.K_d) is animation
    clock[0] = 6001
    assert animation.update() is state
    assert state.update() is state, "the key was not kept"


def test_computer_players_play_a_whole_game(blocky: Any) -> None:
    """With a click for each move, they reach the end, and the board stays well-formed."""
    random.seed(8)
    players = blocky.player.create_players(0, 1, [3])
    data = blocky.blocky.GameData(blocky.block.generate_board(3, 750), players)
    data.max_turns = 4
    state = blocky.blocky.MainState(data)
    moves = 0
    while not isinstance(state, blocky.blocky.GameOverState):
        assert moves < 9
        assert state.update() is state, "nobody moves before a click"
        state.process_event(CLICK)
        state = state.update()._parent
        moves += 1
        if state._turn == 4:
            state = state.update()
    assert moves == 8


def test_facts_of_settings_and_actions(blocky: Any) -> None:
    """Students rely on these numbers and keys (spec 3, 4)."""
    settings, actions = blocky.settings, blocky.actions
    assert [settings.colour_name(colour) for colour in settings.COLOUR_LIST] == [
        "Pacific Point",
        "Real Red",
        "Old Olive",
        "Daffodil Delight",
    ]
    assert settings.COLOUR_LIST == [(1, 128, 181), (199, 44, 58), (138, 151, 71), (255, 211, 92)]
    assert [settings.colour_name(value) for value in (settings.BLACK, settings.WHITE, None)] == [
        "",
        "",
        "",
    ]
    assert (settings.BOARD_SIZE, settings.ANIMATION_DURATION) == (750, 1)
    table = [
        (("rotate", 1), 0, "d"),
        (("rotate", 3), 0, "a"),
        (("swap", 0), 0, "q"),
        (("swap", 1), 0, "e"),
        (("smash", None), 3, "SPACE"),
        (("combine", None), 1, "c"),
        (("paint", None), 1, "r"),
        (("pass", None), 0, "TAB"),
    ]
    for row, (action, penalty, name) in zip(actions.ACTION_KEY.items(), table, strict=True):
        assert row == (action, getattr(pygame, f"K_{name}"))
        assert actions.ACTION_PENALTY[action] == penalty
        assert actions.KEY_ACTION[row[1]] == action
    for texts in (actions.ACTION_LABEL, actions.ACTION_MESSAGE):
        assert list(texts) == list(actions.ACTION_KEY)
        assert len(set(texts.values())) == 8
