"""Operations on a submission of the older Blocky: each builds what it needs, calls the student's code, and reports.

Boards are sent and returned as trees (board.py); colours are indices in ``COLOUR_LIST``. An argument *seed* determines
everything random. In the variants "only-..." of the manifest, stand-ins replace the code that a function uses, so that
only the function is graded. Their data comes with the call (blocks.py) and is used for nothing else.

Nothing waits and nothing is drawn: the renderer and the clock only log their calls.
"""

import ast
import contextlib
import random
import re

import pygame
import renderer

from . import (
    aliases,
    blocks,
    board,
    draws,
    reading,
    registry,
    sandbox,
    steering,
)

aliases.install()

MOVES = (("rotate", 1), ("rotate", 3), ("swap", 0), ("swap", 1))
_log = []  # events, in order, since the last time it was cleared


def findings(starter, settings):
    """Read the code without running it; see the modules of rules. All findings have the severity "review"."""
    submitted = {
        name[4:] if name.startswith("app/") else name: text
        for name, text in sandbox.submitted.items()
    }
    found = registry.findings(starter, submitted, settings)
    return [one._replace(severity="review") for one in found]


# The window and the clock.


def _note_window(self, num_players, make=renderer.Renderer.__init__):
    _log.append(["window", num_players])
    make(self, num_players)


def _note_draw(self, board, player_id):
    _log.append(["draw", player_id, board, blocks.spot(board)])
    _watch.drawn(board)


def _note_goal(self, player):
    _log.append(["goal", player])


def _note_wait(milliseconds):
    _log.append(["wait", milliseconds])
    return milliseconds


renderer.Renderer.__init__ = _note_window
renderer.Renderer.draw = _note_draw
renderer.Renderer.display_goal = _note_goal
renderer.Renderer._message_box = lambda self, colour, message: None
pygame.time.wait = pygame.time.delay = _note_wait


# The student's block.py.


def _block_class():
    """Return the Block of the submission, or its stand-in; a ``smash`` of the first revision is adapted (spec 1)."""
    block_class = sandbox.require("block", "Block")
    smash = vars(block_class).get("smash")
    code = getattr(smash, "__code__", None)
    if code is not None and code.co_argcount - len(smash.__defaults__ or ()) == 2:
        block_class.smash = _smash_of_either_revision(smash)
    return block_class


def _stand_in_with_helpers():
    """Add the submission's own functions, and methods of Block, to a stand-in of block.py, for the files that use them.

    Methods of the handout stay the stand-in's. Nothing is added if the submission's block.py does not load.
    """
    if sandbox.variant not in ("only-player", "only-goal", "only-game") or _helped:
        return
    _helped.append(True)
    stand_in = sandbox.module("block")
    try:
        own = _definitions(sandbox.submitted["block.py"])
        added = [item for item in vars(own["Block"]).items() if isinstance(item[1], _METHODS)]
    except (Exception, SystemExit):
        return
    own.update(Block=stand_in.Block, random_init=stand_in.random_init)
    described = {*dir(stand_in.Block(0)), "__getattr__"}
    for name, value in added:
        if name not in described:
            setattr(stand_in.Block, name, value)
    for name, value in own.items():
        vars(stand_in).setdefault(name, value)


_helped = []
_METHODS = (type(_stand_in_with_helpers), staticmethod, classmethod, property)
_DEFINING = (
    ast.Import,
    ast.ImportFrom,
    ast.Try,
    ast.FunctionDef,
    ast.ClassDef,
    ast.Assign,
    ast.AnnAssign,
)


def _definitions(text):
    """Return the global names of a module with that text. Other statements, which may not end, do not run."""
    program = ast.parse(text)
    program.body = [statement for statement in program.body if isinstance(statement, _DEFINING)]
    names = {"__name__": "block"}
    exec(compile(program, "block.py", "exec", dont_inherit=True), names)
    return names


def _smash_of_either_revision(smash):
    def either(self, max_depth=None):
        return smash(self, self.max_depth if max_depth is None else max_depth)

    return either


def _with_sound_helpers(places, blocks_by_level=None):
    """Return Block; in the variants for block.py, with a replaced ``update_block_locations`` and ``random_init``."""
    block_class = _block_class()
    if sandbox.variant in ("only-block", "only-block-order"):
        sound = blocks.locate_below if sandbox.variant == "only-block" else _stay
        block_class.update_block_locations = sound
        blocks.give(places=places, random=blocks_by_level)
        if blocks_by_level is not None:
            sandbox.module("block").random_init = _handed_out
    return block_class


def _stay(self, top_left, size):
    pass


def _handed_out(level, max_depth):
    return blocks.random_block(_block_class(), level, max_depth)


def _told(root, result):
    """Return the report of most operations: the result, and the present board."""
    return {"result": result, "board": reading.snapshot(root, _block_class())}


def _linked(root, result):
    """Return that report with the links of the blocks to their parents."""
    return {**_told(root, result), "parents": blocks.parents(root)}


def new_block(level, colour, inner, keywords):
    """Make a block with leaves of the colours *inner* as its children (None: no argument); report its attributes."""
    block_class = _block_class()
    colour = reading.colour_value(colour)
    children = None
    if inner is not None:
        children = [
            blocks.build(block_class, [(3, 5), 8, index, level + 1, 3, []]) for index in inner
        ]
    given = list(children) if children is not None else None
    if keywords:
        block = block_class(level, colour=colour, children=given)
    else:
        block = block_class(level, colour) if given is None else block_class(level, colour, given)
    found = getattr(block, "children", "not there")
    told = {
        name: _attribute(block, name)
        for name in ("position", "size", "level", "max_depth", "highlighted")
    }
    told["colour"] = reading.colour_index(getattr(block, "colour", "not there"))
    told["parent"] = "not there" if not hasattr(block, "parent") else block.parent is None
    told["children"] = "no list" if type(found) is not list else len(found)
    told["own children"] = children is None or (type(found) is list and _same(found, children))
    told["spoilt"] = [
        index
        for index, child in enumerate(children or [])
        if reading.snapshot(child, block_class) != [(3, 5), 8, inner[index], level + 1, 3, []]
        or child.highlighted
    ]
    if children is None and type(found) is list:
        found.append(block)
        told["shares a list"] = bool(getattr(block_class(level, colour), "children", []))
    return told


def _attribute(block, name):
    value = getattr(block, name, "not there")
    return (
        value
        if type(value) in (int, float, bool, tuple, type(None))
        else board.kind_text(reading.kind_of(value))
    )


def _same(found, wanted):
    return list(map(id, found)) == list(map(id, wanted))


def rectangles(tree, path, highlighted):
    """Highlight the blocks at the paths *highlighted*, then call ``rectangles_to_draw`` on the block at *path*."""
    root = blocks.build(_block_class(), tree)
    for lit in highlighted:
        reading.at(root, lit).highlighted = True
    found = reading.at(root, path).rectangles_to_draw()
    if isinstance(found, (list, tuple)):
        found = [_rectangle(item) for item in found]
    return _told(root, found)


def _rectangle(item):
    if not isinstance(item, (list, tuple)) or not item:
        return item
    colour = reading.colour_index(item[0])
    for known, name in ((renderer.BLACK, "frame"), (renderer.TEMPTING_TURQUOISE, "highlight")):
        if colour == ("colour", known):
            colour = name
    return (colour, *item[1:]) if isinstance(item, tuple) else [colour, *item[1:]]


def swap(tree, path, direction, places):
    """Call ``swap(direction)`` on the block at *path*."""
    return moves(tree, [["swap", path, direction]], places)[0]


def rotate(tree, path, direction, places):
    """Call ``rotate(direction)`` on the block at *path*."""
    return moves(tree, [["rotate", path, direction]], places)[0]


def moves(tree, steps, places):
    """Make several moves, in order, on one board; report each. A step is [method, path, direction]."""
    root = blocks.build(_with_sound_helpers(places), tree)
    told = []
    for method, path, direction in steps:
        _move(reading.at(root, path), method, direction)
        told.append(_linked(root, None))
    return told


def _move(block, method, direction):
    return block.rotate(direction) if method == "rotate" else block.swap(direction)


def smash(tree, path, seed, draw, places, blocks_by_level):
    """Call ``smash()`` on the block at *path*; ``random.random()`` always returns *draw*, unless that is None."""
    root = blocks.build(_with_sound_helpers(places, blocks_by_level), tree)
    with _luck(seed, draw):
        return _linked(root, reading.at(root, path).smash())


@contextlib.contextmanager
def _luck(seed, draw):
    """Seed the random module; let it draw *draw* every time, unless that is None (spec 9.3)."""
    random.seed(seed)
    with contextlib.nullcontext() if draw is None else draws.fixed(draw):
        yield


def update(tree, path, top_left, size):
    """Call ``update_block_locations(top_left, size)`` on the block at *path*."""
    root = blocks.build(_block_class(), tree)
    reading.at(root, path).update_block_locations(top_left, size)
    return _told(root, None)


def selected(tree, location, level):
    """Call ``get_selected_block`` on the board; return the path of the result, None, or a text about another result."""
    root = blocks.build(_block_class(), tree)
    found = root.get_selected_block(location, level)
    if found is None:
        return None
    path = reading.path_of(root, found)
    if path is not None:
        return path
    if isinstance(found, _block_class()):
        return "a block of no board"
    return "no block, but " + board.kind_text(reading.kind_of(found))


def flatten(tree, path):
    """Call ``flatten()`` on the block at *path*."""
    root = blocks.build(_block_class(), tree)
    return _told(root, _columns(reading.at(root, path).flatten()))


def again(tree, asked, arguments=()):
    """Call a method of the board before ``swap(0)`` and after it, and of a new board like the one after it.

    arguments: for ``get_selected_block``, those of several calls. Return the last two results; None if there is no sound
    board after the swap. If it changes nothing or leaves none, the board's quarters are exchanged instead.
    """
    root = blocks.build(_block_class(), tree)
    quarters = [*root.children]
    _answer(root, asked, arguments)
    with contextlib.suppress(Exception):
        root.swap(0)
    now = reading.snapshot(root, _block_class())
    if now == tree or not board.is_tree(now):
        root.children = quarters[::-1]
        now = reading.snapshot(root, _block_class())
    if not board.is_tree(now):
        return None
    new = blocks.build(_block_class(), now)
    return [_answer(each, asked, arguments) for each in (root, new)]


def _answer(root, asked, arguments):
    if asked == "flatten":
        return _columns(root.flatten())
    if asked == "rectangles_to_draw":
        found = root.rectangles_to_draw()
        return (
            sorted(map(repr, map(_rectangle, found))) if isinstance(found, (list, tuple)) else found
        )
    return [reading.path_of(root, root.get_selected_block(*each)) for each in arguments]


def _columns(found):
    return [_column(column) for column in found] if isinstance(found, (list, tuple)) else found


def _column(column):
    """Return a column of a grid as indices of colours, or the index of a colour instead of a column."""
    if not isinstance(column, (list, tuple)) or column in reading.COLOURS:
        return reading.colour_index(column) if isinstance(column, tuple) else column
    return [reading.colour_index(colour) for colour in column]


def random_block(level, max_depth, seed, draw, located, places):
    """Call ``random_init(level, max_depth)``, then, if *located*, ``update_block_locations`` on its result."""
    make = sandbox.require("block", "random_init")
    _with_sound_helpers(places)
    with _luck(seed, draw):
        root = make(level, max_depth)
    if located:
        root.update_block_locations((0, 0), 64)
    return _linked(root, None)


# The student's goal.py.


def _goal(kind, colour):
    _stand_in_with_helpers()  # before the import of a file that may import them
    return sandbox.require("goal", kind)(reading.colour_value(colour))


def _grid(indices):
    return [[reading.colour_value(index) for index in column] for column in indices]


def undiscovered_blob_size(grid, colour, pos, visited):
    """Call ``BlobGoal._undiscovered_blob_size``; report its result and *visited* afterwards."""
    goal = _goal("BlobGoal", colour)
    return {"result": goal._undiscovered_blob_size(pos, _grid(grid), visited), "visited": visited}


def score(kind, colour, tree, cells, groups):
    """Call ``score``; in the variant for goal.py, stand-ins read unit cells from *cells*, and groups from *groups*."""
    goal = _goal(kind, colour)
    root = blocks.build(_block_class(), tree)
    return _told(root, _score(goal, root, cells, groups))


def _score(goal, root, cells, groups):
    if sandbox.variant == "only-goal":
        blocks.give(cells=cells)
        _give_groups(type(goal), groups, len(cells))
    return goal.score(root)


def scores(kind, colour, boards, cells):
    """Let one goal score several boards, in order; return its scores. A board is [tree, groups]; see :func:`score`."""
    goal = _goal(kind, colour)
    return [
        _score(goal, blocks.build(_block_class(), tree), cells, groups) for tree, groups in boards
    ]


def _give_groups(goal_class, groups, side):
    """Replace ``_undiscovered_blob_size`` with a function that reads *groups*, for boards of *side* cells.

    A program may agree on another *visited* between ``score`` and its own helper. Then the helper is put back.
    """
    own = getattr(goal_class, "_undiscovered_blob_size", None)
    own = getattr(own, "replaces", own)

    def undiscovered(self, pos, board, visited):
        if own is not None and not reading.is_grid(visited, side):
            goal_class._undiscovered_blob_size = own
            return self._undiscovered_blob_size(pos, board, visited)
        x, y = pos
        if not (0 <= x < len(visited) and 0 <= y < len(visited)) or visited[x][y] != -1:
            return 0
        group = next((group for group in groups if (x, y) in group), None)
        if group is None:
            visited[x][y] = 0
            return 0
        for i, j in group:
            visited[i][j] = 1
        return len(group)

    undiscovered.replaces = own
    goal_class._undiscovered_blob_size = undiscovered


def descriptions(colour):
    """Return the descriptions of both goals."""
    return [_goal(kind, colour).description() for kind in ("PerimeterGoal", "BlobGoal")]


# The student's game.py.


def _sound(tables):
    """Set the data of the stand-ins, in the variants that have them; before the import of a file that uses them."""
    _stand_in_with_helpers()
    if sandbox.variant in ("only-player", "only-game"):
        blocks.give(**tables)


def _new_game(max_depth, humans, randoms, smart):
    make = sandbox.require("game", "Game")
    _watch.root = None
    del _log[:]
    return make(max_depth, humans, randoms, smart)


def new_game(max_depth, humans, randoms, smart, seed, tables):
    """Make a game; report its players, each [type, id, type of the goal, its colour], its board, and in "shown":

    ["window", players], ["goal", index of the player, or None for no player of the game], ["draw", id, whether it is
    the game's board, whether that has its later position and size].
    """
    _sound(tables)
    given = [_difficulty(number) for number in smart]
    kept = list(given)
    random.seed(seed)
    game = _new_game(max_depth, humans, randoms, given)
    told = _told(game.board, None)
    told["width"] = renderer.BOARD_WIDTH
    told["players"] = (
        [_player_told(player) for player in game.players[:30]]
        if _is_list(game.players)
        else "no list"
    )
    told["kept"] = given == kept
    told["shown"] = [_shown(event, game) for event in _log]
    return told


def windows(max_depth, humans, randoms, smart, tables):
    """Make a game; return the numbers of players of the windows that it opens, also if it raises an exception later."""
    _sound(tables)
    random.seed(0)
    try:
        _new_game(max_depth, humans, randoms, [_difficulty(number) for number in smart])
    except Exception:
        if not any(event[0] == "window" for event in _log):
            raise
    return [event[1] for event in _log if event[0] == "window"]


def _is_list(value):
    return isinstance(value, (list, tuple))


def _difficulty(number):
    """Return the difficulty to request; in the variant for game.py, one that stand-ins cannot mistake for an id."""
    return number + sandbox.module("player").IDS if sandbox.variant == "only-game" else number


def _player_told(player):
    goal = getattr(player, "goal", None)
    return [
        type(player).__name__,
        getattr(player, "id", None),
        type(goal).__name__,
        reading.colour_index(getattr(goal, "colour", None)),
    ]


def _shown(event, game):
    kind, what = event[:2]
    if kind == "goal":
        return [
            kind,
            next((number for number, player in enumerate(game.players) if player is what), None),
        ]
    if kind == "draw":
        return [kind, what, event[2] is game.board, event[3] == blocks.spot(game.board)]
    return [kind, what]


def difficulties(smart, seed, tables):
    """Make a game of smart players with these difficulties; return the number of moves that each tries in a turn.

    In the variant for game.py, return the difficulty that each player was made with.
    """
    _sound(tables)
    random.seed(seed)
    game = _new_game(2, 0, 0, [_difficulty(number) for number in smart])
    if sandbox.variant == "only-game":
        first = sandbox.module("player").IDS
        return [
            next(
                (
                    value - first
                    for value in vars(player).values()
                    if type(value) is int and value >= first
                ),
                None,
            )
            for player in game.players
        ]
    counts = []
    for player in game.players:
        _watch.start(game.board)
        player.make_move(game.board)
        counts.append(sum(event[0] == "move" for event in _log))
    return counts


def _players(game):
    """Return the players of a game. Raises Missing with a message for students if there are none."""
    if not game.players:
        raise sandbox.Missing("Game.__init__ adds no computer player to self.players")
    return game.players


def play(max_depth, randoms, smart, turns, seed):
    """Play a game of computer players to its end, without stand-ins.

    Returns the trees of its board: at the start, after each turn, and at the end.
    """
    random.seed(seed)
    game = _new_game(max_depth, 0, randoms, list(smart))
    boards = [reading.snapshot(game.board, _block_class())]
    for player in _players(game):
        player.make_move = _with_snapshot(player.make_move, boards)
    game.run_game(turns)
    return [*boards, reading.snapshot(game.board, _block_class())]


def _with_snapshot(make_move, boards):
    def made(board):
        result = make_move(board)
        boards.append(reading.snapshot(board, _block_class()))
        return result

    return made


# The student's player.py.


class _Watch(object):
    """Logs a player's actions on a board: outermost calls of its blocks' methods, scores, and drawn boards."""

    def __init__(self):
        self.root = self.first = None
        self.depth, self.blocks, self.places, self.spots = 0, [], {}, []

    def start(self, root):
        """Watch the board *root* from now on; discard the previous log."""
        del _log[:]
        block_class = type(root)
        self.root, self.first, self.depth = root, reading.cells(root, block_class), 0
        self.spots = blocks.spots(root)
        self.blocks = reading.every(
            root
        )  # kept, so that no other block can have the identity of one of them
        self.places = {id(block): path for path, block in self.blocks}
        for method in ("rotate", "swap", "smash"):
            original = vars(block_class).get(method)
            if original is not None and not hasattr(original, "watched"):
                setattr(block_class, method, self.noting(method, original))

    def noting(self, method, original):
        """Return *original*, wrapped so that each call is logged unless another logged call made it."""

        def called(block, *arguments, **more):
            if not self.depth and self.root is not None:
                number = next(iter([*arguments, *more.values()]), None)
                once = self.places.get(id(block))
                _log.append(["move", method, number, self.path_of(block, once), once])
            self.depth += 1
            try:
                return original(block, *arguments, **more)
            finally:
                self.depth -= 1

        called.watched = True
        return called

    def path_of(self, block, once):
        """Return the present path of *block*; *once* is its first path, which mostly is still right."""
        try:
            if once is not None and reading.at(self.root, once) is block:
                return once
        except Exception:  # irregular: the search below takes care
            pass
        return reading.path_of(self.root, block)

    def cells(self, board):
        """Return the cells of a board; None if they equal the cells at the start of the turn."""
        found = reading.cells(board, type(self.root))
        return None if found == self.first else found

    def drawn(self, board):
        """Replace the board in the log entry of a drawing with plain data: see :func:`turns`."""
        if self.root is not None:
            in_place = blocks.spots(board) == self.spots
            _log[-1][2:] = [board is self.root, blocks.lit(board), self.cells(board), in_place]


_watch = _Watch()


class _Steering(object):
    """A goal that scores each board by its cells (steering.py), and logs every board that it scores."""

    def __init__(self, start, salt):
        self.colour = reading.COLOURS[0]
        self._start, self._salt = start, salt

    def score(self, board):
        """Return the score of a board; log its cells, and its path in the board of this turn."""
        cells, first = _watch.cells(board), _watch.first
        _log.append(["score", cells, reading.path_of(_watch.root, board)])
        return steering.number_of(first if cells is None else cells, first, self._start, self._salt)

    def description(self):
        """Return some text."""
        return "a goal"


@contextlib.contextmanager
def _steered(goal):
    """Let the goals of goal.py score boards as *goal* does, because a player may keep ``score`` of the goal it was given."""
    module, kept = sandbox.module("goal"), []

    def score(self, board):
        return goal.score(board)

    for kind in (getattr(module, name, None) for name in ("PerimeterGoal", "BlobGoal")):
        if isinstance(kind, type):
            kept.append((kind, vars(kind).get("score")))
            kind.score = score
    try:
        yield
    finally:
        for kind, own in kept:
            if own is None:
                del kind.score
            else:
                kind.score = own


def _player(kind, difficulty, max_depth):
    """Return a new player, number 1 of a game of that depth (spec 13); in the variant for player.py, one made directly if possible.

    Not the first, because 0 may be written out in a program instead of the player's number. The players beside a smart
    one have another difficulty, because each has its own (spec 8).
    """
    smart = kind == "SmartPlayer"
    other = (
        difficulty + 1 if difficulty < 5 else 4
    )  # not beyond the table of spec 7, which has a check
    if sandbox.variant == "only-player":
        make = sandbox.require("player", kind)
        arguments = _arguments(make, [difficulty] if smart else [])
        if arguments is not None:
            player = make(**arguments)
            if smart:
                make(**_arguments(make, [other]))
            return player
    game = _new_game(max_depth, 0, 0 if smart else 3, [other, difficulty, other] if smart else [])
    return list(_players(game))[:2][-1]


_TAKES_MORE = 0x04 | 0x08
"""Flags of a function's code: it accepts any further arguments, by position or by name."""


def _arguments(make, others):
    """Return a constructor's arguments for a player, by its parameters' names; None if they are not understood.

    That is so if a name is unknown, if a parameter is missing, or if the constructor takes any number of arguments.

    others: values for the parameters besides renderer, goal and the player's id.
    """
    code = getattr(make.__init__, "__code__", None)
    if code is None or code.co_kwonlyargcount or code.co_flags & _TAKES_MORE:
        return None
    found, rest, missing = {}, list(others), {"renderer", "goal", "id"}
    for name in code.co_varnames[1 : code.co_argcount]:
        if "render" in name.lower():
            found[name] = renderer.Renderer(2)
            missing.discard("renderer")
        elif "goal" in name.lower():
            found[name] = _goal("BlobGoal", 0)
            missing.discard("goal")
        elif re.search(r"player|(^|_)id|id(_|$)", name.lower()):
            found[name] = 1
            missing.discard("id")
        elif rest:
            found[name] = rest.pop()
        else:
            return None
    return None if rest or missing else found


def turns(kind, difficulty, tree, seeds, start, salt, tables, lasting=False):
    """Let a new player make one move for each seed, on a new board each time; report a dict for each:

    "result"; "log", in order: ["move", method, direction, path, path at the start of the turn], ["score", cells, path],
    ["wait", ms], ["draw", id, whether it is the board itself, paths of highlighted blocks, cells, whether all blocks have
    the positions and sizes of the start of the turn]; "delay", the submission's TIME_DELAY; "board", the cells afterwards; "lit", the blocks still highlighted. A path is None for a
    block of a copy. Cells are None if they equal those at the start of the turn, and a text if the board is broken.

    A player may remember its board, because a game has one (spec 8). lasting: one player makes all moves, on one board,
    which is restored before each turn with new blocks, as smashes may make them.

    The judge derives the effects: it makes the moves itself, and scores the boards.
    """
    _sound(tables)
    block_class = _block_class()
    goal = _Steering(start, salt)
    player = root = None
    told = []
    with _steered(goal):
        for seed in seeds:
            if player is None or not lasting:
                player, root = _player(kind, difficulty, tree[4]), blocks.build(block_class, tree)
                player.goal = goal
            else:
                blocks.renew(root, tree)
            _watch.start(root)
            random.seed(seed)
            result = player.make_move(root)
            told.append(
                {
                    "result": result,
                    "log": list(_log),
                    "delay": getattr(sandbox.module("player"), "TIME_DELAY", None),
                    "board": _watch.cells(root),
                    "lit": blocks.lit(root),
                }
            )
    return told


# Data for stand-ins. The judge calls these operations on the reference only.


def _full(max_depth, size):
    """Return a board of unit cells, built here and located by the reference."""

    def node(level):
        inner = [node(level + 1) for _ in range(4)] if level < max_depth else []
        return [(0, 0), 0, None if inner else 0, level, max_depth, inner]

    root = blocks.build(_block_class(), node(0))
    root.update_block_locations((0, 0), size)
    return root


def places(max_depth, size):
    """Return [path, x, y, size] of every block that a board of that depth and size may have."""
    return [
        [path, *block.position, block.size] for path, block in reading.every(_full(max_depth, size))
    ]


def cells(max_depth):
    """Return, column by column, the path of each unit cell of a board of that depth."""
    side = 1 << max_depth
    root = _full(max_depth, 8 * side)
    middles = [8 * number + 4 for number in range(side)]
    return [
        [reading.path_of(root, root.get_selected_block((x, y), max_depth)) for y in middles]
        for x in middles
    ]


def shifts():
    """Return [method, direction, order of the children, whether blocks inside them move, too] for each move."""
    found = []
    for method, direction in MOVES:
        root = _full(2, 64)
        children = list(root.children)
        inner = list(children[0].children)
        _move(root, method, direction)
        order = [
            next(index for index, child in enumerate(children) if child is new)
            for new in root.children
        ]
        found.append([method, direction, order, not _same(children[0].children, inner)])
    return found


def random_blocks(max_depth, seeds, draw):
    """Return [level, trees] for every level: blocks that ``random_init`` made, without positions."""
    make = sandbox.require("block", "random_init")
    found = []
    for level in range(max_depth + 1):
        trees = []
        for seed in seeds:
            with _luck(seed, draw):
                trees.append(reading.snapshot(make(level, max_depth), _block_class()))
        found.append([level, trees])
    return found


def smashes(max_depth, seeds):
    """Return [level, lists of four trees] for every level whose blocks can be smashed."""
    found = []
    for level in range(max_depth + 1):
        fours = []
        for seed in seeds:
            block = reading.at(_full(max_depth, 64), [0] * level)
            random.seed(seed)
            if block.smash():
                fours.append(reading.snapshot(block, _block_class())[5])
        if fours:
            found.append([level, fours])
    return found


def tables(max_depth, size):
    """Return all data of stand-ins for boards of that depth and size."""
    return {
        "shifts": shifts(),
        "places": places(max_depth, size),
        "cells": cells(max_depth),
        "random": random_blocks(max_depth, [1], None)[
            :1
        ],  # whole boards only: no other random blocks are needed
        "smashes": smashes(max_depth, [1, 2]),
    }
