"""Packages from an index for submissions; arrays of numpy, frames and series of pandas.

An assignment uses it by ``packages = ["numpy==2.*"]`` in its manifest. Its checks describe values::

    from graders.extensions.arrays import array, frame, series

These names are loaded on first use, so that no command waits for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from graders.harness.hooks import Extension

if TYPE_CHECKING:
    from graders.extensions.arrays.arrays import array
    from graders.extensions.arrays.dataframes import frame, series
    from graders.harness.assignment.value_kinds import ValueKind
    from graders.harness.sandbox.packages import PackageSource

__all__ = ["EXTENSION", "array", "frame", "series"]
_HOMES = {"array": "arrays", "frame": "dataframes", "series": "dataframes"}
"""The module that each name comes from."""


def __getattr__(name: str) -> object:
    """Load a name for checks. Raises AttributeError for any other."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found


def _packages() -> Sequence[PackageSource]:
    from graders.extensions.arrays import locking

    return [locking]


def _value_kinds() -> Sequence[ValueKind]:
    from graders.extensions.arrays import arrays, box_values, dataframes
    from graders.harness.assignment.value_kinds import ValueKind

    driver = Path(str(box_values.__file__))
    return [ValueKind("array", driver, arrays.is_array, dataframes.fault, arrays.shown)]


EXTENSION = Extension(
    "arrays",
    modes=lambda: [("doctor", "graders.extensions.arrays.install_mode:install_packages")],
    packages=_packages,
    value_kinds=_value_kinds,
)
