"""Operations on a submission of Connect 4 (ish): each loads a1.py for boards of one size and uses a terminal.

The support module computes its numbers when it is loaded, and submissions star-import them (spec 2). So each operation
makes a new support module for its size, and imports a1.py again. No call sees the state of an earlier one.

Most operations report ``[end, events]`` of every call (see the sandbox's ``streams``), and the arguments afterwards.
*known* holds the recorded behaviour of sound functions in the same game. In the variant "sound" it replaces the
submission's other functions, which still run for anything not recorded. So each function is graded alone, without a
solution in the sandbox. The variant "leaves" keeps the submission's ``play_game``, because ``main`` and ``play_game``
may exchange values in any way (spec 12).
"""

import functools
import importlib
import importlib.util
import sys
import types

from . import reach, reading, sandbox

SUPPORT = "a1_support"
FILE = "a1.py"
STAY_LINES = ["q", "n"]  # typed during the import, so that a program that plays there ends

_SPEC = []
"""The import spec of a1.py, once it has been imported."""


@functools.lru_cache(maxsize=1)
def _support_code():
    """Return the compiled support module without its size; the module gets BOARD_SIZE before this code runs."""
    loader = importlib.import_module(SUPPORT).__spec__.loader
    text = loader.get_source(SUPPORT).replace("\nBOARD_SIZE = 8\n", "\n\n")
    return compile(text, SUPPORT + ".py", "exec", dont_inherit=True)


def _support(size):
    """Register a support module for boards of *size* in sys.modules."""
    module = types.ModuleType(SUPPORT)
    module.BOARD_SIZE = size
    exec(_support_code(), module.__dict__)
    sys.modules[SUPPORT] = module


def _loaded(size):
    """Import a1.py for boards of *size*; return the module, and the events at the terminal."""
    _support(size)
    end = None
    if _SPEC:
        end, events = sandbox.at_terminal(STAY_LINES, _imported_again)
    if (
        end is None or end[0] != "returned"
    ):  # the first time, or to raise the reason of a failed import
        sys.modules.pop("a1", None)
        end, events = sandbox.at_terminal(STAY_LINES, sandbox.module, "a1")
        if end[0] != "returned":
            raise RuntimeError("a1.py does not import")
        _SPEC[:] = [end[1].__spec__]
    return end[1], events


def _imported_again():
    """Import a1.py again, without a search for the file."""
    sys.modules["a1"] = importlib.util.module_from_spec(_SPEC[0])
    _SPEC[0].loader.exec_module(sys.modules["a1"])
    return sys.modules["a1"]


def _game(size, known=None):
    """Return a1.py for boards of *size*; except in the variant "own", with *known* neighbours."""
    module = _loaded(size)[0]
    _sound(module, known)
    return module


def _sound(module, known):
    if sandbox.variant != "own" and known is not None:
        Neighbours(
            module, dict(known, games=[]) if sandbox.variant == "leaves" else known
        ).move_in()


def _function(module, name):
    """Return a function of the submission. Raises Missing if there is none."""
    return getattr(module, name) if hasattr(module, name) else sandbox.require("a1", name)


def _each(size, name, cases, known=None):
    """Call the function *name* with each of *cases*, lists of arguments; report [end, events, arguments] of each."""
    function = _function(_game(size, known), name)
    told = []
    for arguments in cases:
        end, events = sandbox.at_terminal([], function, *arguments)
        told.append([end, events, arguments])
    return told


# Single functions.


def imported(size):
    """Import the file; report the events at the terminal, and whether the file has a ``play_game``."""
    module, events = _loaded(size)
    return {"events": events, "game": hasattr(module, "play_game")}


def num_hours(size):
    """Call ``num_hours``."""
    return _each(size, "num_hours", [[]])


def generate_initial_board(size):
    """Call ``generate_initial_board``."""
    return _each(size, "generate_initial_board", [[]])


def boards_apart(size, column):
    """Make a board, replace each of its columns with *column*, as moves do, and make another board; report both."""
    make = _function(_game(size), "generate_initial_board")

    def played():
        first = make()
        for place in range(len(first) if isinstance(first, list) else 0):
            first[place] = column
        return [list(first) if isinstance(first, list) else first, make()]

    return sandbox.at_terminal([], played)


def is_column_full(size, columns):
    """Call ``is_column_full`` with each of *columns*."""
    return _each(size, "is_column_full", [[column] for column in columns])


def is_column_empty(size, columns):
    """Call ``is_column_empty`` with each of *columns*."""
    return _each(size, "is_column_empty", [[column] for column in columns])


def display_board(size, boards):
    """Call ``display_board`` with each of *boards*."""
    return _each(size, "display_board", [[board] for board in boards])


def check_input(size, commands):
    """Call ``check_input`` with each of *commands*."""
    return _each(size, "check_input", [[command] for command in commands])


def get_action(size, lines, known=None):
    """Call ``get_action`` while *lines* are typed."""
    return sandbox.at_terminal(lines, _function(_game(size, known), "get_action"))


def add_piece(size, moves, known=None):
    """Call ``add_piece`` for each of *moves*, lists of board, piece and column."""
    return _each(size, "add_piece", moves, known)


def remove_piece(size, moves, known=None):
    """Call ``remove_piece`` for each of *moves*, lists of board and column."""
    return _each(size, "remove_piece", moves, known)


def check_win(size, boards):
    """Call ``check_win`` with each of *boards*."""
    return _each(size, "check_win", [[board] for board in boards])


# Games.


def game(size, lines, known=None):
    """Call ``play_game`` while *lines* are typed."""
    return sandbox.at_terminal(lines, _function(_game(size, known), "play_game"))


def games(size, stories):
    """Play several games in a row; *stories* are pairs of the lines to type and the ``known`` data of that game."""
    module = _loaded(size)[0]
    told = []
    for lines, known in stories:
        _sound(module, known)
        told.append(sandbox.at_terminal(lines, _function(module, "play_game")))
    return told


def main(size, lines, known=None):
    """Call ``main`` while *lines* are typed."""
    return sandbox.at_terminal(lines, _function(_game(size, known), "main"))


def play(size, lines, known=None):
    """Run the whole program while *lines* are typed; only ``main`` if its neighbours are replaced."""
    if sandbox.variant != "own" and known is not None:
        return main(size, lines, known)
    _support(size)
    return sandbox.run_program(FILE, lines)


def watched(size, name, lines):
    """Call the function *name* while *lines* are typed; return the recorded behaviour of the functions that it uses."""
    module = _loaded(size)[0]
    watch = Watch(module)
    sandbox.at_terminal(lines, _function(module, name))
    return watch.known()


# Recording the behaviour of functions, and replaying it.


def _typed():
    """Return the number of lines that the program has read; None if it has replaced the terminal."""
    events = getattr(sys.stdout, "events", None)
    return None if events is None else [event[0] for event in events].count("typed")


class Watch:
    """Records the behaviour of a game's functions while it is played."""

    def __init__(self, module):
        self.module = module
        self.original = {}
        self.boards = []
        self.moves = []
        self.commands = []
        self.told = {"get_action": [], "play_game": []}
        for name in ("generate_initial_board", "display_board", "check_win"):
            self._watch(name, self._board)
        for name in ("add_piece", "remove_piece"):
            self._watch(name, self._move)
        self._watch("check_input", self._command)
        for name in self.told:
            self._watch(name, self._talk)

    def _watch(self, name, note):
        original = self.original[name] = getattr(self.module, name)
        setattr(self.module, name, lambda *arguments: note(name, original, arguments))

    def _see(self, board):
        """Record *board*; return its index in ``boards``."""
        if list(board) not in self.boards:
            self.boards.append(list(board))
        return self.boards.index(list(board))

    def _board(self, name, function, arguments):
        result = function(*arguments)
        self._see(arguments[0] if arguments else result)
        return result

    def _move(self, name, function, arguments):
        board, column = arguments[0], arguments[-1]
        before, mark = self._see(board), self._mark()
        result = function(*arguments)
        self._see(board)
        piece = arguments[1] if name == "add_piece" else None
        self.moves.append([before, piece, column, result, self._since(mark)[-1], board[column]])
        return result

    def _command(self, name, function, arguments):
        mark = self._mark()
        result = function(*arguments)
        self.commands.append([arguments[0], result, self._since(mark)[-1]])
        return result

    def _talk(self, name, function, arguments):
        place, mark = _typed(), self._mark()
        result, done = None, False
        try:
            result = function(*arguments)
            done = True
        finally:
            self.told[name].append([place, self._since(mark), done, result])
        return result

    @staticmethod
    def _mark():
        events = sys.stdout.events
        return len(events), len(events[-1][1]) if events and events[-1][0] == "printed" else 0

    @staticmethod
    def _since(mark):
        """Return the text printed since *mark*, split at each typed line."""
        count, pieces = mark
        events = sys.stdout.events
        texts = ["".join(events[count - 1][1][pieces:]) if pieces else ""]
        for event in events[count:]:
            if event[0] == "printed":
                texts[-1] += "".join(event[1])
            elif event[0] == "typed":
                texts.append("")
        return texts

    def known(self):
        """Return the recorded behaviour, for :class:`Neighbours`; a move refers to its board by its index."""
        for name, original in self.original.items():
            setattr(self.module, name, original)

        def told(name, argument):
            (_kind, value), events = sandbox.at_terminal([], getattr(self.module, name), argument)
            return value, events[0][1] if events else ""

        columns = sorted({column for board in self.boards for column in board})
        typed = {command for command, _good, _text in self.commands}
        for command in sorted(
            {change(one) for one in typed for change in (str.strip, str.lower, str.upper)} - typed
        ):
            self.commands.append([command, *told("check_input", command)])
        return {
            "initial": self.original["generate_initial_board"](),
            "boards": [
                [board, told("display_board", board)[1], told("check_win", board)[0]]
                for board in self.boards
            ],
            "columns": [
                [c, told("is_column_full", c)[0], told("is_column_empty", c)[0]] for c in columns
            ],
            "moves": self.moves,
            "commands": self.commands,
            "actions": self.told["get_action"],
            "games": self.told["play_game"],
        }


def _key(board):
    return tuple(board) if type(board) is list and set(map(type, board)) == {str} else None


PARAMETERS = {
    "generate_initial_board": (),
    "is_column_full": ("column",),
    "is_column_empty": ("column",),
    "display_board": ("board",),
    "check_input": ("command",),
    "get_action": (),
    "add_piece": ("board", "piece", "column_index"),
    "remove_piece": ("board", "column_index"),
    "check_win": ("board",),
    "play_game": (),
}
"""Parameters of the functions that others use, as in the handout (spec 6)."""


class Neighbours:
    """Functions that repeat the *known* behaviour; for anything else, the submission's own functions run."""

    def __init__(self, module, known):
        self.module = module
        self.replaced = {}
        self.initial = known.get("initial")
        boards = [tuple(board) for board, _text, _outcome in known.get("boards", ())]
        self.boards = {
            tuple(board): (text, outcome) for board, text, outcome in known.get("boards", ())
        }
        self.columns = {column: (full, empty) for column, full, empty in known.get("columns", ())}
        self.moves = {
            (boards[place], piece, column): told
            for place, piece, column, *told in known.get("moves", ())
        }
        self.commands = {command: (good, text) for command, good, text in known.get("commands", ())}
        self.talks = {
            name: {place: told for place, *told in known.get(part, ())}
            for name, part in (("get_action", "actions"), ("play_game", "games"))
        }
        if self.initial is not None:
            self._replace("generate_initial_board", lambda: list(self.initial))
        if self.boards:
            self._replace("display_board", self._display_board)
            self._replace("check_win", self._check_win)
        if self.columns:
            self._replace("is_column_full", lambda column: self._column(column, 0))
            self._replace("is_column_empty", lambda column: self._column(column, 1))
        if self.boards or self.moves:
            self._replace("add_piece", self._move)
            self._replace("remove_piece", lambda board, column: self._move(board, None, column))
        if self.commands:
            self._replace("check_input", self._check_input)
        for name, talks in self.talks.items():
            if talks:
                self._replace(name, lambda name=name: self._talk(name))

    def _replace(self, name, does):
        # the submission's function, even if a stand-in has replaced it before
        own = sandbox.own_of(getattr(self.module, name, None))
        self.replaced[name] = sandbox.stand_in(own, name, PARAMETERS[name], does)

    def move_in(self):
        """Put the functions into the module."""
        for name, function in self.replaced.items():
            setattr(self.module, name, function)

    def _display_board(self, board):
        known = self.boards.get(_key(board))
        if known is None:
            return sandbox.OWN
        print(known[0], end="")
        return None

    def _check_win(self, board):
        known = self.boards.get(_key(board))
        return sandbox.OWN if known is None else known[1]

    def _column(self, column, which):
        known = self.columns.get(column) if type(column) is str else None
        return sandbox.OWN if known is None else known[which]

    def _move(self, board, piece, column):
        known = None
        if type(column) is int and (piece is None or type(piece) is str):
            known = self.moves.get((_key(board), piece, column))
        if known is None:
            return sandbox.OWN
        done, text, changed = known
        print(text, end="")
        board[column] = changed
        return done

    def _check_input(self, command):
        known = self.commands.get(command) if type(command) is str else None
        if known is None:
            return sandbox.OWN
        print(known[1], end="")
        return known[0]

    def _talk(self, name):
        known = self.talks[name].get(_typed())
        if known is None:
            return sandbox.OWN
        texts, done, result = known
        for text in texts[:-1]:
            input(text)
        if not done:
            input(texts[-1])
        print(texts[-1], end="")
        return result


# Beside the checks.


def findings():
    """Return the findings in the code, without running it; see ``reading.py``."""
    files = reach.files(sandbox.submitted, (FILE,)).items()
    return [
        row
        for name, source in files
        for row in reading.findings(name, source, _texts(), name == FILE)
    ]


def _texts():
    """Return the names and values of the support module's constants."""
    _support(8)
    return {name: value for name, value in vars(sys.modules[SUPPORT]).items() if name.isupper()}


def flags():
    """Return the flags of a program for the other edition, with its fixed board (spec 0)."""
    module = _loaded(10)[0]
    wrong = sys.modules[SUPPORT].INVALID_FORMAT_MESSAGE

    def refused(command):
        end, events = sandbox.at_terminal([], _function(module, "check_input"), command)
        return end == ["returned", False] and [
            event[1].strip() for event in events if event[0] == "printed"
        ] == [wrong]

    two_digits = refused("a10") and refused("r10") and not refused("a1")
    literal = reading.has_number(sandbox.submitted[FILE], 8)
    return ["one-digit"] * two_digits + ["board-of-8"] * (two_digits and literal)
