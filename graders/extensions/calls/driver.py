"""The files of the driver that calls functions by name, in Python."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from graders.harness.assignment.manifest import ALL_PUBLIC, Manifest
from graders.harness.assignment.value_kinds import kinds

GENERIC_DRIVER = Path(__file__).parent / "inside" / "generic_driver.py"


def driver(manifest: Manifest) -> dict[str, bytes]:
    """Return the files of the driver, by name."""
    converters = [kind.driver for kind in kinds()] if manifest.packages else []
    return {
        "driver.py": GENERIC_DRIVER.read_bytes(),
        **{path.name: path.read_bytes() for path in converters},
        "called.py": _called(manifest.calls, [path.stem for path in converters]),
    }


def _called(calls: Mapping[str, tuple[str, ...] | str], converters: list[str]) -> bytes:
    """Return the table ``[calls]``, and the modules of kinds of values, as one of the driver."""
    homes = {name: module for module, names in calls.items() for name in names}
    everything = homes.pop(ALL_PUBLIC, "")
    return f"HOMES = {homes!r}\nOPEN = {everything!r}\nKINDS = {converters!r}\n".encode()
