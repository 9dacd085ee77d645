"""Colours of code: every line keeps its text, and no text keeps the desk waiting."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("pygments", reason="the optional extra `tutoring` is not installed")

from graders.extensions.tutoring.desk.colours import CodeColours


@pytest.fixture
def painter() -> Iterator[CodeColours]:
    painter = CodeColours(seconds=0.4)
    yield painter
    painter.close()


@pytest.mark.slow
def test_code_is_coloured_line_by_line(painter: CodeColours) -> None:
    lines = ["def f(x):", '    """Two', '    lines."""', "    return 'a' + 1  # why", ""]
    painted = painter.paint("a.py", lines)
    assert (
        painted[0][:1] == [("k", "def")]
        and painted[2] == [("s", '    lines."""')]
        and painted[4] == []
    )
    assert painted[3][-1] == ("c", "# why")
    assert painter.paint("a.java", ["class A {}"])[0][0] == ("k", "class")
    assert painter.paint("a.unknown", ["class A {}"]) == [["class A {}"]]


@pytest.mark.nightly
def test_text_that_takes_minutes_has_no_colours(painter: CodeColours) -> None:
    """Attack: Java's lexer takes the square or more of the number of empty lines; it is ended, and the next file is coloured."""
    hostile = ["a "] * 20_000
    assert painter.paint("A.java", hostile) == [["a "]] * 20_000
    assert painter.paint("a.py", ["def f(): pass"])[0][0] == ("k", "def")


@pytest.mark.slow
def test_changes_that_take_minutes_are_not_shown(painter: CodeColours) -> None:
    """Attack: difflib takes the cube of the number of lines that are alike; it is ended."""
    before = {f"{number}.py": ["a"] * 199 for number in range(60)}
    assert painter.changes(before, {name: ["a", "b"] * 99 for name in before}) is None
    assert painter.changes({"a.py": ["x"]}, {"a.py": ["y"]}) == [
        "--- a.py (earlier)",
        "+++ a.py",
        "@@ -1 +1 @@",
        "-x",
        "+y",
    ]
