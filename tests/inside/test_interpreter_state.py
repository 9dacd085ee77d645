"""What is put back between two checks that one process serves."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from graders.harness.inside import afresh

WORKER = Path(afresh.__file__).parent


@pytest.fixture(params=[True, False], ids=["counted", "compared"])
def module(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module of the library, where changes are counted and where they are not."""
    monkeypatch.setattr(afresh, "COUNTS", request.param and afresh.COUNTS)
    module = ModuleType("dice")
    vars(module).update(one=1, two=[2], part=ModuleType("dice.part"))
    return module


def spoilt(module: Any, way: str) -> None:
    """Do to a module what a submission may do."""
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
def test_names_of_a_library_are_put_back_each_time(module: ModuleType, way: str) -> None:
    """However they were changed, and however often."""
    names = dict(vars(module))
    library = afresh.Library(vars(module), names)
    for _ in range(3):
        library.restore()
        assert vars(module) == names
        spoilt(module, way)
        assert vars(module) != names
    library.restore()
    assert vars(module) == names


def test_part_that_was_imported_since_stays(module: ModuleType) -> None:
    """Its package would not find it again."""
    library = afresh.Library(vars(module), dict(vars(module)))
    part = vars(module)["later"] = ModuleType("dice.later")
    library.restore()
    assert vars(module)["later"] is part


CODE = f"""
import sys
sys.path.append({str(WORKER.parent)!r})
from inside import afresh
import random
library = afresh.Library(vars(random), dict(vars(random)))
before = library.count()
for _ in range(3000):
    random.random(), random.choice([1, 2]), vars(random).get("Random"), dict(vars(random))
looked = library.count()
random.choice = max
print(afresh.COUNTS, looked == before, library.count() != before)
"""


def test_every_release_counts_changes(python_of_each_release: str) -> None:
    """It is what makes it quick; a release that does not has its modules compared."""
    said = subprocess.run([python_of_each_release, "-S", "-c", CODE], check=True, capture_output=True, text=True).stdout
    assert said.split() == ["True", "True", "True"]
