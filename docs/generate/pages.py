"""The generated files of ``docs/``, and the functions that make them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from docs.generate import attacks, checks_api, commands, cookbook, manifest, result, threat_model

PAGES: dict[str, Callable[[], str]] = {
    "attacks.md": attacks.page,
    "checks-api.md": checks_api.page,
    "commands.md": commands.page,
    "cookbook.md": cookbook.page,
    "manifest.md": manifest.page,
    "result.md": result.page,
    "result.schema.json": result.schema,
    "threat-model.md": threat_model.page,
}
"""File in ``docs/`` -> what returns its text."""


def path_of(name: str) -> Path:
    """Return the file of a page."""
    return Path(__file__).parent.parent / name
