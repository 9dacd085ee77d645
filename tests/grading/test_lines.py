"""Lines of a submission in reports: a location from the sandbox counts only if the submission has that line."""

from __future__ import annotations

import pytest

from graders.harness.assignment.python import PYTHON as LANGUAGE
from graders.harness.grading.lines import MOST, Sources

PYTHON = b"""def helper(numbers):
\treturn numbers["\xc3\xa9"] + 1


class Game:
    def play(self):
        for turn in range(3):
            # a remark
            while True:
                turn += 1

    def score(self):
        return self.score()
"""
JAVA = b"""public class Block {
    public void smash()
    {
        for (int i = 0; i < 4; i++) {
            while (true) {
                i = 1;
            }
        }
        if (x) { y(); }
        z();
    }
}
"""
SOURCES = Sources({"sums.py": PYTHON, "Block.java": JAVA})


def shown(where: str) -> list[str]:
    """Return the exhibits of an exception, as lines."""
    return [line for exhibit in SOURCES.raised(where) for line in exhibit.text.split("\n")]


def test_lines_an_exception_came_through_are_shown_outermost_first() -> None:
    """Carets mark the columns of the last line, whatever characters precede them."""
    assert shown("sums.py, line 13\nsums.py, line 2, columns 8-21") == [
        "sums.py, line 13",
        "    return self.score()",
        "sums.py, line 2",
        '    return numbers["\N{LATIN SMALL LETTER E WITH ACUTE}"] + 1',
        "           ^^^^^^^^^^^^",
    ]


def test_without_columns_the_whole_line_is_marked() -> None:
    """Older interpreters and Java report the line alone."""
    assert shown("Block.java, line 10") == ["Block.java, line 10", "    z();", "    ^^^^"]


@pytest.mark.parametrize(
    "where",
    [
        "",
        "sums.py",
        "sums.py, line 0",
        "sums.py, line 99",
        "sums.py, line -1",
        "sums.py, line 1e0",
        "sums.py, line 99999999999999999999",
        "/etc/passwd, line 1",
        "../sums.py, line 1",
        "a\x1b[2J.py, line 1",
        "<b>sums.py</b>, line 1",
    ],
)
def test_line_that_the_submission_lacks_is_not_shown(where: str) -> None:
    """The sandbox may send anything; reports show nothing but submitted lines."""
    assert SOURCES.raised(where) == ()
    assert SOURCES.running(where) == ()


def test_shown_lines_are_bounded() -> None:
    """The limits hold for any number of locations, and for any width of a line or its columns."""
    many = "\n".join(["sums.py, line 2"] * 10_000)
    assert len(shown(many)) == 2 * MOST + 1
    wide = Sources({"wide.py": b"x = " + b"1" * 100_000})
    (exhibit,) = wide.raised("wide.py, line 1, columns 0-99999")
    assert max(map(len, exhibit.text.split("\n"))) < 200
    assert [
        exhibit.text.count("^") for exhibit in SOURCES.raised("sums.py, line 13, columns 99999-0")
    ] == [1]


@pytest.mark.parametrize("line", [7, 8, 9, 10])
def test_loop_is_shown_by_its_function_and_its_outermost_loop(line: int) -> None:
    """The line that was running depends on timing, so it is not shown."""
    (exhibit,) = SOURCES.running(f"sums.py, line {line}")
    assert exhibit.text.split("\n") == [
        "sums.py, line 6",
        "    def play(self):",
        "sums.py, line 7",
        "    for turn in range(3):",
        "    ^^^^^^^^^^^^^^^^^^^^^",
    ]


def test_without_a_loop_the_function_is_shown() -> None:
    """An example is a function that calls itself."""
    (exhibit,) = SOURCES.running("sums.py, line 13")
    assert exhibit.text == "sums.py, line 12\n    def score(self):\n    ^^^^^^^^^^^^^^^^"


def test_a_file_is_split_once_for_all_checks() -> None:
    """It was split for each place and each check: 4 MB of line ends took a minute."""

    class Counted(dict[str, bytes]):
        asked = 0

        def get(self, *name: object) -> bytes:  # type: ignore[override]
            Counted.asked += 1
            return self["a.py"]

    sources = Sources(Counted({"a.py": b"\n" * 1000}))
    for _ in range(20):
        assert sources.raised("a.py, line 9\na.py, line 10")
    assert Counted.asked == 1


def test_lines_of_a_huge_file_are_not_shown() -> None:
    sources = Sources({"a.py": b"x = 1\n" * 200_000})
    assert sources.raised("a.py, line 9") == ()


def test_function_is_looked_for_only_so_far_above() -> None:
    lines = ["def f():", *["    a = 1"] * 50_000]
    nesting = LANGUAGE.nesting(lines)
    assert nesting.around(1000) == (1, [])
    assert nesting.around(50_000) == (0, [])
