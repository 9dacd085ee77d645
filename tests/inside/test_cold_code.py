"""The place of an exception that is a result does not depend on what ran before in the process."""

from __future__ import annotations

import sys
from types import CodeType

import pytest

from graders.harness.inside.failures import where_of
from graders.harness.inside.modules import Program

SOURCE = """
def add(first, broken):
    if not broken:
        second = 1
    return max(first, second)
"""


def place(code: CodeType, *, runs_before: int) -> str:
    """Return where the function fails after it has run so often without a failure."""
    names: dict[str, object] = {}
    exec(code, names)
    add = names["add"]
    assert callable(add)
    for _ in range(runs_before):
        add(1, False)
    try:
        add(1, True)
    except UnboundLocalError as error:
        return where_of(error, frozenset(["work.py"]))
    raise AssertionError("it did not fail")


def code_of(program: Program) -> CodeType:
    """Return the code of work.py as the next check gets it."""
    return program.cold("submitted", "work.py", program.compiled["submitted", "work.py"])


def program(driver: bytes) -> Program:
    """Return a program with this driver, its file compiled."""
    made = Program({"work.py": SOURCE.encode()}, {}, {"driver.py": driver}, {})
    made.compile_one("submitted", "work.py", SOURCE.encode())
    return made


def test_code_of_a_program_at_a_terminal_is_cold_for_each_check() -> None:
    at_terminal = program(b"sandbox.at_terminal(lines, f)")
    first = place(code_of(at_terminal), runs_before=100)
    again = place(code_of(at_terminal), runs_before=0)
    assert again == place(code_of(at_terminal), runs_before=0)
    assert again.startswith("work.py, line 5") and first.startswith("work.py, line 5")


@pytest.mark.skipif(
    sys.version_info[:2] not in {(3, 11), (3, 12)},
    reason="only Python 3.11 and 3.12 give a specialised load the place of its first half",
)
def test_warm_code_would_show_another_place() -> None:
    other = program(b"sandbox.require('work', 'add')")
    cold = place(code_of(other), runs_before=0)
    assert place(code_of(other), runs_before=100) != cold
