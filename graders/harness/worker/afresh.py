"""Makes a process that has served one check as fresh as it can be, for the calls of another that go ahead.

What a submission's modules held is gone: they are imported again, and so is what knows one of them. All other modules,
the course's, our own and the library's, are what they were when they had just been imported: their names, what is in
their lists and tables, and the names of their classes. Chance begins anew, and so do limits and hooks of the
interpreter. What a submission has hidden elsewhere in the interpreter stays; so nothing but the recorded answers counts
from such a process, and nothing that it says is told.
"""

import os
import random
import sys

MODULE = type(sys)

KEPT = {}
"""By the name of a module: it, and what its names stood for, in the process that all of a box are forked from."""

CHANGED = ("sys", "builtins", "threading")
"""Modules that a process changes before it runs anything of a submission."""


def keep():
    """Take note of all modules, once for all processes that will be forked.

    One that did so itself would write to nearly every page that it shares with the others.
    """
    KEPT.update((name, (module, dict(vars(module)))) for name, module in sys.modules.items() if type(module) is MODULE)


class Start(object):
    """How a process was when it had run nothing of a submission: made before it does."""

    def __init__(self, importer):
        self.importer = importer
        importer.settled = Module
        self.recursion = sys.getrecursionlimit()
        self.files = files_here()
        self.modules = dict(sys.modules)
        ours = {name for name in sys.modules if importer.finds(name)}
        self.ours = [Module(sys.modules[name]) for name in ours]
        self.library = [
            (vars(module), self.names_of(name, module))
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
            for table, names in self.library:
                if table != names:  # hardly ever, and quicker found out than done again
                    for name in [name for name in table if name not in names and type(table[name]) is not MODULE]:
                        del table[name]  # but a part that was imported since stays
                    table.update(names)
            for module in self.ours:
                module.restore()
            self.importer.put_back()
            random.seed(0)
        except Exception:
            return False
        return True


class Module(object):
    """A module of ours, with all that is put back.

    That is what its names stand for and those of its classes, the attributes of objects of these, and what is in lists,
    tables and sets among all of them; not what is further in.
    """

    def __init__(self, module):
        self.module = module
        self.names = dict(vars(module))
        values = [value for name, value in self.names.items() if not name.startswith("__")]
        objects = [
            value for value in values if type(value).__module__ == module.__name__ and hasattr(value, "__dict__")
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
    """Return the present folder and the names in it; nothing where it cannot be looked at, and so holds nothing."""
    try:
        folder = os.getcwd()
        return folder, sorted(os.listdir(folder))
    except OSError:
        return None
