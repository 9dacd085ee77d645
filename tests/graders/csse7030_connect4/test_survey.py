"""Findings and flags of a submission: the handout's rules on imports, calls, techniques and style."""

from __future__ import annotations

import pytest

from graders.csse7030_connect4 import reading
from graders.extensions.shared.exemplars import build
from tests.exemplars import exemplars_of
from tests.graders.csse7030_connect4.worlds import ASSIGNMENT, REFERENCE, session

CONSTANTS = {"BOARD_SIZE": 8, "REQUIRED_WIN_LENGTH": 4, "PLAYER_1_PIECE": "X", "BLANK_PIECE": "-"}
HEAD = "from typing import Optional\nfrom a1_support import *\n"
GUARD = 'if __name__ == "__main__":\n    main()\n'


def built(name: str) -> str:
    """Return the a1.py of an exemplar."""
    (exemplar,) = (one for one in exemplars_of(ASSIGNMENT.id) if one.id == name)
    return build(exemplar, ASSIGNMENT.reference, ASSIGNMENT.files.solved)["a1.py"].decode()


def found(body: str, head: str = HEAD, guard: str = GUARD) -> set[tuple[str, str, int]]:
    """Return (rule, severity, line) of the findings in a file; *body* begins in line 1."""
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


def test_allowed_code_has_no_findings() -> None:
    """It covers the first tier of techniques, the two imports in either order, and the guard (spec 11)."""
    assert found(function(*FINE)) == set()
    assert (
        found(function(*FINE), "from a1_support import *\nfrom typing import Optional\n") == set()
    )
    assert (
        found(
            function("return x"), guard='if __name__ == "__main__":\n    """Doc."""\n    main()\n'
        )
        == set()
    )
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
    """The second tier is for review, the third is a breach. Both have their line (spec 11)."""
    assert ("techniques", severity, 3) in found(function(step))
    assert {rule for rule, _severity, _line in found(function(step))} == {"techniques"}


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("class A:\n    '''Doc.'''\n", 1),
        ("@staticmethod\ndef f():\n    '''Doc.'''\n", 1),
        ("def f(*x):\n    '''Doc.'''\n", 1),
        (
            "def f():\n    '''Doc.'''\n    try:\n        pass\n    except ValueError:\n        pass\n",
            3,
        ),
        ("def f(x):\n    '''Doc.'''\n    match x:\n        case 1:\n            pass\n", 3),
    ],
)
def test_technique_of_several_lines_is_a_breach(source: str, line: int) -> None:
    """They are classes, decorators, starred parameters, try and match."""
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
def test_changed_imports_are_a_breach(head: str, line: int) -> None:
    """The two imports must be neither changed nor extended (spec 11)."""
    assert ("imports", "breach", line) in found("", head)


def test_missing_import_is_a_finding() -> None:
    assert {rule for rule, _s, _l in found("", "from a1_support import *\n")} == {"imports"}


@pytest.mark.parametrize(
    ("body", "line"),
    [("f()\n", 1), ("X = len('a')\n", 1), ("main()\n", 1), (function("main()"), 3)],
)
def test_calls_outside_of_functions_are_a_breach(body: str, line: int) -> None:
    """No call may be outside of functions, and main may be called only in the guard (spec 11)."""
    assert ("calls", "breach", line) in found(body)


def test_constants_may_call_functions_from_lectures() -> None:
    """The call is of a function from the lectures, not of the file; the name is in capitals (spec 11)."""
    assert found("LETTERS = tuple('ar')\nROWS = list(range(3))\n") == set()
    assert ("calls", "breach", 1) in found("rows = list(range(3))\n")


def test_wrong_guard_is_a_breach() -> None:
    """The guard is missing, or calls something besides main."""
    assert {rule for rule, _s, _l in found("", guard="")} == {"calls"}
    assert ("calls", "breach", 2) in found(
        "", guard='if __name__ == "__main__":\n    f()\n    main()\n'
    )
    assert found("", guard='if "__main__" == __name__:\n    main()\n') == set()
    for test in ('__name__ != "__main__"', '__name__ == "connect4"', '"" < __name__ == "__main__"'):
        assert ("calls", "breach", 2) in found("", guard=f"if {test}:\n    main()\n")


def test_function_without_a_docstring_is_a_breach() -> None:
    assert found("def f():\n    # words\n    return None\n") == {("docstrings", "breach", 1)}


@pytest.mark.parametrize("step", ["x = 8", "x = 7", "x = 'X'", "x = '-' + x"])
def test_values_without_a_constant_are_for_review(step: str) -> None:
    """They are numbers without a name, and texts that have a constant; small numbers are fine."""
    assert found(function(step)) == {("constants", "review", 3)}


def test_message_in_an_f_string_is_a_finding() -> None:
    """An f-string with a number in the course's message counts as that message (spec 2)."""
    constants = {**CONSTANTS, "PLAYER_1_MOVE_MESSAGE": "Player 1 to move"}
    for step, told in (
        ("print(f'Player {x} to move')", True),
        ("print(f'{x}: {x}')", False),
        ("print(f'Player {x}')", False),
    ):
        rules = [
            finding[0]
            for finding in reading.findings("a1.py", HEAD + function(step) + GUARD, constants)
        ]
        assert rules == ["constants"] * told


def test_repeated_statements_are_a_finding() -> None:
    """Four equal statements count, in one function or in two."""
    steps = ["x = x + 1", "x = x + 2", "x = x - 1", "print(x)"]
    again = function(*steps).replace("def f", "def g")
    assert found(function(*steps) + again) == {("repetition", "review", 9)}
    assert found(function(*steps[:3]) + again) == set()


def test_global_variables_are_a_finding() -> None:
    """These are global variables that are no constants or are changed, and the statement global."""
    assert found("board = 1\n") == {("variables", "review", 1)}
    assert found("BOARD = []\n") == set()
    assert found("BOARD = []\n" + function("BOARD.append(x)")) == {("variables", "breach", 1)}
    assert found("BOARD = []\n" + function("BOARD[0] = x")) == {("variables", "breach", 1)}
    assert found("BOARD = []\n" + function("BOARD = [x]", "BOARD.append(x)")) == set()
    assert found("LIMIT = 1\nWORDS = ('a', 'b')\n") == set()
    assert ("variables", "breach", 3) in found(function("global x"))


def test_file_that_does_not_parse_has_no_findings() -> None:
    """The checks report such a file."""
    assert reading.findings("a1.py", b"def f(:\n", CONSTANTS) == []
    assert reading.findings("a1.py", b"\0", CONSTANTS) == []
    assert reading.findings("a1.py", ("(" * 5000).encode(), CONSTANTS) == []


@pytest.mark.slow
def test_findings_come_from_the_box_without_running_the_program() -> None:
    """The program here would never end."""
    with session(appended="while True:\n    pass\nimport math") as student:
        rules = [finding[0] for finding in student.findings()]
    assert rules == ["imports"]


@pytest.mark.slow
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
def test_columns_of_one_digit_are_flagged(name: str, flags: list[str]) -> None:
    """Only a program for columns of one digit has the flag (spec 0)."""
    with session(built(name)) as student:
        assert student.flags() == flags


@pytest.mark.slow
def test_fixed_board_of_the_other_edition_is_flagged() -> None:
    """It reads one digit and has the number 8 in its text, so it was made for the fixed board (spec 0)."""
    text = built("faulty/input-one-digit-only").replace("BOARD_SIZE", "8")
    with session(text) as student:
        assert student.flags() == ["one-digit", "board-of-8"]
    assert set(ASSIGNMENT.manifest.survey.flag_texts) == {"one-digit", "board-of-8"}
