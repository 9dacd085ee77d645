"""A public class has one meaning in the whole package, and a module's name is found in one room."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from graders.harness.assignment.manifest import ROOT

SHARED_CLASSES: dict[str, str] = {
    "Named": "diagnosis moves to an extension",
    "Note": "the desk moves to an extension",
    "Program": "verification.student_code moves to an extension",
}
"""Names that two classes share -> why that is so for now. The list only shrinks."""

SHARED_MODULES: dict[str, str] = {
    "dictionary": "diagnosis moves to an extension",
    "exhibits": "reports/html is being divided",
    "github": "a platform's two directions move to one extension",
    "gradescope": "a platform's two directions move to one extension",
    "interface": "the rules of style move to an extension",
    "markdown": "reports/html is being divided",
    "markus": "a platform's two directions move to one extension",
    "standins": "the search for one cause moves to an extension",
}
"""Names that two modules of the harness share -> why that is so for now. The list only shrinks."""


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
        (node.name, f"{path.relative_to(ROOT)}:{node.lineno}")
        for path in modules()
        for node in ast.parse(path.read_bytes()).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
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
