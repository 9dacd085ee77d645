"""The extensions that a bundle needs, and the metadata by which they are found in it."""

from __future__ import annotations

from importlib.metadata import EntryPoint

from graders.harness.assignment.manifest import Manifest
from graders.harness.content import DISTRIBUTION, release
from graders.harness.extensions import GROUP, entries


def needed(manifest: Manifest) -> list[EntryPoint]:
    """Return the entry points of the project's own extensions that *manifest* needs."""
    return [
        entry
        for entry in entries()
        if entry.name in manifest.extensions and entry.module.startswith("graders.extensions.")
    ]


def metadata_of(extensions: list[EntryPoint]) -> dict[str, bytes]:
    """Return the files of a distribution, by path, that has these *extensions*.

    It hides the project's own distribution, if that is installed too: its other extensions are not
    in the bundle.
    """
    lines = [f"[{GROUP}]", *(f"{entry.name} = {entry.value}" for entry in extensions)]
    head = f"Metadata-Version: 2.1\nName: {DISTRIBUTION}\nVersion: {release()}\n"
    folder = f"{DISTRIBUTION}.dist-info"
    return {
        f"{folder}/METADATA": head.encode(),
        f"{folder}/entry_points.txt": "\n".join([*lines, ""]).encode(),
    }
