"""Imports the library modules that submissions and drivers use, before boxes are forked."""

from __future__ import annotations

import importlib

from . import clearing, clocks, loops, syscalls

# fmt: off
MODULES = (
    "abc", "argparse", "array", "ast", "base64", "bisect", "calendar", "cmath", "collections",
    "collections.abc", "contextlib", "copy", "csv", "ctypes", "dataclasses", "datetime",
    "decimal", "doctest", "enum", "fractions", "functools", "hashlib", "heapq", "inspect", "io",
    "itertools", "json", "logging", "math", "numbers", "operator", "os", "os.path", "pathlib",
    "pickle", "pprint", "queue", "random", "re", "select", "shutil", "signal", "socket",
    "statistics", "string", "struct", "tempfile", "textwrap", "threading", "time", "timeit",
    "traceback", "types", "typing", "unittest", "uuid", "warnings", "weakref",
)
# fmt: on
"""Any other module is imported from the box's runtime as usual."""


THREAD_STACK_BYTES = 8 << 20
"""Set explicitly, because the default depends on the limits of the judge's user."""

_ARENAS_MOST = -8
"""M_ARENA_MAX of ``mallopt``. A second arena would take 64 MB of a program's memory from it, and a
third, for each thread: without a use, because threads take turns.
"""


def preload() -> None:
    """Import the MODULES that this release has, and prepare them for programs."""
    clocks.install()
    for name in MODULES:
        try:
            importlib.import_module(name)
        except ImportError:
            pass
    clearing.install()
    loops.install()
    clocks.install_in_library()
    importlib.import_module("threading").stack_size(THREAD_STACK_BYTES)
    if hasattr(syscalls.LIBC, "mallopt"):
        syscalls.LIBC.mallopt(_ARENAS_MOST, 1)
