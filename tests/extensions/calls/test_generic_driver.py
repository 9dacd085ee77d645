"""A grader without a driver: functions and classes are called by the manifest's table ``[calls]``."""

from __future__ import annotations

import dataclasses
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
import tomli_w

from graders.extensions.arrays import box_values
from graders.extensions.calls.driver import GENERIC_DRIVER
from graders.harness.assignment.manifest import (
    GENERIC_OPERATIONS,
    SESSION_NAMES,
    ManifestError,
    load_assignment,
)
from graders.harness.session.oracle import Oracle
from graders.harness.session.session import Session
from tests.once import once
from tests.world import World, checks, outcomes, verdicts, write_world

BANK = """
from dataclasses import dataclass
from enum import Enum

opened = []


class Overdrawn(ValueError):
    pass


class Account:
    def __init__(self, owner, balance=0):
        self.owner, self.balance = owner, balance
        opened.append(owner)

    def deposit(self, amount):
        self.balance += amount

    def withdraw(self, amount):
        if amount > self.balance:
            raise Overdrawn("only %s left" % self.balance)
        self.balance -= amount


@dataclass
class Entry:
    name: str
    amounts: list


class Kind(Enum):
    CREDIT = 1


def entry(name, amounts):
    return [Entry(name, amounts)]


def kind():
    return Kind.CREDIT


def number():
    return len(opened)


def close(balance):
    return balance == 0
"""

SHAPES = """
def mean(numbers):
    return sum(numbers) / len(numbers) if numbers else float("nan")


def countdown(start):
    while start:
        yield start
        start -= 1


def naturals():
    number = 0
    while True:
        yield number
        number += 1


def sort(rows):
    rows.sort()


def name_of(value):
    return type(value).__name__


def unique(words):
    return set(words)


def sum(numbers):
    return 0 if not numbers else numbers[0] + sum(numbers[1:])
"""

CHECKS = '''
@check("shapes.mean")
@given(numbers=st.lists(st.floats(-1e6, 1e6), max_size=5))
def test_mean(student, reference, numbers):
    """mean is the mean, and nan for no numbers."""
    expect_close(student.mean(numbers), reference.mean(numbers))


@check("bank.state")
@given(first=st.integers(1, 9), second=st.integers(1, 9))
def test_state(student, first, second):
    """An account keeps its balance."""
    balance = student.script(f"""
        account = Account("Ada", balance=10)
        account.deposit({first})
        account.deposit({second})
        account.balance
    """)
    expect(balance, 10 + first + second)


@check("bank.refuses")
def test_refuses(student):
    """withdraw refuses more than there is."""
    outcome = student.attempt("Account('Ada', 3).withdraw(4)")
    expect_raises(outcome, ValueError)
    expect_raises(outcome, "Overdrawn")
    expect_raises(student.attempt("Account()"), TypeError)


@check("bank.apart")
def test_apart(student):
    """Each script begins with new modules."""
    for owner in ("Ada", "Bob"):
        expect(student.script("Account(owner)\\nnumber()", {"owner": owner}), 1)
    expect(student.script("import bank\\nbank.opened"), [])


@check("shapes.countdown")
def test_countdown(student):
    """countdown yields numbers."""
    expect(student.script("list(countdown(3))"), [3, 2, 1])
    expect(student.script("steps = countdown(3)\\n[next(steps), next(steps)]"), [3, 2])
    expect(student.countdown(2), {"class": "iterator", "items": [2, 1], "more": False})
    endless = student.naturals()
    expect((endless["items"], endless["more"]), (list(range(1000)), True))


@check("shapes.sort")
@given(rows=st.lists(st.integers()))
def test_sort(student, rows):
    """sort changes its argument."""
    expect(student.script("[sort(rows), rows]", {"rows": rows}), [None, sorted(rows)], "The order is wrong.")


@check("shapes.types")
def test_types(student):
    """Plain data keeps its types in both directions."""
    for value in (1, 1.5, True, "a", b"a", None, [1], (1,), {1: 2}, {1}, frozenset({1})):
        expect(student.name_of(value), type(value).__name__)
    expect(student.unique(["b", "a"]), {"a", "b"})
    expect(student.script("sum([1, 2])"), 3)
    expect(student.script("shapes.sum([])"), 0)


@check("bank.data")
def test_data(student):
    """Objects of dataclasses and members of enums arrive as data."""
    expect(student.entry("a", [1]), [{"class": "Entry", "name": "a", "amounts": [1]}])
    expect(student.kind(), {"class": "enum Kind", "name": "CREDIT"})
    expect(student.script("close(0)"), True)
'''

BUILD: dict[str, Any] = {
    "id": "bank",
    "checks": CHECKS,
    "reference": {"bank.py": BANK, "shapes.py": SHAPES},
    "calls": {
        "bank": "*",
        "shapes": ["mean", "countdown", "naturals", "sort", "name_of", "unique", "sum"],
    },
    "limits": {"cpu_seconds": 0.5, "least_cpu_seconds": 0.3},
    "shrink": {"calls": 0},
    "examples": 8,
}

pytestmark = pytest.mark.usefixtures("recordings")


@pytest.fixture(scope="module")
def world() -> World:
    """A world without a driver."""
    return World(once("generic driver", lambda root: write_world(root, **BUILD)), "bank")


@pytest.mark.slow
def test_right_program_passes_without_a_driver(world: World) -> None:
    """Another solution passes, too: mean by math, the balance as a sum, countdown as a class."""
    assert set(verdicts(world.grade()).values()) == {"passed"}
    other = world.grade(
        shapes=SHAPES.replace(
            "sum(numbers) / len(numbers)", "sum(number / len(numbers) for number in numbers)"
        )
        .replace("def sum(numbers)", "def unused(numbers)")
        .replace("def mean", "from builtins import sum\n\n\ndef mean")
        .replace(
            "    while start:\n        yield start\n        start -= 1",
            "    return iter(range(start, 0, -1))",
        ),
        bank=BANK.replace("self.balance += amount", "self.balance = self.balance + amount").replace(
            "@dataclass\nclass", "@dataclass(frozen=True)\nclass"
        ),
    )
    assert set(verdicts(other).values()) == {"passed"}


@pytest.mark.slow
def test_each_fault_costs_its_own_check(world: World) -> None:
    """The report shows the call as a student would type it, and the exception by its line."""
    graded = world.grade(
        shapes=SHAPES.replace("rows.sort()", "return sorted(rows)")
        .replace('float("nan")', "0")
        .replace("yield start\n        start -= 1", "start -= 1\n        yield start")
        .replace("return set(words)", "return sorted(words)"),
        bank=BANK.replace("self.balance += amount", "self.balance = amount")
        .replace("raise Overdrawn", "print")
        .replace("opened = []", "opened = [1]")
        .replace("return Kind.CREDIT", "return 'Kind.CREDIT'"),
    )
    assert set(verdicts(graded).values()) == {"failed"}
    told = {
        id: {part.label: part.text for part in check.exhibits}  # type: ignore[union-attr]
        for id, check in checks(graded).items()
    }
    assert told["bank.state"]["call"].startswith(
        'account = Account("Ada", balance=10)\naccount.deposit('
    )
    assert list(told["shapes.sort"]) == ["with", "expected", "got"]
    assert told["shapes.sort"]["with"].startswith("rows = [")
    assert told["shapes.mean"] == {
        "call": "mean([])",
        "expected": "nan",
        "got": "0",
        "tolerance": "1e-09",
    }
    assert (
        outcomes(graded)["bank.refuses"][1] == "It should raise ValueError, but it returned None."
    )


@pytest.mark.slow
def test_function_with_the_name_of_its_module(tmp_path: Path) -> None:
    """In a script it is the function, and the module only before a dot. An iterator is shown by its items."""
    pairs = "def pairs(items):\n    yield from zip(items, items[1:])\n\n\nNAME = 'pairs'\n"
    checks = """
@check("pairs.first")
def test_first(student):
    \"\"\"the first pair.\"\"\"
    expect(student.script("next(iter(pairs([1, 2])))"), (1, 2))

@check("pairs.name")
def test_name(student):
    \"\"\"the module's name.\"\"\"
    expect(student.script("pairs.NAME"), "pairs")

@check("pairs.all")
def test_all(student, reference):
    \"\"\"all pairs.\"\"\"
    expect(student.pairs([1, 2]), reference.pairs([1, 2]))
"""
    world = write_world(
        tmp_path, checks=checks, reference={"pairs.py": pairs}, calls={"pairs": "*"}, marks=3
    )
    graded = world.grade(pairs="NAME = 'pairs'\n\n\ndef pairs(items):\n    return [(1, 2)]\n")
    assert verdicts(graded) == {
        "pairs.all": "failed",
        "pairs.first": "passed",
        "pairs.name": "passed",
    }
    (wrong,) = (one for one in graded.result.checks if one.id == "pairs.all")
    assert [one.text for one in wrong.exhibits if one.label == "expected"] == [
        "an iterator of [(1, 2)]"
    ]  # type: ignore[union-attr]


@pytest.mark.slow
def test_name_that_is_not_there_is_missing(world: World) -> None:
    """In a call and in a script: the check is missing, not wrong, and names the file."""
    told = outcomes(
        world.grade(
            shapes=SHAPES.replace("def sort", "def order"),
            bank=BANK.replace("class Account", "class Konto"),
        )
    )
    assert told["shapes.sort"] == ("missing", "shapes.py has no sort")
    assert told["bank.state"] == ("missing", "bank.py has no Account")
    assert told["bank.data"][0] == "passed"
    assert outcomes(world.grade(bank=None))["shapes.mean"][0] == "passed"
    raised = world.grade(bank=BANK.replace("self.balance += amount", "return self.total"))
    verdict, message = outcomes(raised)["bank.state"]
    assert verdict == "raised"
    assert message == "AttributeError: 'Account' object has no attribute 'total' (bank.py, line 18)"


LIAR = """
class Liar_{base}({base}):
    def __eq__(self, other):
        return True

    def __repr__(self):
        return "[1, 2]"

    __hash__ = None
    __class__ = property(lambda self: list)


"""
LIARS = "".join(LIAR.format(base=base) for base in ("int", "list", "str", "dict", "object"))


@pytest.mark.slow
def test_attack_154_values_that_pass_for_others(world: World) -> None:
    """Data for an object or a member of an enum, a class with an exception's name, subclasses that agree with everything.

    The first part is the weak side: each of them wins where values meet in one process, or as data alone.
    """
    space: dict[str, Any] = {}
    exec(LIARS, space)
    for base in ("int", "list", "str", "dict", "object"):
        liar = space[f"Liar_{base}"]()
        assert liar == 15 and isinstance(liar, list) and repr(liar) == "[1, 2]"
    graded = world.grade(
        bank=LIARS
        + BANK.replace(
            "[Entry(name, amounts)]", '[{"class": "Entry", "name": name, "amounts": amounts}]'
        )
        .replace(
            "class Overdrawn(ValueError)",
            "class ValueError(Exception):\n    pass\n\n\nclass Overdrawn(ValueError)",
        )
        .replace("self.owner, self.balance = owner, balance", "self.balance = Liar_int(balance)")
        .replace("self.balance += amount", "pass"),
        shapes=LIARS
        + SHAPES.replace(
            "    while start:",
            '    return {"class": "iterator", "items": [2, 1], "more": False}\n    while 0:',
        )
        .replace("return sum(numbers) / len(numbers) if", "return Liar_object() if")
        .replace("return set(words)", "return Liar_dict()")
        .replace("rows.sort()", "rows[:] = [Liar_list(), Liar_str()]")
        .replace("return type(value).__name__", "return Liar_str(type(value).__name__)"),
    )
    assert [id for id, verdict in verdicts(graded).items() if verdict == "passed"] == ["bank.apart"]


@pytest.mark.slow
def test_attack_154_data_for_a_member_of_an_enum(world: World) -> None:
    """A dictionary with a key "class" does not pass for an object, and nothing else is charged."""
    graded = world.grade(
        bank=BANK.replace("return Kind.CREDIT", "return {'class': 'enum Kind', 'name': 'CREDIT'}")
    )
    assert [id for id, verdict in verdicts(graded).items() if verdict != "passed"] == ["bank.data"]


NAMED_LIKE_A_KIND = """
import dataclasses


def named(name, **fields):
    made = dataclasses.make_dataclass("Other", list(fields))
    made.__name__ = name
    return made(**fields)


"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Kind", "enum Kind"])
def test_attack_154_dataclass_named_like_an_enum(world: World, name: str) -> None:
    """No class can have the word for a member of an enum, whatever it calls itself."""
    made = f'return named("{name}", name="CREDIT")'
    graded = world.grade(bank=NAMED_LIKE_A_KIND + BANK.replace("return Kind.CREDIT", made))
    assert [id for id, verdict in verdicts(graded).items() if verdict != "passed"] == ["bank.data"]


@pytest.mark.parametrize(
    "name",
    ["iterator", "dict", "array", "frame", "series", "datetime", "enum Kind", "object Node"],
)
def test_attack_154_dataclass_named_like_a_word(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """It has all fields of an array or an iterator, and another word."""
    driver = driver_with(monkeypatch, box_values)
    fields = {"items": [1], "more": False, "class": name}
    made = dataclasses.make_dataclass("Other", ["items", "more"])(items=[1], more=False)
    type(made).__name__ = name
    assert driver._plain(made) == fields | {"class": f"class {name}", driver.NUMBER: 0}
    type(made).__name__ = "Other"
    assert driver._plain(made) == fields | {"class": "Other", driver.NUMBER: 0}
    pairs = [[key, part] for key, part in fields.items()]
    assert driver._plain(fields) == {"class": "dict", "items": pairs}


def test_class_named_like_an_exception_of_python_is_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver = driver_with(monkeypatch, box_values)
    assert driver._name_of(ValueError) == "ValueError"
    other = type("ValueError", (Exception,), {"__module__": "work"})
    assert driver._name_of(other) == "work.ValueError"


def driver_with(monkeypatch: pytest.MonkeyPatch, kind: ModuleType) -> Any:
    """Return the driver beside a kind of values, as in a box."""
    called = ModuleType("box.called")
    vars(called).update(HOMES={}, OPEN="", KINDS=["kind"])
    for part in (ModuleType("box"), ModuleType("box.sandbox"), called):
        monkeypatch.setitem(sys.modules, part.__name__, part)
    monkeypatch.setitem(sys.modules, "box.kind", kind)
    sys.modules["box"].__path__ = []
    vars(sys.modules["box"])["sandbox"] = sys.modules["box.sandbox"]
    spec = importlib.util.spec_from_file_location("box.driver", GENERIC_DRIVER)
    assert spec is not None and spec.loader is not None
    driver = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(driver)
    return driver


@pytest.mark.slow
def test_attack_154_endless_and_deep_iterators_end(world: World) -> None:
    """Items without end, and iterators within iterators, cost a limit of the box and no time of the judge."""
    nested = "def naturals():\n    while True:\n        yield naturals()\n\n\n"
    graded = world.grade(shapes=SHAPES.replace("def naturals", f"{nested}def other"))
    assert verdicts(graded)["shapes.countdown"] in ("raised", "timeout", "out_of_memory")
    assert verdicts(graded)["shapes.mean"] == "passed"


@pytest.mark.parametrize(
    ("calls", "words"),
    [
        ({"a": "*", "b": "*"}, "at most one module has"),
        ({"a": ["f"], "b": ["f"]}, "f, f: a name is there twice"),
        ({"a": ["close"]}, "close has another meaning; call it by student.script"),
        ({"a": ["script"]}, "script has another meaning"),
        ({"a": ["_f"]}, "matching regex"),
        ({"a": ["f"], "driver": True}, "has a driver, too"),
    ],
)
def test_impossible_table_is_one_clear_line(
    calls: dict[str, Any], words: str, tmp_path: Path
) -> None:
    driver = {"driver.py": ""} if calls.pop("driver", False) else None
    with pytest.raises(ManifestError, match=words):
        _ = write_world(
            tmp_path, checks="", driver=driver, reference={"a.py": ""}, calls=calls
        ).assignment


def test_manifest_of_a_bundle_loads_like_the_original(world: World, tmp_path: Path) -> None:
    """Bundles have the manifest after it was loaded."""
    manifest = world.assignment.manifest
    path = tmp_path / "graders/bank/assignment.toml"
    path.parent.mkdir(parents=True)
    table = {
        key: value for key, value in msgspec.to_builtins(manifest).items() if value is not None
    }
    path.write_text(tomli_w.dumps(table))
    assert load_assignment("bank", tmp_path).manifest == manifest


def test_names_that_no_operation_can_have_are_listed() -> None:
    """The lists are those of the classes that checks call."""
    taken = {name for name in (*dir(Session), *dir(Oracle)) if not name.startswith("_")}
    attributes = {"box", "calls", "timed_out_over_many_calls"}  # set when a session is made
    assert taken | attributes == SESSION_NAMES
    assert load_assignment.__module__ and len(GENERIC_OPERATIONS) == 3
