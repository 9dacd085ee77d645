"""Shows the calls of this driver as Python; see graders/blocky/calling.py."""

from __future__ import annotations

from typing import Any

from graders.blocky.calling import Calls, Grid, Told, after_seed, at, method
from graders.csc148_2018_blocky.showing import SHOWING

CALLS = Calls(SHOWING, {}, "print_block(board)")
shown = CALLS.shown
program = CALLS.program

HEAD = """
from renderer import *


def make(tree, parent=None):
    '''Return a block: its position, size, colour, level, maximum depth and children.'''
    position, size, colour, level, max_depth, children = tree
    block = Block(level)
    block.position, block.size, block.max_depth = position, size, max_depth
    block.colour = None if colour is None else COLOUR_LIST[colour]
    block.highlighted, block.parent = False, parent
    block.children = [make(child, block) for child in children]
    return block


drawn = [None]


def picture(block):
    '''Return what a drawing shows of a block: its colours and highlights.'''
    return block.colour, block.highlighted, [picture(child) for child in block.children]


def tell(name, make):
    '''Let a method of the renderer print its arguments, too.'''
    def told(self, *given):
        words = [str(getattr(one, "id", one)) for one in given if not isinstance(one, Block)]
        if name == "draw":
            drawn.append(picture(given[0]))
            words.append("the same picture" if drawn[-1] == drawn[-2] else "another picture")
        print(f"    Renderer.{name}: {', '.join(words)}")
        return make(self, *given) if name == "__init__" else None
    setattr(Renderer, name, told)


for name in ("__init__", "draw", "display_goal"):
    tell(name, getattr(Renderer, name))


def game(*given, seed):
    '''Make a game; show its board and its players.'''
    random.seed(seed)
    made = Game(*given)
    print_block(made.board)
    for player in made.players:
        goal = type(player.goal).__name__
        print(f"{type(player).__name__} {player.id}: {goal} for {colour_name(player.goal.colour)}")
    return made


def turns(player_of, tree, seeds):
    '''Let a new player move once for each seed, on a new board each time; show the board then.'''
    print_block(make(tree))
    for seed in seeds:
        board, player = make(tree), player_of()
        random.seed(seed)
        show(f"{type(player).__name__}, random.seed({seed})", lambda: player.make_move(board))
        print_block(board)


def play(*given, turns, seed):
    '''Play a game; show its board in the end.'''
    made = game(*given, seed=seed)
    made.run_game(turns)
    print_block(made.board)

"""
"""The beginning of a program that makes calls of a check."""


def _smash(tree: Any, path: list[int], seed: int, draw: Any, *_: Any) -> Told:
    call, _tree = after_seed(seed, method("smash", tree, path))
    return call if draw is None else f"{call}  # while random.random() returns {draw!r}", tree


def _random_block(level: int, max_depth: int, seed: int, *_: Any) -> Told:
    return after_seed(seed, (f"random_init({level!r}, {max_depth!r})", None))


def _player(kind: str, difficulty: Any, tree: Any, seeds: list[int], *_: Any) -> Told:
    other = difficulty + 1 if difficulty < 5 else 4
    players = f"0, {[other, difficulty, other]}" if kind == "SmartPlayer" else "3, []"
    player = f"player = Game({tree[4]}, 0, {players}).players[1]"
    return (
        f"{player}\nplayer.make_move(board)  # a {kind}, with random.seed({seeds[0]!r}), and others",
        tree,
    )


def _game(max_depth: int, humans: int, randoms: int, smart: Any, seed: int, *_: Any) -> Told:
    return after_seed(seed, (f"Game({max_depth}, {humans}, {randoms}, {list(smart)})", None))


def _play(max_depth: int, randoms: int, smart: Any, turns: int, seed: int) -> Told:
    return after_seed(
        seed, (f"Game({max_depth}, 0, {randoms}, {list(smart)}).run_game({turns})", None)
    )


def _again(tree: Any, asked: str, spots: Any = ()) -> Told:
    given = ", ".join(map(repr, spots[0])) if spots else ""
    call = f"board.{asked}({given})"
    return f"{call}\nboard.swap(0)\n{call}", tree


def _rectangles(tree: Any, path: list[int], highlighted: Any) -> Told:
    lit = "".join(f"{at(place)}.highlighted = True\n" for place in highlighted)
    call, _ = method("rectangles_to_draw", tree, path)
    return lit + call, tree


CALLS.told.update(
    new_game=_game,
    windows=lambda max_depth, humans, randoms, smart, _tables: _game(
        max_depth, humans, randoms, smart, 0
    ),
    play=_play,
    rectangles=_rectangles,
    swap=lambda tree, path, direction, *_: method("swap", tree, path, direction),
    rotate=lambda tree, path, direction, *_: method("rotate", tree, path, direction),
    moves=lambda tree, steps, *_: (
        "\n".join(f"{at(path)}.{name}({argument!r})" for name, path, argument in steps),
        tree,
    ),
    smash=_smash,
    update=lambda tree, path, top_left, size: method(
        "update_block_locations", tree, path, top_left, size
    ),
    selected=lambda tree, location, level: method("get_selected_block", tree, [], location, level),
    again=_again,
    scores=lambda kind, colour, boards, _: (
        f"goal = {kind}({CALLS.colour(colour)})\ngoal.score(board)\ngoal.score(turned)  # board, turned clockwise",
        boards[0][0],
    ),
    flatten=lambda tree, path: method("flatten", tree, path),
    random_block=_random_block,
    undiscovered_blob_size=lambda grid, colour, pos, visited: (
        f"BlobGoal({CALLS.colour(colour)})._undiscovered_blob_size({pos!r}, board, {visited!r})",
        Grid(grid),
    ),
    score=lambda kind, colour, tree, *_: (f"{kind}({CALLS.colour(colour)}).score(board)", tree),
    descriptions=lambda colour: (f"BlobGoal({CALLS.colour(colour)}).description()", None),
    turns=_player,
)


def _turns(kind: str, difficulty: Any, tree: Any, seeds: list[int], *_: Any) -> str:
    other = difficulty + 1 if difficulty < 5 else 4
    players = f"0, {[other, difficulty, other]}" if kind == "SmartPlayer" else "3, []"
    return f"turns(lambda: Game({tree[4]}, 0, {players}).players[1], {tree!r}, {list(seeds)!r})"


def _made(max_depth: int, humans: int, randoms: int, smart: Any, seed: int = 0) -> str:
    return f"made = game({max_depth}, {humans}, {randoms}, {list(smart)}, seed={seed})"


CALLS.programs.update(
    turns=_turns,
    new_game=lambda *given: _made(*given[:5]),
    windows=lambda *given: _made(*given[:4]),
    play=lambda depth, randoms, smart, turns, seed: (
        f"play({depth}, 0, {randoms}, {list(smart)}, turns={turns}, seed={seed})"
    ),
)
