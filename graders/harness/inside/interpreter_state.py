"""Resets the interpreter between two checks that share a process.

The submission's modules, and every trusted module that has met one of them, are dropped and later
imported again. The other trusted modules are restored to their state after the import: their names,
the content of their lists, dicts and sets, and the names of their classes. Library modules that the
submission's sources name get their names back. The random generator, the clocks, the limits and the
hooks of the interpreter are reset.

This is a convenience, not a boundary. A submission can hide things elsewhere in the interpreter. So
only replies that equal the recorded ones, or that a check accepts, count from such a process.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from types import CodeType, ModuleType
from typing import Any

from . import clocks, modules, package_imports, streams

OWN_PACKAGE = modules.PACKAGE + "."
IMPORTS = re.compile(rb"^[ \t]*(?:from|import)\b[^\n#]*", re.MULTILINE)
ALWAYS_RESTORED = ("builtins", "sys", "threading")
"""Library modules that can be changed without an import statement."""
LIBRARY = frozenset(getattr(sys, "stdlib_module_names", ())) - {"antigravity", "this"}
"""Modules that are imported before the submission imports them, to know their state by then."""

Container = list[Any] | dict[Any, Any] | set[Any]


class InterpreterState:
    """The state of a process that has not run code of a submission yet."""

    def __init__(self, importer: modules.MemoryImporter) -> None:
        self.importer = importer
        self.keeper = importer.keeper = ModuleKeeper(importer.program.submitted)
        self.recursion = sys.getrecursionlimit()
        self.files = files_here()
        words = set(ALWAYS_RESTORED)
        for source in importer.program.submitted.values():
            words |= imported_in(source)
        for name in sorted(words & LIBRARY):
            with suppress(Exception):  # the submission's import raises it again
                importlib.import_module(name)
        self.modules = dict(sys.modules)
        self.trusted = []
        self.library = []
        for name, module in self.modules.items():
            if importer.finds(name):
                self.trusted.append(ModuleState(module))
            elif type(module) is ModuleType and name.partition(".")[0] in words:
                self.library.append((vars(module), dict(vars(module))))

    def restore(self) -> bool:
        """Restore the state; return False if that is impossible."""
        try:
            if len(sys._current_frames()) > 1 or files_here() != self.files:
                return False
            if streams.Console.is_used_up:
                return False  # and a stream that it opened closes the descriptor some time later
            sys.settrace(None)
            sys.setprofile(None)
            sys.setrecursionlimit(self.recursion)
            package_imports.reset()
            clocks.TIME.ahead = 0
            lines = sys.modules.get("linecache")
            if lines is not None:  # a debugger and a traceback show those that it has kept
                vars(lines)["cache"].clear()
            for name in sys.modules.keys() - self.modules.keys():
                # check the loader, too: a module may be listed under another name
                loader = getattr(sys.modules[name], "__loader__", None)
                if loader is self.importer or self.importer.finds(name):
                    del sys.modules[name]
            sys.modules.update(self.modules)
            for table, names in self.library:
                restore_names(table, names)
            for state in self.trusted:
                state.restore()
            self.keeper.restore()
        except Exception:
            return False
        return True


def restore_names(table: dict[str, Any], names: dict[str, Any]) -> None:
    """Restore the names of a library module, except for submodules imported since."""
    if table == names:  # the usual case, and a fast comparison
        return
    for name in table.keys() - names.keys():
        if type(table[name]) is not ModuleType:
            del table[name]
    table.update(names)


class ModuleKeeper:
    """Runs modules, and keeps those that need not be run again for another check.

    These are the trusted modules that never met a module of the submission: they did not import
    one, and could not have used a loaded one. Modules imported together are kept or dropped
    together, because one may have changed another.
    """

    def __init__(self, submitted: Iterable[str]) -> None:
        self.kept_modules: dict[str, ModuleState] = {}
        self.by_driver: set[str] = set()
        """Names of kept modules that were imported with the driver."""
        self.waiting: dict[str, ModuleType] = {}
        """Restored modules to be returned by the next import of their name."""
        self.dropped = {name.partition("/")[0].partition(".")[0] for name in submitted}
        """Last parts of the names of modules to be run again."""
        self.together: list[tuple[str, ModuleType, bytes]] = []
        """Name, module and source of the trusted modules being run."""
        self.met_submission = False
        """True if a module of the submission was run in the meantime."""

    def run(self, role: str, module: ModuleType, code: CodeType, source: bytes) -> None:
        """Run the *code* of *module*, which has this *role* and *source*."""
        if role == "submitted":
            self.met_submission = True
            self.dropped.add(last_part(module.__name__))
            exec(code, module.__dict__)
            return
        is_first = not self.together
        self.met_submission = self.met_submission and not is_first
        self.together.append((module.__name__, module, source))
        try:
            exec(code, module.__dict__)
            if is_first:
                self.settle()
        finally:
            if is_first:
                self.together = []

    def settle(self) -> None:
        """Keep or drop the modules that were imported together."""
        if self.met_submission or self.could_meet_dropped():
            self.dropped.update(last_part(name) for name, _, _ in self.together)
            return
        with_driver = self.together[0][0].startswith(OWN_PACKAGE)
        for name, module, _source in self.together:
            if name not in self.kept_modules:
                self.kept_modules[name] = ModuleState(module)
                if with_driver:
                    self.by_driver.add(name)

    def could_meet_dropped(self) -> bool:
        """Return whether one of the modules names a loaded module that will be run again."""
        loaded = self.dropped.intersection(map(last_part, sys.modules))
        return any(loaded & imported_in(source) for _, _, source in self.together if loaded)

    def restore(self) -> None:
        """Restore the kept modules: the driver's as loaded, the others for the next import."""
        for name, state in self.kept_modules.items():
            state.restore()
            if name in self.by_driver:
                sys.modules[name] = state.module
            else:
                self.waiting[name] = state.module


def last_part(name: str) -> str:
    """Return the name of a module within its package."""
    return name.rpartition(".")[2]


def imported_in(source: bytes) -> set[str]:
    """Return the words of all lines of *source* that begin with an import statement."""
    lines = b" ".join(IMPORTS.findall(source))
    return set(re.findall(r"\w+", lines.decode("utf-8", "replace")))


class ModuleState:
    """The restorable state of a trusted module.

    It covers the module's names and those of its classes, the attributes of its instances of these
    classes, and the content of the lists, dicts and sets among all of them, but nothing deeper.
    """

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        self.names = dict(vars(module))
        values = [value for name, value in self.names.items() if not name.startswith("__")]
        self.contents = contents_of(values)
        for value in values:
            if type(value).__module__ == module.__name__ and hasattr(value, "__dict__"):
                self.contents += contents_of([vars(value), *vars(value).values()])
        self.classes = [
            (value, dict(vars(value)))
            for value in values
            if isinstance(value, type) and value.__module__ == module.__name__
        ]

    def restore(self) -> None:
        """Restore the module."""
        vars(self.module).clear()
        vars(self.module).update(self.names)
        for value, copy in self.contents:
            value.clear()
            if isinstance(value, list):
                value.extend(copy)
            else:
                value.update(copy)
        for owner, names in self.classes:
            restore_class(owner, names)


def restore_class(owner: type, names: dict[str, Any]) -> None:
    """Restore the names of a class."""
    now = dict(vars(owner))
    if now == names:
        return
    for name in now.keys() - names.keys():
        delattr(owner, name)
    for name, value in names.items():
        if name not in now or now[name] is not value:
            setattr(owner, name, value)


def contents_of(values: Iterable[Any]) -> list[tuple[Container, Any]]:
    """Return each list, dict and set among *values* with a copy of it."""
    return [(value, value.copy()) for value in values if type(value) in (list, dict, set)]


def files_here() -> tuple[str, list[str]] | None:
    """Return the working directory and the names in it, or None if it cannot be read."""
    try:
        folder = os.getcwd()
        return folder, sorted(os.listdir(folder))
    except OSError:
        return None
