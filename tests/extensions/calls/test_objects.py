"""Checks that are written like tests for pytest, with objects that stay in the box."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graders.extensions.arrays import array
from graders.extensions.calls.check_modules import approximately, compared
from graders.extensions.calls.objects import exception_named
from graders.harness.assignment.check import CheckFailed, Misbehaved
from graders.harness.grading.program import GraderBroken
from graders.harness.reports.audience import Audience, HiddenCheckPolicy, redact
from graders.harness.reports.sentences import message_of
from tests.once import once
from tests.world import World, checks, outcomes, verdicts, write_world

CALC = '''
import sys
from dataclasses import dataclass
from enum import Enum

LIMIT = 10


class BadInput(ValueError):
    """The text is no sum."""


class Number:
    def __init__(self, value):
        self.value = value

    def evaluate(self, names):
        return self.value

    def __add__(self, other):
        return Number(self.value + other.value)

    def __eq__(self, other):
        return isinstance(other, Number) and self.value == other.value

    def __lt__(self, other):
        return self.value < other.value

    def __hash__(self):
        return hash(self.value)

    def __repr__(self):
        return "Number(%d)" % self.value


class Sum:
    def __init__(self, left, right):
        self.left, self.right = left, right

    def evaluate(self, names, factor=1):
        return factor * (self.left.evaluate(names) + self.right.evaluate(names))

    def __len__(self):
        return 2

    def __iter__(self):
        yield self.left
        yield self.right

    def __contains__(self, value):
        return value in (self.left.value, self.right.value)

    def __getitem__(self, index):
        return [self.left, self.right][index]

    def __str__(self):
        return "(%d+%d)" % (self.left.value, self.right.value)


@dataclass
class Point:
    x: int
    y: int
    items: tuple = ()

    def moved(self, dx):
        return Point(self.x + dx, self.y)


class Colour(Enum):
    RED = 1


def parse(text):
    if "+" not in text:
        raise BadInput("no sum: " + text)
    return Sum(*map(Number, map(int, text.split("+"))))


def numbers(text):
    return [Number(int(part)) for part in text.split()]


def name_of(colour):
    return colour.name


def mean(values):
    return sum(values) / len(values)


def greet():
    print("Hello, " + input() + "!")
    print("done", file=sys.stderr)


def count(path):
    with open(path) as file:
        return len(file.read().split())


class Log:
    def __init__(self):
        self.lines = []

    def __enter__(self):
        self.lines.append("in")
        return self

    def __exit__(self, kind, error, trace):
        self.lines.append("out" if kind is None else kind.__name__)
        return False
'''

CHECKS = '''
import io

import pytest


@pytest.fixture
def tree(student):
    return student.parse("1+2")


@pytest.fixture(params=[3, 4])
def number(request, student):
    yield student.Number(request.param)


@check("calc.tree")
def test_tree(tree, student):
    """A tree has parts and a value."""
    assert tree.evaluate({}) == 3
    assert tree.evaluate({}, factor=2) == 6
    assert tree.left.value == 1
    assert len(tree) == 2
    assert [part.value for part in tree] == [1, 2]
    assert 2 in tree and 5 not in tree
    assert tree[1] == student.Number(2)
    assert tree[0] is tree.left
    assert str(tree) == "(1+2)"
    assert repr(tree.left) == "Number(1)"
    assert isinstance(tree, student.Sum) and not isinstance(tree, student.Number)
    assert hasattr(tree, "left") and not hasattr(tree, "middle")
    tree.left.value = 5
    assert tree.evaluate({}) == 7


@check("calc.add", marks=2)
def test_add(number, student):
    """Numbers add up."""
    assert (number + student.Number(1)).value in (4, 5)
    assert sorted(student.numbers("3 1 2"))[0].value == 1


@check("calc.raises")
def test_raises(student):
    """parse refuses what is no sum."""
    with pytest.raises(ValueError, match="no sum") as caught:
        student.parse("12")
    assert str(caught.value) == "no sum: 12"
    with pytest.raises(student.BadInput):
        student.parse("")
    assert student.parse("1+1").evaluate({}) == 2


@check("calc.mean", marks=2)
@pytest.mark.parametrize("values, want", [([1, 2], 1.5), ([0.1, 0.2], 0.15)], ids=["whole", "parts"])
def test_mean(student, values, want):
    """mean is the mean."""
    assert student.mean(values) == pytest.approx(want)


@check("calc.printed")
def test_printed(student, capsys, monkeypatch):
    """greet greets."""
    monkeypatch.setattr("builtins.input", lambda prompt: "Ada")
    student.greet()
    assert capsys.readouterr().out == "Hello, Ada!\\n"
    monkeypatch.setattr("sys.stdin", io.StringIO("Bob\\n"))
    assert capsys.readouterr() == ("", "")


@check("calc.files")
def test_files(student, tmp_path):
    """count counts the words of a file."""
    path = tmp_path / "words.txt"
    path.write_text("one two")
    assert student.count(path) == 2
    assert student.count(str(path)) == 2


@check("calc.records")
def test_records(student):
    """A point moves."""
    point = student.Point(1, y=2)
    assert point.x == 1 and point["y"] == 2 and point.items == ()
    assert point.moved(2) == student.Point(3, 2)
    assert student.name_of(student.Colour.RED) == "RED"
    assert student.LIMIT == 10
    with student.Log() as log:
        assert log.lines == ["in"]
    assert log.lines == ["in", "out"]
    with pytest.raises(ZeroDivisionError):
        with student.Log() as second:
            student.mean([])
    assert second.lines == ["in", "ZeroDivisionError"]


@check("calc.like")
@given(a=st.integers(0, 9), b=st.integers(0, 9))
def test_like(student, reference, a, b):
    """It is like the reference."""
    text = f"{a}+{b}"
    tree, model = student.parse(text), reference.parse(text)
    assert tree.evaluate({}) == model.evaluate({})
    assert tree.right.value == model.right.value
'''

BUILD: dict[str, Any] = {
    "id": "calc",
    "checks": CHECKS,
    "reference": {"calc.py": CALC},
    "calls": {"calc": "*"},
    "files": {},
    "limits": {"cpu_seconds": 0.5, "least_cpu_seconds": 0.3},
    "shrink": {"calls": 0},
    "examples": 3,
    "marks": 10,
}


@pytest.fixture(scope="module")
def world() -> World:
    """A world of checks like tests for pytest."""

    def write(root: Any) -> World:
        made = write_world(root, **BUILD)
        path = root / "graders/calc/assignment.toml"
        path.write_text(path.read_text().replace("[files]", "[files]\nscratch = true"))
        return made

    return World(once("objects", write), "calc")


def test_right_program_passes(world: World) -> None:
    """The reference's kin passes: other names inside, other classes of parts."""
    assert set(verdicts(world.grade()).values()) == {"passed"}


WRONG = (
    CALC.replace("self.left.evaluate(names) + self.right", "self.left.evaluate(names) - self.right")
    .replace('raise BadInput("no sum: "', 'raise BadInput("bad "')
    .replace("/ len(values)", "// len(values)")
    .replace('"Hello, "', '"Hi, "')
    .replace("Point(self.x + dx", "Point(self.x - dx")
)


def test_failures_show_both_values_and_what_led_to_them(world: World) -> None:
    """An object has the name of its class; what does not concern it is left out."""
    result = world.grade(calc=WRONG)
    graded, texts = checks(result), outcomes(result)
    shown = {
        name: {one.label: getattr(one, "text", "") for one in check.exhibits}
        for name, check in graded.items()
    }
    assert shown["calc.tree"] == {
        "call": "sum_0 = parse('1+2')\nsum_0.evaluate({})",
        "expected": "3",
        "got": "-1",
    }
    assert shown["calc.mean.parts"]["expected"] == "0.15 ± 1.5e-07"
    assert shown["calc.printed"] == {
        "call": "greet()",
        "expected": r"'Hello, Ada!\n'",
        "got": r"'Hi, Ada!\n'",
    }
    assert shown["calc.records"]["call"] == (
        "point_0 = Point(1, y=2)\npoint_2 = point_0.moved(2)\npoint_3 = Point(3, 2)\n"
        "point_2 == point_3"
    )
    assert texts["calc.raises"][0] == "failed"
    assert "should match 'no sum'" in texts["calc.raises"][1]
    assert texts["calc.add.3"] == texts["calc.add.4"] == ("passed", "")


LIAR = """


class Liar:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 0

    def answer(self, *others, **options):
        return self

    __getattr__ = __call__ = __getitem__ = __enter__ = answer

    def __contains__(self, other):
        return True

    def __sub__(self, other):
        return 0

    __rsub__ = __add__ = __radd__ = __abs__ = __sub__

    def __iter__(self):
        return iter([])


def lie(*others, **options):
    return Liar()


parse = mean = count = name_of = numbers = Number = Point = Sum = greet = LIMIT = lie
"""


def test_an_object_counts_only_where_the_reference_answers_with_one(world: World) -> None:
    """Where plain data is due, an object that equals everything equals nothing."""
    graded = verdicts(world.grade(calc=CALC + LIAR))
    assert "passed" not in {graded[name] for name in graded if name != "calc.printed"}
    assert graded["calc.mean.whole"] == "failed"


FORGED = """
import _grader.driver as driver

number = {number}


def forged(value, word=""):
    return {{"class": "object Sum", 0: number}}


driver._handle = forged
"""


@pytest.mark.parametrize("number", ["-1", "10**30", "[]", "5"])
def test_forged_numbers_are_data(world: World, number: str) -> None:
    """The judge believes none of them, and no check is lost by them."""
    graded = verdicts(world.grade(calc=CALC + FORGED.format(number=number)))
    assert graded["calc.tree"] in ("failed", "crashed", "raised")
    assert graded["calc.mean.whole"] == "passed"


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "KeyboardInterrupt", "GeneratorExit", ""])
def test_name_of_an_exception_ends_no_grading(name: str) -> None:
    """Attack: Python refuses some names, and KeyboardInterrupt would end the grading of a class."""
    with pytest.raises(Misbehaved) as raised:
        raise exception_named([name, "BaseException"], "", None)
    assert not isinstance(raised.value, (KeyboardInterrupt, GeneratorExit))


def test_exit_of_a_program_is_expected_by_its_class() -> None:
    with pytest.raises(SystemExit):
        raise exception_named(["SystemExit", "BaseException"], "2", None)


GAME = """
WORDS, LIMIT = ["one", "two"], 10


class Piece:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return self.name == (other.name if isinstance(other, Piece) else other)


class Board:
    def __init__(self):
        self.cells = [None, None]

    def put(self, place, name):
        self.cells[place] = Piece(name)

    def row(self):
        return self.cells


ORIGIN = Piece("origin")


def names():
    return ["a", "b"]


def best(names):
    return Piece(max(names))


def same(one, other):
    return one == other
"""

LIES = '''
@check("game.row")
def test_row(student):
    """A row has the pieces that were put there."""
    board = student.Board()
    assert board.row() == [None, None]
    board.put(0, "a")
    assert board.row()[0] == student.Piece("a")


@check("game.limit")
def test_limit(student):
    """The limit is right."""
    assert 10 <= student.LIMIT < 11 and abs(student.LIMIT - 10) < 1


@check("game.words")
def test_words(student):
    """There are two words."""
    assert "one" in student.WORDS


@check("game.names")
def test_names(student):
    """There are two names."""
    assert len(student.names()) == 2


@check("game.origin")
def test_origin(student):
    """The origin is a piece, and the limit a number."""
    assert student.ORIGIN == student.Piece("origin")
    assert student.LIMIT == 10


@check("game.best")
def test_best(student, reference):
    """The best is that of the reference."""
    model = reference.best(["a", "b"])
    assert reference.same(one=model, other=student.best(["a", "b"]).name)
'''

ALL_EQUAL = """


class Liar:
    name = {"\\0": 0}

    def __init__(self, *others):
        pass

    def answer(self, other):
        return True

    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = answer
    __abs__ = __sub__ = lambda *others: 0
    __len__ = lambda self: 2

    def put(self, *others):
        pass

    def row(self):
        return [Liar(), Liar()]


best = names = Piece = Board = Liar
LIMIT = WORDS = ORIGIN = Liar()
"""


@pytest.fixture(scope="module")
def game() -> World:
    """A world in whose checks objects and plain data come by the same name."""

    def write(root: Any) -> World:
        files = {"game.py": GAME}
        return write_world(
            root, id="game", checks=LIES, reference=files, calls={"game": "*"}, marks=6
        )

    return World(once("lies", write), "game")


def test_object_passes_for_no_plain_data_where_the_check_has_both(game: World) -> None:
    """Attack: a constant, or a part of a list, that equals everything; and what stands for an object of the reference."""
    assert set(verdicts(game.grade()).values()) == {"passed"}
    assert "passed" not in verdicts(game.grade(game=GAME + ALL_EQUAL)).values()


def test_check_that_compares_objects_of_two_programs_is_refused(tmp_path: Path) -> None:
    """Each would be compared with itself, and the check would pass for everything."""
    text = '''
@check("game.best")
def test_best(student, reference):
    """The best is that of the reference."""
    assert student.best(["a"]) == reference.best(["a"])
'''
    files = {"game.py": GAME}
    world = write_world(
        tmp_path, id="game", checks=text, reference=files, calls={"game": "*"}, marks=1
    )
    with pytest.raises(GraderBroken, match="an object of one program"):
        world.grade()


CLEANED = '''
import pytest


@pytest.fixture
def board(student):
    board = student.Board()
    try:
        yield board
    finally:
        board.row()


@check("game.put")
def test_put(board):
    """Pieces can be put."""
    board.put(0, "a")
'''


@pytest.mark.parametrize(
    ("body", "verdict"),
    [("1 / 0", "raised"), ("__import__('os')._exit(0)", "crashed"), ("pass", "passed")],
)
def test_fixture_that_cleans_up_after_a_failure_hides_no_verdict(
    body: str, verdict: str, tmp_path: Path
) -> None:
    """Attack: the call found no process, and the whole submission was not gradable."""
    files = {"game.py": GAME}
    world = write_world(
        tmp_path, id="game", checks=CLEANED, reference=files, calls={"game": "*"}, marks=1
    )
    wrong = GAME.replace("self.cells[place] = Piece(name)", body)
    assert verdicts(world.grade(game=wrong)) == {"game.put": verdict}


REFUSING = """
def f(x):
    if x < 0:
        raise ValueError("negative")
    return x + 1
"""

REFUSALS = '''
import pytest


@check("f.refuses")
def test_refuses(student):
    """f refuses what is negative."""
    with pytest.raises(Exception):
        student.f(-1)


@check("f.goes_on")
def test_goes_on(student):
    """f refuses what is negative, and goes on."""
    try:
        with pytest.raises(Exception):
            student.f(-1)
    except Exception:
        pass
    assert student.f(1) == 2


@check("f.next")
def test_next(student):
    """f refuses what it has returned with another sign."""
    with pytest.raises(Exception):
        student.f(-student.f(1))
'''


@pytest.fixture(scope="module")
def refusals() -> World:
    """A world in whose checks any exception will do."""

    def write(root: Any) -> World:
        return write_world(
            root,
            id="f",
            checks=REFUSALS,
            reference={"f.py": REFUSING},
            calls={"f": "*"},
            marks=3,
            limits={"cpu_seconds": 0.3, "least_cpu_seconds": 0.2},
        )

    return World(once("refusals", write), "f")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('raise ValueError("other words")', ("passed", "passed", "passed")),
        ("__import__('os')._exit(0)", ("crashed", "crashed", "crashed")),
        ("while True: pass", ("timeout", "timeout", "timeout")),
        ("raise KeyboardInterrupt", ("raised", "raised", "raised")),
        ("exit()", ("passed", "failed", "failed")),
        ("return 0", ("passed", "failed", "failed")),
        (")", ("missing", "missing", "missing")),
    ],
)
def test_any_exception_is_none_of_the_other_ends(
    body: str, expected: tuple[str, ...], refusals: World
) -> None:
    """Attack: a crash, a loop or a file that does not load passed for the exception that a check expects, or made the
    submission not gradable, because the next call found no process.
    """
    wrong = REFUSING.replace('raise ValueError("negative")', body)
    graded = verdicts(refusals.grade(f=wrong))
    assert tuple(graded[f"f.{name}"] for name in ("goes_on", "next", "refuses")) == expected


def test_attack_released_message_has_no_words_of_an_assertion(tmp_path: Path) -> None:
    """Its words have the input of a hidden check, which the message of a released one does not have."""
    text = '''
@check("f.more", visibility="hidden")
def test_more(student):
    """f returns more."""
    assert student.f(7) > 3
'''
    world = write_world(
        tmp_path, id="f", checks=text, reference={"f.py": REFUSING}, calls={"f": "*"}, marks=1
    )
    result = world.grade(f="def f(x):\n    return 0\n").result
    (check,) = result.checks
    assert [one.text for one in check.exhibits if one.label == "assertion"] == ["student.f(7) > 3"]
    redacted = redact(result, Audience.STUDENT, HiddenCheckPolicy.MESSAGE)
    (shown,) = redacted.result.checks
    assert message_of(shown) == "This does not hold."


def test_field_called_keys_is_a_wrong_answer_like_any_other(world: World) -> None:
    """A dataclass is a dictionary here, whose methods its fields hide."""
    wrong = CALC.replace("items: tuple = ()", "items: tuple = ()\n    keys: int = 3")
    wrong = wrong.replace("Point(self.x + dx", "Point(self.x - dx")
    assert verdicts(world.grade(calc=wrong))["calc.records"] == "failed"


def test_call_that_was_not_prefetched_is_no_exception_of_the_program(refusals: World) -> None:
    """Attack: a check went on by another result, and what it called then passed for one that raises."""
    wrong = "def f(x):\n    return x + 5\n"
    assert verdicts(refusals.grade(f=wrong))["f.next"] == "failed"


@pytest.mark.parametrize(
    ("end", "verdict"),
    [("fail('It is no row.')", "failed"), ("skip('It is no row.')", "grader_fault")],
)
def test_check_that_ends_by_pytest_ends_no_grading(end: str, verdict: str, tmp_path: Path) -> None:
    """Attack: they are no exceptions like others, and went through to the process that grades."""
    text = f'''
import pytest


@check("game.row")
def test_row(student):
    """A board has a row."""
    if len(student.Board().row()) != 2:
        pytest.{end}
'''
    files = {"game.py": GAME}
    world = write_world(
        tmp_path, id="game", checks=text, reference=files, calls={"game": "*"}, marks=1
    )
    result = world.grade(game=GAME.replace("[None, None]", "[]"))
    assert verdicts(result) == {"game.row": verdict}
    assert verdict != "failed" or outcomes(result)["game.row"][1] == "It is no row."


def test_approx_knows_the_values_of_extensions() -> None:
    """Arrays, at any place of the assertion; the failure says which item. Numbers are pytest's own."""
    near = approximately(pytest.approx, array([1.0, 2.0]), abs=0.01)
    compared("==", array([1.001, 2.0]), near, "", wants_left=False)
    assert near == array([1, 2]) and near != array([1, 2.1]) and near != [1, 2]
    with pytest.raises(CheckFailed, match="1 of 2 items is wrong"):
        compared("==", near, array([1.0, 2.1]), "", wants_left=True)
    assert approximately(pytest.approx, 1.0) == 1.0 + 1e-9
