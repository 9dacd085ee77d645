"""A submission that imports python_ta loads: the course allows it, and students call it at the end of a module."""

from __future__ import annotations

import pytest

from graders.harness.assignment.manifest import load_assignment
from graders.harness.grading.program import program_of

USED = """
import python_ta
import python_ta.contracts
from python_ta.contracts import check_contracts

@check_contracts
def double(x: int) -> int:
    return 2 * x

python_ta.contracts.check_all_contracts()
python_ta.check_all(config={"extra-imports": ["typing"]})
"""


@pytest.mark.parametrize("assignment", ["csc148_2020_blocky", "csc148_2018_blocky"])
def test_python_ta_is_in_the_box(assignment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, the whole module did not load, and lost 45 marks."""
    course = program_of(load_assignment(assignment), {}).course
    names = ("python_ta/__init__.py", "python_ta/contracts/__init__.py")
    assert set(names) <= course.keys()
    modules = {}
    for name in names:
        module = type(pytest)(name.removesuffix("/__init__.py").replace("/", "."))
        exec(course[name], module.__dict__)
        modules[module.__name__] = module
        monkeypatch.setitem(__import__("sys").modules, module.__name__, module)
    modules["python_ta"].contracts = modules["python_ta.contracts"]  # type: ignore[attr-defined]
    used: dict[str, object] = {}
    exec(USED, used)
    assert used["double"](4) == 8  # type: ignore[operator]
