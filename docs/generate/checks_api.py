"""The names that checks import, from the docstring of ``graders.harness`` and their own."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Mapping
from pathlib import Path

from docs.generate.docstrings import below_names, markdown
from graders import harness

GROUP = re.compile(r"^(\w.*):\n((?: {4}.*\n?)+)", re.MULTILINE)
NAME = re.compile(r"`(\w+)`")

INTRODUCTION = """\
# What checks import

A grader imports these names from `graders.harness` and no other module of it. They are the stable
interface. [Writing a grader](writing-a-grader.md) shows them in use.
"""


OPERATIONS = """\
## Operations of every assignment with `[calls]`

`student` and `reference` have them beside the names of the table. Fixtures of pytest that checks
may use are `capsys`, `tmp_path` and `monkeypatch`
([how](writing-a-grader.md#checks-like-tests-for-pytest)).
"""
DRIVERS = """\
## What drivers import

A driver imports `sandbox` by `from . import sandbox`, and a stand-in by `from _grader import
sandbox`. Further names are `sandbox.submitted`, the submitted files with their content,
`sandbox.variant`, the name of the variant in which the check runs, `sandbox.Missing`, the exception
for what the submission lacks, `sandbox.AskRefused`, and `sandbox.OWN`, which a stand-in returns to
call the function that it replaces.
"""
ARRAYS = """\
## Arrays and tables

A check of an assignment with [packages](writing-a-grader.md#packages-and-arrays) imports these from
`graders.extensions.arrays`.
"""
INSIDE = Path(harness.__file__).parent / "inside"
CALLS = Path(harness.__file__).parents[1] / "extensions" / "calls" / "inside"
EXTENSION = Path(harness.__file__).parents[1] / "extensions" / "arrays"
FURTHER: Mapping[str, Mapping[str, tuple[Path, str]]] = {
    OPERATIONS: {
        "student.script": (CALLS / "generic_driver.py", "script"),
        "student.attempt": (CALLS / "generic_driver.py", "attempt"),
        "student.run_program": (INSIDE / "terminal.py", "run_program"),
    },
    DRIVERS: {
        "sandbox.module": (INSIDE / "server.py", "module"),
        "sandbox.require": (INSIDE / "server.py", "require"),
        "sandbox.at_terminal": (INSIDE / "terminal.py", "at_terminal"),
        "sandbox.run_program": (INSIDE / "terminal.py", "run_program"),
        "sandbox.ask": (INSIDE / "server.py", "ask"),
        "sandbox.stand_in": (INSIDE / "standins.py", "stand_in"),
        "sandbox.own_of": (INSIDE / "standins.py", "own_of"),
    },
    ARRAYS: {
        "array": (EXTENSION / "arrays.py", "array"),
        "frame": (EXTENSION / "dataframes.py", "frame"),
        "series": (EXTENSION / "dataframes.py", "series"),
    },
}
"""Section of names beside those of the harness -> name -> file and function."""


def page() -> str:
    """Return the page: each group of the interface with its text, then its names."""
    texts, shown = [INTRODUCTION], set()
    for title, text in GROUP.findall(markdown(harness.__doc__ or "")):
        texts.append(f"## {title}\n\n{textwrap.dedent(text)}")
        for name in NAME.findall(text):
            contract = contract_of(name) if name in harness.__all__ else ""
            if contract and name not in shown:
                texts.append(f"### {name}\n\n{contract}\n")
                shown.add(name)
    for section, functions in FURTHER.items():
        texts.append(section)
        for name, (file, function) in functions.items():
            definition = definition_in(file, function)
            text = markdown(ast.get_docstring(definition) or "")
            texts.append(f"### {name}\n\n```python\n{signature(name, definition)}\n```\n\n{text}\n")
    return "\n".join(texts)


def definition_in(file: Path, name: str) -> ast.FunctionDef:
    """Return the function or method *name* in *file*, without ``self``. Some files cannot be
    imported outside the sandbox.
    """
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and one.name == name]
    first = found[0].args.args
    found[0].args.args = first[1:] if first and first[0].arg == "self" else first
    return found[0]


def contract_of(name: str) -> str:
    """Return the signature and docstring of a name; "" if there is neither."""
    value = getattr(harness, name)
    text = markdown(value.__doc__ or "") if callable(value) else ""
    if inspect.isfunction(value):
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(value))).body
        assert isinstance(definition, ast.FunctionDef)
        return f"```python\n{signature(name, definition)}\n```\n\n{text}"
    if isinstance(value, type):
        fields = below_names(value).items()
        lines = [f"- `{field}`: {' '.join(meaning.split())}" for field, meaning in fields]
        return "\n".join([text, *([""] if lines else []), *lines])
    module = importlib.import_module(f"graders.harness.{harness._HOMES[name]}")
    return below_names(module).get(name, "")


def signature(name: str, definition: ast.FunctionDef) -> str:
    """Return the call of a function as its source writes it, with its types."""
    returned = ast.unparse(definition.returns) if definition.returns else "None"
    arguments = ast.unparse(definition.args)
    one = f"{name}({arguments}) -> {returned}"
    if len(one) <= 100:
        return one
    wrapped = textwrap.fill(arguments, 96, initial_indent="    ", subsequent_indent="    ")
    return f"{name}(\n{wrapped}\n) -> {returned}"
