"""The rule of the handout that a check enforces, as its source cites it: ``# spec 5.2, 15.1-7``.

Citations are of the assignment's page of facts, which staff have. Nothing is imported or run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from graders.harness.assignment.manifest import ROOT, Assignment
from graders.harness.assignment.scenario import SCENARIO
from graders.harness.assignment.trees import nodes

_CITATION = re.compile(r"#\s*(specs? .+)")
_SOURCE = re.compile(r"^source:(.+)$", re.MULTILINE)
_PLACE = re.compile(r"(?<![\d.-])(\d+(?:\.\d+)?)(?:-(\d+))?")
_ITEM = re.compile(r"^(\d+)\. (.+(?:\n {2,}.+)*)", re.MULTILINE)
_HEADING = re.compile(r"^#+ (\d+(?:\.\d+)?)\.? (.+)$", re.MULTILINE)
_CITED = re.compile(r"\bspecs? [\d., and-]+")


def citation(assignment: Assignment, check: str) -> str:
    """Return the citation in the source of *check*, or ""."""
    name = check.removeprefix(SCENARIO)
    scenario = assignment.scenarios / f"{name}.txt"
    if name != check and scenario.is_file():
        source = _SOURCE.search(scenario.read_text(encoding="utf-8", errors="replace"))
        return source[1].strip() if source else ""
    for path in sorted(assignment.grader.glob("test_*.py")):
        source_text = path.read_text(encoding="utf-8", errors="replace")
        if f'"{check}"' in source_text:
            found = _in_module(source_text, check)
            if found:
                return found
    return ""


def _in_module(source: str, check: str) -> str:
    """Return the citation in the function that is the *check*, or ""."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return ""
    lines = source.splitlines()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and _is_named(node, check):
            body = lines[node.lineno - 1 : node.end_lineno]
            return next(_citations(body), "")
    return ""


def _is_named(function: ast.FunctionDef, check: str) -> bool:
    return any(part.value == check for part in nodes(ast.Constant, *function.decorator_list))


def _citations(lines: list[str]) -> Iterator[str]:
    """Yield the comments that cite the page of facts, each with the comment lines below it."""
    for place, line in enumerate(lines):
        match = _CITATION.search(line)
        if match:
            text = [match[1]]
            for below in lines[place + 1 :]:
                if not below.strip().startswith("#"):
                    break
                text.append(below.strip().lstrip("# "))
            yield " ".join(text)


def facts(assignment: Assignment, cited: str) -> list[str]:
    """Return what the page of facts says where *cited* points; [] without the page.

    A section, such as 5.2, gives its heading, a numbered item, such as 15.1-7, its text as well.
    """
    path = ROOT / "docs" / "assignments" / f"{assignment.id}.md"
    if not path.is_file():
        return []
    _, *parts = _HEADING.split(path.read_text(encoding="utf-8"))
    lines: dict[tuple[str, str], str] = {}
    for number, title, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        lines[number, ""] = f"{number} {title}"
        for item, words in _ITEM.findall(text):
            lines[number, item] = f"{number}-{item} {' '.join(words.split())}"
    places = _PLACE.findall(" ".join(_CITED.findall(cited)))
    wanted = [(number, item) for number, named in places for item in ("", named)]
    return [lines[place] for place in dict.fromkeys(wanted) if place in lines]
