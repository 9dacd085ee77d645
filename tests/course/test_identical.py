"""Equal files of different people are reported, whatever their comments and white space."""

from __future__ import annotations

import time

import pytest

from graders.harness.assignment.manifest import load_assignment
from graders.harness.course.pages.identical import (
    LEAST,
    SameFile,
    given_files,
    print_of,
    prints_of,
    same_files,
)
from graders.harness.course.pages.summary import summarise
from tests.course.test_summary import marks, printed, row

CODE = b"""def total(numbers):
    result = 0
    for number in numbers:
        if number > 0:
            result = result + number * 3 - 1
    print(result, "is what there is in all of these numbers")
    return "a # b" + str(result) + 'it''s'
"""
JAVA = b"""class Sums {
    int total(int[] numbers) { int result = 0; for (int n : numbers) { result += n; } return result; }
    String told() { return "no // comment" + 'c'; }
}
"""


@pytest.mark.parametrize(
    ("name", "first", "second", "same"),
    [
        (
            "a.py",
            CODE,
            b"# mine\n\n" + CODE.replace(b"    ", b"\t").replace(b"= 0", b"=  0  # zero"),
            True,
        ),
        ("a.py", CODE, CODE.replace(b"\n", b"\r\n"), True),
        ("a.py", CODE, CODE.replace(b"# b", b"# c"), False),
        ("a.py", CODE, CODE.replace(b"3", b"4"), False),
        ("a.py", CODE + b'"""a # b"""', CODE + b'"""a # c"""', False),
        ("A.java", JAVA, JAVA.replace(b"{", b"{ // here\n /* and\n there */", 1), True),
        ("A.java", JAVA, JAVA.replace(b"no // comment", b"no // remark"), False),
        ("A.java", JAVA, b"// mine\r" + JAVA.replace(b"\n", b"\r"), True),
        ("a.py", CODE, CODE.replace(b"\n", b"\r"), True),
    ],
)
def test_comments_and_white_space_do_not_count(
    name: str, first: bytes, second: bytes, same: bool
) -> None:
    """Text inside a string literal that looks like a comment is no comment."""
    assert print_of(name, first)
    assert (print_of(name, first) == print_of(name, second)) is same


def test_tiny_and_huge_files_are_not_compared() -> None:
    """Empty files and files of a line or two are alike by chance. Files that are far too large are skipped too."""
    assert print_of("a.py", b"# only a remark" * LEAST) == print_of("a.py", b"x = 1\n") == ""
    assert print_of("a.py", CODE * 9999) == ""


HOSTILE = [
    b'"',
    b"'",
    b'\\"',
    b'"\\"',
    b'"""',
    b"'''",
    b"/*",
    b"#",
    b"\\",
    b"\n'",
    b' "\n',
    b"/**/",
    b'"\\\n',
]


@pytest.mark.slow
@pytest.mark.parametrize("unit", HOSTILE)
@pytest.mark.parametrize("name", ["a.py", "A.java"])
def test_hostile_file_is_read_in_linear_time(name: str, unit: bytes) -> None:
    """Unclosed quotes and comments in 200,000 characters must not take longer than one pass."""
    start = time.process_time()
    print_of(name, b'"""' + unit * (200_000 // len(unit)))
    assert time.process_time() - start < 2


def test_equal_files_of_different_people_are_reported() -> None:
    """Only files of different people count, except handed-out files and submissions that are equal as a whole."""
    prints = {
        "ada": {"a.py": "1", "b.py": "2"}, "bob": {"mine.py": "1"}, "cem": {"a.py": "1"},
        "dee": {"c.py": "3"}, "eve": {"c.py": "3"}, "fay": {"b.py": "4"}, "gil": {"d.py": "5"}, "hana": {"d.py": "5"},
        "ada2": {"b.py": "2"},
    }  # fmt: skip
    people = {name: frozenset([name.rstrip("2")]) for name in prints}
    assert same_files(prints, people, frozenset("5"), [("dee", "eve")]) == (
        SameFile(("a.py", "mine.py"), ("ada", "bob", "cem")),
    )


def test_starter_files_are_not_reported() -> None:
    """The starter does not count, even with a comment added. Nor do course files."""
    given = given_files(load_assignment("csc148_2020_blocky"))
    assert {"csc148_2020_blocky/block.py", "csc148_2020_blocky/settings.py"} <= given.keys()
    untouched = {"block.py": given["csc148_2020_blocky/block.py"] + b"\n# Ada\n", "goal.py": CODE}
    rows = [row("ada", marks(3)), row("bob", marks(2))]
    told = summarise(
        "x", rows, files={"ada": prints_of(untouched), "bob": prints_of(untouched)}, given=given
    )
    assert told.same_files == (SameFile(("goal.py",), ("ada", "bob")),)
    assert "Identical files (1)\n│ goal.py: ada, bob\n" in printed(told)
