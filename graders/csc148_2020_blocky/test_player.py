"""Checks of player.py that students may run: making players, finding blocks, computer players on two small boards."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from graders.blocky import strategies as draw
from graders.blocky.board import CHILDREN, COLOUR, is_tree, paths, where
from graders.blocky.layout import tree
from graders.blocky.moving import as_it_lies
from graders.blocky.relations import at, differ_only_at, is_move, is_smash
from graders.blocky.showing import told
from graders.csc148_2020_blocky import moves
from graders.csc148_2020_blocky.showing import (
    SHOWING,
    colour_name,
    shown_board,
    shown_tree,
)
from graders.harness import check, expect, fail, text, value

ALONE = ("own", "only-player")
GAMES = (
    (1, 0, []),
    (0, 1, []),
    (0, 0, [3]),
    (2, 0, []),
    (1, 1, [6]),
    (0, 2, [5, 10]),
    (0, 0, [9, 2, 5, 7]),
    (1, 2, [4]),
    (2, 1, [8]),
    (0, 0, []),
    (3, 1, []),
    (1, 0, [12, 1]),
)
"""(humans, random players, difficulties): at most four players (spec 14.5-2)."""
GOALS = [["BlobGoal", 2], ["BlobGoal", 0], ["BlobGoal", 3], ["BlobGoal", 1]]


def created(student, humans, randoms, smart):
    """Return [type, id, goal, integers] for each player of ``create_players``; the call in words; the whole answer."""
    what = f"create_players({humans}, {randoms}, {smart})"
    answer = told(
        student.create_players(humans, randoms, smart, 4 * humans + randoms + sum(smart), GOALS),
        "players",
        "kept",
    )
    players = answer["players"]
    if not isinstance(players, list) or any(
        not isinstance(player, list) or len(player) != 4 for player in players
    ):
        fail(f"{what} should return a list of players.", [value("got", players)])
    return players, what, answer


@check("player.create-kinds", task="player", marks=1, variants=ALONE)
def test_create_kinds(student):
    """create_players makes the right number of players of each kind: humans, then random players, then smart ones."""
    # spec 8.2
    for game in GAMES:
        players, what, _answer = created(student, *game)
        humans, randoms, smart = game
        due = ["HumanPlayer"] * humans + ["RandomPlayer"] * randoms + ["SmartPlayer"] * len(smart)
        expect([player[0] for player in players], due, f"{what} does not make the right players.")


@check("player.create-ids", task="player", marks=1, variants=ALONE)
def test_create_ids(student):
    """create_players numbers all players in their order: 0, 1, 2, ..."""
    # spec 8.2, 15.3-18
    most, earlier = 0, ""
    for game in GAMES:
        players, what, _answer = created(student, *game)
        due = list(range(len(players)))  # other checks grade their number
        ids = [player[1] for player in players]
        if "not there" in ids:
            kind = players[ids.index("not there")][0]
            fail(
                f"{what} makes a {kind} that has no id at all.",
                [value("expected", due), value("got", ids)],
            )
        goes_on = earlier if ids[:1] != due[:1] else ""
        expect(ids, due, f"{what}{goes_on} does not give the players the ids 0, 1, 2, ...")
        earlier = f", called after {what},"
        most = max(most, len(players))
    if most < 2:  # a single player has the id 0 in the starter, too
        fail("create_players makes no more than one player.")


SPOTS = st.tuples(st.integers(0, 99), st.integers(0, 99))


def found(student, board, spot, level, due):
    """Fail unless ``_get_block`` finds the block at the path *due* (None: no block)."""
    got = student.get_block(tree(board), spot, level)
    if got == due:
        return
    names = {None: "None"}
    meant = names.get(due) if due is None else "the " + where(due)
    message = f"_get_block(board, {spot}, {level}) should return {meant} (level {len(due or [])})."
    if due is None:
        message = (
            f"_get_block(board, {spot}, {level}) should return None: {spot} is not on the board."
        )
    is_path = isinstance(got, list) and all(type(index) is int and 0 <= index < 4 for index in got)
    shown = "the " + where(got) if is_path else got
    fail(
        message,
        lambda: [
            shown_board("board", board),
            text("got", str(shown)),
        ],
    )


@check("player.get-block-levels", task="player", marks=1, variants=ALONE)
@given(place=draw.leaf_places | draw.chain_ends(5), level=st.integers(0, 5), spot=SPOTS)
def test_get_block_levels(student, place, level, spot):
    """_get_block returns the board's own block at a place, at the requested level."""
    # spec 8.2, 14.6-1
    board, path = place
    level %= len(path) + 1
    found(student, board, draw.inner_spot(board, path, spot), level, path[:level])


@check("player.get-block-leaf", task="player", marks=1, variants=ALONE)
@given(place=draw.big_leaf_places, deeper=st.integers(1, 3), spot=SPOTS)
def test_get_block_leaf(student, place, deeper, spot):
    """_get_block returns the deepest block at a place if the requested level is deeper."""
    # spec 8.2, 14.6-6, 15.3-1
    board, path = place
    level = min(len(path) + deeper, board["max_depth"])
    found(student, board, draw.inner_spot(board, path, spot), level, path)


@check("player.get-block-outside", task="player", marks=1, variants=ALONE)
@given(
    board=draw.boards(),
    level=st.integers(0, 3),
    along=st.integers(0, 63),
    beyond=st.sampled_from([0, 0, 1, 40]),
)
def test_get_block_outside(student, board, level, along, beyond):
    """_get_block returns None right of the board and below it, where its edges no longer belong to it."""
    # spec 8.2, 15.3-2
    size = board["size"]
    level, along = min(level, board["max_depth"]), along % size
    found(student, board, (size - 1, along), 0, [])
    for spot in ((size + beyond, along), (along, size + beyond), (size + beyond, size + beyond)):
        found(student, board, spot, level, None)


def facts(student, kind):
    """Fail unless a new player of *kind* has the right id, goal and ``_proceed``."""
    for player_id, difficulty in ((0, 5), (3, 2)):
        call = f"{kind}({player_id}, goal{f', {difficulty}' if kind == 'SmartPlayer' else ''})"
        got = student.new_player(kind, player_id, difficulty)
        if not isinstance(got, list) or len(got) != 3:
            fail("The answer does not have the form of an answer.", [value("got", got)])
        expect(got[0], player_id, f"{call}: its id is not {player_id}.")
        if got[1] is not True:
            fail(f"{call}: its goal is not the goal that was given.")
        expect(got[2], False, f"{call}: its _proceed is not False.")


@check("player.random-init", task="player", marks=0.5, variants=ALONE)
def test_random_init(student):
    """A new RandomPlayer has its id and its goal, and waits for a click."""
    # spec 8.2, 15.3-18
    facts(student, "RandomPlayer")


@check("player.smart-init", task="player", marks=0.5, variants=ALONE)
def test_smart_init(student):
    """A new SmartPlayer has its id and its goal, and waits for a click."""
    # spec 8.2, 15.3-18
    facts(student, "SmartPlayer")


WIDE = 768
"""A width near that of the game's board (spec 9), but one that can be halved exactly to unit cells (spec 14.7)."""


def wide(board):
    """Return *board* with the width of boards for players."""
    return dict(board, size=WIDE)


SMALL = (
    wide(draw.board_of([[0, 1, 1, 3], 2, 1, 3], 2)),
    wide(draw.board_of([[0, 1, 2, 3], [3, 3, 1, 0], 2, [1, 1, 1, 0]], 2)),
)
OFTEN = (range(12), range(12, 40))
"""Seeds, and further seeds for a smart player that passes at all of the first, as one in 5,000 may."""


def plays(student, reference, kind, difficulty):
    """Fail unless the player makes valid moves on two small boards; if it is smart, it may pass, but not always."""
    if not any(moves_at(student, reference, kind, difficulty, list(seeds)) for seeds in OFTEN):
        times = 4 * sum(map(len, OFTEN))
        fail(
            f"{kind}.generate_move, called {times} times, always passes.",
            [shown_board("a board", SMALL[1])],
        )


def valid_moves(reference, goal_kind, colour, board):
    """Return [action, number, path] of all moves that succeed on the board."""
    return [move[:3] for move in reference.valid_moves(tree(board), goal_kind, colour)[1]]


def moves_at(student, reference, kind, difficulty, seeds):
    """Return whether the player does anything but pass at these *seeds*; fail at a move that is not valid."""
    passed = 0
    for board in SMALL:
        for colour in (0, 3):
            valid = valid_moves(reference, "BlobGoal", colour, board)
            rehearsed = reference.rehearse(tree(board), "BlobGoal", colour)
            play = (kind, difficulty, "BlobGoal", colour, tree(board))
            answers = student.computer_moves(*play, seeds, rehearsed)
            is_whole = isinstance(answers, list) and len(answers) == len(seeds)
            for seed, answer in zip(
                seeds, answers if is_whole else [None] * len(seeds), strict=True
            ):
                if isinstance(answer, dict) and "raised" in answer:  # this call ends as raised
                    student.computer_moves(*play, [seed], rehearsed, 0, 0, True)
                move = told(answer, "move")["move"]
                passes = (
                    kind == "SmartPlayer" and isinstance(move, list) and move[:2] == ["pass", None]
                )
                passed += passes
                if not passes and not (
                    isinstance(move, list) and len(move) == 4 and [*move[:2], move[2]] in valid
                ):
                    fail(
                        f"{kind}.generate_move, with {colour_name(colour)} as its goal's colour, does not return a "
                        "move that is valid on the board.",
                        [shown_board("board", board), SHOWING.move("got", move)],
                    )
    return passed < len(SMALL) * 2 * len(seeds)


@check("player.random-plays", task="player", marks=0.5, variants=ALONE)
def test_random_plays(student, reference):
    """A RandomPlayer makes valid moves on two small boards."""
    # spec 8.2, 15.3-3, 15.3-9; hidden checks use many more boards
    plays(student, reference, "RandomPlayer", 0)


@check("player.smart-plays", task="player", marks=0.5, variants=ALONE)
def test_smart_plays(student, reference):
    """A SmartPlayer makes valid moves on two small boards, or passes now and then."""
    # spec 8.2, 15.3-3; hidden checks use many more boards
    plays(student, reference, "SmartPlayer", 2)


DEPTH, TURNS, LONG = 2, 5, 40
PLAYED = ((2, [], TURNS, 1), (1, [3], TURNS, 2), (2, [2, 4], TURNS, 3))
"""(random players, difficulties, turns of each player, seed) of games that are played to their end."""
MORE = tuple((2, [], LONG, seed) for seed in range(4, 8))
"""Further games, if these show too few moves: a turned or swapped block may look the same."""
STEPS = 5


@check("game.plays", task="game", marks=2)
def test_game_plays(student):
    """A game of computer players runs to its end with all four submitted files."""
    # spec 6.2, 9. The only check of players without stand-ins, so it shows that the files run together.
    steps = 0
    for game in (*PLAYED, *MORE):
        if game in MORE and steps >= STEPS:
            return
        randoms, smart, turns, seed = game
        what = f"A game of {players_in_words(randoms, smart)} for {turns} turns"
        answer = told(student.play(DEPTH, randoms, smart, turns, seed), "end", "boards")
        if isinstance(answer["end"], str) and "generate_move returns" in answer["end"]:
            fail(
                f"{what}: {answer['end']}, not a move, which is an action, its number and a block."
            )
        if answer["end"] != "GameOverState":
            fail(f"{what} does not come to its end.", [value("its state at last", answer["end"])])
        boards = answer["boards"]
        if (
            not isinstance(boards, list)
            or not boards
            or not all(is_tree(board) for board in boards)
        ):
            fail(f"{what}: its board is no board any more.", [value("got", boards)])
        steps += sum(
            is_step(picture(one), picture(next_)) or is_step(on_screen(one), on_screen(next_))
            for one, next_ in pairwise(boards)
        )
    if steps < STEPS:
        fail(
            f"In {len(PLAYED) + len(MORE)} games of computer players, for {TURNS} or {LONG} turns, the board "
            + (
                f"changes by a move only {steps} times."
                if steps
                else "never changes by a valid move."
            ),
            [shown_tree("the board at last", boards[-1])],
        )


def players_in_words(randoms, smart):
    """Return the players of a game in words."""
    some = "a random player" if randoms == 1 else f"{randoms} random players"
    levels = " and ".join(map(str, smart))
    if len(smart) > 1:
        return f"{some} and smart players of difficulties {levels}"
    return f"{some} and a smart player of difficulty {levels}" if smart else some


def picture(node):
    """Return the cells of a tree; colours of divided blocks are ignored, because another check grades them."""
    return [picture(child) for child in node[CHILDREN]] if node[CHILDREN] else node[COLOUR]


def on_screen(node):
    """Return the same by the positions of the blocks, because other checks grade that both orders agree."""
    return picture(as_it_lies(node))


def is_step(before, cells):
    """Return whether one move leads from a board with the cells *before* to one with *cells*."""
    if not is_plain(before) or not is_plain(cells) or before == cells:
        return False
    return any(
        is_move(before, cells, path)
        or (isinstance(at(before, path), int) and is_smash(before, cells, path))
        or (
            differ_only_at(path, before, cells)
            and is_coloured(at(before, path), at(cells, path), DEPTH - len(path))
        )
        for path in paths(before)
    )


def is_coloured(old, new, levels):
    """Return whether a block may be *new* after paint or combine; levels: from it down to the unit cells.

    A combined block may have any colour of two children. Other checks grade that it is the most frequent.
    """
    if isinstance(new, list):
        return False
    return levels == 0 if isinstance(old, int) else levels == 1 and old.count(new) > 1


def is_plain(cells):
    """Return whether *cells* is a board of colours, divided by fours and not too deep."""
    return type(cells) is int or moves.is_cells(cells, DEPTH)
