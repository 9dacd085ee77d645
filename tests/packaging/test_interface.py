"""`graders.harness` exports exactly the names that assignments import."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from graders import harness
from graders.extensions.authoring.scaffold import TEMPLATES
from graders.harness.assignment import distilled
from graders.harness.assignment.language import languages
from graders.harness.assignment.manifest import ROOT, load_assignment
from graders.harness.content import HARNESS, PACKAGES
from tests.nightly import IDS

RULES = ("graders.extensions.style.rules", "outline")
"""The modules that a package has beside its driver in the box."""


def modules() -> list[Path]:
    """Return the modules of all assignments, of their shared package, and of the templates."""
    folders = [path.parent for path in PACKAGES.glob("*/__init__.py") if path.parent != HARNESS]
    own = [
        path for folder in folders for path in (*folder.glob("*.py"), *folder.glob("painting/*.py"))
    ]
    templates = [TEMPLATES, *(one.template for one in languages() if one.template)]
    return sorted([*own, *(path for folder in templates for path in folder.rglob("*.py"))])


def imported(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the names that a module imports from the harness, each with the module it comes from."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("graders.harness."):
            yield from ((str(node.module), name.name) for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (
                (name.name, "") for name in node.names if name.name.startswith("graders.harness")
            )


@pytest.mark.slow
def test_assignments_import_every_exported_name_and_no_other() -> None:
    """A name without an import is not promised, unless the document for authors shows it; an imported name is promised."""
    found = {one for path in modules() for one in imported(path)} - {RULES}
    assert {module for module, _ in found} == {"graders.harness"}
    guide = (ROOT / "docs/writing-a-grader.md").read_text()
    shown = {name for name in harness.__all__ if f"{name}(" in guide}
    assert {name for _, name in found} | shown == set(harness.__all__)


def test_contract_names_every_assignment() -> None:
    """import-linter checks the packages that pyproject.toml lists."""
    contract = (
        (ROOT / "pyproject.toml")
        .read_text()
        .partition('id = "interface"')[2]
        .partition("forbidden_modules")[0]
    )
    packages = {path.parent for path in PACKAGES.glob("*/__init__.py")} - {
        HARNESS,
        PACKAGES / "extensions",
    }
    assert [
        path.name for path in sorted(packages) if f'"graders.{path.name}"' not in contract
    ] == []


def test_types_list_and_table_of_names_agree() -> None:
    """The imports for type checkers, the list, and the table of modules agree."""
    tree = ast.parse((HARNESS / "__init__.py").read_text())
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    for node in block.body:
        assert isinstance(node, ast.ImportFrom)
        for name in node.names:
            own = getattr(import_module(str(node.module)), name.name)
            assert getattr(harness, name.asname or name.name) is own
    typed = [name.asname or name.name for node in block.body for name in node.names]  # type: ignore[attr-defined]
    assert sorted(typed) == sorted(harness.__all__) == dir(harness)
    assert (PACKAGES / "py.typed").is_file()


def test_no_name_is_that_of_a_module() -> None:
    """Python would export the one that was bound last."""
    own = {path.stem for path in HARNESS.iterdir()}
    assert own.isdisjoint(harness.__all__)


def test_other_names_are_refused() -> None:
    """The error is that of any module."""
    with pytest.raises(ImportError, match=r"cannot import name 'expct' from 'graders\.harness'"):
        exec("from graders.harness import expct")


def test_nothing_is_loaded_before_it_is_used() -> None:
    """`grader list` does not wait for the imports of checks."""
    program = "import sys, graders.harness; print([name for name in sys.modules if name.startswith('graders.harness.')])"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


# Effects of an import on distilled examples.


@pytest.mark.slow
@pytest.mark.parametrize("id", IDS)
def test_distilled_examples_are_those_of_the_checks(id: str) -> None:
    """No check has changed since its examples were chosen."""
    assert distilled.stale(load_assignment(id)) == []


def test_module_of_an_imported_harness_name_changes_no_example() -> None:
    """Imports of the harness may change; every other line of a module counts."""
    source = (
        "from hypothesis import strategies as st\nfrom graders.harness import fail\nX = st.none()\n"
    )
    digest = distilled.dump(ast.parse(source))
    for own in (
        "from graders.harness.assignment.check import fail",
        "from graders.harness import fail, value",
        "",
    ):
        assert (
            distilled.dump(ast.parse(source.replace("from graders.harness import fail", own)))
            == digest
        )
    for other in (
        "from graders.harnesses import fail",
        "from graders.blocky import fail",
        "from . import fail",
    ):
        assert (
            distilled.dump(ast.parse(source.replace("from graders.harness import fail", other)))
            != digest
        )
