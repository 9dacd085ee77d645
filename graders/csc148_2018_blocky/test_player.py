"""Checks of player.py that students may run: the displays and the move of a computer player's turn.

The players get a goal of the driver, which scores every board by its cells. So the judge knows the best move (spec 13).
"""

from __future__ import annotations

from graders.blocky import strategies as draw
from graders.blocky.board import where
from graders.blocky.layout import tree
from graders.blocky.relations import is_move, is_smash
from graders.blocky.showing import told
from graders.csc148_2018_blocky.showing import shown_board, shown_cells
from graders.harness import check, fail, value

ALONE = ("own", "only-player")
WIDE = 768
"""A width near that of the game's board, because players may draw locations up to BOARD_WIDTH, but one that can be
halved exactly (spec 9.1, 9.8)."""


def wide(cells, max_depth):
    """Return a board for players."""
    return dict(draw.board_of(cells, max_depth), size=WIDE)


CELLS = wide([[0, 1, 2, 3], [3, 0, 1, 2], [1, 3, 0, 2], [2, 3, 1, 0]], 2)
"""A board of unit cells on which no two moves have the same effect."""
MIXED = wide([[0, 1, 2, 3], 2, [1, [3, 0, 2, 1], 0, 2], 1], 3)
BOARDS = (CELLS, MIXED)
TURNS = {"RandomPlayer": list(range(20)), "SmartPlayer": list(range(6))}
"""Seeds: enough that a player that chooses any block, even a leaf, changes something but once in 500,000 times."""
NUMBER = 1
"""The id of the player in this turn."""
LENGTHS = {"move": 5, "score": 3, "wait": 2, "draw": 6}


STARTS = {"RandomPlayer": (1,), "SmartPlayer": (1, 100)}
"""Scores of the board at first, tried in order until the player changes something. A smart player that makes the best of
its moves changes the board if it is worth less than all others; one that makes the worst, if it is worth more."""


def took(student, reference, kind, difficulty, board, seeds, start=1, salt=1, lasting=False):
    """Return the reports of a turn on *board* for each seed; fail unless the answer has the right form.

    start: score of the board at first; salt: determines the scores of all other boards (2 to 91; None: all are 0).
    Each turn has a new player and a new board. lasting: all turns have one player and one board, which is restored.
    """
    tables, before = reference.tables(board["max_depth"], board["size"]), tree(board)
    got = student.turns(
        kind, difficulty, before, seeds, start, salt, tables, *([True] if lasting else [])
    )
    if not isinstance(got, list) or len(got) != len(seeds):
        fail("The answer does not have the form of an answer.", [value("got", got)])
    for answer in got:
        told(answer, "result", "log", "delay", "board", "lit")
        log = answer["log"]
        if not isinstance(log, list) or not all(is_event(event) for event in log):
            fail("The answer does not have the form of an answer.", [value("got", log)])
        answer["board"] = reported(answer["board"], board)
        for event in log:
            if event[0] == "draw":
                event[4] = reported(event[4], board)
    return got


def each_turn(student, reference, kind, difficulty):
    """Yield the board and the report of turns on all boards, for each of STARTS until a turn has changed a board."""
    for start in STARTS[kind]:
        changed = False
        for board in BOARDS:
            for answer in took(student, reference, kind, difficulty, board, TURNS[kind], start):
                changed = changed or answer["board"] != board["cells"]
                yield board, answer
        if changed:
            return


def reported(cells, board):
    """Return the reported cells, in which None stands for those of *board*; fail unless they have the right form."""
    if cells is None:
        return board["cells"]
    if not is_cells(cells):
        fail("The answer does not have the form of an answer.", [value("got", cells)])
    return cells


def is_cells(cells):
    """Return whether *cells* is a colour, a list of four cells, or a text on a fault."""
    if isinstance(cells, list):
        return len(cells) == 4 and all(map(is_cells, cells))
    return isinstance(cells, str) or type(cells) is int


def is_event(event):
    """Return whether *event* has the form of an event."""
    return (
        isinstance(event, list)
        and bool(event)
        and isinstance(event[0], str)
        and len(event) == LENGTHS.get(event[0])
        and (event[0] != "move" or isinstance(event[1], str))
        and (event[0] not in ("move", "score") or is_path(event[-1]) or event[-1] is None)
        and (event[0] != "move" or is_path(event[3]) or event[3] is None)
    )


def is_path(path):
    """Return whether *path* is the path of a block."""
    return isinstance(path, list) and all(type(index) is int and 0 <= index < 4 for index in path)


def events(answer, kind):
    """Return the log's events of one kind, without that word."""
    return [event[1:] for event in answer["log"] if event[0] == kind]


def became(label, board, cells):
    """Return an exhibit of the cells that *board* has now."""
    return shown_cells(label, cells, board["max_depth"])


def drawings(kind, board, answer):
    """Return all drawings; fail if there is none.

    Each is [id, whether it is the board itself, highlighted paths, cells, whether positions are those of the start].
    """
    found = events(answer, "draw")
    if not found:
        fail(f"{kind}.make_move never draws the board.", [shown_board("board", board)])
    return found


def shows_choice(student, reference, kind, difficulty):
    """Fail unless a player shows the chosen block, and no block is highlighted in the end."""
    changes = 0
    for board, answer in each_turn(student, reference, kind, difficulty):
        changes += answer["board"] != board["cells"]
        lit = drawings(kind, board, answer)[0][2]
        if lit == []:
            fail(
                f"{kind}.make_move highlights no block when it first draws the board.",
                [shown_board("board", board)],
            )
        if not isinstance(lit, list) or len(lit) != 1:
            fail(
                f"{kind}.make_move should highlight one block, the chosen one, when it first draws the board.",
                [shown_board("board", board), value("places of highlighted blocks", lit)],
            )
        if answer["lit"] != []:
            fail(
                f"{kind}.make_move leaves a block highlighted.",
                [shown_board("board", board), value("places of such blocks", answer["lit"])],
            )
    if not changes:
        fail(
            f"{kind}.make_move highlights blocks, but never does anything to one.",
            [shown_board("a board", CELLS)],
        )


def draws_result(student, reference, kind, difficulty):
    """Fail unless a player draws the board before the move, and after it, with its own id.

    It may clear the highlight after the last drawing (spec 9.8); another check grades that it does.
    """
    changes = 0
    for board, answer in each_turn(student, reference, kind, difficulty):
        shown = drawings(kind, board, answer)
        first, last = shown[0], shown[-1]
        for drawing in shown:
            if drawing[:2] != [NUMBER, True]:
                fail(
                    f"{kind}.make_move should draw the board it was given, with the player's id, which is {NUMBER} here.",
                    [
                        value("id", drawing[0]),
                        value("is it the board that was given?", drawing[1]),
                    ],
                )
        if len(shown) < 2:
            fail(f"{kind}.make_move draws the board only once.", [shown_board("board", board)])
        if last[3] != answer["board"]:
            fail(
                f"{kind}.make_move should draw the board after its move.",
                [
                    became("last drawing", board, last[3]),
                    became("board afterwards", board, answer["board"]),
                ],
            )
        changes += last[3] != first[3]
    if not changes:
        fail(
            f"{kind}.make_move never shows the board before a move and after it.",
            [shown_board("a board", CELLS)],
        )


def waits(student, reference, kind, difficulty):
    """Fail unless a player waits between its drawings and before its move, once, for TIME_DELAY of its own file."""
    # a player that leaves out moves on leaves shows its order in one turn of four at least: 20 turns miss it once in 300
    for answer in took(student, reference, kind, difficulty, CELLS, TURNS[kind]):
        drawings(kind, CELLS, answer)
        kinds = [event[0] for event in answer["log"]]
        first, last = kinds.index("draw"), len(kinds) - 1 - kinds[::-1].index("draw")
        end = last if last > first else len(kinds)
        found = [event[1] for event in answer["log"][first:end] if event[0] == "wait"]
        if answer["delay"] is None or found != [answer["delay"]]:
            fail(
                f"{kind}.make_move should wait once for TIME_DELAY milliseconds, between its two drawings.",
                [value("TIME_DELAY", answer["delay"]), value("waits between the drawings", found)],
            )
        if "move" in kinds[first:end] and "move" not in kinds[kinds.index("wait", first) : end]:
            fail(
                f"{kind}.make_move should wait before its move, not after it.",
                [shown_board("board", CELLS)],
            )
        if "wait" in kinds[end:]:
            fail(
                f"{kind}.make_move waits once more after its last drawing.",
                [shown_board("board", CELLS)],
            )


def chosen(answer):
    """Return the path of the moved block: the highlighted block, or else the block of the last logged call."""
    shown = events(answer, "draw")
    lit = shown[0][2] if shown else None
    if isinstance(lit, list) and len(lit) == 1 and is_path(lit[0]):
        return lit[0]
    calls = [event[2] for event in events(answer, "move") if event[2] is not None]
    return calls[-1] if calls else []


def makes_move(student, reference, kind, difficulty, smashes):
    """Fail unless the player changes the board only by one move of the chosen block; smashes: a smash is allowed.

    If a smart player's trials left the board in another state, which another check grades, then a move of the first
    drawn board is right, too.
    """
    moved = 0
    for board, answer in each_turn(student, reference, kind, difficulty):
        start = board["cells"]
        path, shown = chosen(answer), events(answer, "draw")
        now = answer["board"]
        bases = [start, *([] if smashes else [drawing[3] for drawing in shown[:1]])]
        moved += now != start
        legal = smashes and 0 < len(path) < board["max_depth"]
        if (
            any(is_move(base, now, path) for base in bases)
            or (now == start and smashes and not legal)
            or (legal and is_smash(start, now, path))
        ):
            continue
        which = (
            f"the {where(path)}, which it has highlighted" if shown and shown[0][2] else "one block"
        )
        fail(
            f"{kind}.make_move should do one move to {which}, and change nothing else.",
            [
                shown_board("board before", board),
                became("board afterwards", board, answer["board"]),
            ],
        )
    if not moved:
        fail(f"{kind}.make_move never changes the board.", [shown_board("a board", CELLS)])


@check("player.random-shows-choice", task="player", marks=1, variants=ALONE)
def test_random_shows_choice(student, reference):
    """A RandomPlayer highlights its chosen block before it draws the board, and removes the highlight at the end."""
    # spec 7
    shows_choice(student, reference, "RandomPlayer", 0)


@check("player.random-draws-result", task="player", marks=1, variants=ALONE)
def test_random_draws_result(student, reference):
    """A RandomPlayer draws the board before and after its move."""
    # spec 7
    draws_result(student, reference, "RandomPlayer", 0)


@check("player.random-waits", task="player", marks=0.5, variants=ALONE)
def test_random_waits(student, reference):
    """A RandomPlayer waits for TIME_DELAY between its two drawings."""
    # spec 7, 5: the submission's own TIME_DELAY
    waits(student, reference, "RandomPlayer", 0)


@check("player.random-moves", task="player", marks=2, variants=ALONE)
def test_random_moves(student, reference):
    """A RandomPlayer does one of the five actions to the chosen block, and changes nothing else."""
    # spec 7, 9.8: a player may choose to smash a block that cannot be smashed, and loses the turn; other checks grade
    # the drawings
    makes_move(student, reference, "RandomPlayer", 0, True)


@check("player.smart-shows-choice", task="player", marks=1, variants=ALONE)
def test_smart_shows_choice(student, reference):
    """A SmartPlayer highlights its chosen block before it draws the board, and removes the highlight at the end."""
    # spec 7, 10-35
    shows_choice(student, reference, "SmartPlayer", 0)


@check("player.smart-draws-result", task="player", marks=1, variants=ALONE)
def test_smart_draws_result(student, reference):
    """A SmartPlayer draws the board before and after its move."""
    # spec 7, 10-36
    draws_result(student, reference, "SmartPlayer", 0)


@check("player.smart-waits", task="player", marks=0.5, variants=ALONE)
def test_smart_waits(student, reference):
    """A SmartPlayer waits for TIME_DELAY between its two drawings."""
    # spec 7, 5
    waits(student, reference, "SmartPlayer", 0)


@check("player.smart-moves", task="player", marks=1.5, variants=ALONE)
def test_smart_moves(student, reference):
    """A SmartPlayer turns or swaps the chosen block, and changes nothing else."""
    # spec 7; other checks grade drawings, and that trials are undone
    makes_move(student, reference, "SmartPlayer", 0, False)
