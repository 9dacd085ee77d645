"""The package ``app``: a later use of the assignment had one (spec 1), so ``app.block`` is ``block``."""

import importlib
import importlib.abc
import importlib.machinery
import sys

MODULES = ("block", "game", "goal", "player", "renderer")


class AppFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the package, which is empty, and its modules, which are those without it."""

    def find_spec(self, fullname, path=None, target=None):
        """Return how to load ``app`` or one of its modules."""
        if fullname == "app":
            return importlib.machinery.ModuleSpec(fullname, self, is_package=True)
        package, _, name = fullname.rpartition(".")
        return importlib.machinery.ModuleSpec(fullname, self) if package == "app" and name in MODULES else None

    def create_module(self, spec):
        """Leave it to the interpreter."""

    def exec_module(self, module):
        """Put the module without the package in the place of the new one."""
        if module.__name__ != "app":
            sys.modules[module.__name__] = importlib.import_module(module.__name__.rpartition(".")[2])


def install():
    """Make ``app`` importable, unless it is already."""
    if not any(type(finder).__name__ == "AppFinder" for finder in sys.meta_path):
        sys.meta_path.append(AppFinder())
