"""Marks record the lines that a call reaches, and change nothing else of a program."""

from __future__ import annotations

import builtins
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from graders.extensions.faults.marked import with_marks
from graders.harness.inside import marks
from graders.harness.inside.modules import Program

SOURCE = '''\
"""A module."""
from __future__ import annotations

COUNT = 0


class Walker:
    """Walks."""

    steps = 1

    def __init__(self, place: int) -> None:
        self.place = place

    def walk(self, by: int) -> int:
        """Walk."""
        if by == 0:
            pass
        elif by < 0:
            self.place -= 1
        elif by > 100:
            return 1
        else:
            self.place += by
        return self.place


def counted(limit):
    global COUNT
    total = 0
    for number in range(limit):
        if number == 2:
            continue
        total += number
        if number > 3: break
    else:
        total = -1
    while total > 50:
        total -= 1
    COUNT = total
    return total


def divided(number, by):
    def halved(value):
        nonlocal number
        number = value // by
        return number

    class Kept:
        value = 1

    try:
        halved(number)
    except ZeroDivisionError:
        return "zero"
    except TypeError as error:
        return str(error)
    finally:
        kept = [
            part
            for part in (1, 2)
            if part
        ]
    with open("/dev/null") as file:
        file.read()
    match number:
        case 1:
            return "one"
        case 2 | 3:
            return "few"
    return sum(kept,
               number)


def one_line(number): return number + 1


def generated(limit):
    yield from range(limit)
    assert limit
    raise ValueError(
        "over")
'''
CASES = {68, 70}
CALLS = {
    "loop": lambda names: names["counted"](2),
    "loop with a break": lambda names: names["counted"](9),
    "methods": lambda names: names["Walker"](3).walk(4),
    "second handler": lambda names: names["divided"](3, "1"),
    "other branch": lambda names: names["Walker"](3).walk(-4),
    "no branch": lambda names: names["Walker"](3).walk(0),
    "handler": lambda names: names["divided"](3, 0),
    "case": lambda names: names["divided"](4, 2),
    "no case": lambda names: names["divided"](40, 2),
    "one line": lambda names: names["one_line"](1),
    "generator": lambda names: list(names["generated"](2)),
}


@pytest.fixture
def reached() -> Iterator[dict[int, int]]:
    """The lines that the marks in "work.py" record."""
    lines: dict[int, int] = {}
    vars(builtins)[marks.TABLE + "work.py"] = lines
    yield lines
    del vars(builtins)[marks.TABLE + "work.py"]


def names_of(tree: Any, name: str = "work") -> dict[str, Any]:
    """Return the names of a module that has been run."""
    names: dict[str, Any] = {"__name__": name}
    exec(compile(tree, "work.py", "exec", dont_inherit=True), names)
    return names


def ended(call: Callable[[], object]) -> object:
    """Return the result of *call*, or the lines of the exception that it raises."""
    try:
        return call()
    except Exception as error:
        return repr(error), [
            (frame.name, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)[1:]
        ]


def traced(call: Callable[[], object]) -> set[int]:
    """Return the lines in functions of "work.py" that *call* runs, as the interpreter reports them."""
    lines = set()

    def inside(frame: Any, event: str, _argument: object) -> Any:
        is_of_function = frame.f_code.co_flags & 1
        if event == "line" and is_of_function:
            lines.add(frame.f_lineno)
        return inside

    before = sys.gettrace()
    sys.settrace(lambda frame, *_: inside if frame.f_code.co_filename == "work.py" else None)
    try:
        ended(call)
    finally:
        sys.settrace(before)
    return lines


@pytest.mark.parametrize("name", CALLS)
def test_marks_record_the_lines_that_the_interpreter_reports(
    name: str, reached: dict[int, int]
) -> None:
    """And the call ends as without them, at the same lines."""
    call, names = CALLS[name], names_of(SOURCE)
    marked = names_of(marks.marked(SOURCE.encode(), "work.py"))
    reached.clear()
    expected = traced(lambda: call(names))
    assert ended(lambda: call(marked)) == ended(lambda: call(names))
    # without a case that matches there is no statement to mark
    assert set(reached) == expected - (CASES if name == "no case" else set())


def test_lines_outside_functions_count_in_the_main_program_alone(reached: dict[int, int]) -> None:
    """The first call that imports a module would reach them, and no other call."""
    tree = marks.marked(SOURCE.encode(), "work.py")
    assert names_of(tree)["__doc__"] == "A module."
    assert not reached
    names = names_of(tree, "__main__")
    assert {4, 7, 10, 28} <= reached.keys()
    assert not {13, 17} & reached.keys()
    assert names["Walker"].walk.__doc__ == "Walk."


def test_only_submitted_files_get_marks_and_only_if_the_driver_asks() -> None:
    files = {"work.py": SOURCE.encode()}
    program = Program(files, {"course.py": SOURCE.encode()}, {"driver.py": b""}, {"sound": files})
    table = marks.TABLE + "work.py"

    def marked(program: Program) -> set[tuple[str, str]]:
        for role, name, source in program.sources():
            program.compile_one(role, name, source)
        return {key for key, code in program.compiled.items() if table in code.co_names}

    assert marked(program) == set()
    assert marked(with_marks(program)) == {("submitted", "work.py")}
