"""Hidden checks of game.py: the board, the colours, difficulties in their order."""

from __future__ import annotations

from itertools import pairwise

from graders.blocky.board import CHILDREN, LEVEL, MAX_DEPTH, broken, is_tree
from graders.csc148_2018_blocky.showing import SHOWING, colour_name, shown_tree
from graders.csc148_2018_blocky.test_game import ALONE, GAMES, started
from graders.harness import check, expect, fail, value

HIDDEN = {"task": "game", "visibility": "hidden", "variants": ALONE}


@check("game.renderer", marks=0.5, **HIDDEN)
def test_renderer(student, reference):
    """A game opens one window, for the number of its players."""
    # spec 8; other checks grade an exception after that
    tables = reference.tables(2, 750)
    for humans, randoms, smart in GAMES:
        what = f"Game(2, {humans}, {randoms}, {smart})"
        players = humans + randoms + len(smart)
        expect(
            student.windows(2, humans, randoms, smart, tables),
            [players],
            f"{what} should make one Renderer, for its {players} player{'s' * (players > 1)}.",
        )


@check("game.board-random", marks=1, **HIDDEN)
def test_board_random(student, reference):
    """The board of a game is random and has the requested depth."""
    # spec 8; checks of block.py grade random_init, whose stand-in chooses one of eight boards. Four games of each depth
    # are the same by chance once in 8 ** 6
    drawn = []
    for max_depth in (2, 3):
        choice = reference.random_blocks(max_depth, list(range(8)), None)[:1]
        boards = set()
        for seed in range(4):
            answer, what = started(student, reference, 1, 0, [], seed, max_depth, random=choice)
            board = answer["board"]
            if not is_tree(board) or not board[CHILDREN] or board[LEVEL] != 0:
                fail(
                    f"{what}: its board should be a whole board, divided.",
                    [value("got", broken(board) or board)],
                )
            expect(
                board[MAX_DEPTH],
                max_depth,
                f"{what}: its board has another max_depth.",
                [shown_tree("board", board)],
            )
            boards.add(repr(board))
        drawn.append(len(boards))
    if drawn == [1, 1]:
        fail("Game(...) always makes the same board.")


@check("game.goal-colours", marks=1, **HIDDEN)
def test_goal_colours(student, reference):
    """Each player's goal has a random colour of its own out of COLOUR_LIST."""
    # spec 8, 10-45: colours may be equal by chance, but not always. An index one past the end occurs for one player in
    # five, so a dozen games hardly ever miss it
    seen, same, games = set(), 0, 0
    while games < 12 or ((len(seen) < 4 or same == games) and games < 30):
        answer, what = started(student, reference, 1, 2, [0], games)
        games += 1
        colours = [player[3] for player in answer["players"]]
        for colour in colours:
            if type(colour) is not int:
                fail(
                    f"{what}: a goal has a colour that is not in COLOUR_LIST.",
                    [SHOWING.coloured("colour", colour)],
                )
        seen.update(colours)
        same += len(colours) > 1 and len(set(colours)) == 1
    if len(seen) < 4:
        names = [colour_name(colour) for colour in sorted(seen)]
        fail(f"{what}, made {games} times, uses too few colours.", [value("colours", names)])
    if same == games:
        fail(f"{what} gives all players the same colour every time.")


@check("game.difficulties", marks=1, **HIDDEN)
def test_difficulties(student, reference):
    """The smart players of a game get their difficulties in the order of the list."""
    # spec 8, 10-41: decided by the order of the numbers of trials; checks of player.py grade the exact numbers
    tables = reference.tables(2, 750)
    for smart in ([2, 0, 1], [0, 2], [1, 2, 0]):
        what = f"Game(2, 0, 0, {smart})"
        got = student.difficulties(smart, 1, tables)
        if (
            not isinstance(got, list)
            or len(got) != len(smart)
            or any(type(number) is not int for number in got)
        ):
            fail(f"{what} does not have a smart player for each difficulty.", [value("got", got)])
        order = sorted(range(len(smart)), key=smart.__getitem__)
        if not all(got[one] < got[other] for one, other in pairwise(order)):
            fail(f"{what} does not give its smart players these difficulties, in this order.")


@check("game.keeps-list", marks=0.5, **HIDDEN)
def test_keeps_list(student, reference):
    """A game does not change the list of difficulties."""
    # spec 10-41
    for smart in ([4, 1], [0, 2, 5]):
        answer, what = started(student, reference, 0, 0, smart)
        expect(
            len(answer["players"]), len(smart), f"{what} does not have the right number of players."
        )
        if answer["kept"] is not True:
            fail(f"{what} changes the list that it was given.")
