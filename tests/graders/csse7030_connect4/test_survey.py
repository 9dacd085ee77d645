"""What is said of a submission besides its checks: the handout's rules on imports, calls, techniques and style."""

from __future__ import annotations

import pytest

from graders.csse7030_connect4 import reading
from graders.harness.verification.exemplars import build, load_exemplars
from tests.graders.csse7030_connect4.worlds import ASSIGNMENT, REFERENCE, session

CONSTANTS = {"BOARD_SIZE": 8, "REQUIRED_WIN_LENGTH": 4, "PLAYER_1_PIECE": "X", "BLANK_PIECE": "-"}
HEAD = "from typing import Optional\nfrom a1_support import *\n"
GUARD = 'if __name__ == "__main__":\n    main()\n'


def built(name: str) -> str:
    """Return the a1.py of an exemplar."""
    (exemplar,) = (one for one in load_exemplars(ASSIGNMENT.grader) if one.id == name)
    return build(exemplar, ASSIGNMENT.reference, ASSIGNMENT.files.solved)["a1.py"].decode()


def found(body: str, head: str = HEAD, guard: str = GUARD) -> set[tuple[str, str, int]]:
    """Return (rule, severity, line) of what is found in a file; *body* begins in line 1."""
    count = head.count("\n")
    source = head + body + guard
    return {
        (rule, severity, line - count)
        for rule, severity, _file, line, _m in reading.findings("a1.py", source, CONSTANTS)
    }


def function(*steps: str) -> str:
    """Return a function with a docstring; the first step is in line 3."""
    return "def f(x):\n    '''Doc.'''\n" + "".join(f"    {step}\n" for step in steps)


FINE = [
    "if x is not None and 0 < x[1:] < 2 or not x:",
    "    pass",
    "for i, y in enumerate(range(2)):",
    "    a, b = y // 2, [y % 2, (1, 0)]",
    "    a += len(x) + int(str(y))",
    "    continue",
    "print(f'{x}', x.lower().join([]), end='', sep='')",
    "return x",
]


def test_what_is_certainly_fine_is_not_mentioned() -> None:
    """The first tier of techniques, the two imports in either order, the guard (spec 11)."""
    assert found(function(*FINE)) == set()
    assert found(function(*FINE), "from a1_support import *\nfrom typing import Optional\n") == set()
    assert found(function("return x"), guard='if __name__ == "__main__":\n    """Doc."""\n    main()\n') == set()
    assert reading.findings("a1.py", REFERENCE.split("# solution ends", 1)[1], CONSTANTS) == []


@pytest.mark.parametrize(
    ("step", "severity"),
    [
        *[
            (step, "breach")
            for step in (
                "x = {}", "x = {1: 2}", "x = {1}", "x = set()", "x = dict()", "x = [y for y in x]", "x = (y for y in x)", "x = lambda y: y",
                "raise ValueError", "yield x", "x = (y := 1)", "x = all(x)", "x = any(x)", "x = zip(x)",
                "x = map(x, x)", "x = eval(x)", "x = open(x)", "x = getattr(x, x)", "x = print(**x)",
                "with x: pass",
            )
        ],
        *[
            (step, "review")
            for step in ("x = print(*x)", "x = 1 if x else 0", "x: int = 1", "del x", "assert x", "x = max(x)", "x = sorted(x)", "x = f(x)",
                         "x.sort(reverse=True)")
        ],
    ],
)  # fmt: skip
def test_technique(step: str, severity: str) -> None:
    """The second tier is for a person to look at, the third a breach; both with their line (spec 11)."""
    assert ("techniques", severity, 3) in found(function(step))
    assert {rule for rule, _severity, _line in found(function(step))} == {"techniques"}


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("class A:\n    '''Doc.'''\n", 1),
        ("@staticmethod\ndef f():\n    '''Doc.'''\n", 1),
        ("def f(*x):\n    '''Doc.'''\n", 1),
        ("def f():\n    '''Doc.'''\n    try:\n        pass\n    except ValueError:\n        pass\n", 3),
        ("def f(x):\n    '''Doc.'''\n    match x:\n        case 1:\n            pass\n", 3),
    ],
)
def test_technique_of_more_than_a_line(source: str, line: int) -> None:
    """Classes, decorators, starred parameters, try and match are breaches."""
    assert ("techniques", "breach", line) in found(source)


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ("import math\n" + HEAD, -2),
        (HEAD + "from math import pi\n", 0),
        (HEAD + "from typing import Optional\n", 0),
        ("from typing import Optional, List\nfrom a1_support import *\n", -1),
        ("from typing import Optional\nfrom a1_support import BOARD_SIZE\n", 0),
        ("import typing\nfrom a1_support import *\n", -1),
    ],
)
def test_imports(head: str, line: int) -> None:
    """The two imports, neither changed nor added to (spec 11)."""
    assert ("imports", "breach", line) in found("", head)


def test_missing_import() -> None:
    """An import that was taken away is told of."""
    assert {rule for rule, _s, _l in found("", "from a1_support import *\n")} == {"imports"}


@pytest.mark.parametrize(
    ("body", "line"), [("f()\n", 1), ("X = len('a')\n", 1), ("main()\n", 1), (function("main()"), 3)]
)
def test_calls(body: str, line: int) -> None:
    """No call outside of functions, and main in the guard alone (spec 11)."""
    assert ("calls", "breach", line) in found(body)


def test_constants_may_be_built() -> None:
    """By what lectures had; in capitals, and not by a function of the file (spec 11)."""
    assert found("LETTERS = tuple('ar')\nROWS = list(range(3))\n") == set()
    assert ("calls", "breach", 1) in found("rows = list(range(3))\n")


def test_guard() -> None:
    """A missing guard, and one that calls something else too."""
    assert {rule for rule, _s, _l in found("", guard="")} == {"calls"}
    assert ("calls", "breach", 2) in found("", guard='if __name__ == "__main__":\n    f()\n    main()\n')
    assert found("", guard='if "__main__" == __name__:\n    main()\n') == set()
    for test in ('__name__ != "__main__"', '__name__ == "connect4"', '"" < __name__ == "__main__"'):
        assert ("calls", "breach", 2) in found("", guard=f"if {test}:\n    main()\n")


def test_docstrings() -> None:
    """A function without a docstring."""
    assert found("def f():\n    # words\n    return None\n") == {("docstrings", "breach", 1)}


@pytest.mark.parametrize("step", ["x = 8", "x = 7", "x = 'X'", "x = '-' + x"])
def test_constants(step: str) -> None:
    """Numbers without a name, and texts that have one; small numbers are fine."""
    assert found(function(step)) == {("constants", "review", 3)}


def test_texts_that_are_spelt_out_by_an_f_string() -> None:
    """A message of the course with a number put in is that message (spec 2)."""
    constants = {**CONSTANTS, "PLAYER_1_MOVE_MESSAGE": "Player 1 to move"}
    for step, told in (
        ("print(f'Player {x} to move')", True),
        ("print(f'{x}: {x}')", False),
        ("print(f'Player {x}')", False),
    ):
        rules = [finding[0] for finding in reading.findings("a1.py", HEAD + function(step) + GUARD, constants)]
        assert rules == ["constants"] * told


def test_repetitions() -> None:
    """Four statements that stand there twice, in one function or in two."""
    steps = ["x = x + 1", "x = x + 2", "x = x - 1", "print(x)"]
    again = function(*steps).replace("def f", "def g")
    assert found(function(*steps) + again) == {("repetition", "review", 9)}
    assert found(function(*steps[:3]) + again) == set()


def test_variables() -> None:
    """Variables of the whole file that are no constants, or can be changed; and global."""
    assert found("board = 1\n") == {("variables", "review", 1)}
    assert found("BOARD = []\n") == set()
    assert found("BOARD = []\n" + function("BOARD.append(x)")) == {("variables", "breach", 1)}
    assert found("BOARD = []\n" + function("BOARD[0] = x")) == {("variables", "breach", 1)}
    assert found("BOARD = []\n" + function("BOARD = [x]", "BOARD.append(x)")) == set()
    assert found("LIMIT = 1\nWORDS = ('a', 'b')\n") == set()
    assert ("variables", "breach", 3) in found(function("global x"))


def test_what_is_no_python_has_no_findings() -> None:
    """Such a file is told of by the checks."""
    assert reading.findings("a1.py", b"def f(:\n", CONSTANTS) == []
    assert reading.findings("a1.py", b"\0", CONSTANTS) == []
    assert reading.findings("a1.py", ("(" * 5000).encode(), CONSTANTS) == []


def test_findings_come_from_the_box_without_running_the_program() -> None:
    """Also of a program that never ends when it runs."""
    with session(appended="while True:\n    pass\nimport math") as student:
        rules = [finding[0] for finding in student.findings()]
    assert rules == ["imports"]


@pytest.mark.parametrize(
    ("name", "flags"),
    [
        ("right/independent-one-long-game", []),
        ("right/leading-zeros-refused", []),
        ("faulty/input-one-digit-only", ["one-digit"]),
        ("faulty/input-bounds-are-1-to-8", []),
        ("faulty/columns-of-8", []),
    ],
)
def test_flags(name: str, flags: list[str]) -> None:
    """A program for columns of one digit is recognised, and no other (spec 0)."""
    with session(built(name)) as student:
        assert student.flags() == flags


def test_fixed_board_of_the_other_edition_is_flagged() -> None:
    """One digit, and the number 8 written out: it was made for the fixed board (spec 0)."""
    text = built("faulty/input-one-digit-only").replace("BOARD_SIZE", "8")
    with session(text) as student:
        assert student.flags() == ["one-digit", "board-of-8"]
    assert set(ASSIGNMENT.manifest.survey.flag_texts) == {"one-digit", "board-of-8"}
