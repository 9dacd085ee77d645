"""`grader import` of checks for check50, and of tests for otter and ok."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from graders.extensions.authoring.imported import reader_in
from graders.extensions.authoring.proving import proved
from graders.extensions.shared.checks_of_tests import FileOfTests
from graders.harness.assignment.manifest import load_assignment
from tests import nightly

MANIFEST = """
id = "trial"
title = "Trial"
language = "python"
play = "true"
packages = []
baseline = { marks = 0, reason = "the starter does nothing" }
tasks = [{ id = "all", name = "all", marks = 10, shares = true, reason = "a trial" }]
calls = { trial = "*" }
files = { submitted = ["trial.py"], course = [], scratch = true }
"""
ASKING = """
import sys

def double(n):
    return 2 * n

def main():
    if len(sys.argv) > 1:
        sys.exit("no arguments")
    total = 0
    while True:
        try:
            line = input("Number: ")
        except EOFError:
            break
        if line.isdecimal():
            total = double(int(line))
            print("twice", total)
    print("bye")

if __name__ == "__main__":
    main()
"""
CHECKS = '''
import check50
from re import escape


@check50.check()
def exists():
    """trial.py exists"""
    check50.exists("trial.py")
    check50.include("testing.py")


@check50.check(exists)
def test_twice():
    """doubles a number"""
    check50.run("python3 trial.py").stdin("21", prompt=True).stdout(regex("twice 42"), "42").reject()


@check50.check(exists)
def asksAgain():
    """asks again, then ends with the input"""
    program = check50.run("python3 trial.py")
    for word in ("x", "-1"):
        program.stdin(word).reject()
    program.stdin("4", prompt=True).stdout(8)
    program.stdin(check50.EOF).stdout("bye\\n").stdout(check50.EOF).exit(0)


@check50.check(exists)
def refuses():
    """takes no argument"""
    code = check50.run("python3 trial.py more").exit()
    if code == 0:
        raise check50.Failure(f"status {code}", help="sys.exit")
    out = check50.run("python3 trial.py more").stdout()
    if "no arguments" not in out:
        raise check50.Mismatch("no arguments", out)


@check50.check(exists)
@check50.hidden("no")
def test_function():
    """double doubles"""
    test_with(double="9", want=open("wanted.txt").read())


def test_with(double, want):
    check50.run(f"python3 testing.py {double}").stdout(want, regex=False).exit(0)


def regex(text):
    return fr"^.*{escape(text)}\\s"
'''


def imported(text: str, folder: Path, solution: str = ASKING, *, tried: bool = True) -> FileOfTests:
    """Import a file of tests in another format, for the program trial.py."""
    root = folder / "root"
    for kind in ("reference", "starter"):
        (root / kind / "trial").mkdir(parents=True)
        (root / kind / "trial" / "trial.py").write_text(solution)
    (root / "graders" / "trial").mkdir(parents=True)
    (root / "graders" / "trial" / "assignment.toml").write_text(MANIFEST)
    tests = folder / "checks"
    tests.mkdir()
    (tests / "__init__.py").write_text(textwrap.dedent(text))
    (tests / "testing.py").write_text("import sys, trial\nprint(trial.double(int(sys.argv[1])))\n")
    (tests / "wanted.txt").write_text("18\n")
    assignment = load_assignment("trial", root)
    reader = reader_in(assignment.manifest.written_in)
    assert reader.files_of_tests(tests) == [tests / "__init__.py"]
    forms = reader.imported(tests / "__init__.py", assignment)
    return proved(assignment, forms, "all") if tried else forms[0]


@pytest.mark.slow
def test_checks_for_check50_pass_a_right_program(tmp_path: Path) -> None:
    """Prompts, files, helpers, the end of the input, statuses, and a program that calls a function."""
    file = imported(CHECKS, tmp_path)
    assert file.refused == ()
    assert [check.id for check in file.checks] == [
        "checks.exists", "checks.twice", "checks.asks-again", "checks.refuses", "checks.function",
    ]  # fmt: skip
    assert [check.is_hidden for check in file.checks] == [False] * 4 + [True]
    assert "folder.run('python3 trial.py')" in file.module(lambda _: "all", hidden=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "failed"),
    nightly.one_in(
        2,
        [
            (("return 2 * n", "return 3 * n"), {"test_twice", "test_asks_again", "test_function"}),
            (('input("Number: ")', "input()"), {"test_twice", "test_asks_again"}),
            (('print("bye")', 'print("bye!")'), {"test_asks_again"}),
            (('print("bye")', "raise KeyError"), {"test_asks_again"}),
            (("if line.isdecimal():", "if True:"), {"test_asks_again"}),
            (('sys.exit("no arguments")', "return"), {"test_refuses"}),
            (('sys.exit("no arguments")', "sys.exit(1)"), {"test_refuses"}),
        ],
    ),
)
def test_checks_for_check50_fail_a_wrong_program(
    change: tuple[str, str], failed: set[str], tmp_path: Path
) -> None:
    """Each fault, and no other check."""
    assert ASKING.count(change[0]) == 1
    file = imported(CHECKS, tmp_path, ASKING.replace(*change))
    assert {name for name, _reason in file.refused} == failed


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ('check50.run("./trial").stdout("1")', "it runs ./trial, which is no program in Python"),
        ('check50.run("pytest test_trial.py").exit(0)', "it runs pytest, which is no program in Python: import"),
        ('check50.run("python3 trial.py | sort").stdout("1")', "its command 'python3 trial.py | sort' needs a shell"),
        ('check50.run("python3 trial.py", env={"A": "1"}).exit(0)', "it sets variables of the environment"),
        ('check50.run("python3 trial.py").exit(0)\n    check50.hash("a")', "it uses check50.hash"),
        ('check50.exists("a.csv")', "it looks for a.csv, which is not handed in"),
        ('open("trial.py")\n    check50.run("python3 trial.py")', "it reads trial.py, which students hand in"),
        ('open("a.png", "rb")\n    check50.run("python3 trial.py")', "it opens a file that is no text"),
        ('Pages().get("/")\n    check50.run("python3 trial.py")', "it uses Pages, which a check has not"),
        ('os.remove("a")\n    check50.run("python3 trial.py")', "it uses os, which a check has not"),
        ("pass", "it looks at nothing that a program does"),
    ],
)  # fmt: skip
def test_what_needs_check50_itself_is_named(body: str, reason: str, tmp_path: Path) -> None:
    """Other languages, shells, files that a program leaves."""
    text = f"import check50\nimport os\n\nclass Pages: ...\n\n@check50.check()\ndef one():\n    {body}\n"
    assert imported(text, tmp_path, tried=False).refused[0][1].startswith(reason)


def test_branch_that_only_logs_leaves_the_other_one(tmp_path: Path) -> None:
    """A check without its failure would pass every program."""
    body = """
        import check50

        @check50.check()
        def one():
            if check50.run("python3 trial.py").exit() == 0:
                check50.log("it ends")
            else:
                raise check50.Failure("it crashes")
    """
    (check,) = imported(body, tmp_path, tried=False).checks
    assert "    fail(str('it crashes'))" in check.lines


COPYING = """
import sys

with open(sys.argv[1]) as source, open(sys.argv[2], "w") as copy:
    copy.write(source.read().upper())
"""
LEFT = '''
import check50

@check50.check()
def test_copy():
    """copies a file in capitals"""
    given("two\\n")
    check50.run("python3 trial.py in.txt out.txt").exit(0)
    check50.exists("out.txt")
    with open("out.txt") as file:
        if file.read() != "TWO\\n":
            raise check50.Failure("no copy")

@check50.check()
def test_another():
    """copies a copy"""
    given("two")
    check50.run("python3 trial.py in.txt one.txt").exit(0)
    check50.run("python3 trial.py one.txt two.txt").exit(0)
    if open("two.txt").read() != "TWO":
        raise check50.Failure("no copy")

def given(text):
    with open("in.txt", "w", encoding="utf-8") as file:
        file.write(text)
'''


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "failed"),
    [
        (("", ""), set()),
        (("argv[2]", "argv[2] + 'x'"), {"test_copy", "test_another"}),
        (("sys.argv[2]", "'out.txt'"), {"test_another"}),
    ],
)
def test_files_of_programs_are_found_by_those_after_them(
    change: tuple[str, str], failed: set[str], tmp_path: Path
) -> None:
    """Both files that a check writes and files that a program leaves."""
    file = imported(LEFT, tmp_path, COPYING.replace(*change))
    assert {name for name, _reason in file.refused} == failed
    assert {check.function for check in file.checks} == {"test_copy", "test_another"} - failed


TESTS_BESIDE = """
import trial

def test_one():
    assert trial.double(1) == 2

def test_one_more():
    assert trial.double(1.5) == 3

def test_two():
    assert trial.double(2) == 4

def test_two_more():
    assert trial.double(2.5) == 5
"""
RUNNING = '''
import check50

@check50.check()
def one():
    """doubles one"""
    check50.run("pytest ../beside.py -k 'test_one'").exit(0)

@check50.check()
def two():
    """doubles two numbers"""
    check50.run("pytest ../beside.py -k two").exit(0)

@check50.check()
def own():
    """the own tests pass"""
    check50.run("pytest test_trial.py").exit(0)
'''


def test_tests_that_a_check_runs_are_the_check(tmp_path: Path) -> None:
    """A word names the test of that name, or else all with it in their names."""
    (tmp_path / "beside.py").write_text(TESTS_BESIDE)
    file = imported(RUNNING, tmp_path, "def double(n): return 2 * n", tried=False)
    assert [(check.function, check.title) for check in file.checks] == [
        ("test_one", "doubles one"),
        ("test_two", "doubles two numbers"),
        ("test_two_more", "doubles two numbers"),
    ]
    assert [name for name, _reason in file.refused] == ["own"]


SUITES = '''
OK_FORMAT = True
test = {
    "name": "q1", "points": 3,
    "suites": [{
        "cases": [
            {"code": """
             >>> # double doubles a number
             >>> double(2)
             4
             >>> double(0.1) == 0.2
             True
             >>> double([1])
             [1, 1]
             """, "hidden": False, "locked": False},
            {"code": ">>> show(2)\\n1\\n2\\n>>> print(double(1))\\n2", "hidden": True},
            {"code": ">>> Box(1)\\nBox(1)\\n>>> Box(2).size == 2\\nTrue"},
            {"code": ">>> double(None)\\nTraceback (most recent call last):\\nTypeError: no"},
            {"code": ">>> 'limit' in vars() and limit is not ...\\nTrue\\n>>> limit\\n3.5"},
            {"code": ">>> double(2)\\nlocked-answer", "locked": True},
            {"code": ">>> from elsewhere import check\\n>>> check('trial')\\nTrue"},
        ],
        "setup": ">>> from trial import *", "type": "doctest",
    }, {"cases": [{"question": "Which?"}], "type": "concept"}],
}
'''
NOTEBOOK = """
limit = 3.5

class Box:
    def __init__(self, size):
        self.size = size
    def __repr__(self):
        return f"Box({self.size})"

def double(n):
    return 2 * n

def show(n):
    for i in range(1, n + 1):
        print(i)
"""
FUNCTIONS = """
from otter.test_files import test_case

OK_FORMAT = False
name, points = "q2", 2

@test_case(points=1, hidden=True)
def test_double(double):
    assert double(3) == 6, "twice"

@test_case(points=None)
def test_limit(env):
    assert env["limit"] > 3

@test_case()
def test_all(env):
    assert len(env) > 3
"""


@pytest.mark.slow
def test_cases_of_otter_are_checks(tmp_path: Path) -> None:
    """Values, printed text, exceptions, names that must exist; each in the form that the reference passes."""
    file = imported(SUITES, tmp_path, NOTEBOOK)
    assert len(file.checks) == 5
    assert [check.is_hidden for check in file.checks] == [False, True, False, False, False]
    assert file.checks[0].title == "double doubles a number"
    assert {reason for _name, reason in file.refused} == {
        "its answers are locked",
        "it imports elsewhere, which a check has not",
        "its suite is of the type concept, which is no doctest",
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "failed"),
    nightly.one_in(
        3,
        [
            (("return 2 * n", "return n + n + (n == 2)"), 1),
            (("print(i)", "print(i, i)"), 1),
            (('f"Box({self.size})"', '"Box"'), 1),
            (("limit = 3.5", "limit = ..."), 1),
            (("limit = 3.5", ""), 1),
        ],
    ),
)
def test_cases_of_otter_fail_a_wrong_notebook(
    change: tuple[str, str], failed: int, tmp_path: Path
) -> None:
    """None of them passes what its doctest refuses."""
    file = imported(SUITES, tmp_path, NOTEBOOK.replace(*change))
    assert len(file.checks) == 5 - failed, file.refused


@pytest.mark.slow
def test_functions_of_otter_are_checks(tmp_path: Path) -> None:
    """Parameters, and names of `env`, are those of the notebook."""
    file = imported(FUNCTIONS, tmp_path, NOTEBOOK)
    assert [(check.marks, check.is_hidden) for check in file.checks] == [("1", True), ("1", False)]
    assert file.refused == (("all", "it uses env in another way than env['name']"),)
