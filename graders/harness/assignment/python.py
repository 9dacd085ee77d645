"""Python, the language that the harness has itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from graders.harness.assignment.nesting import MOST_NAMES, above, around
from graders.harness.assignment.regions import INSTEAD, StarterError
from graders.harness.assignment.trees import is_constant
from graders.harness.result import printable

Manifest = Any
"""A `manifest.Manifest`, whose module imports this one."""
_FUNCTION = re.compile(r"(?:async\s+)?(?:def|class)\b")
_NAME = re.compile(r"(?:async\s+)?(?:def|class)\s+(\w{1,100})")
_SIGNS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "grader_package": (r"\b_grader\b", ("_grader",)),
    "loaded_modules": (r"\bsys\s*\.\s*modules\b", ("modules",)),
    "caller_frames": (
        r"\b(?:_getframe|currentframe|_current_frames|f_back|f_locals|f_globals|tb_frame)\b",
        (
            "_getframe",
            "currentframe",
            "_current_frames",
            "f_back",
            "f_locals",
            "f_globals",
            "tb_frame",
        ),
    ),
    "gc_objects": (
        r"\bgc\s*\.\s*(?:get_objects|get_referrers|get_referents)\b",
        ("get_objects", "get_referrers", "get_referents"),
    ),
    "ctypes": (r"\b_?ctypes\b", ("ctypes",)),
    "subclasses": (r"\b__subclasses__\b", ("__subclasses__",)),
    "function_internals": (
        r"\b(?:__globals__|__closure__|__code__)\b",
        ("__globals__", "__closure__", "__code__"),
    ),
    "patched_modules": (r"(?m)^[ \t]*(?:builtins|random|json|time|os)\s*\.\s*\w+\s*=(?!=)", ()),
    "raw_writes": (
        r"\bos\s*\.\s*(?:(?:write|fdopen)\b(?!\s*\(\s*(?:[0-2]|sys\.std\w+\.fileno\(\))\s*,)"
        r"|pipe\b)|/proc/self",
        ("write", "fdopen", "pipe", "/proc/self"),
    ),
    "processes": (r"\bos\s*\.\s*(?:fork|kill|getppid)\b", ("fork", "kill", "getppid")),
}


_WORDS = re.compile(
    rb"""#[^\n]*|\s+|("""
    rb"""'{3}(?:[^'\\]+|\\.|'(?!''))*(?:'{3})?|"{3}(?:[^"\\]+|\\.|"(?!""))*(?:"{3})?"""
    rb"""|'(?:[^'\\\n]+|\\.)*'?|"(?:[^"\\\n]+|\\.)*"?"""
    rb"""|[^#\s'"]+)""",
    re.DOTALL,
)


class PythonLanguage:
    """See `language.Language`."""

    name = "python"
    title = "Python"
    suffix = ".py"
    comment = "#"
    is_compiled = False
    is_forked = True
    start_cpu_seconds = 0.0
    signs = _SIGNS
    words = _WORDS
    template: Path | None = None
    stem = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
    example = "caesar.py: small letters, digits and _"
    authoring = ""

    def new_stem(self, assignment_id: str) -> str:
        """Return the id: it is a name of a module."""
        return assignment_id

    def problem(self, manifest: Manifest) -> str:
        """Return why a manifest is wrong: it has the table of another language."""
        return "[java] is for another language" if manifest.java is not None else ""

    def steps(self, manifest: Manifest) -> str:
        """Return nothing: the workflows have Python."""
        return ""

    def features(self, manifest: Manifest) -> dict[str, dict[str, str]]:
        """Return nothing: the containers have Python."""
        return {}

    def nesting(self, lines: Sequence[str]) -> IndentedNesting:
        """Return the nesting of a source text."""
        return IndentedNesting(lines)

    def functions(self, file: str, text: str) -> Mapping[str, str]:
        """Return the functions, those of classes as "Block.swap"; {} if *text* does not parse."""
        tree = parsed_module(text)
        return dict(_defined(tree)) if tree else {}

    def unproved(self) -> str:
        """Return nothing: Python is there."""
        return ""

    def prove(self, files: Mapping[str, bytes], reference: Path) -> None:
        """Raise StarterError for a file that does not parse."""
        for name, data in files.items():
            try:
                ast.parse(data.decode(), filename=name)
            except SyntaxError as error:
                line = (error.text or "").strip()
                raise StarterError(
                    f"{reference / name}: without its solutions, this is not Python: {error.msg} "
                    f"at '{line}' (line {error.lineno} of the starter); "
                    f"add a '# {INSTEAD} ...' line to the region there"
                ) from None

    def grammar(self) -> object:
        """Return tree-sitter's grammar."""
        import tree_sitter_python

        return tree_sitter_python.language()

    def runtime(self) -> None:
        """Return None: see `grading.program`."""

    def programs(self) -> None:
        """Return None: see `handout.repro`."""


PYTHON = PythonLanguage()


class IndentedNesting:
    """The functions and blocks of a text, by its indentation."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines

    def around(self, line: int) -> tuple[int, list[int]]:
        """See `nesting.Nesting`."""
        return around(self._lines, line, self._heads(line), _FUNCTION.match)

    def head(self, line: int) -> int:
        """See `nesting.Nesting`."""
        head = next(self._heads(line), line)
        return line if _FUNCTION.match(self._lines[head - 1].strip()) else head

    def name(self, line: int) -> str:
        """See `nesting.Nesting`."""
        names: list[str] = []
        for _ in range(MOST_NAMES):
            line, _ = self.around(line)
            named = _NAME.match(self._lines[line - 1].strip()) if line else None
            if named is None:
                break
            names.insert(0, printable(named[1]))
        return ".".join(names)

    def _heads(self, line: int) -> Iterator[int]:
        """Yield the lines that begin the blocks round a line, the innermost first."""
        depth = _indentation(self._lines[line - 1])
        for head in above(line):
            if not depth:
                return
            text = self._lines[head - 1].lstrip()
            indentation = len(self._lines[head - 1]) - len(text)
            if text and not text.startswith("#") and indentation < depth:
                depth = indentation
                yield head


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def parsed_module(text: str) -> ast.Module | None:
    """Return the tree of *text*; None if it does not parse."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _defined(parent: ast.Module | ast.ClassDef, owner: str = "") -> Iterator[tuple[str, str]]:
    for node in parent.body:
        if isinstance(node, ast.FunctionDef):
            body = "".join(ast.dump(statement) for statement in _without_docstring(node.body))
            yield owner + node.name, body
        elif isinstance(node, ast.ClassDef):
            yield from _defined(node, f"{owner}{node.name}.")


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    return [
        statement
        for statement in body[is_constant(body[0]) :]
        if not isinstance(statement, ast.Pass)
    ]
