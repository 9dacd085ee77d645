"""The rules that read code without running it: each one broken, and each one nearly broken.

The tables have the student's line; the starter is below. The rule's own module explains its purpose.
"""

from __future__ import annotations

import io
import tokenize
from typing import Any

import pytest

from graders.extensions.style.rules import interface, leftovers, outline, repetition
from graders.harness.assignment.manifest import ROOT
from tests.nightly import PASSES

STARTER = b'''"""A shape."""
from __future__ import annotations

import math
from typing import List, Optional, Tuple

from paper import Sheet


def area(sides: List[int], unit: str = 'cm') -> float:
    """Return the area."""
    # TODO: write this
    return 0.0


class Shape:
    """A shape.

    Attributes:
    - size: how large it is.
    """

    size: Tuple[int, int]

    def __init__(self, size: Tuple[int, int]) -> None:
        """Make a shape."""
        self.size = size

    def turn(self, by: int) -> Optional[Shape]:
        """Turn it."""
        # TODO: write this

    def on_click(self) -> None:
        """React to a click."""
        print('clicked')


class Square(Shape):
    def turn(self, by: int) -> Optional[Shape]:
        # TODO: write this
        return None


if __name__ == '__main__':
    import doctest
    doctest.testmod()
'''

SOLVED = b'''"""A shape."""
from __future__ import annotations

import math
from typing import List, Optional, Tuple

from paper import Sheet


def area(sides: List[int], unit: str = 'cm') -> float:
    """Return the area."""
    return math.prod(sides) * _factor(unit)


def _factor(unit: str) -> float:
    """Return how long <unit> is."""
    return 1.0 if unit == 'cm' else 2.54


class Shape:
    """A shape.

    Attributes:
    - size: how large it is.

    Private attributes:
    - _turns: how often it was turned.
    """

    size: Tuple[int, int]
    _turns: int

    def __init__(self, size: Tuple[int, int]) -> None:
        """Make a shape."""
        self.size = size
        self._turns = 0

    def turn(self, by: int) -> Optional[Shape]:
        """Turn it."""
        self._turns += by
        return self if self._turns else None

    def on_click(self) -> None:
        """React to a click."""
        print('clicked')


class Square(Shape):
    """A square."""

    def turn(self, by: int) -> Optional[Shape]:
        """Turn it, which changes nothing."""
        return self


if __name__ == '__main__':
    import doctest
    doctest.testmod()
'''

SETTINGS: dict[str, Any] = {"imports": ["typing", "doctest"], "provided": ["shape.Shape.on_click"]}
RULES = (interface, leftovers, repetition)


def found(
    source: bytes, settings: dict[str, Any] = SETTINGS, **others: bytes
) -> set[tuple[str, str]]:
    """Return (rule, severity) of every finding in shape.py, and in the other files of the submission."""
    files = {"shape.py": source, **{f"{name}.py": text for name, text in others.items()}}
    return {
        tuple(row[:2])
        for rule in RULES
        for row in rule.findings({"shape.py": STARTER}, files, settings)
    }


def changed(*replacements: tuple[str, str]) -> bytes:
    """Return the solved file with some of its text replaced."""
    source = SOLVED.decode()
    for old, new in replacements:
        assert source.count(old) >= 1, old
        source = source.replace(old, new, 1)
    return source.encode()


def test_a_solution_that_keeps_to_the_rules_has_no_finding() -> None:
    assert found(SOLVED) == set()


def test_starter_lacks_only_the_students_work() -> None:
    """Its to-do marks are the only findings."""
    assert found(STARTER) == {("leftovers", "breach")}


BREACHES = [
    ("signatures", "unit: str = 'cm') -> float:", "unit: str = 'cm', more: int = 0) -> float:"),
    ("signatures", "sides: List[int], unit", "edges: List[int], unit"),
    ("signatures", "sides: List[int]", "sides: List[float]"),
    ("signatures", "sides: List[int]", "sides"),
    ("signatures", "unit: str = 'cm'", "unit: str = 'mm'"),
    ("signatures", "-> float:\n    \"\"\"Return the area", "-> int:\n    \"\"\"Return the area"),
    ("signatures", "def turn(self, by: int) -> Optional[Shape]", "def turn(self, by: int)"),
    ("signatures", "def turn(self, by", "def _turn(self, by"),
    ("signatures", "class Square(Shape):", "class _Quadrat(Shape):"),
    ("attributes", "    size: Tuple[int, int]\n", ""),
    ("attributes", "    size: Tuple[int, int]\n", "    size: Tuple[float, float]\n"),
    ("public-names", "        self._turns = 0", "        self._turns = 0\n        self.colour = 'red'"),
    ("public-names", "    _turns: int\n", "    _turns: int\n    colour: str\n"),
    ("public-names", '    def on_click', '    def twice(self) -> int:\n        """Twice."""\n        return 2\n\n    def on_click'),
    ("helpers", "def _factor(unit: str) -> float:", "def _factor(unit) -> float:"),
    ("helpers", "def _factor(unit: str) -> float:", "def _factor(unit: str):"),
    ("helpers", "def _factor(unit: str) -> float:", "def _factor(unit: str, *rest) -> float:"),
    ("private-attributes", "    _turns: int\n", ""),
    ("private-attributes", "    - _turns: how often it was turned.\n", ""),
    ("docstrings", '    """Return how long <unit> is."""\n', ""),
    ("docstrings", '    """A square."""\n', ""),
    ("docstrings", '        """Turn it, which changes nothing."""\n', ""),
    ("docstrings", '        """Make a shape."""\n', ""),
    ("docstrings", '"""A shape."""\n', ""),
    ("imports", "import math\n", "import math\nimport random\n"),
    ("imports", "import math\n", "import math\nfrom paper2 import Sheet\n"),
    ("imports", "    return math.prod", "    import random\n    return math.prod"),
    ("imports", "import math\n", "import math\nfrom typing import sys\n"),
    ("imports", "import math\n", "import math\nfrom typing import List as L, collections as c, functools\n"),
    ("imports", "import math\n", "import math\nfrom doctest import os\n"),
    ("imports", "import math\n", "import math\nimport typing as t\nX = t.sys.modules\n"),
    ("imports", "    return math.prod", "    import typing\n    typing.functools.partial(print)\n    return math.prod"),
    ("imports", "    return math.prod", "    import doctest\n    doctest.sys\n    return math.prod"),
    ("provided", "        print('clicked')", "        self.turn(1)"),
    ("leftovers", "        return self\n", "        return self  # TODO: and the other way?\n"),
    ("leftovers", "        return self\n", "        # FIXME\n        return self\n"),
    ("leftovers", '    """Return the area."""', '    """TODO"""'),
    ("leftovers", "        self._turns += by\n", "        self._turns += by\n        pass\n"),
    ("leftovers", '        """Turn it, which changes nothing."""\n        return self\n', '        """Turn."""\n        pass\n'),
    ("leftovers", "        self._turns += by\n", "        self._turns += by\n        print(by)\n"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "old", "new"), BREACHES)
def test_broken_rule_of_the_handout_is_a_breach(rule: str, old: str, new: str) -> None:
    """The test breaks each rule."""
    assert (rule, "breach") in found(changed((old, new)))


SHORT_NAME = ("    - _turns: how often it was turned.\n", "")
GUARD = "if __name__ == '__main__':\n    import doctest\n    doctest.testmod()\n"
FINE = [
    [("sides: List[int]", "sides: 'List[int]'")],
    [("sides: List[int]", "sides: list[int]")],
    [("    size: Tuple[int, int]\n", "    size: tuple[int, int]\n")],
    [("import math\n", ""), ("math.prod(sides)", "sum(sides)")],
    [("from paper import Sheet\n", "")],
    [("List, Optional, Tuple", "Any, Dict, List, Optional, Tuple")],
    [("import math\n", "import math\nimport typing\n")],
    [("import math\n", "import math\nimport typing\nX = typing.Callable, math.pi, typing.no_such\n")],
    [("import math\n", "import math\nfrom typing import *\nfrom typing import Callable, TYPE_CHECKING\n")],
    [(GUARD, GUARD + "    import typing\n    print(typing.sys)\n")],
    [("if __name__ == '__main__':\n", "if __name__ == '__main__':\n    import random\n    print(area([1]))\n    pass\n")],
    [('    """Return the area."""', '    """Return the area of it all, in other words."""')],
    [SHORT_NAME, ("    _turns: int\n", "    _turns: int  # how often it was turned\n")],
    [SHORT_NAME, ("    _turns: int\n", "    # === Private attributes ===\n    # _turns: how often\n    _turns: int\n")],
    [SHORT_NAME, ("    _turns: int\n", "    # how often it was turned\n    _turns: int\n")],
    [("    _turns: int\n", ""), ("        self._turns = 0", "        self._turns: int = 0")],
    [('    """A square."""\n', '    """A square."""\n\n    size: Tuple[int, int]\n')],
    [('    """A square."""\n', '    """A square."""\n\n    def __eq__(self, other: object) -> bool:\n        """Same?"""\n        return self is other\n')],
    [('    """A square."""\n', '    """A square."""\n\n    def on_click(self) -> None:\n        """React."""\n        self._turns = 0\n')],
    [("        self._turns += by\n", "        if by:\n            self._turns += by\n        else:\n            pass\n")],
    [("        self._turns += by\n", "        try:\n            self._turns += by\n        except TypeError:\n            pass\n")],
    [("        self._turns += by\n", "        self._turns += by  # nothing is left to do here\n")],
    [("        self._turns += by\n", "        inner = lambda x: x\n        self._turns += inner(by)\n")],
    [("return 1.0 if", "pi = 'print(3)'\n    return 1.0 if")],
    [("        self._turns += by\n", "        vars(self)['_turns'] += by\n")],
    [("        self._turns += by\n", "        math = by\n        self._turns += math\n")],
    [("        self._turns += by\n", "        self._turns += sum(math for math in [by])\n")],
    [(GUARD, "def _named(shape: Shape) -> str:\n    \"\"\"Return its kind.\"\"\"\n    return type(shape).__name__ + __name__\n\n\n" + GUARD)],
]  # fmt: skip


@pytest.mark.parametrize("replacements", FINE)
def test_near_miss_is_no_breach(replacements: list[tuple[str, str]]) -> None:
    """Near misses: other spellings of the same type, removed imports, attributes described in a comment, ..."""
    assert found(changed(*replacements)) == set()


REVIEWS = [
    ("imports", "import math\n", "from math import prod\n"),
    (
        "public-names",
        "def _factor",
        'def factor(x: int) -> int:\n    """Same."""\n    return x\n\n\ndef _factor',
    ),
    ("public-names", "class Square", 'class Circle:\n    """New."""\n\n\nclass Square'),
    ("hidden-calls", "        return self\n", "        return exec('self') or self\n"),
    (
        "hidden-calls",
        "        return self\n",
        "        return getattr(__builtins__, 'print')(self)\n",
    ),
    ("hidden-calls", "        return self\n", "        return vars()['self']\n"),
    ("hidden-calls", "        return self\n", "        return locals()['self']\n"),
    *(
        ("hidden-calls", "        return self\n", f"        {line}\n        return self\n")
        for line in (
            "getattr(math, 'sys')",
            "vars(math)['sys']",
            "other = math",
            "math.__dict__['sys']",
            "(lambda math=math: math.sys)()",
            "next(getattr(math, 'sys') for math in [math])",
            "[math][0].sys",
            "print.__self__.__import__('sys')",
            "object.__subclasses__()",
            "type(self).turn.__globals__['sys']",
        )
    ),
]


@pytest.mark.parametrize(("rule", "old", "new"), REVIEWS)
def test_debatable_code_is_for_review(rule: str, old: str, new: str) -> None:
    """Nothing forbids such code, and it costs no marks; staff look at it."""
    assert found(changed((old, new))) == {(rule, "review")}


def test_method_outside_its_class_is_no_new_function() -> None:
    """A student whose on_click had slid out of its class was asked to begin its name with _."""
    source = changed(("    def on_click", "def on_click"))
    rows = interface.findings({"shape.py": STARTER}, {"shape.py": source}, SETTINGS)
    assert [row.message for row in rows] == ["Shape.on_click was removed or renamed"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("def turn(self", "def trun(self", "Shape.turn is missing: is trun meant?"),
        ("def area(", "def aera(", "area is missing: is aera meant?"),
        ("class Square(", "class Sqare(", "Square is missing: is Sqare meant?"),
    ],
)
def test_near_name_is_no_new_name(old: str, new: str, message: str) -> None:
    """A student who had written rotat for rotate was asked to begin its name with _."""
    source = changed((old, new))
    rows = interface.findings({"shape.py": STARTER}, {"shape.py": source}, SETTINGS)
    found_ = [(row.rule, row.message, source.decode().split("\n")[row.line - 1]) for row in rows]
    assert len(found_) == 1
    assert found_[0][:2] == ("signatures", message)
    assert new in found_[0][2]


HIDDEN = "    import random\n    print(exec('1'))\n"
NO_GUARDS = {
    "not equal": "if __name__ != '__main__':\n" + HIDDEN,
    "not equal, the other way round": "if '__main__' != __name__:\n" + HIDDEN,
    "a chain": "if '' < __name__ == __name__:\n" + HIDDEN,
    "another name": "if __name__ == 'shape':\n" + HIDDEN,
    "in": "if __name__ in ('__main__', 'shape'):\n" + HIDDEN,
    "with itself": "if __name__ == __name__:\n" + HIDDEN,
    "its other branch": "if __name__ == '__main__':\n    pass\nelse:\n" + HIDDEN,
    "a second condition": "if __name__ == '__main__':\n    pass\nelif True:\n" + HIDDEN,
    "another value": "__name__ = '__main__'\nif __name__ == '__main__':\n" + HIDDEN,
    "an import as it": "from math import pi as __name__\nif __name__ == '__main__':\n" + HIDDEN,
    "a pattern": "match '__main__':\n    case __name__:\n        pass\nif __name__ == '__main__':\n"
    + HIDDEN,
    "an exception": "try:\n    raise KeyError\nexcept KeyError as __name__:\n    pass\nif __name__ == '__main__':\n"
    + HIDDEN,
    "a class of that name": "class __name__(metaclass=_Same): pass\nif __name__ == '__main__':\n"
    + HIDDEN,
    "an import of the name": "from math import __name__\nif __name__ == '__main__':\n" + HIDDEN,
    "its dictionary": "vars()['__name__'] = '__main__'\nif __name__ == '__main__':\n" + HIDDEN,
    "a text in two parts": "vars()['__na' '\\x6de__'] = '__main__'\nif __name__ == '__main__':\n"
    + HIDDEN,
    "an attribute": "import shape\nshape.__name__ = '__main__'\nif __name__ == '__main__':\n"
    + HIDDEN,
    "in a class": 'class _Inner:\n    """Text."""\n    if __name__ == \'__main__\':\n    '
    + HIDDEN.replace("\n ", "\n     "),
}


@pytest.mark.parametrize("source", NO_GUARDS.values(), ids=NO_GUARDS)
def test_only_the_main_guard_excludes_code(source: str) -> None:
    """Code that runs at import is checked, even if its condition resembles the main guard."""
    told = found(changed((GUARD, source)))
    assert told >= {("imports", "breach"), ("leftovers", "breach"), ("hidden-calls", "review")}


@pytest.mark.parametrize(
    "guard",
    [
        "if __name__ == '__main__':\n",
        'if "__main__" == __name__:\n',
        "if (__name__\n == '__main__'):\n",
    ],
)
def test_code_behind_the_main_guard_has_no_findings(guard: str) -> None:
    """Code behind the guard runs only when students start the file. The two sides may be swapped."""
    assert found(changed((GUARD, guard + HIDDEN))) == set()


def test_guard_does_not_count_if_another_file_renames() -> None:
    """A file that another one imports can rename it."""
    solved = changed((GUARD, GUARD.replace("import doctest", "import random")))
    assert found(solved) == set()
    other = b'"""Rename."""\nimport shape\nshape.__name__ = "__main__"\n'
    assert ("imports", "breach") in found(solved, other=other)


def test_function_in_the_else_branch_of_the_guard_is_checked() -> None:
    """The module defines it when it is imported."""
    function = "else:\n    def area2(x):\n        return x\n"
    assert {("helpers", "breach"), ("docstrings", "breach")} <= found(
        changed((GUARD, GUARD + function))
    )


@pytest.mark.timeout(60)
def test_each_class_of_a_deep_hierarchy_is_visited_once() -> None:
    """Sixty classes each inherit from the previous two, so the paths to the first class are too many to follow."""
    ladder = "\n\nclass _C0:\n    pass\n\n\nclass _C1(_C0):\n    pass\n" + "".join(
        f"\n\nclass _C{number}(_C{number - 1}, _C{number - 2}):\n    def __init__(self):\n        self._own = 1\n"
        for number in range(2, 60)
    )
    assert ("private-attributes", "breach") in found(SOLVED + ladder.encode())


LONG = "".join(f"        x{number} = by + {number}\n" for number in range(5))


def test_repeated_statements_are_for_review() -> None:
    """Five repeated statements are a finding, in one file or two. Four are none, and the starter may repeat itself."""
    twice = changed(
        ("        self._turns += by\n", LONG),
        ('changes nothing."""\n', 'changes nothing."""\n' + LONG),
    )
    assert found(twice) == {("repetition", "review")}
    four = LONG.splitlines(keepends=True)[:4]
    fewer = changed(
        ("        self._turns += by\n", "".join(four)),
        ('changes nothing."""\n', 'changes nothing."""\n' + "".join(four)),
    )
    assert found(fewer) == set()
    other = (
        b'"""More."""\n\n\ndef _more(by: int) -> int:\n    """More."""\n'
        + LONG.replace("        ", "    ").encode()
    )
    assert found(changed(("        self._turns += by\n", LONG)), more=other) == {
        ("repetition", "review")
    }


def test_repetition_is_reported_once() -> None:
    """The statements inside a repetition, and those after it, are not reported as well."""
    inner = "".join(f"                y{number} = by\n" for number in range(6))
    block = (
        LONG + "        for _ in range(by):\n            if by:\n" + inner + LONG.replace("x", "z")
    )
    twice = changed(
        ("        self._turns += by\n", block),
        ('changes nothing."""\n', 'changes nothing."""\n' + block),
    )
    rows = repetition.findings({"shape.py": STARTER}, {"shape.py": twice}, {})
    assert len(rows) == 1


def test_function_that_came_without_a_docstring_needs_none() -> None:
    """Only functions of the starter are exempt, and only if the setting says so; other changes do not matter."""
    bare = changed(
        ('        """Make a shape."""\n', "        print(size)\n"),
        ('    """A square."""\n', "    pass\n"),
    )
    told = [
        row[-1] for row in interface.findings({"shape.py": STARTER}, {"shape.py": bare}, SETTINGS)
    ]
    assert {"Shape.__init__ has no docstring", "the class Square has no docstring"} <= set(told)
    free = {**SETTINGS, "undocumented": ["shape.Shape*", "shape.Square"]}
    told = [row[-1] for row in interface.findings({"shape.py": STARTER}, {"shape.py": bare}, free)]
    assert not any(text.endswith("has no docstring") for text in told)


def test_settings_of_an_assignment_are_respected() -> None:
    """The handout's names may be new; names that only our starter has may be missing; some functions may print."""
    square = changed(
        (
            '    """A square."""\n',
            '    """A square."""\n\n    def grow(self) -> None:\n        """Grow."""\n',
        )
    )
    assert found(square) == {("public-names", "breach")}
    assert found(square, {**SETTINGS, "expected": ["shape.Square.grow"]}) == set()
    without = changed(
        (
            '    def on_click(self) -> None:\n        """React to a click."""\n        print(\'clicked\')\n',
            "",
        )
    )
    assert found(without) == {("signatures", "breach")}
    assert found(without, {**SETTINGS, "free": ["shape.Shape.on_click"]}) == set()
    talking = changed(
        ("        self._turns += by\n", "        self._turns += by\n        print(by)\n")
    )
    assert found(talking, {**SETTINGS, "prints": ["shape.Shape.turn"]}) == set()


@pytest.mark.parametrize(
    "source",
    [
        b"def (:\n",
        b"\x00",
        b"x = " + b"-" * 100_000 + b"1\n",
        b"x = " + b"(" * 300 + b")" * 300,
        b"# coding: none\n",
        b"\xff",
    ],
    ids=["syntax", "nul", "minus", "brackets", "coding", "bytes"],
)
def test_source_that_cannot_be_parsed_has_no_outline(source: bytes) -> None:
    """There is no exception and no finding: the failed import is reported elsewhere."""
    assert outline.parsed(source) is None
    assert found(source) == set()


def test_attribute_is_described_in_the_file_of_its_base_class() -> None:
    """A comment at its annotation there counts; the lines of this file do not."""
    base = (
        b'"""A base."""\n\n\nclass Counter:\n    """A counter."""\n\n    _count: int  # presses\n'
    )
    own = (
        'from counter import Counter\n\n\nclass Button(Counter):\n    """A button."""\n\n'
        '    def __init__(self) -> None:\n        """Make a button."""\n        self._count = 0\n'
    )
    settings = {**SETTINGS, "imports": ["counter"]}
    undescribed = base.replace(b"  # presses", b"")
    rows = [
        interface.findings(
            {"shape.py": STARTER}, {"shape.py": SOLVED + own.encode(), "counter.py": text}, settings
        )
        for text in (base, undescribed)
    ]
    messages = [
        [row[4] for row in each if row[:3:2] == ("private-attributes", "shape.py")] for each in rows
    ]
    assert messages == [[], ["Button: the new attribute _count is not described"]]


NEW_FILE = b"""import math
import shape
from typing import List, sys


class Counter:
    def __init__(self) -> None:
        \"\"\"Make it.\"\"\"
        self._count = self.steps = 0


def count(x):
    \"\"\"Return it.\"\"\"
    return x
"""


def test_file_that_the_starter_lacks_keeps_the_rules_of_what_is_new() -> None:
    """It may import what the starter imports, and the starter's files; public names are no fault there."""
    rows = interface.findings(
        {"shape.py": STARTER}, {"shape.py": SOLVED, "mine.py": NEW_FILE}, SETTINGS
    )
    assert {row[2] for row in rows} == {"mine.py"}
    assert [(row[0], row[3]) for row in rows] == [
        ("private-attributes", 9),
        ("private-attributes", 9),
        ("helpers", 12),
        ("helpers", 12),
        ("docstrings", 6),
        ("imports", 3),
    ]


def test_finding_has_location_and_message() -> None:
    """A finding has the file, the line, and a clear message."""
    rows = interface.findings(
        {"shape.py": STARTER}, {"shape.py": changed(("sides: List[int]", "sides: int"))}, SETTINGS
    )
    assert [list(row) for row in rows] == [
        [
            "signatures",
            "breach",
            "shape.py",
            10,
            "area: the annotation of the parameter sides was changed; it was List[int]",
        ]
    ]


OUR_FILES = sorted(
    path
    for folder in ("graders", "reference", "starter")
    for path in ROOT.glob(f"{folder}/**/*.py")
)
AWKWARD = (
    b"# one\n"
    b"a = '#' \"#\" '''\n# no comment\n'''  # two\n"
    b"b = '\\'#' + r'\\'  # no comment' + '\\\\'  # three\n"
    b'c = b"#" + rb\'#\', f"#{a}#"  # four\n'
    b"d = '\\\n# no comment'  # five\r\n"
    b'e = """\\"""# no comment"""#six\n'
)


def tokenized_comments(source: bytes) -> dict[int, str]:
    """Return the comments of *source* by line, as the tokenizer finds them."""
    tokens = tokenize.tokenize(io.BytesIO(source).readline)
    return {one.start[0]: one.string for one in tokens if one.type == tokenize.COMMENT}


@pytest.mark.parametrize(
    "source", [AWKWARD, AWKWARD.replace(b"\r", b""), b"\xef\xbb\xbf# a mark in front", b""]
)
def test_comments_are_those_of_the_tokenizer(source: bytes) -> None:
    """String literals may look like comments."""
    assert outline.parsed(source) is not None
    assert outline.comments_in(source) == tokenized_comments(source)


@pytest.mark.nightly
def test_comments_of_the_projects_files_are_those_of_the_tokenizer() -> None:
    """Exemplars are included, and some of them are not Python. One file in five is read by day."""
    sources = [path.read_bytes() for path in OUR_FILES[:: 5 if PASSES == 1 else 1]]
    python = [source for source in sources if outline.parsed(source) is not None]
    assert len(python) > 100
    assert [outline.comments_in(one) for one in python] == [
        tokenized_comments(one) for one in python
    ]
