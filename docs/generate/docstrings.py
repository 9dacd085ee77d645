"""Reads docstrings: those of classes and functions, and those below a field or a constant."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from itertools import pairwise
from types import ModuleType

ROLE = re.compile(r":\w+:`([^`]+)`")
LITERAL = re.compile(r"``([^`]+)``")
EMPHASIS = re.compile(r"(?<![\w*`])\*([A-Za-z_]\w*)\*(?![\w*])")


def below_names(source: type | ModuleType) -> dict[str, str]:
    """Return name -> docstring in Markdown, for the fields of a class or the constants of a module.

    A name without a docstring is left out.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(source)))
    body = tree.body
    if isinstance(source, type) and isinstance(body[0], ast.ClassDef):
        body = body[0].body
    docs = {}
    for line, below in pairwise(body):
        targets = line.targets if isinstance(line, ast.Assign) else [getattr(line, "target", None)]
        text = text_of(below)
        if isinstance(targets[0], ast.Name) and text:
            docs[targets[0].id] = markdown(text)
    return docs


def text_of(line: ast.stmt) -> str:
    """Return the text that a statement is; "" for any other."""
    value = line.value if isinstance(line, ast.Expr) else None
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""


def markdown(text: str) -> str:
    """Return a docstring in Markdown; paragraphs and lists keep their lines."""
    text = ROLE.sub(r"`\1`", inspect.cleandoc(text))
    text = LITERAL.sub(r"`\1`", text)
    return EMPHASIS.sub(r"`\1`", text)


def in_a_cell(text: str) -> str:
    """Return Markdown for a cell of a table: one line, its bars escaped."""
    return " ".join(text.split()).replace("|", "\\|")


def table(headings: list[str], rows: list[list[str]]) -> str:
    """Return a table in Markdown."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "".join(f"|{'|'.join(in_a_cell(cell) for cell in line)}|\n" for line in lines)
