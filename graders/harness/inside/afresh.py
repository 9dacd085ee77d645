"""Makes a process that has served one check as fresh as it can be, for the calls of another that go
ahead.

What a submission's modules held is gone: they are imported again, and so is what knows one of them.
All other modules, the course's, our own and the library's, are what they were when they had just
been imported: their names, what is in their lists and tables, and the names of their classes.
Chance begins anew, and so do limits and hooks of the interpreter. What a submission has hidden
elsewhere in the interpreter stays; so nothing but the recorded answers counts from such a process,
and nothing that it says is told.
"""

import os
import random
import re
import sys

try:
    import ctypes
except ImportError:  # a build without it
    ctypes = None

from . import modules

MODULE = type(sys)

KEPT = {}
"""By the name of a module: it, and what its names stood for, in the process that all of a box are
forked from.
"""

OURS = modules.PACKAGE + "."
IMPORTS = re.compile(r"^[ \t]*(?:from|import)\b[^\n#]*", re.MULTILINE)

CHANGED = ("sys", "builtins", "threading")
"""Modules that a process changes before it runs anything of a submission."""


def keep():
    """Take note of all modules, for all processes that will be forked.

    One that did so itself would write to nearly every page that it shares with the others.
    """
    for name, module in sys.modules.items():
        if (
            type(module) is MODULE and KEPT.get(name, (None,))[0] is not module
        ):  # else the launcher has taken note
            KEPT[name] = module, dict(vars(module))


class Start(object):
    """How a process was when it had run nothing of a submission: made before it does."""

    def __init__(self, importer):
        self.importer = importer
        self.keeper = importer.keeper = Keeper(importer.program.submitted)
        self.recursion = sys.getrecursionlimit()
        self.files = files_here()
        self.modules = dict(sys.modules)
        ours = {name for name in sys.modules if importer.finds(name)}
        self.ours = [Module(sys.modules[name]) for name in ours]
        self.library = [
            Library(vars(module), self.names_of(name, module))
            for name, module in sys.modules.items()
            if name not in ours and type(module) is MODULE
        ]

    @staticmethod
    def names_of(name, module):
        """Return what the names of a module stand for."""
        kept, names = KEPT.get(name, (None, None))
        return dict(vars(module)) if kept is not module or name in CHANGED else names

    def again(self):
        """Make this process like that again; return False where it cannot be."""
        try:
            if len(sys._current_frames()) > 1 or files_here() != self.files:
                return False
            sys.settrace(None)
            sys.setprofile(None)
            sys.setrecursionlimit(self.recursion)
            os.environ.clear()
            for name in sys.modules.keys() - self.modules.keys():
                if self.importer.finds(name):
                    del sys.modules[name]
            sys.modules.update(self.modules)
            for module in self.library:
                module.restore()
            for module in self.ours:
                module.restore()
            self.keeper.put_back()
            random.seed(0)
        except Exception:
            return False
        return True


class Library(object):
    """A module that is not ours, whose names are put back."""

    __slots__ = ("table", "names", "changes", "seen")

    def __init__(self, table, names):
        """*table*: the module's names; *names*: what they are to stand for."""
        self.table = table
        self.names = names
        self.changes = changes_of(table)
        self.seen = self.count()  # at which the table is known to be in order

    def count(self):
        """Return how often the table has been changed, by some measure; None where nobody counts."""
        return None if self.changes is None else self.changes.value

    def restore(self):
        """Make the module what it was. That it was changed is hardly ever, and quicker found out
        than done again.
        """
        if self.seen is not None and self.seen == self.count():
            return
        table, names = self.table, self.names
        if table != names:
            for name in [
                name for name in table if name not in names and type(table[name]) is not MODULE
            ]:
                del table[name]  # but a part that was imported since stays
            table.update(names)
        self.seen = self.count()


VERSION_OFFSET = 24
"""Where CPython counts the changes of a dict: behind its references, its type and its length, eight
bytes each.
"""


def changes_of(table):
    """Return an object whose *value* is another one after each change of the dict *table*.

    None where this interpreter does not count: then the dict has to be compared, which takes ten
    times as long.
    """
    return ctypes.c_uint64.from_address(id(table) + VERSION_OFFSET) if COUNTS else None


def counts_changes():
    """Say whether this interpreter counts the changes of a dict there, and what only looks at it
    does not count.
    """
    if ctypes is None or sys.implementation.name != "cpython":
        return False
    table = {"one": 1, "two": 2}
    count = ctypes.c_uint64.from_address(id(table) + VERSION_OFFSET)
    seen = [count.value]
    for change in (
        lambda: table.update(one=2),
        lambda: table.pop("two"),
        lambda: table.setdefault("three", 3),
        lambda: table.update(three=3.0),
        table.clear,
    ):
        change()
        seen.append(count.value)
        _looked_at = table.get("one"), "two" in table, dict(table), list(table.items()), table == {}
        if count.value != seen[-1]:
            return False
    return len(set(seen)) == len(seen)


COUNTS = counts_changes()


class Keeper(object):
    """Runs modules, and keeps those that need not be run again for another check.

    These are ours, and know none of the submission's: neither did they import one, nor could they
    have found one that was loaded. Modules that come with one another share their lot, for the
    first may have changed the others.
    """

    def __init__(self, submitted):
        self.kept = {}  # name -> Module
        self.there = set()  # the names of those that the driver imports
        self.waiting = {}  # name -> module: those that are put back, to be imported
        self.loose = {re.match(r"\w*", name).group() for name in submitted}
        """Last parts of the names of modules that are run again."""
        self.together = []  # name, module and source of those of ours that are being run
        self.saw_submitted = False  # whether a module of the submission has come with them

    def run(self, role, module, code, source):
        """Run the *code* of *module*, which has that *role* and *source*."""
        if role == "submitted":
            self.saw_submitted = True
            self.loose.add(last_part(module.__name__))
            exec(code, module.__dict__)
            return
        is_first = not self.together
        self.saw_submitted = self.saw_submitted and not is_first
        self.together.append((module.__name__, module, source))
        try:
            exec(code, module.__dict__)
            if is_first:
                self.settle()
        finally:
            if is_first:
                self.together = []

    def settle(self):
        """Decide about the modules that have come together."""
        loaded = self.loose.intersection(map(last_part, sys.modules))
        known = self.saw_submitted or any(
            loaded & imported_in(source) for _, _, source in self.together if loaded
        )
        is_drivers = self.together[0][0].startswith(OURS)
        for name, module, _source in self.together:
            if known:
                self.loose.add(last_part(name))
            elif name not in self.kept:
                self.kept[name] = Module(module)
                if is_drivers:
                    self.there.add(name)

    def put_back(self):
        """Make the modules that are kept what they were when they had been imported.

        Those that the driver imports are there from now on, as they are before anything else is
        run.
        """
        for name, kept in self.kept.items():
            kept.restore()
            (sys.modules if name in self.there else self.waiting)[name] = kept.module


def last_part(name):
    """Return what a module is called within its package."""
    return name.rpartition(".")[2]


def imported_in(source):
    """Return the words of all lines of *source*, a file of ours, that begin with an import."""
    return set(re.findall(r"\w+", " ".join(IMPORTS.findall(source.decode("utf-8", "replace")))))


class Module(object):
    """A module of ours, with all that is put back.

    That is what its names stand for and those of its classes, the attributes of objects of these,
    and what is in lists, tables and sets among all of them; not what is further in.
    """

    def __init__(self, module):
        self.module = module
        self.names = dict(vars(module))
        values = [value for name, value in self.names.items() if not name.startswith("__")]
        objects = [
            value
            for value in values
            if type(value).__module__ == module.__name__ and hasattr(value, "__dict__")
        ]
        self.held = held_among(values)
        for value in objects:
            self.held += held_among([vars(value), *vars(value).values()])
        self.classes = [
            (value, dict(vars(value)))
            for value in values
            if isinstance(value, type) and value.__module__ == module.__name__
        ]

    def restore(self):
        """Make the module what it was."""
        vars(self.module).clear()
        vars(self.module).update(self.names)
        for value, copy in self.held:
            value.clear()
            getattr(value, "extend" if type(value) is list else "update")(copy)
        for value, names in self.classes:
            now = dict(vars(value))
            if now != names:
                for name in now.keys() - names.keys():
                    delattr(value, name)
                for name in names:
                    if now.get(name, now) is not names[name]:
                        setattr(value, name, names[name])


def held_among(values):
    """Return each list, table and set among *values* with a copy of it."""
    return [(value, value.copy()) for value in values if type(value) in (list, dict, set)]


def files_here():
    """Return the present folder and the names in it; nothing where it cannot be looked at, and so
    holds nothing.
    """
    try:
        folder = os.getcwd()
        return folder, sorted(os.listdir(folder))
    except OSError:
        return None
