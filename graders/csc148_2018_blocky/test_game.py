"""Checks of game.py that students may run: the players of a game, their goals, and the displays before it begins."""

from __future__ import annotations

from itertools import pairwise

from graders.blocky.board import CHILDREN, COLOUR, broken, is_tree
from graders.blocky.moving import as_it_lies
from graders.blocky.relations import every_path, is_move, is_smash
from graders.blocky.showing import told
from graders.csc148_2018_blocky.showing import shown_tree
from graders.harness import check, expect, fail, value

ALONE = ("own", "only-game")
GAMES = (
    (1, 0, []),
    (0, 1, []),
    (0, 0, [3]),
    (2, 0, []),
    (1, 1, [4]),
    (0, 2, [0, 5]),
    (3, 2, [1, 0, 2]),
    (2, 2, [4, 1]),
)
"""(humans, random players, difficulties)."""


def started(student, reference, humans, randoms, smart, seed=0, max_depth=2, **tables):
    """Return the report of a new game, and the call in words; fail unless the answer has the right form.

    tables: other data for stand-ins than the reference's.
    """
    what = f"Game({max_depth}, {humans}, {randoms}, {smart})"
    # 750 is the width of the board in the course's renderer.py
    tables = reference.tables(max_depth, 750) | tables
    answer = student.new_game(max_depth, humans, randoms, smart, seed, tables)
    told(answer, "board", "width", "players", "kept", "shown")
    players, shown = answer["players"], answer["shown"]
    if not isinstance(players, list) or any(
        not isinstance(player, list) or len(player) != 4 for player in players
    ):
        fail(f"{what} should have a list of players.", [value("got", players)])
    if not isinstance(shown, list) or any(
        not isinstance(event, list) or not event for event in shown
    ):
        fail("The answer does not have the form of an answer.", [value("got", shown)])
    return answer, what


@check("game.kinds", task="game", marks=1, variants=ALONE)
def test_kinds(student, reference):
    """A game has the right number of players of each kind: humans, then random players, then smart ones."""
    # spec 8, 10-46
    for humans, randoms, smart in GAMES:
        answer, what = started(student, reference, humans, randoms, smart)
        due = ["HumanPlayer"] * humans + ["RandomPlayer"] * randoms + ["SmartPlayer"] * len(smart)
        expect(
            [player[0] for player in answer["players"]],
            due,
            f"{what} does not have the right players.",
        )


@check("game.ids", task="game", marks=1, variants=ALONE)
def test_ids(student, reference):
    """The players of a game are numbered in their order: 0, 1, 2, ..."""
    # spec 8
    for game in GAMES:
        answer, what = started(student, reference, *game)
        players = answer["players"]
        if not players:
            fail(f"{what} has no players.")
        due = list(range(len(players)))
        expect(
            [player[1] for player in players],
            due,
            f"{what} does not give its players the ids 0, 1, 2, ...",
        )


@check("game.one-type-of-goal", task="game", marks=1, variants=ALONE)
def test_one_type_of_goal(student, reference):
    """All goals of a game have the same type, which is chosen at random."""
    # spec 8, 9.9, 10-40: if a game draws types more than once, a dozen games hardly ever agree
    seen, games = set(), 0
    while games < 12 or (len(seen) < 2 and games < 24):
        answer, what = started(student, reference, 1, 1, [0, 1], games)
        games += 1
        kinds = [player[2] for player in answer["players"]]
        if not kinds or any(kind not in ("BlobGoal", "PerimeterGoal") for kind in kinds):
            fail(
                f"{what}: every player should have a BlobGoal or a PerimeterGoal.",
                [value("goals", kinds)],
            )
        if any(kind != kinds[0] for kind in kinds):
            fail(f"{what} mixes types of goals.", [value("goals", kinds)])
        seen.add(kinds[0])
    if len(seen) < 2:
        fail(f"{what}, made {games} times, always has a {seen.pop()}.")


@check("game.goals-shown", task="game", marks=1, variants=ALONE)
def test_goals_shown(student, reference):
    """The goal of every human player is displayed before the game begins."""
    # spec 8, 9.9, 10-43: goals of computer players may be displayed, too
    for humans, randoms, smart in ((1, 0, []), (2, 0, []), (2, 1, [0])):
        answer, what = started(student, reference, humans, randoms, smart)
        shown = [event[1:] for event in answer["shown"] if event[0] == "goal"]
        for number in range(humans):
            if [number] not in shown:
                fail(
                    f"{what} does not display the goal of player {number}.",
                    [value("goals displayed, by player", shown)],
                )


@check("game.board-drawn", task="game", marks=1, variants=ALONE)
def test_board_drawn(student, reference):
    """The board of a game is drawn before it begins."""
    # spec 8, 9.9, 10-42: a game may draw it at any time after it has placed it, repeatedly, and for any player
    for humans, randoms, smart in GAMES:
        answer, what = started(student, reference, humans, randoms, smart)
        drawn = [event[1:] for event in answer["shown"] if event[0] == "draw"]
        if not any(event[1:2] == [True] for event in drawn):
            fail(f"{what} does not draw its board.")
        if not any(event[1:] == [True, True] for event in drawn):
            fail(f"{what} draws its board only before this has its position and size.")
        total = humans + randoms + len(smart)
        for event in drawn:
            if type(event[0]) is not int or not 0 <= event[0] < total:
                fail(
                    f"{what} draws the board for player {event[0]!r}, but there are {total} players, from 0 on."
                )


ROUNDS, LONG = 4, 40
PLAYED = ((3, [], ROUNDS, 1), (0, [1, 0], ROUNDS, 2), (1, [0], ROUNDS, 3))
"""(random players, difficulties, turns of each player, seed) of games that are played to their end."""
MORE = tuple((3, [], LONG, seed) for seed in range(4, 8))
"""Further games, if these show nothing: a player that chooses among all blocks seldom chooses one that can be moved."""
STEPS = 2


def picture(node):
    """Return the cells of a tree; colours of divided blocks are ignored, because another check grades them."""
    return [picture(child) for child in node[CHILDREN]] if node[CHILDREN] else node[COLOUR]


def on_screen(node):
    """Return the same by the positions of the blocks, because other checks grade that both orders agree."""
    return picture(as_it_lies(node))


def is_turn(before, now):
    """Return whether one move, or a smash of a block other than the whole board, leads from *before* to *now*."""
    return before != now and any(
        is_move(before, now, path) or (path and is_smash(before, now, path))
        for path in every_path(before)
    )


@check("game.plays", task="game", marks=2)
def test_plays(student):
    """A game of computer players runs to its end with all four submitted files."""
    # spec 8, 12. The only check of these players without stand-ins, so it shows that the files run together.
    steps = 0
    for game in (*PLAYED, *MORE):
        if game in MORE and steps >= STEPS:
            return
        randoms, smart, rounds, seed = game
        boards = student.play(2, randoms, smart, rounds, seed)
        if (
            not isinstance(boards, list)
            or not boards
            or not all(is_tree(board) for board in boards)
        ):
            fail(
                f"Game(2, 0, {randoms}, {smart}).run_game({rounds}): its board is no board any more.",
                [value("got", boards)],
            )
        steps += sum(
            is_turn(picture(one), picture(next_)) or is_turn(on_screen(one), on_screen(next_))
            for one, next_ in pairwise(boards)
        )
    if steps < STEPS:
        fail(
            f"In {len(PLAYED) + len(MORE)} games of computer players, {ROUNDS} or {LONG} turns of each player, the board "
            f"changes by a move {steps} times.",
            [shown_tree("the board at last", boards[-1])],
        )


@check("game.board-placed", task="game", marks=1, variants=ALONE)
def test_board_placed(student, reference):
    """The board of a game lies at (0, 0) and is as wide as the window's board."""
    # spec 8, 10-44
    for seed in range(4):
        answer, what = started(student, reference, 1, 0, [], seed)
        board, width = answer["board"], answer["width"]
        if not is_tree(board):
            fail(f"{what}: its board is {broken(board)}.")
        if board[0] != (0, 0) or board[1] != width:
            fail(
                f"{what}: its board should lie at (0, 0), {width} wide, not at {board[0]!r}, {board[1]!r} wide.",
                [shown_tree("board", board)],
            )
