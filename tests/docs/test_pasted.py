"""Examples of the documents work when they are pasted, and pasted outputs are those of today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graders.harness.assignment.manifest import ROOT, load_assignment
from graders.harness.grading.collecting import collect
from tests.docs.document import fenced
from tests.docs.workplace import fresh_copy
from tests.once import cache_with_recordings
from tests.world import outcomes, write_world

HEADED = re.compile(r"^[✗✓] (?P<first>.*\S) +[\d.]+ / [\d.]+\n(?P<rest>(?:\w.*\n)*)", re.MULTILINE)
"""A check of a report: its title and marks; the title may go on below."""

STACK = """
class Stack:
    def __init__(self):
        self.items = []

    def push(self, value):
        self.items.append(value)

    def pop(self):
        return self.items.pop()
"""


@pytest.mark.usefixtures("recordings", "backend")
@pytest.mark.slow
@pytest.mark.nightly
def test_list_of_steps_finds_what_a_state_machine_would(tmp_path: Path) -> None:
    """Two steps show a queue, and three one that forgets its bottom; the right one passes."""
    guide = (ROOT / "docs/writing-a-grader.md").read_text()
    (example,) = (block for block in fenced(guide, "python") if "STEP = " in block)
    world = write_world(
        tmp_path,
        id="stack",
        checks=example.replace('"function"', '"all"'),
        reference={"stack.py": STACK},
        calls={"stack": ["Stack"]},
        examples=100,
    )
    wrong = {
        "items.pop()": "items.pop(0)",
        "self.items.append(value)": "self.items = self.items[-1:] + [value]",
    }
    assert outcomes(world.grade(stack=STACK))["stack.any-steps"][0] == "passed"
    for old, new in wrong.items():
        assert old in STACK
        assert (
            outcomes(world.grade(stack=STACK.replace(old, new)))["stack.any-steps"][0] == "failed"
        )


@pytest.mark.parametrize(
    ("path", "id"),
    [
        ("docs/checking-your-work.md", "csc148_2020_blocky"),
        ("reference/csc148_2020_blocky/README.md", "csc148_2020_blocky"),
        ("reference/csc148_2018_blocky/README.md", "csc148_2018_blocky"),
    ],
)
def test_titles_in_a_pasted_report_are_titles_of_checks(path: str, id: str) -> None:
    """A check that is renamed is renamed on the page, too."""
    headed = HEADED.finditer((ROOT / path).read_text(encoding="utf-8"))
    shown = {" ".join(f"{title['first']} {title['rest']}".split()) for title in headed}
    assert shown
    assert sorted(shown - {check.title for check in collect(load_assignment(id))}) == []


@pytest.mark.parametrize("id", ["csc148_2020_blocky", "csc148_2018_blocky"])
def test_marks_in_a_handout_are_those_of_the_grader(id: str) -> None:
    """Two marks went to the whole game, and the handout of students did not say so."""
    handout = (ROOT / "reference" / id / "README.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| ([^|*]+) \| (\d+) \|$", handout.partition("\n## Marks\n")[2], re.MULTILINE
    )
    tasks = load_assignment(id).manifest.tasks
    assert rows == [(re.sub(r"\((.*)\)", r"(`\1`)", task.name), str(task.marks)) for task in tasks]


@pytest.mark.slow
@pytest.mark.nightly
def test_summaries_of_the_class_are_those_of_the_page(tmp_path: Path) -> None:
    """The class of docs/grading-a-class.md is graded twice; `...` stands for lines that the page leaves out."""
    rest = (ROOT / "docs/grading-a-class.md").read_text(encoding="utf-8")
    workplace = fresh_copy(tmp_path)
    cache_with_recordings(tmp_path / "cache")
    for summary in fenced(rest, "text")[:2]:
        before, _, rest = rest.partition(f"```text\n{summary}```\n")
        workplace.follow(before)
        printed = (tmp_path / "printed").read_text(encoding="utf-8")
        lines = "".join(f"{line.rstrip()}\n" for line in printed.splitlines())
        assert [part for part in summary.split("...\n") if part not in lines] == []
