"""Operations on a submission of Blocky: each builds what it needs, calls one function of the submission, and reports.

Boards are sent and returned as trees (board.py), because only the judge computes positions. Colours are indices in
``COLOUR_LIST``. An argument *seed* determines everything random. In the variants "only-..." of the manifest, stand-ins
replace the code that a function uses, so that only the function is graded. They use data from the judge, or ask it.
"""

import contextlib
import random
import sys

from . import (
    blocks,
    draws,
    reading,
    registry,
    sandbox,
)
from . import board as notation

_PROCEED_TRIES = 150  # spec 14.8-3; one try in eight finds a valid move on the least lucky board
_UPDATES = (
    40  # a move and its animation need two; a player may try again in the next frame (spec 14.8-3)
)


def findings(starter, settings):
    """Read the code without running it; see the modules of rules."""
    return registry.findings(starter, sandbox.submitted, settings)


def _block_class():
    return sandbox.require("block", "Block")


def _told(block, result):
    """Return the report of most operations: the result, and the present board."""
    return {"result": result, "board": reading.snapshot(block, _block_class())}


# The student's block.py.


def _with_positions():
    """Return the submission's Block; in the variants for block.py, with a sound ``_update_children_positions``."""
    block_class = sandbox.require("block", "Block")
    if sandbox.variant == "only-block":
        block_class._update_children_positions = _ask_for_positions
    elif sandbox.variant == "only-block-order":
        block_class._update_children_positions = lambda self, position: None
    return block_class


def _ask_for_positions(self, position):
    answer = sandbox.ask("update_positions", reading.snapshot(self, _block_class()), [], position)

    def take(block, node):
        block.position = node[0]
        for index, child in enumerate(block.children):
            take(child, node[5][index])

    take(self, answer["board"])


def update_positions(board, path, position):
    """Call ``_update_children_positions(position)`` on the block at *path*."""
    root = blocks.build(_block_class(), board)
    return _told(root, reading.at(root, path)._update_children_positions(position))


def rotate(board, path, direction):
    """Call ``rotate(direction)`` on the block at *path*."""
    return moves(board, [["rotate", path, direction]])[0]


def swap(board, path, direction):
    """Call ``swap(direction)`` on the block at *path*."""
    return moves(board, [["swap", path, direction]])[0]


def paint(board, path, colour):
    """Call ``paint`` on the block at *path* with the colour of index *colour*."""
    return moves(board, [["paint", path, colour]])[0]


def combine(board, path):
    """Call ``combine()`` on the block at *path*."""
    return moves(board, [["combine", path, None]])[0]


def moves(board, steps):
    """Make several moves, in order, on one board; report each. A step is [method, path, argument]."""
    root = blocks.build(_with_positions(), board)
    return [
        _told(root, _move(reading.at(root, path), method, argument))
        for method, path, argument in steps
    ]


def _move(block, method, argument):
    if method == "rotate":
        return block.rotate(argument)
    if method == "swap":
        return block.swap(argument)
    if method == "paint":
        return block.paint(reading.colour_value(argument))
    return block.combine() if method == "combine" else block.smash()


def smash(board, path, seed):
    """Call ``smash()`` on the block at *path*, with the random module at *seed*."""
    root = blocks.build(_with_positions(), board)
    random.seed(seed)
    return _told(root, reading.at(root, path).smash())


def smashes(board, path, seeds):
    """Call :func:`smash` once for each seed, on a new board each time; report each."""
    return [smash(board, path, seed) for seed in seeds]


def smash_with_draw(board, path, seed, draw):
    """Call :func:`smash` while ``random.random()`` always returns *draw* (spec 14.1, 16), also if imported by name."""
    with draws.fixed(draw):
        return smash(board, path, seed)


def create_copy(board, path, earlier=None):
    """Call ``create_copy()`` on the block at *path*; report shared objects, and the board after changes to the copy.

    earlier: if given, a tree; also call it on the whole board before a move from that tree to *board*.
    """
    block_class = _block_class()
    root = blocks.build(block_class, earlier or board)
    if earlier:
        root.create_copy()
        blocks.become(root, board)
    made = reading.at(root, path).create_copy()
    told = _told(root, reading.snapshot(made, block_class))
    own = [block for _path, block in reading.every(root)]
    new = [block for _path, block in reading.every(made)] if isinstance(made, block_class) else []
    mine = {id(block) for block in own}
    lists = {id(block.children) for block in own}
    told["shared_blocks"] = sum(id(block) in mine for block in new)
    told["shared_lists"] = sum(id(getattr(block, "children", None)) in lists for block in new)
    for block in new:
        if type(getattr(block, "children", None)) is list:
            del block.children[:]
        block.position, block.size, block.colour, block.level, block.max_depth = (
            (-1, -1),
            -1,
            None,
            -1,
            -1,
        )
    told["board_afterwards"] = reading.snapshot(root, block_class)
    return told


# The student's blocky.py.


def squares(board, path, earlier=None):
    """Call ``_block_to_squares`` on the block at *path*; if *earlier*, a tree, also before a move as in create_copy."""
    to_squares = sandbox.require("blocky", "_block_to_squares")
    root = blocks.build(_block_class(), earlier or board)
    if earlier:
        to_squares(root)
        blocks.become(root, board)
    found = to_squares(reading.at(root, path))
    if isinstance(found, (list, tuple)):
        found = [
            (reading.colour_index(item[0]), *item[1:])
            if isinstance(item, (list, tuple)) and item
            else item
            for item in found
        ]
    return _told(root, found)


# The student's goal.py.


def _goal(kind, colour):
    return sandbox.require("goal", kind)(reading.colour_value(colour))


def _goal_told(goal):
    """Return [type, colour, whether it is a Goal]."""
    return [
        type(goal).__name__,
        reading.colour_index(getattr(goal, "colour", None)),
        isinstance(goal, sandbox.require("goal", "Goal")),
    ]


def generate_goals(number, seed):
    """Call ``generate_goals(number)``; report the goals, and whether COLOUR_LIST is unchanged."""
    generate = sandbox.require("goal", "generate_goals")
    import settings

    random.seed(seed)
    try:
        made = generate(number)
        kept = tuple(settings.COLOUR_LIST) == reading.COLOURS
    finally:
        settings.COLOUR_LIST[:] = reading.COLOURS
    goals = [_goal_told(goal) for goal in made[:20]] if isinstance(made, (list, tuple)) else made
    return {"goals": goals, "kept": kept}


def flatten(board, path, earlier=None):
    """Call ``_flatten`` on the block at *path*; if *earlier*, a tree, also before a move from that tree to *board*."""
    flattened = sandbox.require("goal", "_flatten")
    root = blocks.build(_block_class(), earlier or board)
    if earlier:
        flattened(reading.at(root, path))
        blocks.become(root, board)
    return _told(root, _grid_told(flattened(reading.at(root, path))))


def _grid_told(grid):
    if not isinstance(grid, (list, tuple)):
        return grid
    return [_column_told(column) for column in grid]


def _column_told(column):
    """Return a column of a grid as indices of colours, or the index of a colour instead of a column."""
    if not isinstance(column, (list, tuple)) or column in reading.COLOURS:
        return reading.colour_index(column) if isinstance(column, tuple) else column
    return [reading.colour_index(colour) for colour in column]


def _grid(indices):
    return [[reading.colour_value(index) for index in column] for column in indices]


def undiscovered_blob_size(grid, colour, pos, visited):
    """Call ``BlobGoal._undiscovered_blob_size``; report its result and *visited* afterwards."""
    goal = _goal("BlobGoal", colour)
    return {"result": goal._undiscovered_blob_size(pos, _grid(grid), visited), "visited": visited}


def blob_groups(board, colour):
    """Return the groups of a colour, from ``_undiscovered_blob_size``: a grid of group numbers, -1 for other cells.

    The judge calls it on the reference only; in :func:`blob_score`, the answer replaces the submission's helper.
    """
    grid = flatten(board, [])["result"]
    visited = [[-1] * len(grid) for _ in grid]
    groups = [[-1] * len(grid) for _ in grid]
    number = 0
    for x, column in enumerate(grid):
        for y, _index in enumerate(column):
            if visited[x][y] == -1:
                told = undiscovered_blob_size(
                    grid, colour, (x, y), [list(line) for line in visited]
                )
                for i, line in enumerate(told["visited"]):
                    for j, mark in enumerate(line):
                        if mark == 1 and visited[i][j] != 1:
                            groups[i][j] = number
                visited = told["visited"]
                number += 1
    return groups


def perimeter_score(board, colour, grid):
    """Call ``PerimeterGoal.score``; in the variant for goal.py, its ``_flatten`` reads *grid*, the flattened board."""
    goal = _goal("PerimeterGoal", colour)
    root = blocks.build(_block_class(), board)
    if sandbox.variant == "only-goal":
        _give_grid(root, grid)
    return _told(root, goal.score(root))


def blob_score(board, colour, grid, groups):
    """Call ``BlobGoal.score``; in the variant for goal.py, its helpers read *grid* and *groups*."""
    goal = _goal("BlobGoal", colour)
    root = blocks.build(_block_class(), board)
    if sandbox.variant == "only-goal":
        _give_grid(root, grid)
        _give_groups(type(goal), groups)
    return _told(root, goal.score(root))


def scores(kind, colour, boards, grids, groups):
    """Let one goal score a board that becomes each of *boards* in turn; return the scores. For the rest see above."""
    goal = _goal(kind, colour)
    root = blocks.build(_block_class(), boards[0])
    told = []
    for number, board in enumerate(boards):
        blocks.become(root, board)
        if sandbox.variant == "only-goal":
            _give_grid(root, grids[number])
            if kind == "BlobGoal":
                _give_groups(type(goal), groups[number])
        told.append(goal.score(root))
    return told


def _give_grid(root, grid):
    """Replace ``_flatten`` of the submission's goal.py with a function that reads *grid*, the whole board's."""
    unit = root.size // len(grid)

    def flattened(block):
        (x, y), side = block.position, block.size // unit
        x, y = x // unit, y // unit
        return _grid([column[y : y + side] for column in grid[x : x + side]])

    sandbox.module("goal")._flatten = flattened


def _give_groups(goal_class, groups):
    """Replace ``_undiscovered_blob_size`` with a function that reads *groups*.

    A program may agree on another *visited* between ``score`` and its own helper. Then the helper is put back.
    """
    own = getattr(goal_class, "_undiscovered_blob_size", None)
    own = getattr(own, "replaces", own)

    def undiscovered(self, pos, board, visited):
        if own is not None and not reading.is_grid(visited, len(groups)):
            goal_class._undiscovered_blob_size = own
            return self._undiscovered_blob_size(pos, board, visited)
        x, y = pos
        if not (0 <= x < len(groups) and 0 <= y < len(groups)) or visited[x][y] != -1:
            return 0
        number = groups[x][y]
        if number == -1:
            visited[x][y] = 0
            return 0
        cells = [
            (i, j)
            for i, line in enumerate(groups)
            for j, other in enumerate(line)
            if other == number
        ]
        for i, j in cells:
            visited[i][j] = 1
        return len(cells)

    undiscovered.replaces = own
    goal_class._undiscovered_blob_size = undiscovered


def score_of(kind, colour, board):
    """Return the score of *board* for a goal, for callbacks of stand-ins."""
    return _goal(kind, colour).score(blocks.build(_block_class(), board))


def descriptions(colour):
    """Return the descriptions of both goals."""
    return [_goal(kind, colour).description() for kind in ("PerimeterGoal", "BlobGoal")]


# The student's player.py.


def create_players(num_human, num_random, smart_players, seed, goals):
    """Call ``create_players``; in the variant for player.py, ``generate_goals`` returns *goals* ([type, colour])."""
    module = sandbox.module("player")
    create = sandbox.require("player", "create_players")
    if sandbox.variant == "only-player":
        _record_players(module, goals)
    given = list(smart_players)
    random.seed(seed)
    made = create(num_human, num_random, given)
    return {
        "players": [_player_told(player) for player in made[:20]]
        if isinstance(made, (list, tuple))
        else made,
        "kept": given == list(smart_players),
    }


def _record_players(module, goals):
    """Replace the player classes with recorders, and ``generate_goals`` with a function that returns *goals*."""
    handed = []

    def generate(num_goals):
        start = len(handed)
        handed.extend(_goal(*goals[(start + index) % len(goals)]) for index in range(num_goals))
        return handed[start:]

    def recorder(name, *more):
        def keep(self, player_id, goal, difficulty=None):
            self.id, self.goal, self.difficulty = player_id, goal, difficulty

        return type(name, (module.Player,), {"__init__": keep})

    module.generate_goals = generate
    for name in ("HumanPlayer", "RandomPlayer", "SmartPlayer"):
        setattr(module, name, recorder(name))


def _player_told(player):
    """Return [type, id or a text if there is none, goal, integers among the other attributes] of a player."""
    try:
        numbers = [
            value
            for name, value in sorted(vars(player).items())
            if type(value) is int and name != "id"
        ]
    except Exception:
        numbers = []
    return [
        type(player).__name__,
        getattr(player, "id", "not there"),
        _goal_told(getattr(player, "goal", None)),
        numbers,
    ]


def get_block(board, location, level):
    """Call ``_get_block``; return the path of the result, None, or a text if it is no block of the board."""
    found_at = sandbox.require("player", "_get_block")
    root = blocks.build(_block_class(), board)
    found = found_at(root, location, level)
    if found is None:
        return None
    path = reading.path_of(root, found)
    if path is not None:
        return path
    if isinstance(found, _block_class()):
        return "a copy of a block"
    return "no block, but " + notation.kind_text(reading.kind_of(found))


def _asked_block(block, location, level):
    """Replace ``_get_block`` with the judge's answer."""
    path = blocks.ask("get_block", reading.snapshot(block, _block_class()), location, level)
    return None if path is None else reading.at(block, path)


def _player(kind, goal, difficulty, player_id=0):
    make = sandbox.require("player", kind)
    return make(player_id, goal) if kind == "RandomPlayer" else make(player_id, goal, difficulty)


def new_player(kind, player_id, difficulty):
    """Make a computer player; report its id, whether it has its goal, and ``_proceed``; a text if one is missing."""
    goal = _goal("BlobGoal", 0)
    player = _player(kind, goal, difficulty, player_id)
    return [
        getattr(player, "id", "not there"),
        getattr(player, "goal", None) is goal,
        getattr(player, "_proceed", "not there"),
    ]


def computer_moves(
    kind,
    difficulty,
    goal_kind,
    colour,
    board,
    seeds,
    rehearsed="",
    high=0,
    calls=0,
    loud=False,
    earlier=None,
):
    """Let a computer player make one move for each seed, on a new board each time; report a dict for each:

    "early": whether it returned a move before the click; "move": its move after the click (see :func:`_move_told`);
    "waits": whether ``_proceed`` is False again; "board": None if the board is unchanged, else its tree. A player that
    returns None but still wants to move is called again (spec 14.8-3). If the player raises, the dict is "raised": True
    alone, so that the check that grades this can ask again, *loud*; a loud call raises what the player raises.

    rehearsed: result of :func:`rehearse`, with which the stand-ins in the variant for player.py need not ask the judge;
    high: number of draws of ``random.randint`` after the click that return its upper bound (see :func:`_dice`);
    calls: if not 0, a player that makes more calls than that after the click counts as one that raises (see :func:`_at_most`).
    earlier: a tree; if given, the player has made a move before on that board, which has then become *board*.
    """
    _stand_in(rehearsed)
    told, block_class = [], _block_class()
    fresh = blocks.build(block_class, board)
    sound = blocks.stands_for(fresh, block_class, board)
    before = board if sound else reading.snapshot(fresh, block_class)
    places = blocks.places(board)
    for seed in seeds:
        root = blocks.build(block_class, earlier or board)
        goal = _goal(goal_kind, colour)
        player = _ready(kind, goal, difficulty)
        random.seed(seed)
        try:
            if earlier:
                _clicked(player, root)
                blocks.become(root, board)
            early = player.generate_move(root) is not None
            with _dice(board[notation.SIZE], high), _at_most(calls):
                move = _clicked(player, root)
        except (Exception, _TooManyCalls) as error:
            if loud or isinstance(error, MemoryError):
                raise
            told.append({"raised": True})
            continue
        kept = sound and blocks.stands_for(root, block_class, board)
        after = None if kept else reading.snapshot(root, block_class)
        told.append(
            {
                "early": early,
                "move": _move_told(root, move, places if kept else {}),
                "waits": getattr(player, "_proceed", None) is False,
                "board": None if kept or after == before else after,
            }
        )
    return told


def smart_trials(difficulty, goal_kind, colour, board, seeds, earlier=None):
    """Let a SmartPlayer make one move for each seed; report its "move", and the cells of all boards that were "scored".

    These are the boards that its goal scores, in order. The judge draws the conclusions.

    earlier: a tree; if given, the player has made a move before on that board, which has then become *board*. There is
    also another SmartPlayer, of difficulty 1.
    """
    _stand_in("")
    told, block_class = [], _block_class()
    places = blocks.places(board)
    for seed in seeds:
        root = blocks.build(block_class, earlier or board)
        goal, scored = _goal(goal_kind, colour), []
        goal.score = _noting(goal.score, scored, root, board)
        player = _ready("SmartPlayer", goal, difficulty)
        random.seed(seed)
        if earlier:
            _player("SmartPlayer", _goal(goal_kind, colour), 1, 1)
            with _dice(board[notation.SIZE]):
                _clicked(player, root)
            blocks.become(root, board)
            del scored[:]
        with _dice(board[notation.SIZE]):
            move = _clicked(player, root)
        kept = blocks.stands_for(root, block_class, board)
        told.append({"move": _move_told(root, move, places if kept else {}), "scored": scored})
    return told


def _noting(score, scored, root, tree):
    """Return *score*, which also adds the cells of each board to *scored*.

    A part of the board itself is left out if it is as it was: to compare it with, some players ask for its score.
    """
    block_class = _block_class()
    parts = {
        tuple(path): notation.cells_of(notation.node_at(tree, path))
        for path in notation.paths(notation.cells_of(tree))
    }

    def noted(board):
        path = None if board is root else reading.path_of(root, board)
        cells = blocks.cells_of(board, block_class)
        if path is None or cells != parts.get(tuple(path), ()):
            scored.append(cells)
        return score(board)

    return noted


def _stand_in(rehearsed):
    """Set up the stand-ins, in the variant for player.py."""
    if sandbox.variant == "only-player":
        sandbox.module("player")._get_block = _asked_block
        blocks.use_rehearsed(rehearsed)


def _ready(kind, goal, difficulty):
    """Return a new computer player that waits for a click."""
    player = _player(kind, goal, difficulty)
    _set_up(player, goal)
    return player


def _clicked(player, root):
    """Click once; return the player's move, or None."""
    import pygame

    player.process_event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(0, 0)))
    move = None
    for _ in range(_PROCEED_TRIES):
        move = player.generate_move(root)
        if move is not None or not getattr(player, "_proceed", False):
            break
    return move


@contextlib.contextmanager
def _dice(size, high=0):
    """Let ``random.randint`` return its upper bound in the next *high* draws, and later never a bound that is *size*.

    Real draws may do the same. So a player that draws locations up to and including the board's width leaves the board
    if a check asks for that, and never otherwise.
    """
    kept, left = random.randint, [high]

    def randint(a, b):
        left[0] -= 1
        if left[0] >= 0:
            return b
        return kept(a, b - 1 if a < b == size else b)

    module = vars(sandbox.module("player"))
    by_name = [name for name, value in module.items() if value == kept]
    random.randint = randint
    module.update((name, randint) for name in by_name)
    try:
        yield
    finally:
        random.randint = kept
        module.update((name, kept) for name in by_name)


_CALLS_FOR_EACH = 16
"""Calls and returns in all files, for each call by player.py."""


class _TooManyCalls(BaseException):
    """Ends a player's loop, which might suppress an Exception."""


@contextlib.contextmanager
def _at_most(calls):
    """Raise _TooManyCalls after about that many calls and returns in the block; never if *calls* is 0.

    Only calls by player.py are counted. How many calls other files make for each of them depends on what ran before in
    the process, so that equal turns would end otherwise.
    """
    if not calls:
        yield
        return
    left, player = [calls // _CALLS_FOR_EACH], vars(sandbox.module("player"))

    def count(frame, event, arg):
        caller = frame.f_back if event == "call" else frame if event == "c_call" else None
        left[0] -= caller is not None and caller.f_globals is player
        if left[0] < 0:
            raise _TooManyCalls

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)


class _NoMove(Exception):
    """A player's answer is no move."""


def _checked(player):
    """Return the player's generate_move, which raises _NoMove where its answer is neither None nor of three parts."""
    generate = player.generate_move

    def checked(board):
        move = generate(board)
        if move is None or (isinstance(move, (tuple, list)) and len(move) == 3):
            return move
        kind = type(move).__name__
        parts = f" of {len(move)} parts" if isinstance(move, (tuple, list)) else ""
        raise _NoMove(f"{type(player).__name__}.generate_move returns a {kind}{parts}")

    return checked


def play(max_depth, randoms, smart, turns, seed):
    """Play a game of computer players with all four submitted files, without a window.

    Returns the state at its end, and the trees of the board at the start and after each update that changed it. If a
    player returns something that is no move, the game ends there, and "end" is what it returned, in words.
    """
    import pygame

    ticks = [0]

    def get_ticks():
        ticks[0] += 10_000
        return ticks[0]

    pygame.time.get_ticks = get_ticks  # every animation is over at once
    random.seed(seed)
    board = sandbox.require("block", "generate_board")(max_depth, 750)
    players = sandbox.require("player", "create_players")(0, randoms, list(smart))
    for player in players:
        player.generate_move = _checked(player)
    data = sandbox.require("blocky", "GameData")(board, players)
    data.max_turns = turns
    state = sandbox.require("blocky", "MainState")(data)
    click = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(0, 0))
    boards = [reading.snapshot(board, _block_class())]
    for _ in range(_UPDATES * turns * len(players)):
        state.process_event(click)
        try:
            state = state.update()
        except _NoMove as error:
            return {"end": str(error), "boards": boards}
        if not blocks.stands_for(board, _block_class(), boards[-1]):
            now = reading.snapshot(board, _block_class())
            if now != boards[-1]:
                boards.append(now)
        if type(state).__name__ == "GameOverState":
            break
    return {"end": type(state).__name__, "boards": boards}


def _set_up(player, goal):
    """Set the attributes that the player's ``__init__`` has not set, because other checks grade ``__init__``."""
    for name, value in (("id", 0), ("goal", goal), ("_proceed", False)):
        if not hasattr(player, name):
            setattr(player, name, value)


def _move_told(root, move, places):
    """Return None, or [action, number, path of the block, path of the board's block at the same place].

    A result that is no move is {"no_move": its type, "parts": their number, or None}.

    The first path is None if the block is not the board's own object. The second is that of the board's block with the
    same position and level, so that a move with a block of a copy can still be graded; None if there is no such block.
    places: those of the board if it is unchanged, which saves a search; otherwise empty.
    """
    if move is None:
        return None
    if not isinstance(move, (tuple, list)) or len(move) != 3:
        parts = len(move) if isinstance(move, (tuple, list)) else None
        return {"no_move": type(move).__name__, "parts": parts}
    action, number, block = move
    place = (getattr(block, "position", None), getattr(block, "level", None))
    same = None
    with contextlib.suppress(TypeError):  # the position may be unhashable, such as a list
        same = places.get(place)
    if same is not None:
        return [action, number, same if reading.at(root, same) is block else None, same]
    found = reading.every(root)
    same = next((path for path, here in found if (here.position, here.level) == place), None)
    own = next((path for path, here in found if here is block), None)
    return [action, number, own, same]


# Data about moves. The judge calls these operations on the reference only.


_ACTIONS = (
    ("rotate", 1),
    ("rotate", 3),
    ("swap", 0),
    ("swap", 1),
    ("smash", None),
    ("combine", None),
    ("paint", None),
)


def valid_moves(board, goal_kind, colour):
    """Return [present score, list of [action, number, path, score afterwards]] of all successful moves except a pass.

    colour: colour of the goal, and of paint. The score after a smash is None, because it is random.
    """
    goal = _goal(goal_kind, colour)
    found = []
    root = blocks.build(_block_class(), board)
    present = goal.score(root)
    for path, _block in reading.every(root):
        for action, number in _ACTIONS:
            if _move(reading.at(root, path), action, colour if action == "paint" else number):
                found.append(
                    [action, number, path, None if action == "smash" else goal.score(root)]
                )
                root = blocks.build(_block_class(), board)
    return [present, found]


def rehearse(board, goal_kind, colour):
    """Return [key, answer] of all questions of a computer player on *board*: single moves, scores, blocks at locations.

    The result is the text of this list, which is parsed only if it is needed. It is for checks without callbacks,
    because a student's copy has no judge to ask.
    """
    block_class, found = _block_class(), []

    def keep(answer, operation, *arguments):
        found.append([blocks.ask_key(operation, *arguments), answer])

    root = blocks.build(block_class, board)
    whole = reading.snapshot(root, block_class)
    keep(score_of(goal_kind, colour, whole), "score_of", goal_kind, colour, whole)
    deepest = board[notation.MAX_DEPTH]
    unit = board[notation.SIZE] >> deepest
    cells = range(1 << deepest)
    for spot in [(x * unit, y * unit) for x in cells for y in cells]:
        for level in range(deepest + 1):
            keep(get_block(board, spot, level), "get_block", whole, spot, level)
    for path, block in reading.every(root):
        part = reading.snapshot(block, block_class)
        for action, number in _ACTIONS:
            more = [colour] if action == "paint" else [] if number is None else [number]
            random.seed(1)
            told = moves(part, [[action, [], more[0] if more else None]])[0]
            keep(told, action, part, [], *more)
            if told["result"]:
                after = notation.replaced(whole, path, told["board"])
                keep(score_of(goal_kind, colour, after), "score_of", goal_kind, colour, after)
    return repr(found)
