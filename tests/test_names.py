"""A public class has one meaning in the whole package, and a module's name is found in one room."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.harness.assignment.manifest import ROOT

pytestmark = pytest.mark.slow

SHARED_CLASSES: dict[str, str] = {
    "Finding": "the one in the box is a tuple of what the judge's struct has",
    "Linter": "the core's protocol, and that of python-ta",
    "Named": "two steps of naming a fault, in one extension",
    "Note": "the desk's is a view of a tutor's comment",
    "Platform": "the core's protocol, and the extension's struct with marks and pages",
    "Program": "a submission in the box, and one that an exemplar is made of",
}
"""Names that two classes share -> what they are. The list only shrinks."""

SHARED_MODULES: dict[str, str] = {
    "markdown": "the format of a report, and comments as a page shows them",
}
"""Names that two modules of the harness share -> what they are. The list only shrinks."""


def modules() -> Iterator[Path]:
    """Yield the modules of the harness and of its extensions; not what they copy elsewhere."""
    for top in ("harness", "extensions"):
        for path in sorted((ROOT / "graders" / top).rglob("*.py")):
            if not {"template", "stubs"} & set(path.parts):
                yield path


def shared(named: Iterator[tuple[str, str]]) -> dict[str, list[str]]:
    """Return the names that stand for several places, with these."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for name, place in named:
        places[name].append(place)
    return {name: where for name, where in places.items() if len(where) > 1}


def test_no_two_public_classes_share_a_name() -> None:
    twice = shared(
        (name, str(path.relative_to(ROOT)))
        for path in modules()
        for name in re.findall(r"^class ([^\W_]\w*)", path.read_text("utf-8"), re.MULTILINE)
    )
    assert twice.keys() == SHARED_CLASSES.keys(), twice


def test_no_two_modules_of_the_harness_share_a_name() -> None:
    """A command's module has the command's name, which may be that of what it calls."""
    twice = shared(
        (path.name.removesuffix(".py"), str(path.relative_to(ROOT)))
        for path in modules()
        if "harness" in path.parts and "commands" not in path.parts and path.name != "__init__.py"
    )
    assert twice.keys() == SHARED_MODULES.keys(), twice
