"""Shows the calls of this driver as Python; see graders/blocky/calling.py."""

from __future__ import annotations

from typing import Any

from graders.blocky.calling import Calls, Grid, Told, after_seed, at, method
from graders.csc148_2020_blocky.showing import SHOWING

CALLS = Calls(SHOWING, {}, "print(board)")
EARLIER = 5
"""Position, among the last arguments of ``computer_moves``, of the tree of an earlier turn's board."""
shown = CALLS.shown
program = CALLS.program

HEAD = """
import pygame
from settings import *


def make(tree):
    '''Return a block: its position, size, colour, level, maximum depth and children.'''
    position, size, colour, level, max_depth, children = tree
    if colour is not None:
        colour = COLOUR_LIST[colour]
    block = Block(position, size, colour, level, max_depth)
    block.children = [make(child) for child in children]
    return block


CLICK = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(0, 0))


def clicked(player, board):
    '''Return a player's move after a click, with the place of its block.'''
    player.process_event(CLICK)
    move = player.generate_move(board)
    if not isinstance(move, tuple) or len(move) != 3 or not isinstance(move[2], Block):
        return move
    return *move[:2], f"block at {move[2].position}, level {move[2].level}"


def turns(player_of, tree, seeds):
    '''Let a new player move once for each seed, on a new board each time.'''
    print(make(tree))
    for seed in seeds:
        board, player = make(tree), player_of()
        random.seed(seed)
        show(f"{type(player).__name__}, random.seed({seed})", lambda: clicked(player, board))
        if str(board) != str(make(tree)):
            print("it changes the board:", board, sep="\\n")


def game(max_depth, randoms, smart, turns, seed):
    '''Play a game of computer players to its end; show the board whenever it changes.'''
    ticks = [0]
    pygame.time.get_ticks = lambda: ticks.append(ticks[-1] + 10000) or ticks[-1]
    random.seed(seed)
    board = generate_board(max_depth, 750)
    data = GameData(board, create_players(0, randoms, smart))
    data.max_turns = turns
    state, before = MainState(data), ""
    for _ in range(6 * turns * (randoms + len(smart))):
        state.process_event(CLICK)
        state = state.update()
        if str(board) != before:
            before = str(board)
            print(before)
    print("in the end:", type(state).__name__)

"""
"""The beginning of a program that makes calls of a check."""


def _step(name: str, path: list[int], argument: Any) -> str:
    given = (
        "" if argument is None else CALLS.colour(argument) if name == "paint" else repr(argument)
    )
    return f"{at(path)}.{name}({given})"


def _moves(tree: Any, steps: list[Any]) -> Told:
    return "\n".join(_step(*step) for step in steps), tree


def _smash_with_draw(tree: Any, path: list[int], seed: int, draw: float) -> Told:
    call, _ = after_seed(seed, method("smash", tree, path))
    return f"{call}  # while random.random() returns {draw!r}", tree


def _score(kind: str, tree: Any, colour: int) -> Told:
    return f"{kind}({CALLS.colour(colour)}).score(board)", tree


def _scores(kind: str, colour: int, trees: list[Any], *_: Any) -> Told:
    first = f"goal = {kind}({CALLS.colour(colour)})\ngoal.score(board)"
    return f"{first}  # then again after each of {len(trees) - 1} moves", trees[0]


def _after_move(call: str, tree: Any, earlier: Any) -> Told:
    return call + ("  # also before the last move" if earlier else ""), tree


def _flatten(tree: Any, path: list[int], earlier: Any = None) -> Told:
    return _after_move(f"_flatten({at(path)})", tree, earlier)


def _computer_moves(
    kind: str, difficulty: Any, goal: str, colour: int, tree: Any, seeds: list[int], *rest: Any
) -> Told:
    turns = "a second turn, " if len(rest) == EARLIER and rest[-1] else ""
    more = "" if kind == "RandomPlayer" else f", {difficulty!r}"
    player = f"player = {kind}(0, {goal}({CALLS.colour(colour)}){more})"
    return (
        f"{player}\nplayer.generate_move(board)  # {turns}with random.seed({seeds[0]!r}), and others",
        tree,
    )


def _play(max_depth: int, randoms: int, smart: Any, turns: int, seed: int) -> Told:
    game = f"board = generate_board({max_depth}, 750)\nplayers = create_players(0, {randoms}, {list(smart)})"
    return after_seed(
        seed, (f"{game}\nMainState(GameData(board, players))  # for {turns} turns", None)
    )


CALLS.told.update(
    play=_play,
    update_positions=lambda tree, path, position: method(
        "_update_children_positions", tree, path, position
    ),
    rotate=lambda tree, path, direction: method("rotate", tree, path, direction),
    swap=lambda tree, path, direction: method("swap", tree, path, direction),
    paint=lambda tree, path, colour: (f"{at(path)}.paint({CALLS.colour(colour)})", tree),
    combine=lambda tree, path: method("combine", tree, path),
    moves=_moves,
    smash=lambda tree, path, seed: after_seed(seed, method("smash", tree, path)),
    smashes=lambda tree, path, seeds: after_seed(seeds[0], method("smash", tree, path)),
    smash_with_draw=_smash_with_draw,
    create_copy=lambda tree, path, earlier=None: _after_move(
        f"{at(path)}.create_copy()", tree, earlier
    ),
    squares=lambda tree, path, earlier=None: _after_move(
        f"_block_to_squares({at(path)})", tree, earlier
    ),
    generate_goals=lambda number, seed: after_seed(seed, (f"generate_goals({number!r})", None)),
    flatten=_flatten,
    scores=_scores,
    undiscovered_blob_size=lambda grid, colour, pos, visited: (
        f"BlobGoal({CALLS.colour(colour)})._undiscovered_blob_size({pos!r}, board, {visited!r})",
        Grid(grid),
    ),
    perimeter_score=lambda tree, colour, _grid: _score("PerimeterGoal", tree, colour),
    blob_score=lambda tree, colour, _grid, _groups: _score("BlobGoal", tree, colour),
    descriptions=lambda colour: (f"PerimeterGoal({CALLS.colour(colour)}).description()", None),
    create_players=lambda humans, randoms, smart, seed, _goals: after_seed(
        seed, (f"create_players({humans!r}, {randoms!r}, {smart!r})", None)
    ),
    new_player=lambda kind, number, difficulty: (
        f"{kind}({number!r}, goal{'' if kind == 'RandomPlayer' else f', {difficulty!r}'})",
        None,
    ),
    get_block=lambda tree, location, level: (f"_get_block(board, {location!r}, {level!r})", tree),
    computer_moves=_computer_moves,
    smart_trials=lambda difficulty, goal, colour, tree, seeds, earlier=None: _computer_moves(
        "SmartPlayer", difficulty, goal, colour, tree, seeds, *[0] * (EARLIER - 1), earlier
    ),
)


def _turns(
    kind: str, difficulty: Any, goal: str, colour: int, tree: Any, seeds: list[int], *_: Any
) -> str:
    more = "" if kind == "RandomPlayer" else f", {difficulty!r}"
    player = f"{kind}(0, {goal}({CALLS.colour(colour)}){more})"
    return f"turns(lambda: {player}, {tree!r}, {list(seeds)!r})"


CALLS.programs.update(
    computer_moves=_turns,
    smart_trials=lambda *given: _turns("SmartPlayer", *given),
    play=lambda *given: f"game{given!r}",
)
