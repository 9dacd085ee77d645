"""The package ``app``: a later edition of the assignment had it (spec 1), so ``app.block`` is ``block``."""

import importlib
import importlib.abc
import importlib.machinery
import sys

MODULES = ("block", "game", "goal", "player", "renderer")


class AppFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the empty package, and its modules, which are the top-level modules of the same names."""

    def find_spec(self, fullname, path=None, target=None):
        """Return the spec of ``app`` or one of its modules, or None for any other name."""
        if fullname == "app":
            return importlib.machinery.ModuleSpec(fullname, self, is_package=True)
        package, _, name = fullname.rpartition(".")
        return (
            importlib.machinery.ModuleSpec(fullname, self)
            if package == "app" and name in MODULES
            else None
        )

    def create_module(self, spec):
        """Return None, so that the interpreter creates the module."""

    def exec_module(self, module):
        """Replace the new module with the top-level one."""
        if module.__name__ != "app":
            sys.modules[module.__name__] = importlib.import_module(
                module.__name__.rpartition(".")[2]
            )


def install():
    """Make ``app`` importable, unless it already is."""
    if not any(type(finder).__name__ == "AppFinder" for finder in sys.meta_path):
        sys.meta_path.append(AppFinder())
