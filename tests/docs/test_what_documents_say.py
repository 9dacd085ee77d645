"""Facts in documents, compared with the project: levels of attacks, fields of the result, names of modules."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest

from graders.harness.assignment.manifest import ROOT
from graders.harness.course.marks import decisions_file
from graders.harness.course.pages import class_folder
from graders.harness.course.pages.changing import STATE
from graders.harness.result import Verdict, from_json, schema, to_json
from tests.attacks.table import KERNEL_CALLS, REACH
from tests.docs.document import SPAN, fenced, prose

RESULT = (ROOT / "docs" / "result.md").read_text(encoding="utf-8")


def test_kernel_calls_are_held_alike() -> None:
    """So one line of the threat model's table is enough for all."""
    alike = {(row.held, row.anywhere) for row in REACH if row.call in KERNEL_CALLS}
    assert len(alike) == 1


def test_example_of_a_result_is_valid() -> None:
    """It fits the schema, has the grader's formatting, and its marks add up."""
    (example,) = fenced(RESULT, "json")
    document = json.loads(example)
    jsonschema.validate(document, schema())
    assert to_json(from_json(example.encode())).decode() == example
    assert document["marks"] == sum(task["marks"] for task in document["tasks"])
    for task in document["tasks"]:
        checks = [check for check in document["checks"] if check["task"] == task["id"]]
        assert task["marks"] == sum(check["marks"] for check in checks)
        assert task["max_marks"] == sum(check["max_marks"] for check in checks)


def test_every_field_and_word_of_a_result_is_explained() -> None:
    """The text has every field, verdict, kind and other fixed word of the schema."""
    words = {verdict.value for verdict in Verdict}
    for part in schema()["$defs"].values():
        words |= set(part.get("properties", ()))
        words |= set(part.get("enum", ()))
    assert [word for word in sorted(words) if f"`{word}`" not in RESULT] == []


@pytest.mark.parametrize("name", ["architecture.md", "threat-model.md"])
def test_named_modules_exist(name: str) -> None:
    """A module or folder in code may be named by the end of its path."""
    text = prose((ROOT / "docs" / name).read_text(encoding="utf-8"))
    named = {
        match["code"]
        for match in SPAN.finditer(text)
        if re.fullmatch(r"[\w/]+(\.py|/)", match["code"])
    }
    below = [path for top in ("graders", "tests") for path in (ROOT / top).rglob("*")]
    here = {
        f"/{path.relative_to(ROOT).as_posix()}{'/' if path.is_dir() else ''}"
        for path in [*below, *ROOT.iterdir()]
    }
    assert named
    # students receive check.py; it is not in the tree
    assert [
        one
        for one in sorted(named - {"check.py"})
        if not any(path.endswith(f"/{one}") for path in here)
    ] == []


def test_every_file_of_a_graded_class_is_in_the_table() -> None:
    """Before, two files beside the results had no line."""
    written = {
        *class_folder.WRITTEN,
        class_folder.BOOK,
        class_folder.PAGE,
        STATE,
        decisions_file.FILE,
    }
    rows = [
        line
        for line in (ROOT / "docs" / "grading-a-class.md").read_text().splitlines()
        if line.startswith("| `")
    ]
    named = " ".join(row.split(" | ")[0] for row in rows)
    assert [file for file in sorted(written) if file not in named] == []
