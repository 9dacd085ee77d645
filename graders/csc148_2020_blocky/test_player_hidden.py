"""Hidden checks of player.py: the moves of the computer players, over many seeds.

They run with the submission's own block.py and goal.py. If that does not pass, they run with stand-ins that ask the
judge, and with a sound ``_get_block``, so that they grade only the players. The reference decides which moves are
valid, and their gains.
"""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from graders.blocky import laws
from graders.blocky import strategies as draw
from graders.blocky.board import CORNERS, cells_at, paths
from graders.blocky.layout import tree
from graders.blocky.relations import at
from graders.blocky.showing import told
from graders.csc148_2020_blocky import moves as judged_moves
from graders.csc148_2020_blocky.showing import (
    SHOWING,
    colour_name,
    shown_board,
    shown_tree,
)
from graders.csc148_2020_blocky.test_player import (
    ALONE,
    GAMES,
    SPOTS,
    created,
    found,
    valid_moves,
    wide,
)
from graders.harness import check, expect, fail, value

ASKS = (
    "rotate",
    "swap",
    "smash",
    "paint",
    "combine",
    "update_positions",
    "score_of",
    "generate_goals",
    "get_block",
)
COLOURS = st.integers(0, 3)
KINDS = st.sampled_from(["PerimeterGoal", "BlobGoal"])


@check("player.create-goals", task="player", marks=0.5, visibility="hidden", variants=ALONE)
def test_create_goals(student):
    """create_players gives each player a goal with a colour of COLOUR_LIST, and not the same goal to all."""
    # spec 8.2, 14.5-1. Goals that are drawn one by one may be equal: in all these games at once, not once in a trillion
    differ = False
    for game in GAMES:
        players, what, _answer = created(student, *game)
        expect(
            len(players),
            game[0] + game[1] + len(game[2]),
            f"{what} does not make the right number of players.",
        )
        goals = [goal for _kind, _id, goal, _numbers in players]
        for goal in goals:
            if not (
                isinstance(goal, list)
                and len(goal) == 3
                and goal[2] is True
                and type(goal[1]) is int
            ):
                fail(
                    f"{what} makes a player without a goal, or with a goal of no colour of COLOUR_LIST.",
                    [SHOWING.coloured("goal", goal)],
                )
        differ = differ or len(set(map(repr, goals))) > 1
    if not differ:
        fail(
            "create_players gives all players of a game the same goal, in each game: it should be a random goal each."
        )


@check("player.create-difficulties", task="player", marks=0.5, visibility="hidden", variants=ALONE)
def test_create_difficulties(student):
    """create_players gives the smart players their difficulties in the order of the list."""
    # spec 8.2, 14.5-3
    for smart in ([17], [23, 11], [11, 29, 17], [31, 19, 23, 13]):
        players, what, _answer = created(student, 0, 0, smart)
        expect(len(players), len(smart), f"{what} does not make the right number of players.")
        kept = [
            numbers if isinstance(numbers, list) else [] for _kind, _id, _goal, numbers in players
        ]
        for numbers, difficulty in zip(kept, smart, strict=True):
            if difficulty in numbers:
                continue
            shown = [value("numbers that the players keep", kept)]
            if any(difficulty in other for other in kept):
                fail(
                    f"{what}: the smart players do not have their difficulties in the order of the list.",
                    shown,
                )
            fail(f"{what}: no smart player keeps the difficulty {difficulty}.", shown)


@check("player.create-keeps-list", task="player", marks=0.5, visibility="hidden", variants=ALONE)
def test_create_keeps_list(student):
    """create_players does not change the list of difficulties."""
    # spec 8.2, 15.3-18
    for smart in ([2, 5, 9], [1, 7], [1, 4, 4, 8]):  # create-difficulties grades their order
        players, what, answer = created(student, 0, 0, smart)
        expect(len(players), len(smart), f"{what} does not make the right number of players.")
        if answer["kept"] is not True:
            fail(f"{what} changes the list that it was given.")


@check("player.get-block-borders", task="player", marks=1, visibility="hidden", variants=ALONE)
@given(
    place=draw.leaf_places,
    level=st.integers(0, 3),
    spot=SPOTS,
    edges=st.sampled_from([(0, 0), (0, 1), (1, 0)]),
)
def test_get_block_borders(student, place, level, spot, edges):
    """_get_block: the upper and the left edge belong to a block, the lower and the right edge to its neighbours."""
    # spec 8.2, 15.3-2
    board, path = place
    level %= len(path) + 1
    corner, inner = draw.corner_spot(board, path), draw.inner_spot(board, path, spot)
    place_on_edge = (inner[0] if edges[0] else corner[0], inner[1] if edges[1] else corner[1])
    found(student, board, place_on_edge, level, path[:level])


@check("player.get-block-negative", task="player", marks=0.5, visibility="hidden", variants=ALONE)
@given(
    board=draw.boards(),
    level=st.integers(0, 3),
    along=st.integers(0, 63),
    beyond=st.sampled_from([1, 1, 2, 40]),
)
def test_get_block_negative(student, board, level, along, beyond):
    """_get_block returns None left of the board and above it."""
    # spec 8.2, 14.6-5
    level, along = min(level, board["max_depth"]), along % board["size"]
    found(student, board, (1, 1), 0, [])
    for spot in ((-beyond, along), (along, -beyond), (-beyond, -beyond)):
        found(student, board, spot, level, None)


# The computer players.


def answers(
    student, kind, difficulty, goal_kind, colour, board, seeds, high=0, calls=0, earlier=None
):
    """Return the player's reports for each seed; fail unless the answer has the right form.

    A report is "raised" alone if the player raised an exception, or made more than that many *calls* (0: any number).
    earlier: the board of an earlier turn, if these are second turns.
    """
    second = [False, tree(earlier)] if earlier else []
    got = student.computer_moves(
        kind, difficulty, goal_kind, colour, tree(board), seeds, [], high, calls, *second
    )
    if not isinstance(got, list) or len(got) != len(seeds):
        fail("The answer does not have the form of an answer.", [value("got", got)])
    return [told(answer, *(["raised"] if has_raised(answer) else REPORT)) for answer in got]


REPORT = ("early", "move", "waits", "board")


def has_raised(answer):
    """Return whether the player raised an exception instead of a move."""
    return isinstance(answer, dict) and "raised" in answer


def raised_again(student, kind, difficulty, goal_kind, colour, board, seeds, given, high=0):
    """Call the player of the first report that is "raised" again, so that this check ends as raised."""
    for seed, answer in zip(seeds, given, strict=True):
        if has_raised(answer):
            student.computer_moves(
                kind, difficulty, goal_kind, colour, tree(board), [seed], [], high, 0, True
            )
            fail(
                f"{kind}.generate_move raises an exception now and then.",
                [shown_board("a board", board)],
            )


def answered(student, kind, difficulty, goal_kind, colour, board, seeds, spares=False):
    """Return the answers without those whose move is None. The checks of turns and passes grade these.

    spares: leave out exceptions, too, because another check grades them; otherwise they end this check.
    """
    given = answers(student, kind, difficulty, goal_kind, colour, board, seeds)
    if not spares:
        raised_again(student, kind, difficulty, goal_kind, colour, board, seeds, given)
    return [answer for answer in given if not has_raised(answer) and answer["move"] is not None]


def moves(student, kind, difficulty, goal_kind, colour, board, seeds, spares=False):
    """Return [action, number, path of the block, path of its place] for each answer; fail if one is no move."""
    found_moves = []
    for answer in answered(student, kind, difficulty, goal_kind, colour, board, seeds, spares):
        move = answer["move"]
        if not isinstance(move, list) or len(move) != 4:
            shown = [shown_board("board", board), SHOWING.move("got", move)]
            fail(f"{kind}.generate_move does not return a move.", shown)
        found_moves.append(move)
    return found_moves


def some(find, student, goal_kind, colour, board, seeds, enough=bool, spares=True):
    """Return the result of *find* (answered or moves) for a RandomPlayer; fail if it is not enough with other seeds.

    enough: whether a result is enough; five passes are not, for a player that sometimes passes. spares: see answered.
    """
    others = list(range(1000, 1040))
    for tried in (seeds, others):
        found_some = find(student, "RandomPlayer", 0, goal_kind, colour, board, tried, spares)
        if enough(found_some):
            return found_some
    find(student, "RandomPlayer", 0, goal_kind, colour, board, others)
    return none_at_all("RandomPlayer", board, len(seeds) + len(others))


def has_a_move(found_moves):
    """Return whether a move of the player is meant as one other than a pass."""
    return any(is_attempt(move) and not is_pass(move) for move in found_moves)


def is_attempt(move):
    """Return whether an answer is meant as a move or a pass: it has several parts, right or wrong.

    For a value that is no move, the driver reports its type and the number of its parts.
    """
    return isinstance(move, list) or (isinstance(move, dict) and move.get("parts") is not None)


def none_at_all(kind, board, times):
    """Fail, because none of the answers was a move."""
    fail(
        f"{kind}.generate_move, called {times} times, never returns a move.",
        [shown_board("a board", board)],
    )


def is_pass(move):
    """Return whether a move is a pass."""
    return isinstance(move, list) and move[:2] == ["pass", None]


def judged(move):
    """Return [action, number, path]; the path is that of the board's block at the place of the move's block."""
    return [move[0], move[1], move[3] if move[2] is None else move[2]]


def must_be_valid(valid, kind, colour, board, move):
    """Fail unless the move is among the *valid* ones."""
    if judged(move) not in valid:
        fail(
            f"{kind}.generate_move, with {colour_name(colour)} as its goal's colour, returns an invalid move.",
            [shown_board("board", board), SHOWING.move("its move", judged(move))],
        )


def own_block(kind, board, move):
    """Fail unless the block of the move is an object of the board."""
    if move[2] is None:
        fail(
            f"{kind}.generate_move returns a move whose block is not a block of the board itself.",
            [shown_board("board", board), value("action and number", move[:2])],
        )


def board_kept(kind, board, answer):
    """Fail unless ``generate_move`` left the board unchanged."""
    if answer["board"] is not None:
        fail(
            f"{kind}.generate_move changes the board.",
            [shown_board("board before", board), shown_tree("board afterwards", answer["board"])],
        )


def takes_turns(student, kind, difficulty):
    """Fail unless the player waits for a click, answers, and waits again. Other checks grade its exceptions."""
    for board in WITHOUT:
        each_turn(student, kind, difficulty, board, range(6))


def each_turn(student, kind, difficulty, board, seeds, calls=0):
    """Fail unless the player waits for a click, answers, and waits again, on *board*, at each of *seeds*.

    A turn that ends in an exception, or after that many *calls*, shows nothing, unless all turns do.
    """
    given = answers(student, kind, difficulty, "BlobGoal", 3, board, list(seeds), 0, calls)
    if all(map(has_raised, given)) and not calls:
        raised_again(student, kind, difficulty, "BlobGoal", 3, board, seeds, given)
    for answer in given:
        shown = [shown_board("board", board)]
        if has_raised(answer):
            continue
        expect(
            answer["early"],
            False,
            f"{kind}.generate_move should return None before there was a click.",
            shown,
        )
        if answer["move"] is None:
            fail(
                f"{kind}.generate_move returns None after a click, and waits for another one.",
                shown,
            )
        expect(
            answer["waits"], True, f"{kind}.generate_move should set _proceed back to False.", shown
        )


def whole(colours, depth):
    """Return a board of unit cells, in which every smallest divided block has the four *colours*."""
    cells = list(colours)
    for _ in range(depth - 1):
        cells = [cells] * 4
    return wide(draw.board_of(cells, depth))


PLAIN = wide(draw.board_of([[0, 1, 2, 3], [3, 3, 1, 0], 2, [1, 1, 1, 0]], 2))
MIXED = (
    PLAIN,
    wide(draw.board_of([0, [1, [2, 3, 0, 1], 3, 2], [[0, 0, 1, 2], 3, 1, [3, 3, 2, 3]], 2], 3)),
    wide(draw.board_of([[1, 2, 0, [1, 1, 0, 2]], 3, 2, [[0, 3, 3, 1], 0, 2, 1]], 3)),
)
WITHOUT = (
    wide(draw.board_of([[0, 1, 2, 0], [1, 2, 1, 0], 2, [1, 1, 1, 0]], 2)),
    wide(draw.board_of([[0, 1, 2, [2, 1, 1, 0]], 1, [2, 0, 2, 1], 0], 3)),
)
"""Boards without Daffodil Delight. With a goal of that colour, many moves succeed for any draws."""
OWN = whole((3, 3, 3, 3), 2)
"""A board of Daffodil Delight alone."""
PATIENCE = 10_000
"""Calls that a random player may make in a turn there, some hundreds if right; a turn with more counts for nothing."""
SPECIAL = (
    whole((0, 0, 0, 0), 2),
    whole((3, 3, 3, 3), 3),
    whole((0, 1, 0, 1), 3),
    wide(draw.board_of([0, 1, 2, 3], 3)),
)
BOARDS = st.one_of(
    st.sampled_from(SPECIAL),
    draw.boards(2),
    draw.boards(2, full=True),
    draw.few_colours(2, full=True),
).map(wide)
"""Boards on which some kinds of move always fail, and others; each has valid moves (spec 14.8-2)."""
COMMON = st.one_of(draw.boards(2, colours=3), draw.boards(2, colours=3, full=True)).map(wide)
"""Boards without Daffodil Delight, of all shapes."""
SEEDS = st.integers(0, 999).map(lambda number: [5 * number + step for step in range(5)])
HIDDEN = {"task": "player", "visibility": "hidden", "variants": ALONE, "asks": ASKS}


@check("player.random-turn", marks=0.5, **HIDDEN)
def test_random_turn(student):
    """A RandomPlayer waits for a click, makes one move, and waits for the next click."""
    # spec 8.2, 14.8-3, 15.3-7, 15.3-10
    takes_turns(student, "RandomPlayer", 0)
    # On a board of its colour a move often has to be drawn again. A player that returns None after a part of these
    # draws only, those of paint, does so in 33 of 100 turns: it escapes 14 turns four times in a thousand. Another
    # check grades one that draws for ever there (15.3-8).
    each_turn(student, "RandomPlayer", 0, OWN, range(14), PATIENCE)


@check("player.random-valid", marks=1, **HIDDEN)
@given(board=BOARDS, goal_kind=KINDS, colour=COLOURS, seeds=SEEDS)
def test_random_valid(student, reference, board, goal_kind, colour, seeds):
    """A RandomPlayer makes moves that succeed on the board, and never passes."""
    # spec 8.2, 15.3-3, 15.3-6, 15.3-9
    valid = valid_moves(reference, goal_kind, colour, board)
    for move in some(moves, student, goal_kind, colour, board, seeds, spares=False):
        must_be_valid(valid, "RandomPlayer", colour, board, move)


@check("player.random-often-valid", marks=0.5, **HIDDEN)
def test_random_often_valid(student, reference):
    """In many turns, too, all moves of a RandomPlayer succeed on the board."""
    # spec 8.2, 15.3-3, 15.3-6, 15.3-9
    # On a board of its goal's colour paint never succeeds. A player that judges paint by another colour paints there in
    # 7 turns of 100 at least, and escapes all turns twice in a thousand times. Another check grades a player that draws
    # without end there.
    for board, seeds, calls in ((VARIED, range(MANY[0]), 0), (OWN, range(80), PATIENCE)):
        valid = valid_moves(reference, "BlobGoal", 3, board)
        turns = answers(student, "RandomPlayer", 0, "BlobGoal", 3, board, list(seeds), 0, calls)
        found_moves = [None if has_raised(answer) else answer["move"] for answer in turns]
        whole = [move for move in found_moves if isinstance(move, list) and len(move) == 4]
        for move in whole:
            must_be_valid(valid, "RandomPlayer", 3, board, move)
        if board is VARIED and not has_a_move(whole):
            raised_again(student, "RandomPlayer", 0, "BlobGoal", 3, board, seeds, turns)
            none_at_all("RandomPlayer", board, len(seeds))


@check("player.random-own-block", marks=1, **HIDDEN)
@given(board=COMMON, goal_kind=KINDS, seeds=SEEDS)
def test_random_own_block(student, board, goal_kind, seeds):
    """A RandomPlayer makes moves, and their blocks are those of the board itself, not of a copy."""
    # spec 8.2, 15.3-5
    for move in some(moves, student, goal_kind, 3, board, seeds, has_a_move):
        own_block("RandomPlayer", board, move)
    # the blocks of an earlier turn are no longer on the board; every move before is one of the first turn
    earlier = next(other for other in WITHOUT if other["max_depth"] == board["max_depth"])
    for answer in answers(
        student, "RandomPlayer", 0, goal_kind, 3, board, seeds[:2], 0, 0, earlier
    ):
        move = None if has_raised(answer) else answer["move"]
        if isinstance(move, list) and len(move) == 4 and move[2] is None:
            fail(
                "RandomPlayer.generate_move returns, in its second turn, a move whose block is not a block of the "
                "board as it is then.",
                [shown_board("board", board), value("action and number", move[:2])],
            )


@check("player.random-keeps-board", marks=0.5, **HIDDEN)
@given(board=COMMON, goal_kind=KINDS, seeds=SEEDS)
def test_random_keeps_board(student, board, goal_kind, seeds):
    """A RandomPlayer finds moves, and does not change the board when it looks for them."""
    # spec 8.2

    def enough(replies):
        return has_a_move([answer["move"] for answer in replies])

    for answer in some(answered, student, goal_kind, 3, board, seeds, enough):
        board_kept("RandomPlayer", board, answer)


VARIED = whole((0, 1, 2, 2), 2)
"""A board on which all kinds of moves but a smash succeed for a goal of Daffodil Delight."""
MANY, KINDS_DUE = (60, 400), 3
"""Numbers of turns of a random player, tried in order; kinds of moves it has to show. A right player that first draws a
block, and paints if it is a cell, shows fewer in 60 turns once in a thousand times."""


@check("player.random-variety", marks=1.5, **HIDDEN)
def test_random_variety(student):
    """A RandomPlayer chooses among all kinds of moves, and blocks of different levels and places."""
    # spec 14.8-1, 15.3-4, 15.3-17, 16: a loose test, because players may draw moves in any way
    board = VARIED
    kinds, levels, quarters = set(), set(), set()
    for number in MANY:
        for move in some(moves, student, "BlobGoal", 3, board, list(range(number))):
            action, _number, path = judged(move)
            if isinstance(action, str) and isinstance(path, list):
                kinds.add(action)
                levels.add(len(path))
                quarters.update(path[:1])
        if len(levels) >= 2 and len(quarters) >= 2 and len(kinds) >= KINDS_DUE:
            return
    times = f"RandomPlayer.generate_move, called {MANY[-1]} times, chooses"
    shown = [shown_board("board", board)]
    if levels == {0}:
        fail(f"{times} the whole board every time.", shown)
    if len(levels) < 2:
        fail(f"{times} blocks of one level only.", [*shown, value("levels", sorted(levels))])
    if len(quarters) < 2:
        fail(
            f"{times} blocks in one quarter of the board only.",
            [*shown, value("quarter", CORNERS[quarters.pop()])],
        )
    if len(kinds) < KINDS_DUE:
        fail(f"{times} too few kinds of moves.", [*shown, value("kinds", sorted(kinds))])


def stops_by_itself(student, kind, difficulty, goal_kind, colour, board, crashes):
    """Return whether the player raises (*crashes*) or returns None now and then, whatever its draws.

    Another check grades that. Fails if it never returns a move.
    """
    seeds = list(range(40))
    given = answers(student, kind, difficulty, goal_kind, colour, board, seeds)
    sound = [answer for answer in given if not has_raised(answer)]
    if not any(is_attempt(answer["move"]) for answer in sound):
        raised_again(student, kind, difficulty, goal_kind, colour, board, seeds, given)
        none_at_all(kind, board, len(seeds))
    return len(sound) < len(given) if crashes else any(answer["move"] is None for answer in sound)


@check("player.draws-on-the-board", marks=0.5, **HIDDEN)
def test_draws_on_the_board(student):
    """Both computer players make a move also when randint gives its upper bound a few times."""
    # spec 2, 8.2, 15.3-17: the last pixel of a board is size - 1, but some players also draw size
    board = WITHOUT[0]
    for kind, difficulty in (("RandomPlayer", 0), ("SmartPlayer", 2)):
        play = (student, kind, difficulty, "BlobGoal", 3, board)
        for high in (0, 1, 2, 3, 6):
            got = answers(*play, list(range(4)), high)
            crashes = any(map(has_raised, got))
            if not crashes and any(
                is_attempt(answer["move"]) for answer in got
            ):  # a smart player may pass
                continue
            if stops_by_itself(*play, crashes):
                break
            raised_again(*play, range(4), got, high)
            fail(
                f"{kind}.generate_move returns no move when the first {high} draws of random.randint(a, b) give b.",
                [shown_board("board", board)],
            )


@check("player.smart-turn", marks=0.5, **HIDDEN)
def test_smart_turn(student):
    """A SmartPlayer waits for a click, answers once, and waits for the next click."""
    # spec 8.2, 15.3-7, 15.3-10
    takes_turns(student, "SmartPlayer", 1)


@check("player.smart-pass", marks=1, **HIDDEN)
def test_smart_pass(student):
    """A SmartPlayer passes if no move can raise its score, but it does not always pass."""
    # spec 16 (a), 15.3-11, 15.3-16
    for depth, goal_kind, colour, difficulty, seeds in (
        (2, "BlobGoal", 1, 6, [1, 2]),
        (2, "PerimeterGoal", 3, 6, [1, 2]),
        (3, "PerimeterGoal", 0, 2, [1]),
        (3, "BlobGoal", 2, 2, [1]),
    ):
        board = whole([colour] * 4, depth)
        found_moves = moves(student, "SmartPlayer", difficulty, goal_kind, colour, board, seeds)
        if len(found_moves) < len(seeds):
            fail(
                "SmartPlayer.generate_move returned None instead of a pass.",
                [shown_board("board", board)],
            )
        for move in found_moves:
            if not is_pass(move) or judged(move)[2] is None:
                fail(
                    "SmartPlayer.generate_move should pass, as ('pass', None, board), where the whole board has the "
                    f"colour of its {goal_kind}.",
                    [shown_board("board", board), SHOWING.move("its move", judged(move))],
                )
    must_move(student)


def must_move(student):
    """Fail if a SmartPlayer passes every time on a board on which many moves gain, or moves without trying any move.

    Other checks grade its choice.
    """
    board, found = FULL[1], []
    for move, _scored, tried in trials(student, 10, "PerimeterGoal", 1, board, list(range(4))):
        if isinstance(move, list) and len(move) == 4 and not is_pass(move):
            found.append(bool(tried))
    if not found:
        fail(
            "SmartPlayer.generate_move, with the difficulty 10 and a PerimeterGoal for "
            f"{SHOWING.colour_name(1)}, called 4 times, passes every time, where many moves raise its score.",
            [shown_board("board", board)],
        )
    if not any(found):
        never_tries(board)


FULL = tuple(
    map(
        wide,
        (
            draw.board_of([[0, 1, 2, 3]] * 4, 2),
            draw.board_of([[0, 1, 1, 3], [2, 2, 0, 1], [3, 0, 1, 2], [1, 3, 3, 0]], 2),
            draw.board_of(
                [
                    [[0, 1, 2, 2], [3, 1, 0, 2], [1, 1, 3, 0], [2, 0, 1, 3]],
                    [1, 0, [2, 2, 0, 1], 3],
                    [2, [1, 0, 0, 3], 3, 1],
                    [3, 0, 2, 1],
                ],
                3,
            ),
        ),
    )
)
INNERMOST = wide(
    draw.board_of(
        [
            [
                [1 if index == (quad + 2) % 4 else cell for index, cell in enumerate(four)]
                for quad in range(4)
            ]
            for four in ([0, 2, 3, 2], [2, 3, 0, 3], [3, 0, 2, 0], [0, 3, 2, 3])
        ],
        3,
    )
)
"""Real Red fills the innermost two by two cells of each quarter, and is nowhere else.

Paint on any cell raises the perimeter score of this cell alone. It raises that of the board only at the border.
"""
GOALS = (("BlobGoal", 1), ("PerimeterGoal", 2), ("PerimeterGoal", 0))
CASES = (
    *((board, *goal) for board in FULL[:2] for goal in GOALS),
    (FULL[2], *GOALS[1]),
    (INNERMOST, "PerimeterGoal", 1),
)
LOPSIDED = (
    (draw.board_of([1, [0, 0, 1, 1], 1, 0], 2), 1, 4, 12),
    (draw.board_of([[3, 1, 0, 1], [1, 3, 2, 2], [0, 1, 1, 0], [1, 2, 2, 2]], 2), 2, 4, 6),
    (draw.board_of([1, [2, 1, 2, 1], [0, 2, 0, 1], 0], 2), 2, 2, 5),
    (draw.board_of([1, 0, [0, 1, 1, 0], [1, 0, 0, 0]], 2), 0, 6, 4),
    (draw.board_of([[0, 0, 0, 1], [1, 1, 1, 1], [0, 1, 1, 0], [1, 0, 0, 1]], 2), 0, 4, 2),
)
"""Board, colour of a PerimeterGoal, difficulty, and number of plays, for which a move that is not the reported one gains.

Each wrong trial (spec 15.3-13, 15.3-14) that has an exemplar shows there in 10 to 50 of 100 plays. So it escapes all
plays of GAINS in fewer than one of 100 cases.
"""
GAINS = (
    *((*case, 4, range(2)) for case in CASES),
    *(
        (wide(board), "PerimeterGoal", colour, difficulty, range(plays))
        for board, colour, difficulty, plays in LOPSIDED
    ),
)
"""Board, kind and colour of the goal, difficulty, and seeds, for which many moves gain."""
ANY = (("BlobGoal", 1), ("PerimeterGoal", 0), ("BlobGoal", 3))
MIXED_PLAYS = tuple((board, *goal, 2, range(1)) for board in MIXED for goal in ANY)
SPECIAL_PLAYS = tuple(
    (board, *ANY[number % 3], 1, range(2)) for number, board in enumerate(SPECIAL)
)


def smart(student, find, plays, spares=False):
    """Yield [board, kind and colour of the goal, result of *find* (answered or moves)] for each play of a SmartPlayer.

    spares: see answered. Checks that begin with the same calls share them; together they cost a program no more than the longest check.
    """
    for board, goal_kind, colour, difficulty, seeds in plays:
        result = find(
            student, "SmartPlayer", difficulty, goal_kind, colour, board, list(seeds), spares
        )
        yield board, goal_kind, colour, result


def smart_where_it_moves(student, find, more=(), spares=True):
    """Yield the results of :func:`smart` for ``GAINS``, then *more*; fail in between if the player only passes.

    Other checks grade whether a player that moves has tried the moves.
    """
    moves_made = False
    for board, goal_kind, colour, found_results in smart(student, find, GAINS, spares):
        moves_made = moves_made or any(is_move(result) for result in found_results)
        yield board, goal_kind, colour, found_results
    if not moves_made:
        must_move(student)
    yield from smart(student, find, more, spares)


def is_move(result):
    """Return whether a result of *moves* or *answered* is meant as a move other than a pass."""
    move = result["move"] if isinstance(result, dict) and "move" in result else result
    return is_attempt(move) and not is_pass(move)


@check("player.smart-improves", marks=1, **HIDDEN)
def test_smart_improves(student, reference):
    """A SmartPlayer finds moves that raise its score on the whole board, and makes no others."""
    # spec 16 (c), 15.3-11, 15.3-13, 15.3-14
    better = 0
    for board, goal_kind, colour, made in smart(student, moves, GAINS, spares=True):
        present, valid = reference.valid_moves(tree(board), goal_kind, colour)
        for move in made:
            score = next((after for *known, after in valid if known == judged(move)), None)
            if score is None:  # a pass; or an invalid move, which smart-valid grades
                continue
            if score <= present:
                fail(
                    f"SmartPlayer.generate_move returns a move that does not raise the score of its {goal_kind} "
                    f"for {colour_name(colour)}.",
                    [
                        shown_board("board", board),
                        SHOWING.move("its move", judged(move)),
                        value("score before", present),
                        value("score afterwards", score),
                    ],
                )
            better += 1
    if not better:
        list(smart(student, moves, GAINS))
        fail(
            "SmartPlayer.generate_move never finds a move that raises the score, on boards where many do.",
            [shown_board("one of them", FULL[1])],
        )


DISTINCT = wide(draw.board_of([[0, 1, 2, 3], [3, 0, 1, 2], [1, 3, 0, 2], [2, 3, 1, 0]], 2))
"""A board on which no two turns or swaps have the same effect."""


def where_candidates_are_counted():
    """Return difficulty, kind and colour of the goal, board, and seeds.

    Two checks begin with these calls, so the calls are made once.
    """
    return [(difficulty, "PerimeterGoal", 1, DISTINCT, range(4)) for difficulty in (3, 8, 15)]


RING = wide(
    draw.board_of(
        [[0 if index == (quarter + 2) % 4 else 1 for index in range(4)] for quarter in range(4)], 2
    )
)
"""A board with Real Red all around: no PerimeterGoal can score more."""


def candidates_with_second_turns():
    """Return [arguments of :func:`trials`, words for a message] of all plays where candidates are counted.

    Those at the end are second turns of players whose goal had the highest score in the first. A game has several turns
    and players, and each move starts from the board as it is then (spec 6.2).
    """
    plays = [([*play, list(seeds)], "") for *play, seeds in where_candidates_are_counted()]
    second = ", in its second turn in a game with a player of difficulty 1,"
    return [*plays, ([8, "PerimeterGoal", 1, DISTINCT, list(range(4)), tree(RING)], second)]


MOST_STARTS = 1000
"""Different boards from which a player may go on, without taking its moves back, in all of its turns in a call."""


def trials(student, difficulty, goal_kind, colour, board, seeds, *earlier):
    """Return for each seed the move, all scored cells, and those of them that a valid move produces, whole or in part.

    The move may start from the board, or from the cells scored before, because another check grades changes of the
    board itself. earlier: the tree of the board of an earlier turn, if these are second turns.
    """
    got = student.smart_trials(difficulty, goal_kind, colour, tree(board), seeds, *earlier)
    if not isinstance(got, list) or len(got) != len(seeds):
        fail("The answer does not have the form of an answer.", [value("got", got)])
    present, found = json.dumps(board["cells"]), []
    one_move = {present: judged_moves.OneMove(board, colour, board["cells"])}
    for answer in got:
        told(answer, "move", "scored")
        if not isinstance(answer["scored"], list):
            fail(
                "The answer does not have the form of an answer.", [value("got", answer["scored"])]
            )
        tried, before = [], present
        for cells in answer["scored"]:
            if before not in one_move and len(one_move) < MOST_STARTS:
                one_move[before] = judged_moves.OneMove(board, colour, json.loads(before))
            if any(
                one_move[start].leads_to(cells) for start in (present, before) if start in one_move
            ):
                tried.append(cells)
            before = (
                json.dumps(cells) if judged_moves.is_cells(cells, board["max_depth"]) else present
            )
        found.append((answer["move"], answer["scored"], tried))
    return found


@check("player.smart-best", marks=1, **HIDDEN)
def test_smart_best(student):
    """A SmartPlayer tries moves, and makes the best of them."""
    # spec 8.2: decided by turns and swaps, because no penalty can be subtracted for them. Other checks grade that it
    # scores the whole board, tries each move separately, and returns a move that it tried.
    compared = 0
    # The last of the moves that gain, instead of the best, shows in 5, 19 and 27 of 100 plays where candidates are
    # counted, and in 41 of 100 of the others: it escapes four times in a thousand.
    more = ([12, "PerimeterGoal", 3, FULL[1], list(range(6))], "")
    for play, when in (*candidates_with_second_turns(), more):
        _difficulty, goal_kind, colour, board = play[:4]
        present = judged_moves.score(board, board["cells"], goal_kind, colour)
        free = judged_moves.all_after(board, colour, judged_moves.SHIFTS)
        each = [board["cells"], *judged_moves.all_after(board, colour)]
        for move, scored, tried in trials(student, *play):
            if not isinstance(move, list) or len(move) != 4:
                continue
            compared += len(tried)
            if any(cells not in each for cells in scored):
                continue
            made = (
                board["cells"]
                if is_pass(move)
                else judged_moves.after(board, *judged(move), colour)
            )
            if made not in scored and not is_pass(move):
                continue
            best = max(
                (judged_moves.score(board, c, goal_kind, colour) for c in free if c in scored),
                default=present,
            )
            got = judged_moves.score(board, made, goal_kind, colour)
            if got < best:
                fail(
                    f"SmartPlayer.generate_move{when} does not return the best of the moves it tried, for a {goal_kind} of "
                    f"{colour_name(colour)}.",
                    [
                        shown_board("board", board),
                        value("score before", present),
                        value("best score among the turns and swaps it tried", best),
                        SHOWING.move("its move", judged(move)),
                        value("score after that move", got),
                    ],
                )
    if not compared:
        never_tries(DISTINCT)
    must_combine(student)


def merging():
    """Return a board on which a combine of any quarter gains 2 for a blob of Daffodil Delight; paint gains 1 at most, and no
    other move gains anything.
    """
    return wide(draw.board_of([[0, 1, 3, 3], [2, 0, 3, 3], [3, 3, 1, 2], [3, 3, 2, 1]], 2))


def must_combine(student):
    """Fail if a SmartPlayer never combines where that is best, though it makes moves that gain less.

    A combine is one candidate of 22 or more often, for every way to draw moves (spec 14.8-1): a right player makes none in 36
    turns of 24 candidates once in 10 to the 18. One that only passes there, or makes a move that gains nothing, is graded
    by other checks.
    """
    board = merging()
    present, made = judged_moves.score(board, board["cells"], "BlobGoal", 3), []
    for seeds in (range(4), range(4, 36)):
        made += filter(
            is_move,
            moves(student, "SmartPlayer", 24, "BlobGoal", 3, board, list(seeds), spares=True),
        )
        boards = [judged_moves.after(board, *judged(move), 3) for move in made]
        gains = [cells and judged_moves.score(board, cells, "BlobGoal", 3) for cells in boards]
        if not made or any(gain != present + 1 for gain in gains):
            return
    fail(
        f"SmartPlayer.generate_move, called 36 times at difficulty 24, never combines a block, where that raises the "
        f"score from {present} to {present + 2}, and any other move by 1 at most.",
        [shown_board("board", board, "; the goal: a blob of Daffodil Delight")],
    )


def never_tries(board):
    """Fail, because no move was tried."""
    fail(
        "SmartPlayer.generate_move never asks its goal for the score of a board on which it has tried a valid move.",
        [shown_board("a board", board)],
    )


def is_part(cells, depth):
    """Return whether *cells* are less than a whole board of unit cells of that depth, or no board at all."""
    return not judged_moves.is_cells(cells, depth) or laws.depth(cells) < depth


def painted_otherwise(board, cells, colour):
    """Return the name of a colour but *colour* in which one cell of *board* is painted in *cells*; None if there is none."""
    for path in paths(board["cells"]):
        new = at(cells, path) if len(path) == board["max_depth"] else None
        is_other = type(new) is int and new not in (colour, cells_at(board, path))
        if is_other and laws.with_cells(board["cells"], path, new) == cells:
            return colour_name(new)
    return None


def candidates_tried(student):
    """Yield the arguments of :func:`trials`, words for a message, all scored cells, and those of moves, for each play."""
    for play, when in candidates_with_second_turns():
        for _move, scored, valid in trials(student, *play):
            if not scored:
                never_tries(DISTINCT)
            of_parts = any(is_part(cells, DISTINCT["max_depth"]) for cells in scored)
            # another check grades scores of parts
            yield play, when, scored, scored if of_parts else valid


def remembers_scores(plays):
    """Return whether a player seems to keep its scores, so that a candidate drawn again is not scored again.

    plays: the difficulty, and the cells of the moves tried, of each play. Candidates may repeat (spec 14.8-4), and how
    often a board is scored is free (14.8-5). Such a player scores no board twice in a play; it tries half as many as
    its difficulties say, and at each of them a third; it tries more at the greatest than at the least; and what it
    tries is not the same in all plays.
    """
    number: dict[int, list[int]] = {}
    for difficulty, tried in plays:
        number.setdefault(difficulty, []).append(len(set(map(repr, tried))))
    if any(len(set(map(repr, tried))) < len(tried) for _difficulty, tried in plays):
        return False
    means = {difficulty: sum(each) / len(each) for difficulty, each in number.items()}
    every = {repr(cells) for _difficulty, tried in plays for cells in tried}
    return (
        2 * sum(map(sum, number.values())) >= sum(difficulty for difficulty, _tried in plays)
        and all(3 * mean >= difficulty for difficulty, mean in means.items())
        and means[max(means)] >= 1.5 * means[min(means)]
        and len(every) > max(map(max, number.values()))
    )


def with_paint_not_made(plays):
    """Return *plays* of :func:`candidates_tried` in which boards like that at the start are moves, too, if paint never is.

    A player that chooses paint, and scores a board without it, is graded by smart-paints.
    """
    every = [cells for *_play, tried in plays for cells in tried]
    paint = judged_moves.all_after(DISTINCT, plays[0][0][2], judged_moves.PAINT)
    if not every or any(cells in paint for cells in every):
        return plays
    return [
        (play, when, scored, tried + [cells for cells in scored if cells == DISTINCT["cells"]])
        for play, when, scored, tried in plays
    ]


def boards_in_words(number):
    """Return a number of boards in words."""
    return "no board" if number == 0 else "only 1 board" if number == 1 else f"only {number} boards"


def others_scored(board, scored, tried):
    """Return how many of the boards *scored* are none of those tried, by what they are."""
    same = sum(cells == board["cells"] for cells in scored)
    parts = [cells for cells in scored if cells not in tried and cells != board["cells"]]
    return f"{same} like the board at the start, {len(parts)} that no valid move of it gives"


@check("player.smart-candidates", marks=1, **HIDDEN)
def test_smart_candidates(student):
    """A SmartPlayer tries as many valid moves as its difficulty says, and not the same ones every time."""
    # spec 8.2, 15.3-15; only too few are a fault, because further calls of score are free (spec 14.8-5)
    plays = with_paint_not_made(list(candidates_tried(student)))
    remembers = remembers_scores([(play[0], tried) for play, _when, _scored, tried in plays])
    seen, most = set(), 0
    for (difficulty, _goal_kind, colour, *_rest), when, scored, tried in plays:
        if len(tried) < difficulty and not remembers:
            shown = [shown_board("board", DISTINCT), value("valid moves that it tried", len(tried))]
            other = next(
                filter(None, (painted_otherwise(DISTINCT, cells, colour) for cells in scored)), None
            )
            if other:
                fail(
                    f"A SmartPlayer tries to paint a cell {other}, but its moves paint in the colour of its goal, "
                    f"{colour_name(colour)}.",
                    shown,
                )
            fail(
                f"A SmartPlayer of difficulty {difficulty}{when} scores {boards_in_words(len(tried))} after a single valid move of the "
                f"board that it was given, not {difficulty}.",
                [
                    shown_board("board", DISTINCT),
                    value("difficulty", difficulty),
                    value("boards scored after one valid move", len(tried)),
                    value("other boards scored", others_scored(DISTINCT, scored, tried)),
                ],
            )
        most = max(most, len(set(map(repr, tried))))
        seen.update(map(repr, tried))
    if (
        len(seen) <= most and most > 8
    ):  # moves of the whole board alone, which other checks grade, are fewer
        fail("A SmartPlayer tries the same moves every time.", [shown_board("board", DISTINCT)])


TIED = whole((0, 1, 0, 1), 2)
"""No Daffodil Delight, and nothing can be combined: only paint raises the score of a BlobGoal, from 0 to 1.

36 moves are valid, so that a player that insists on different candidates finds 24 (spec 14.8-4).
"""


def painted(student, difficulty, seeds):
    """Return how many of a SmartPlayer's moves on ``TIED`` are paint that it has tried, and how many moves it tried."""
    count = effort = 0
    for move, scored, tried in trials(student, difficulty, "BlobGoal", 3, TIED, list(seeds)):
        effort += len(tried)
        if isinstance(move, list) and len(move) == 4 and move[0] == "paint":
            now = judged_moves.after(TIED, *judged(move), 3)
            count += now is not None and (
                now in scored or 3 in scored
            )  # 3: only the cell, which other checks grade
    return count, effort


def painted_at_first(student):
    """Return these numbers for six moves at difficulty 24. Two checks begin with these calls, so they are made once."""
    return painted(student, 24, range(6))


@check("player.smart-paints", marks=1, **HIDDEN)
def test_smart_paints(student):
    """A SmartPlayer ignores the cost of a move: it paints if that is the only way to gain a point."""
    # spec 16 (b), 15.3-12. For every way to draw moves (14.8-1), more than one in thirteen is paint. So paint is among
    # 24 candidates in 85 of 100 moves, and a right player fails once in 18 million times. Nearly all players paint at
    # least 4 times of 6; they need no further calls.
    count, _effort = painted_at_first(student)
    if count >= 4:
        return
    count += painted(student, 24, range(6, 12))[0]
    if count >= 5:
        return
    count += painted(student, 24, range(12, 24))[0]
    if count < 10:
        fail(
            f"SmartPlayer.generate_move, at difficulty 24, finds the only way to gain a point, which is to paint any "
            f"cell, {count} times of 24; {24 - count} times it does something else or passes.",
            [shown_board("board", TIED, "; the goal: a blob of Daffodil Delight")],
        )


def gains_more(at_one, at_many, part):
    """Return whether *at_many* is at least *part* of the way from *at_one* to the share expected at difficulty 24.

    False if *at_one* is 0 or 1.
    """
    due = 1 - (1 - at_one) ** 24
    return 0 < at_one < 1 and at_many >= at_one + part * (due - at_one)


@check("player.smart-difficulty", marks=0.5, **HIDDEN)
def test_smart_difficulty(student):
    """A SmartPlayer finds a gain far more often at difficulty 24 than at 1."""
    # spec 14.8-5, 15.3-15. The share of paint depends on how a player draws moves, which is free (14.8-1). Difficulty 1
    # shows this share. The chance that 24 candidates contain paint follows from it, and the threshold lies between the
    # two. In the first round it is near the second value. A player below it plays a second round, and passes from a
    # third of the way on. If one move in 13 is paint, a right player fails once in a million (too rarely at 24); if
    # more are, never. A player that never gains at difficulty 1, and does at 24, passes, too: one that always tries a
    # single move does so once in 14,000 times. The shares of a player that tries some other fixed number would be near
    # those of a right one; but it tries as many moves at 1 as at 24.
    times, often = 6, 24
    (many, tried_at_24), (few, tried_at_1) = (
        painted_at_first(student),
        painted(student, 1, range(24)),
    )
    if 0 < tried_at_24 * often <= 2 * tried_at_1 * times:
        fail(
            "SmartPlayer.generate_move tries hardly more moves at difficulty 24 than at difficulty 1.",
            [
                shown_board("board", TIED),
                value(f"moves tried in {often} turns at difficulty 1", tried_at_1),
                value(f"moves tried in {times} turns at difficulty 24", tried_at_24),
            ],
        )
    if gains_more(few / often, many / times, 4 / 5):
        return
    times, often = 20, 120
    many, few = (
        many + painted(student, 24, range(6, 20))[0],
        few + painted(student, 1, range(24, 120))[0],
    )
    if gains_more(few / often, many / times, 1 / 3):
        return
    shown = [
        shown_board("board", TIED, "; the goal: a blob of Daffodil Delight; only paint gains"),
        value(f"gains at difficulty 1, of {often}", few),
        value(f"gains at difficulty 24, of {times}", many),
    ]
    if not few:
        if not many:  # this shows nothing; smart-paints grades that it never paints
            must_move(student)
        return
    if few == often:
        fail(
            "SmartPlayer.generate_move finds the only gain at difficulty 1 every time: that is too often.",
            shown,
        )
    fail(
        "SmartPlayer.generate_move gains at difficulty 24 hardly more often than at difficulty 1.",
        shown,
    )


@check("player.smart-valid", marks=0.5, **HIDDEN)
def test_smart_valid(student, reference):
    """A SmartPlayer makes moves that succeed on the board, and does not always pass."""
    # spec 8.2, 15.3-3, 15.3-6
    for board, goal_kind, colour, made in smart_where_it_moves(
        student, moves, MIXED_PLAYS + SPECIAL_PLAYS, False
    ):
        valid = valid_moves(reference, goal_kind, colour, board)  # also if the reference passes
        for move in made:
            if not is_pass(move):
                must_be_valid(valid, "SmartPlayer", colour, board, move)


@check("player.smart-own-block", marks=1, **HIDDEN)
def test_smart_own_block(student):
    """A SmartPlayer makes moves, and their blocks are those of the board itself, not of a copy."""
    # spec 8.2, 15.3-5
    for board, _goal_kind, _colour, made in smart_where_it_moves(student, moves):
        for move in made:
            own_block("SmartPlayer", board, move)


@check("player.smart-keeps-board", marks=0.5, **HIDDEN)
def test_smart_keeps_board(student):
    """A SmartPlayer makes moves, and does not change the board when it tries them."""
    # spec 8.2, 15.3-16
    for board, _goal_kind, _colour, replies in smart_where_it_moves(student, answered, MIXED_PLAYS):
        for answer in replies:
            board_kept("SmartPlayer", board, answer)
