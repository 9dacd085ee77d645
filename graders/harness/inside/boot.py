"""Starts a module of this folder in an interpreter that cannot import the rest of the harness.

``python boot.py NAME [ARGUMENT ...]`` calls ``main`` of the module NAME, such as ``launcher``, with
the arguments. The modules are imported as ``harness.inside.*`` and ``harness.protocol.*``. No code
of the packages above runs, and none of their other modules exists.
"""

import importlib
import os
import sys
from types import ModuleType

ROOT = "harness"
PACKAGES = ("inside", "protocol")


def make_packages(folder: str) -> None:
    """Make the two packages in *folder*, the harness, importable."""
    root = sys.modules[ROOT] = ModuleType(ROOT)
    root.__path__ = []
    for name in PACKAGES:
        package = sys.modules[ROOT + "." + name] = ModuleType(ROOT + "." + name)
        package.__path__ = [os.path.join(folder, name)]
        setattr(root, name, package)


def run(name: str, *arguments: str) -> None:
    """Call ``main`` of the module *name*."""
    here = os.path.dirname(os.path.abspath(__file__))
    # no file of this folder may shadow a module of the library
    sys.path[:] = [entry for entry in sys.path if entry and os.path.abspath(entry) != here]
    make_packages(os.path.dirname(here))
    # handlers of the library would run in each process of a submission, and do what a process
    # without threads does not need
    os.register_at_fork = lambda **handlers: None
    importlib.import_module(ROOT + ".inside." + name).main(*arguments)


if __name__ == "__main__":
    run(*sys.argv[1:])
