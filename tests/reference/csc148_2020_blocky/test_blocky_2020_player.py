"""Reference of Blocky 2020: players and their moves (spec 8)."""

from __future__ import annotations

import random
from typing import Any

import pygame
import pytest
from blocky_2020_boards import (
    SAMPLE,
    Shape,
    divided,
    full,
    make,
    nodes,
    shapes,
    snapshot,
)
from hypothesis import given
from hypothesis import strategies as st

CLICK = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1)


def key(code: int) -> pygame.event.Event:
    """Return the event of a key that goes down."""
    return pygame.event.Event(pygame.KEYDOWN, key=code)


def perform(move: Any, colour: Any) -> bool:
    """Make a move with the methods of its block, as the game does."""
    kind, number, block = move
    if kind == "paint":
        return bool(block.paint(colour))
    return bool(getattr(block, kind)(*([] if number is None else [number])))


def make_random(blocky: Any, board: Any, seed: int, player: Any) -> Any:
    """Let a computer player move once, check the laws of every move, and return the move."""
    before = snapshot(board)
    assert player.generate_move(board) is None
    player.process_event(CLICK)
    random.seed(seed)
    move = player.generate_move(board)
    assert snapshot(board) == before
    assert player.generate_move(board) is None, "it waits for the next click"
    assert any(move[2] is block for block in nodes(board))
    assert move[:2] in blocky.actions.ACTION_KEY
    return move


def test_create_players(blocky: Any) -> None:
    """In order: humans, random, smart. Ids are consecutive, goals differ, and the argument is unchanged."""
    for seed in range(30):
        random.seed(seed)
        difficulties = [9, 4]
        players = blocky.player.create_players(1, 1, difficulties)
        assert [type(player).__name__ for player in players] == [
            "HumanPlayer",
            "RandomPlayer",
            "SmartPlayer",
            "SmartPlayer",
        ]
        assert [player.id for player in players] == [0, 1, 2, 3]
        assert [player._difficulty for player in players[2:]] == difficulties == [9, 4]
        assert len({player.goal.colour for player in players}) == 4
        assert len({type(player.goal) for player in players}) == 1
    assert blocky.player.create_players(0, 0, []) == []


@pytest.mark.slow
@given(shape=shapes(3), level=st.integers(0, 3))
def test_get_block_at_every_pixel(blocky: Any, shape: Shape, level: int) -> None:
    """The block at the level that covers the pixel, or the leaf there if that is less deep."""
    board = make(blocky, shape, 3, size=16)
    owner = {}
    for block in nodes(board):
        if block.level == level or (block.level < level and not block.children):
            left, top = block.position
            for x in range(left, left + block.size):
                for y in range(top, top + block.size):
                    owner[x, y] = block
    for x in range(-1, 18):
        for y in range(-1, 18):
            assert blocky.player._get_block(board, (x, y), level) is owner.get((x, y))


def test_worked_places(blocky: Any) -> None:
    """The sample board of spec 11 at the size of the game."""
    board = make(blocky, SAMPLE, size=750)
    get = blocky.player._get_block
    assert [get(board, (0, 0), level) for level in (0, 1)] == [board, board.children[1]]
    assert get(board, (749, 0), 1) is board.children[0]
    assert get(board, (749, 0), 2) is board.children[0].children[0]
    assert get(board, (750, 0), 0) is None


@pytest.mark.slow
@given(shape=divided(3), seed=st.integers(0, 999), colour=st.integers(0, 3))
def test_random_moves_succeed(blocky: Any, shape: Shape, seed: int, colour: int) -> None:
    """They use the given board and the goal's colour, and never pass."""
    board = make(blocky, shape, 3)
    goal = blocky.goal.BlobGoal(blocky.settings.COLOUR_LIST[colour])
    move = make_random(blocky, board, seed, blocky.player.RandomPlayer(0, goal))
    assert move[0] != "pass"
    random.seed(seed)
    assert perform(move, goal.colour) is True


def test_random_moves_are_of_every_kind(blocky: Any) -> None:
    """All seven kinds, at every level, occur on a board that allows them."""
    board = make(blocky, [[[0, 1, 1, 1]] * 4, 1, [2, [0, 0, 1, 2], 1, 1], 3], 3)
    player = blocky.player.RandomPlayer(0, blocky.goal.BlobGoal(blocky.settings.COLOUR_LIST[0]))
    moves = [make_random(blocky, board, seed, player) for seed in range(300)]
    assert {move[:2] for move in moves} == blocky.actions.ACTION_KEY.keys() - {blocky.actions.PASS}
    assert {move[2].level for move in moves} == {0, 1, 2, 3}


def test_a_random_player_with_nothing_to_do_passes(blocky: Any) -> None:
    """A single cell of its own colour allows no move; the game continues."""
    board = full(blocky, 0, 0)
    player = blocky.player.RandomPlayer(0, blocky.goal.BlobGoal(board.colour))
    assert make_random(blocky, board, 1, player) == ("pass", None, board)


def test_a_smart_player_passes_when_nothing_gains(blocky: Any) -> None:
    """The whole board has its colour already (spec 16, probe a)."""
    board = full(blocky, 1, 2)
    for goal_type in (blocky.goal.PerimeterGoal, blocky.goal.BlobGoal):
        player = blocky.player.SmartPlayer(0, goal_type(board.children[0].children[0].colour), 10)
        for seed in range(10):
            assert make_random(blocky, board, seed, player) == ("pass", None, board)


@pytest.mark.slow
def test_a_smart_player_does_not_count_penalties(blocky: Any) -> None:
    """Only a paint gains, one point for a penalty of one, and it is made (spec 16, probe b)."""
    board = make(blocky, [[[1, 1, 2, 2]] * 4] * 4, 3)
    player = blocky.player.SmartPlayer(0, blocky.goal.BlobGoal(blocky.settings.COLOUR_LIST[0]), 60)
    kinds = [make_random(blocky, board, seed, player)[0] for seed in range(20)]
    assert set(kinds) == {"paint"}


@pytest.mark.slow
@given(shape=divided(3), seed=st.integers(0, 999), colour=st.integers(0, 3))
def test_smart_moves_gain_points(blocky: Any, shape: Shape, seed: int, colour: int) -> None:
    """Every move except a pass and a smash, which draws again, raises the score (spec 16, probe c)."""
    board = make(blocky, shape, 3)
    goal = blocky.goal.PerimeterGoal(blocky.settings.COLOUR_LIST[colour])
    before = goal.score(board)
    move = make_random(blocky, board, seed, blocky.player.SmartPlayer(0, goal, 6))
    if move[0] == "pass":
        assert move[2] is board
    else:
        assert perform(move, goal.colour) is True
        assert move[0] == "smash" or goal.score(board) > before


@pytest.mark.slow
def test_a_more_difficult_player_gains_more(blocky: Any) -> None:
    """Difficulty is the number of tried moves."""
    gains = []
    for difficulty in (1, 40):
        gain = 0
        for seed in range(40):
            random.seed(seed)
            board = blocky.block.generate_board(3, 64)
            goal = blocky.goal.PerimeterGoal(blocky.settings.COLOUR_LIST[seed % 4])
            before = goal.score(board)
            move = make_random(blocky, board, seed, blocky.player.SmartPlayer(0, goal, difficulty))
            if move[0] not in ("pass", "smash"):
                assert perform(move, goal.colour)
                gain += goal.score(board) - before
        gains.append(gain)
    assert gains[1] > 2 * gains[0]


@pytest.mark.parametrize("kind", ["RandomPlayer", "SmartPlayer"])
def test_only_a_left_click_lets_a_computer_player_move(blocky: Any, kind: str) -> None:
    goal = blocky.goal.BlobGoal(blocky.settings.COLOUR_LIST[0])
    player = getattr(blocky.player, kind)(3, goal, *([5] if kind == "SmartPlayer" else []))
    board = make(blocky, SAMPLE)
    assert (player.id, player.goal, player.get_selected_block(board)) == (3, goal, None)
    for event in [key(pygame.K_d), pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=3)]:
        player.process_event(event)
        assert player.generate_move(board) is None
    player.process_event(CLICK)
    assert player.generate_move(board) is not None


def test_a_human_chooses_a_level(blocky: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """W goes up to the board and S down to a cell; the maximum depth is the lowest level."""
    board = make(blocky, SAMPLE)
    player = blocky.player.HumanPlayer(0, blocky.goal.BlobGoal(blocky.settings.COLOUR_LIST[0]))
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (63, 0))

    def levels(*codes: int) -> list[int]:
        seen = []
        for code in codes:
            player.process_event(key(code))
            seen.append(player.get_selected_block(board).level)
        return seen

    up, down = pygame.K_w, pygame.K_s
    assert levels(up, down, down, down, down, up, up, up) == [0, 1, 2, 2, 2, 1, 0, 0]
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (64, 0))
    assert player.get_selected_block(board) is None


def test_a_human_asks_for_a_move_once(blocky: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key gives one move on the block under the mouse. A level key, or a mouse elsewhere, gives none."""
    board = make(blocky, SAMPLE)
    player = blocky.player.HumanPlayer(0, blocky.goal.BlobGoal(blocky.settings.COLOUR_LIST[0]))
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (0, 0))
    for code, action in blocky.actions.KEY_ACTION.items():
        player.process_event(key(code))
        assert player.generate_move(board) == (*action, board)
        assert player.generate_move(board) is None

    player.process_event(key(pygame.K_d))
    player.process_event(key(pygame.K_s))
    assert player.generate_move(board) is None

    player.process_event(key(pygame.K_d))
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (-1, 0))
    assert player.generate_move(board) is None
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (0, 0))
    assert player.generate_move(board) == ("rotate", 1, board.children[1])
