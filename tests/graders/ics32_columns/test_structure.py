"""The choice of the module to run, and findings about modules and classes (spec 12)."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from graders.extensions.shared.exemplars import build
from graders.harness.assignment.manifest import load_assignment
from graders.ics32_columns import structure
from tests.exemplars import exemplars_of

ASSIGNMENT = load_assignment("ics32_columns")
RULES = ASSIGNMENT.manifest.survey.rules
RIGHT = [exemplar for exemplar in exemplars_of(ASSIGNMENT.id) if exemplar.kind == "right"]

STATE = "# Ada, 1\nclass NoMove(Exception):\n    pass\n\n\nclass Game:\n    def move(self):\n        raise NoMove\n"
GUARD = "if __name__ == '__main__':\n    main()\n"
MAIN = "# Ada, 1\nimport rules\n\n\ndef main():\n    print(rules.Game(), input())\n\n\n" + GUARD


def said(**texts: str) -> list[tuple[Any, ...]]:
    """Return rule, severity, file and line of the findings in modules with these texts."""
    return [tuple(finding[:4]) for finding in structure.findings(sources(**texts))]


def sources(**texts: str) -> dict[str, bytes]:
    """Return modules with these texts, as in a submission."""
    return {f"{name}.py": text.encode() for name, text in texts.items()}


@pytest.mark.parametrize("exemplar", RIGHT, ids=lambda exemplar: exemplar.name)
def test_right_exemplars_keep_the_rules(exemplar: Any) -> None:
    """Only notes are allowed."""
    files = build(exemplar, ASSIGNMENT.reference, ASSIGNMENT.files.solved)
    assert [finding for finding in structure.findings(files) if finding[1] != "note"] == []
    assert structure.program(files) in ("project4.py", "main.py", "columns_ui.py")


def test_a_plain_submission_has_no_finding() -> None:
    """It has two modules, one of them executable, a state class, an exception that is raised, and names on top."""
    assert said(main=MAIN, rules=STATE) == []
    assert said(main=MAIN, rules="\ufeff" + STATE) == []


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ({"main": STATE + MAIN}, [("modules", "breach", "main.py", 1), ("class", "breach", "main.py", 1)]),
        ({"rules": STATE, "ui": MAIN.replace(GUARD, "")}, [("program", "breach", "rules.py", 1)]),
        ({"main": MAIN, "rules": STATE + GUARD}, [("program", "breach", "rules.py", 9)]),
        ({"main": MAIN, "rules": STATE + "print(1)\n"}, [("mechanics", "breach", "rules.py", 9)]),
        ({"main": MAIN, "rules": "# Ada, 1\nimport sys\n" + STATE + "sys.stdout.write('')\n"},
         [("mechanics", "breach", "rules.py", 11)]),
        ({"main": MAIN, "rules": "# Ada, 1\n"}, [("class", "breach", "main.py", 1), ("exceptions", "breach", "main.py", 1)]),
        ({"main": MAIN, "rules": STATE.replace("raise NoMove", "pass")}, [("raises", "note", "rules.py", 2)]),
        ({"main": MAIN, "rules": STATE.replace("# Ada, 1", '"""Rules."""')}, [("name", "note", "rules.py", 1)]),
    ],
)  # fmt: skip
def test_broken_rule_is_found(texts: dict[str, str], found: list[tuple[Any, ...]]) -> None:
    """The finding has the file and the line."""
    assert [one for one in said(**texts) if one[0] in {rule for rule, *_ in found}] == found
    assert {rule for rule, *_ in said(**texts)} <= set(RULES)


def test_prints_in_one_of_several_modules_with_classes_are_fine() -> None:
    """The spec names no module for the mechanics, so one that neither reads nor prints is enough."""
    assert (
        said(
            main=MAIN,
            rules=STATE,
            view="# Ada, 1\nclass View:\n    def show(self):\n        print(1)\n",
        )
        == []
    )


PRINTS = STATE + "print(1)\n"


@pytest.mark.parametrize(
    "other", ["# Ada, 1\nclass Spare:\n    pass\n", "# Ada, 1\nclass Odd(Exception):\n    pass\n"]
)
def test_module_that_is_not_imported_does_not_count(other: str) -> None:
    """A class without prints, in a module outside of the program, does not make the mechanics silent."""
    assert said(main=MAIN, rules=PRINTS, spare=other) == [("mechanics", "breach", "rules.py", 9)]
    assert [
        one[0] for one in said(main=STATE + MAIN.replace("import rules\n", ""), spare=other)
    ] == [
        "modules",
        "class",
        "raises",
    ]


def test_unit_tests_are_no_mechanics() -> None:
    """This holds even if the program imports them."""
    tests = "# Ada, 1\nimport unittest\nclass Trial(unittest.TestCase):\n    pass\n"
    assert said(main=MAIN, rules=PRINTS + "import trial\n", trial=tests) == [
        ("mechanics", "breach", "rules.py", 9)
    ]


def test_a_word_in_a_docstring_is_no_call() -> None:
    """Comments and docstrings do not count."""
    assert said(main=MAIN, rules=STATE + '"""print() and input() and sys.stdin"""\n') == []


def test_an_exception_may_be_derived_from_one_in_another_module() -> None:
    """This holds even if its name does not show it, and its module comes first."""
    errors = "# Ada, 1\nclass Wrong(ValueError):\n    pass\n"
    rules = "# Ada, 1\nimport wrongs\n\n\nclass Odd(wrongs.Wrong):\n    pass\n\n\nclass Game:\n    pass\n\n\nraise Odd\n"
    assert said(main=MAIN, rules=rules, wrongs=errors) == []


CASE = (
    "import unittest\nimport project4\n\n\nclass Trial(unittest.TestCase):\n    pass\n\n\n" + GUARD
)
TESTS = "# Ada, 1\nimport unittest\nimport rules\n\n\n" + GUARD


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        ({"game": MAIN, "rules": STATE}, "game.py"),
        ({"game": MAIN.replace("'", '"'), "a": TESTS, "rules": STATE}, "game.py"),
        (
            {"game": "import ui\n" + GUARD, "ui": "def main():\n    input()\n", "a": TESTS},
            "game.py",
        ),
        ({"project4": MAIN, "mine": MAIN}, "project4.py"),
        ({"project4": MAIN, "test_project4": CASE, "rules": STATE}, "project4.py"),
        (
            {
                "zgame": "import ui\n" + GUARD,
                "a": CASE.replace("project4", "zgame"),
                "ui": "input()\n",
            },
            "zgame.py",
        ),
        (
            {
                "zgame": MAIN,
                "a": "import pytest\nimport zgame\n" + GUARD.replace("main", "pytest.main"),
            },
            "zgame.py",
        ),
        ({"zgame": MAIN, "a": "from unittest import main\nimport zgame\n" + GUARD}, "zgame.py"),
        ({"zgame": MAIN, "a": "import zgame\n" + GUARD, "rules": STATE}, "zgame.py"),
        ({"zgame": CASE + MAIN, "rules": STATE + GUARD}, "zgame.py"),
        (
            {"project4": "import rules\n(\n" + GUARD, "test_project4": CASE, "rules": STATE},
            "project4.py",
        ),
        ({"game": MAIN, "project4_sanitycheck": MAIN, "example_tests": MAIN}, "game.py"),
        ({"game": MAIN, "make_project4_submission": MAIN}, "game.py"),
        ({"zgame": MAIN, "arcade": "import pygame\n" + MAIN, "rules": STATE}, "zgame.py"),
        ({"zgame": MAIN, "alone": "input()\n" + GUARD, "rules": STATE}, "zgame.py"),
        ({"game": "if __name__ == '__main__':\n    (\n"}, "game.py"),
        ({"game": "print('__name__')\n"}, None),
        ({"game": MAIN.replace(GUARD, "main()\n"), "rules": STATE}, "game.py"),
        (
            {
                "game": MAIN.replace(GUARD, "while True:\n    main()\n"),
                "test_game": CASE.replace(GUARD, "unittest.main()\n"),
            },
            "game.py",
        ),
        (
            {
                "game": "import ui\nimport rules\n\nui.main()\n",
                "ui": "def main():\n    input()\n",
                "rules": STATE,
            },
            "game.py",
        ),
        ({"game": "import ui\n", "ui": "def main():\n    input()\n"}, None),
        ({"game": "print(1)\n", "rules": STATE}, None),
        ({}, None),
    ],
)
def test_the_program_is_the_module_with_a_main_guard(
    texts: dict[str, str], name: str | None
) -> None:
    """Of several such modules, the one that reads input is the program. The course's own files do not count."""
    assert structure.program(sources(**texts)) == name


def test_finding_names_the_module_that_was_started() -> None:
    """Staff can see whether it was the right one."""
    (finding,) = [
        one
        for one in structure.findings(sources(main=MAIN, rules=STATE + GUARD))
        if one[0] == "program"
    ]
    assert "so has main.py, which was started" in finding[4]


def test_module_without_a_guard_breaks_the_rule_and_is_started() -> None:
    bare = MAIN.replace(GUARD, "main()\n")
    (finding,) = [
        one for one in structure.findings(sources(main=bare, rules=STATE)) if one[0] == "program"
    ]
    assert finding[2] == "main.py" and finding[4].startswith("was started, but neither this")


def test_files_in_folders_are_no_modules() -> None:
    """All modules must be in one folder (spec 1)."""
    assert structure.program({"old/main.py": MAIN.encode(), "notes.txt": b"__name__"}) is None


def test_module_that_does_not_parse_is_skipped() -> None:
    """A syntax error, a null byte or endless nesting does not affect the other modules."""
    for broken in ("def", "a\0b", "(" * 100_000):
        assert said(main=MAIN, rules=STATE, other="# Ada, 1\n" + broken) == []


@pytest.mark.parametrize("name", ASSIGNMENT.manifest.driver)
def test_driver_parses_under_python_3_8(name: str) -> None:
    """The driver is Python 3.8."""
    ast.parse((ASSIGNMENT.grader / name).read_bytes(), name, feature_version=(3, 8))
