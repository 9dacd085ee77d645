"""Examples of the documents work when they are pasted."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.harness.content import ROOT
from tests.docs.document import fenced
from tests.world import outcomes, write_world

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
def test_list_of_steps_finds_what_a_state_machine_would(tmp_path: Path) -> None:
    """Two steps show a queue, and three one that forgets its bottom; the right one passes."""
    guide = (ROOT / "docs/writing-a-grader.md").read_text()
    (example,) = (block for block in fenced(guide, "python") if "STEP = " in block)
    world = write_world(tmp_path, id="stack", checks=example.replace('"function"', '"all"'), reference={"stack.py": STACK}, calls={"stack": ["Stack"]})
    wrong = {"items.pop()": "items.pop(0)", "self.items.append(value)": "self.items = self.items[-1:] + [value]"}
    assert outcomes(world.grade(stack=STACK))["stack.any-steps"][0] == "passed"
    for old, new in wrong.items():
        assert old in STACK
        assert outcomes(world.grade(stack=STACK.replace(old, new)))["stack.any-steps"][0] == "failed"
