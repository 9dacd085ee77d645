"""Extracts prose: the blocks of Markdown documents, the docstrings, comments and messages of Python files.

Code is not prose. Fenced blocks, code spans and HTML comments of Markdown are left out, and so are expressions in
f-strings and examples behind ``>>>``.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

CODE = "`code`"
"""Replaces a code span, so that the words around it stay a sentence."""

SENTENCE_ENDS = re.compile(r"(?<=[.!?:])[*_)\"”]*\s+(?=[^a-z\s])")


@dataclass(frozen=True)
class Block:
    """A paragraph, bullet, cell, docstring, comment or message."""

    line: int
    """Its first line in the file, from 1."""
    text: str
    """Its words on one line."""
    fixed: bool = False
    """True for headings, headers of tables and first cells: anchors and tests rely on their words."""

    def sentences(self) -> list[str]:
        """Return its sentences; a clause behind a colon counts as one if it begins with a capital letter."""
        return SENTENCE_ENDS.split(self.text)


def _one_line(text: str) -> str:
    return " ".join(text.split())


# Markdown.


def of_markdown(text: str) -> Iterator[Block]:
    """Yield the blocks of the Markdown document *text*."""
    line, heading, header, cells = 1, False, False, 0
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.map:
            line = token.map[0] + 1
        match token.type:
            case "heading_open" | "heading_close":
                heading = token.nesting == 1
            case "thead_open" | "thead_close":
                header = token.nesting == 1
            case "tr_open":
                cells = 0
            case "td_open" | "th_open":
                cells += 1
            case "table_close":
                cells = 0
            case "inline":
                words = _one_line("".join(_words(token)))
                if words:
                    yield Block(line, words, fixed=heading or header or cells == 1)


def _words(token: Token) -> Iterator[str]:
    for child in token.children or ():
        match child.type:
            case "text":
                yield child.content
            case "code_inline":
                yield CODE
            case "softbreak" | "hardbreak":
                yield " "


# Python.


def of_python(source: str) -> Iterator[Block]:
    """Yield the docstrings, the comments, and the messages of exceptions and failed checks in the Python file *source*."""
    tree = ast.parse(source)
    yield from docstrings(tree)
    yield from comments(source)
    yield from messages(tree)


def docstrings(tree: ast.Module) -> Iterator[Block]:
    """Yield the paragraphs of every string that is a statement, which includes docstrings of attributes."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                line = node.lineno
                for paragraph in re.split(r"(\n\s*\n)", text):
                    words = "\n".join(row for row in paragraph.split("\n") if not row.lstrip().startswith(">>>"))
                    words = _one_line(re.sub(r"(``?)[^`]+\1", CODE, words))
                    if words:
                        yield Block(line, words)
                    line += paragraph.count("\n")


def comments(source: str) -> Iterator[Block]:
    """Yield the comments; those on successive lines are one."""
    begin, last, words = 0, 0, []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT or token.string.startswith(("#!", "# fmt:", "# type:", "# noqa")):
            continue
        line = token.start[0]
        alone = not token.line[: token.start[1]].strip()
        if words and (not alone or line != last + 1):
            yield Block(begin, _one_line(" ".join(words)))
            words = []
        if not words:
            begin = line
        words.append(re.sub(r"`[^`]+`", CODE, token.string.lstrip("# ")))
        last = line if alone else 0
    if words:
        yield Block(begin, _one_line(" ".join(words)))


def messages(tree: ast.Module) -> Iterator[Block]:
    """Yield the string literals within ``raise`` statements, and within calls of ``fail`` and ``expect``."""
    for node in ast.walk(tree):
        match node:
            case ast.Raise(exc=ast.AST() as raised):
                yield from literals(raised)
            case ast.Call(func=ast.Name(id="fail" | "expect")):
                yield from literals(node)


def literals(tree: ast.AST) -> Iterator[Block]:
    """Yield the string literals below *tree*; an f-string is one, with code instead of its expressions."""
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    inside -= {id(node) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in inside and text.strip():
                yield Block(node.lineno, _one_line(text))
            case ast.JoinedStr(values=parts):
                texts = [str(part.value) if isinstance(part, ast.Constant) else CODE for part in parts]
                yield Block(node.lineno, _one_line("".join(texts)))


def of_file(path: Path, *, all_literals: bool = False) -> Iterator[Block]:
    """Yield the blocks of the file *path*, a Markdown document or a Python file.

    all_literals: include every string literal of a Python file, not only those in ``raise`` statements.
    """
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield from of_markdown(text)
    elif all_literals:
        yield from comments(text)
        yield from literals(ast.parse(text))
    else:
        yield from of_python(text)
