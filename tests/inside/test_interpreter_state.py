"""Restoring the interpreter between two checks that share a process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from graders.harness.inside import interpreter_state, modules
from graders.harness.inside.interpreter_state import restore_names


@pytest.fixture
def module() -> ModuleType:
    """A module of the library."""
    module = ModuleType("dice")
    vars(module).update(one=1, two=[2], part=ModuleType("dice.part"))
    return module


def spoilt(module: Any, way: str) -> None:
    """Change a module as a submission may."""
    if way == "another value":
        module.one = 6
    elif way == "an equal name for another value":
        module.one, module.two = module.two, module.one
    elif way == "a name less":
        del module.one
    elif way == "a name more":
        module.six = 6
    elif way == "past the module":
        vars(module)["one"] = 6
    else:
        exec("def roll():\n    global one\n    one = 6\nroll()", vars(module))


WAYS = (
    "another value",
    "an equal name for another value",
    "a name less",
    "a name more",
    "past the module",
    "by the module itself",
)


@pytest.mark.parametrize("way", WAYS)
def test_names_of_a_library_are_restored_each_time(module: ModuleType, way: str) -> None:
    names = dict(vars(module))
    for _ in range(3):
        spoilt(module, way)
        assert vars(module) != names
        restore_names(vars(module), names)
        assert vars(module) == names


def test_part_that_was_imported_since_stays(module: ModuleType) -> None:
    """Its package could not find it otherwise."""
    names = dict(vars(module))
    part = vars(module)["later"] = ModuleType("dice.later")
    restore_names(vars(module), names)
    assert vars(module)["later"] is part


@pytest.fixture
def importer() -> Iterator[modules.MemoryImporter]:
    """The importer of a submission that names two modules of the library."""
    program = modules.Program(
        {"work.py": b"from os import path\nif True:\n    import math\n"}, {}, {}
    )
    importer = modules.install(program, "own")
    yield importer
    sys.meta_path.remove(importer)


def test_modules_of_the_library_that_the_submission_names_are_restored(
    importer: modules.MemoryImporter,
) -> None:
    """So are their parts, and modules that need no import. Others are not, because comparing all of them takes long."""
    state = interpreter_state.InterpreterState(importer)
    restored = {table["__name__"] for table, _names in state.library}
    assert {"os", "posixpath", "math", "sys", "builtins", "threading"} <= restored
    assert not restored & {"json", "random", "pytest"}
