"""Makes the packages of an assignment importable, those of its lock, from one folder.

They come after the interpreter's own modules and before the files of the course and the submission.
Only their own modules are found there, whatever else is in the folder. They are loaded before
boxes are made, so that a process of a submission gets them by the fork.
"""

from __future__ import annotations

import importlib
import os
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any

from ..protocol.config import Packages


class PackageFinder:
    """Finds the modules of the packages."""

    def __init__(self, packages: Packages) -> None:
        self.packages = packages
        self.folder = packages["folder"]
        self.names = frozenset(packages["names"])

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: Any = None
    ) -> ModuleSpec | None:
        """Return the spec of a top-level module. Its own path has those within a package."""
        if path is not None or fullname not in self.names:
            return None
        return PathFinder.find_spec(fullname, [self.folder])

    def find_distributions(self, context: Any) -> Iterable[Any]:
        """Return the metadata of the packages, which some packages read of themselves."""
        from importlib.metadata import DistributionFinder, MetadataPathFinder

        here = DistributionFinder.Context(name=context.name, path=[self.folder])
        return MetadataPathFinder.find_distributions(here)


def show(packages: Packages | None) -> None:
    """Make *packages* importable, and load those that the assignment names."""
    if packages is None:
        return
    os.environ.update(packages["environment"])
    sys.meta_path.append(PackageFinder(packages))
    for name in packages["loaded"]:
        with suppress(Exception), own_dates():  # the submission's import raises it again
            importlib.import_module(name)
    for name in packages["seeded"]:
        if name.partition(".")[0] in sys.modules:
            # otherwise its first use would seed it from the clock
            importlib.import_module(name)


@contextmanager
def own_dates() -> Iterator[None]:
    """Let ``datetime.datetime`` be Python's: pandas has types in C on top of it, and would never
    end its import with the one whose clock runs ahead.
    """
    import datetime

    module: Any = datetime
    ahead = module.datetime
    module.datetime = ahead.__mro__[-3]  # above it are date and object
    try:
        yield
    finally:
        module.datetime = ahead


def _shown() -> list[Packages]:
    """Return the packages that are importable, if there are some."""
    return [finder.packages for finder in sys.meta_path if type(finder) is PackageFinder]


def reset() -> None:
    """Remove all variables of the environment but the packages' and the user's name and home, which
    no system table holds here, and seed all random numbers.
    """
    os.environ.clear()
    os.environ["USER"] = os.environ["LOGNAME"] = "student"
    os.environ["HOME"] = os.environ["USERPROFILE"] = os.sep
    for packages in _shown():
        os.environ.update(packages["environment"])
    seed()


def seed() -> None:
    """Seed the random numbers, so that unseeded ones are the same in every run."""
    random.seed(0)
    for packages in _shown():
        for name in packages["seeded"]:
            generator: Any = sys.modules.get(name)
            if generator is not None:
                generator.seed(0)
