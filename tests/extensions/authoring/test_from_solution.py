"""`grader new --from`: a solution becomes a grader that works, with checks of its docstrings' examples."""

from __future__ import annotations

import ast
import json
import re
import textwrap
from pathlib import Path

import pytest

from graders.extensions.authoring.scaffold.doctests import examples_of
from graders.extensions.authoring.scaffold.marked import is_program, marked
from graders.harness import cli
from graders.harness.assignment.regions import strip


def text_of(text: str) -> str:
    return textwrap.dedent(text).lstrip("\n")


@pytest.mark.parametrize(
    ("solution", "starter"),
    [
        pytest.param(
            """
            LIMIT = 3
            table = {}


            def add(a, b):
                '''Return the sum.'''

                # plain
                return a + b
                # done


            @cache
            def double(a): return 2 * a
            """,
            """
            LIMIT = 3
            # TODO: write the program.


            def add(a, b):
                '''Return the sum.'''
                # TODO: write this function.


            @cache
            def double(a):
                # TODO: write this function.
                pass
            """,
            id="functions",
        ),
        pytest.param(
            """
            class Full(Exception): pass


            class Box:
                size: int = 3

                def __init__(self):
                    self._items = []

                @property
                def _count(self):
                    return 0


            class Hidden:
                def _inner(self):
                    return 1
            """,
            """
            class Full(Exception): pass


            class Box:
                size: int = 3

                def __init__(self):
                    # TODO: write this function.
                    pass

            class Hidden:
                pass
            """,
            id="classes",
        ),
        pytest.param(
            """
            import sys

            def _helper():
                return 1


            for line in sys.stdin:
                print(line)

            if __name__ == "__main__":
                name = input()
                print(name)
            """,
            """
            import sys

            # TODO: write the program.

            if __name__ == "__main__":
                # TODO: write the program.
                pass
            """,
            id="program",
        ),
        pytest.param(
            "def f():\n    pass\n\n\nif __name__ == '__main__':\n    import doctest\n    doctest.testmod()\n",
            "def f():\n    pass\n\n\nif __name__ == '__main__':\n    import doctest\n    doctest.testmod()\n",
            id="nothing",
        ),
        pytest.param(
            "def f():\n    # solution begins\n    return 1\n    # solution ends\n    pass\n",
            "def f():\n    pass\n",
            id="marked by hand",
        ),
    ],
)  # fmt: skip
def test_starter_has_heads_and_no_bodies(solution: str, starter: str) -> None:
    """It is valid Python; comments of the solution go with it."""
    stripped = strip(marked(text_of(solution)), "#")
    assert stripped == text_of(starter)
    ast.parse(stripped)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("print(1)", True),
        ("def main(): ...\nif __name__ == '__main__':\n    main()", True),
        ("def f(): ...\nif __name__ == '__main__':\n    import doctest\n    doctest.testmod()", False),
        ("'''Text.'''\nimport sys\nLIMIT = 3\n", False),
    ],
)  # fmt: skip
def test_program_does_something_besides_its_doctests(text: str, expected: bool) -> None:
    assert is_program(ast.parse(text)) is expected


def test_examples_side_by_side_are_one_check() -> None:
    """So are later ones that use their variables. An introduction is the title."""
    docstring = '''
        def f(a):
            """Return it.

            >>> f(1)
            1
            >>> f(2)
            2

            A list is kept:

            >>> rows = [f(1)]

            >>> from mine import f
            >>> rows
            [1]
            """
    '''
    found = examples_of(ast.parse(text_of(docstring)), "mine")
    assert [(one.name, one.title, len(one.examples)) for one in found] == [
        ("f", "The example f(1) holds.", 2),
        ("f_2", "A list is kept.", 2),
    ]


SOLUTION = text_of('''
    """Sums and stacks."""


    def mean(numbers):
        """Return the mean.

        >>> mean([1, 2])
        1.5

        An empty list has none:

        >>> mean([])
        Traceback (most recent call last):
        ValueError: no numbers

        >>> mean([2])
        3.0
        """
        if not numbers:
            raise ValueError("no numbers")
        return sum(numbers) / len(numbers)


    def show(n):
        """Print a line.

        >>> show(2)
        --
        """
        print("-" * n)


    def forget(rows):
        """Do nothing.

        >>> forget([1]) is None
        True
        """


    def largest(rows):
        return max(rows)


    def wait(a, b):
        raise ValueError


    class Stack:
        """A stack.

        >>> stack = Stack()
        >>> stack.push(3)
        >>> stack
        Stack([3])
        """

        def __init__(self):
            self._items = []

        def push(self, item):
            self._items.append(item)

        def __repr__(self):
            return f"Stack({self._items})"


    def main():
        print(mean([int(input("Number? ")), 5]))


    if __name__ == "__main__":
        main()
''')  # fmt: skip


@pytest.mark.slow
@pytest.mark.usefixtures("recordings")
def test_solution_becomes_a_grader(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It gets full marks at once, and the starter none. What cannot be a check is listed."""
    solution = tmp_path / "sums.py"
    solution.write_text(SOLUTION, encoding="utf-8")
    root = ["--root", str(tmp_path / "root")]
    assert cli.main([*root, "new", "sums", "--title", "Sums", "--from", str(solution)]) == 0
    left = re.findall("^for you to do: (.*)$", capsys.readouterr().out, re.M)
    assert left == [
        "mean_3: mean([2]) answers 2.0, not 3.0",
        "wait: it has no example",
        "forget: the starter passes it",
    ]
    # the reference must get full marks, else the starter cannot be graded
    starter = tmp_path / "root/starter/sums"
    assert cli.main([*root, "grade", "sums", str(starter), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    names = ("mean", "mean-2", "show", "Stack", "largest")
    assert [one["id"] for one in result["checks"] if one["verdict"] != "passed"] == [
        *(f"sums.{name}" for name in names),
        "scenario.example",
    ]
    assert (result["marks"], result["max_marks"]) == (0, 6)
    text = (tmp_path / "root/graders/sums/test_sums.py").read_text()
    assert "    assert repr(stack) == 'Stack([3])'\n" in text
    assert "    assert capsys.readouterr().out == '--\\n'\n" in text
    assert "# To do by hand: the starter passes it.\n# @check(" in text
    assert "Number? «3»" in (tmp_path / "root/scenarios/sums/example.txt").read_text()


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("def f(", [], "the solution is not Python"),
        ("", [], "no check can be made of it.py: write examples"),
        ("x = 1", ["--minimal"], "--from needs no --language"),
        ("import json\nimport scipy.stats", [], 'add packages = ["scipy"] to its manifest'),
        (
            "def f():\n    '''\n    >>> f(\n    '''\n    return 1\n",
            [],
            "a docstring cannot be read",
        ),
    ],
)
def test_solution_that_gives_no_grader_is_refused(
    text: str,
    options: list[str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One line has the reason, and nothing is written."""
    solution = tmp_path / "it.py"
    solution.write_text(text, encoding="utf-8")
    command = ["--root", str(tmp_path / "root"), "new", "it", "--title", "It", "--from"]
    assert cli.main([*command, str(solution), *options]) != 0
    error = capsys.readouterr().err
    assert message in error and "\n" not in error.strip()
    assert not [*(tmp_path / "root").iterdir()]
