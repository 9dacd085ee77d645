"""Hidden checks of answers about one board before moves and after them: none may be that of an earlier board.

A submission's own answer for a new board of the same blocks is the right one here, so that other checks grade whether
the answers and the moves are right.
"""

from __future__ import annotations

from graders.blocky.showing import on
from graders.blocky.strategies import board_of
from graders.comp250_blocky.boards import (
    answers,
    blanked,
    calling,
    colour_name,
    received,
    shown_board,
    shown_tree,
    wire,
)
from graders.comp250_blocky.test_scores import PERIMETER
from graders.harness import check, fail, text, value

BEFORE = board_of([[0, 1, 2, 3], 1, [3, 3, 0, 1], [2, 1, 1, 0]], 2)
OTHER = board_of([3, [2, 2, 3, 0], 0, [1, 0, 3, 2]], 2)
"""A board of other blocks at the same places."""
MOVES = (
    ["rotate", [], 1],
    ["reflect", [0], 0],
    ["rotate", [3], 0],
    ["smash", [2], None],
    ["reflect", [], 1],
    ["smash", [0], None],
)


def move_told(move):
    """Return a move in words."""
    method, path, direction = move
    return f"{method}({'' if direction is None else direction}) on {on(path)}"


def as_now(student, asked, call, about, points=()):
    """Fail unless a method answers for the board as it is now.

    asked: the method; call: the same with its arguments; about: what an answer holds.
    """
    with calling(
        f"{call} before {move_told(MOVES[0])} and after it",
        lambda: shown_board("board before", BEFORE),
    ):
        got = student.afterMoves(asked, wire(BEFORE), list(MOVES), wire(OTHER), list(points))
    got = [answers(each, 3) for each in answers(got, len(got) if isinstance(got, list) else 1)]
    if len({repr(due) for _mine, due, _tree in got}) < 2:
        fail(
            f"{call} returns the same for {len(got)} boards with other {about}.",
            lambda: [
                shown_board("the first board", BEFORE),
                shown_tree("the last board", blanked(received(got[-1][2]))),
            ],
        )
    if points and all(len({repr(each) for each in due}) < 2 for _mine, due, _tree in got):
        fail(f"{call} returns one block for all points.", [shown_board("the board", BEFORE)])
    for number, (mine, due, tree) in enumerate(got):
        if mine != due and (asked != "getBlocksToDraw" or sorted_parts(mine) != sorted_parts(due)):
            first = move_told(MOVES[0]) if len(got) > 2 else "a change of its blocks"
            moves = (
                "\n".join(map(move_told, MOVES[:number]))
                or "none: it is the first call on this board"
            )
            fail(
                f"{call}, called before {first} and again after it, does not return the {about} of the board as it is "
                "now: for a new board of the same blocks it returns something else.",
                lambda tree=tree, moves=moves: [
                    shown_board("board before", BEFORE),
                    text("moves, with a call before and after each", moves),
                    shown_tree("board now", blanked(received(tree))),
                ],
            )


def sorted_parts(answer):
    """Return an answer without the order of its parts."""
    return sorted(map(repr, answer)) if isinstance(answer, list) else answer


@check("draw.after-moves", task="part-1", marks=1.5, visibility="hidden")
def test_draw_after_moves(student):
    """getBlocksToDraw returns the squares of the board as it is now, also if it was called before a move."""
    # spec 3.3
    as_now(student, "getBlocksToDraw", "getBlocksToDraw()", "squares")


@check("select.after-moves", task="part-2", marks=0.5, visibility="hidden")
def test_select_after_moves(student):
    """getSelectedBlock finds the blocks of the board as it is now, also if it was called before a move."""
    # spec 3.4
    points = [[21, 11], [11, 11], [11, 21], [21, 21]]
    as_now(
        student,
        "getSelectedBlock",
        "getSelectedBlock(x, y, 1) for a point in each quarter",
        "blocks",
        points,
    )


@check("flatten.after-moves", task="part-3", marks=1, visibility="hidden")
def test_flatten_after_moves(student):
    """flatten returns the colours of the board as it is now, also if it was called before a move."""
    # spec 3.8
    as_now(student, "flatten", "flatten()", "colours")


def scores_as_now(student, reference, kind, colour=3):
    """Fail unless a goal's score is that of the board as it is now, also if the goal has scored before."""
    boards = [BEFORE, OTHER, board_of([colour] * 4, 2), board_of([0, 1, 2, colour], 1)]
    wired = [wire(board) for board in boards]
    call = f"score(board) of a {kind} for {colour_name(colour)}"
    with calling(f"{call}, for one board after the other"):
        got = student.scoresAfter(
            kind,
            wired,
            colour,
            [reference.rowsInLetters(board) for board in wired],
            [reference.groups(board, colour) for board in wired],
        )
    got = [answers(each, 2) for each in answers(got, len(boards))]
    if len({repr(due) for _mine, due in got}) < 2:
        fail(
            f"{call} is the same for {len(boards)} boards that differ.",
            lambda: [
                shown_board("the first board", boards[0]),
                shown_board("the third board", boards[2]),
                value("got", got[0][1]),
            ],
        )
    for before, board, (mine, due) in zip(boards, boards[1:], got[1:], strict=False):
        if mine != due:
            fail(
                f"{call} is {mine} if the same goal has scored another board before, but {due} for a new goal.",
                lambda board=board, before=before: [
                    shown_board("board scored before", before),
                    shown_board("board", board),
                ],
            )


@check("perimeter.after-moves", task="part-3", marks=0.5, visibility="hidden", variants=PERIMETER)
def test_perimeter_after_moves(student, reference):
    """PerimeterGoal.score is that of the board as it is now, also if the same goal has scored before."""
    # spec 3.9
    scores_as_now(student, reference, "PerimeterGoal")


@check("blob.after-moves", task="part-3", marks=0.5, visibility="hidden", variants=PERIMETER)
def test_blob_after_moves(student, reference):
    """BlobGoal.score is that of the board as it is now, also if the same goal has scored before."""
    # spec 3.11; with the own undiscoveredBlobSize, because the stand-in's does not look at the cells
    scores_as_now(student, reference, "BlobGoal")
