"""The names that checks import, from the docstring of ``graders.harness`` and their own."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Callable
from typing import Any

from docs.generate.docstrings import below_names, markdown
from graders import harness

GROUP = re.compile(r"^(\w.*):\n((?: {4}.*\n?)+)", re.MULTILINE)
NAME = re.compile(r"`(\w+)`")

INTRODUCTION = """\
# What checks import

A grader imports these names from `graders.harness` and no other module of it. They are the stable
interface. [Writing a grader](writing-a-grader.md) shows them in use.
"""


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
    return "\n".join(texts)


def contract_of(name: str) -> str:
    """Return the signature and docstring of a name; "" if there is neither."""
    value = getattr(harness, name)
    text = markdown(value.__doc__ or "") if callable(value) else ""
    if inspect.isfunction(value):
        return f"```python\n{signature(name, value)}\n```\n\n{text}"
    if isinstance(value, type):
        fields = below_names(value).items()
        lines = [f"- `{field}`: {' '.join(meaning.split())}" for field, meaning in fields]
        return "\n".join([text, *([""] if lines else []), *lines])
    module = importlib.import_module(f"graders.harness.{harness._HOMES[name]}")
    return below_names(module).get(name, "")


def signature(name: str, function: Callable[..., Any]) -> str:
    """Return the call of a function as its source writes it, with its types."""
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(definition, ast.FunctionDef)
    returned = ast.unparse(definition.returns) if definition.returns else "None"
    arguments = ast.unparse(definition.args)
    one = f"{name}({arguments}) -> {returned}"
    if len(one) <= 100:
        return one
    wrapped = textwrap.fill(arguments, 96, initial_indent="    ", subsequent_indent="    ")
    return f"{name}(\n{wrapped}\n) -> {returned}"
