"""`grader import`: tests for pytest and unittest become checks that call across the pipe, or are listed with a reason."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from graders.extensions.authoring.imported import convert, files_of_tests
from graders.extensions.authoring.proving import proved
from graders.extensions.shared.checks_of_tests import FileOfTests, ImportedError
from graders.harness import cli
from tests.world import World, verdicts, write_world

NAMES = {"bank": ["Account", "Overdrawn"], "shapes": ["mean", "sort", "pop"]}
CALLS = {"bank": "*", "shapes": ("mean", "sort", "pop")}
HEAD = "import pytest\nimport shapes as sh\nfrom bank import Account, Overdrawn\nfrom shapes import mean as average, sort, pop\n"

BANK = """
class Overdrawn(ValueError):
    pass


class Account:
    def __init__(self, owner, balance=0):
        self.owner, self.balance = owner, balance

    def deposit(self, amount):
        self.balance += amount
        return self.balance

    def withdraw(self, amount):
        if amount > self.balance:
            raise Overdrawn("too much")
        self.balance -= amount
"""
SHAPES = """
def mean(numbers):
    return sum(numbers) / len(numbers)


def sort(rows):
    rows.sort()


def pop(rows):
    return rows.pop()
"""


def file_of(text: str, tmp_path: Path, name: str = "test_all.py") -> FileOfTests:
    """Convert a file of tests."""
    path = tmp_path / name
    path.write_text(HEAD + textwrap.dedent(text))
    return convert(path, NAMES, CALLS)


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("assert average([1, 3]) == 2", ["expect(student.mean([1, 3]), 2)"]),
        ("assert 2 == sh.mean([2])", ["expect(student.mean([2]), 2)"]),
        ("assert average([1]) == pytest.approx(1, abs=0.1)", ["expect_close(student.mean([1]), 1, abs=0.1)"]),
        ("assert average([1]), 'no'", ["assert student.mean([1]), 'no'"]),
        ("assert not average([1])", ["assert not student.mean([1]), 'not mean([1]) is not true.'"]),
        ("assert average([1]) > 0", ["assert student.mean([1]) > 0, 'mean([1]) > 0 is not true.'"]),
        ("assert average(map(abs, [1])) == 1", ["expect(student.script('mean(map(abs, [1]))'), 1)"]),
        ("assert average(lambda n: n) == 1", ["expect(student.script('mean(lambda n: n)'), 1)"]),
        ("assert average(sorted([1])) == 1", ["expect(student.mean(sorted([1])), 1)"]),
        ("want = [1]\nassert average(want) in want", ["want = [1]", "assert student.mean(want) in want, 'mean(want) in want is not true.'"]),
        ("for n in (1, 2):\n    assert average([n]) == n", ["for n in (1, 2):", "    expect(student.mean([n]), n)"]),
        ("assert Account('A') == Account('A')", ["""expect(student.script("Account('A') == Account('A')"), True)"""]),
        ("n = 1\nsum_of = average([n])\nn = 2\nassert sum_of == 1",
         ["n = 1", 'expect(student.script("""\n        sum_of = mean([n])\n        n = 2\n        sum_of\n    """, {"n": n}), 1)']),
        ("assert Account('A', balance=3).balance == 3", ["""expect(student.script("Account('A', balance=3).balance"), 3)"""]),
        ("with pytest.raises(Overdrawn):\n    Account('A').withdraw(1)",
         ["""expect_raises(student.attempt("Account('A').withdraw(1)"), 'Overdrawn')"""]),
        ("with pytest.raises(ZeroDivisionError):\n    average([])", ["expect_raises(student.attempt('mean([])'), ZeroDivisionError)"]),
    ],
)  # fmt: skip
def test_assertion_becomes_one_question(body: str, lines: list[str], tmp_path: Path) -> None:
    """The expected value stays in the check; the submission gets the rest."""
    file = file_of("def test_it():\n" + textwrap.indent(body, "    "), tmp_path)
    assert file.refused == ()
    assert list(file.checks[0].lines) == lines


LENT = """n = 3
a = Account('A', 10)
a.withdraw(n)
assert """
ASKED = '''student.script("""
        a = Account('A', 10)
        a.withdraw(n)
        a.balance
    """, {"n": n})'''


@pytest.mark.parametrize(
    ("test", "line"),
    [
        ("a.balance == 10 - n", f"expect({ASKED}, 10 - n)"),
        ("10 - n == a.balance", f"expect({ASKED}, 10 - n)"),
        ("a.balance is n", f"expect({ASKED}, n)"),
        ("a.balance != n + 1", f"assert {ASKED} != n + 1, 'no'"),
        ("n < a.balance < n + 9", f"assert n < {ASKED} < n + 9, 'no'"),
        ("a.balance in [n]", f"assert {ASKED} in [n], 'no'"),
        ("not a.balance == n", f"assert not {ASKED} == n, 'no'"),
        ("a.balance == 10 - n and a.balance > n", f"assert {ASKED} == 10 - n and {ASKED} > n, 'no'"),
        ("math.isclose(a.balance, n)", f"assert math.isclose({ASKED}, n), 'no'"),
        ("a.balance == pytest.approx(10 - n)", f"expect_close({ASKED}, 10 - n, rel=1e-6, abs=1e-12)"),
        ("a.balance == pytest.approx(a.balance)", f"expect_close({ASKED}, {ASKED}, rel=1e-6, abs=1e-12)"),
        ("a.balance == a.balance + n", f"expect({ASKED}, {ASKED} + n)"),
    ],
)  # fmt: skip
def test_judge_compares_with_its_own_data(test: str, line: str, tmp_path: Path) -> None:
    """A number that a call of the submission has got is still the check's."""
    message = ", 'no'" * line.startswith("assert")
    file = file_of(
        "import math\ndef test_it():\n" + textwrap.indent(LENT + test + message, "    "), tmp_path
    )
    assert file.refused == ()
    assert "\n".join(file.checks[0].lines) == "n = 3\n" + line


@pytest.mark.parametrize(
    "test",
    ["a == b", "a < b", "a is not b", "a in [b]", "a == Account('B')", "a + 1 == Account('B')"],
)
def test_objects_of_the_submission_are_compared_where_they_are(test: str, tmp_path: Path) -> None:
    """Their own ``__eq__`` is what the test is about."""
    file = file_of(
        f"def test_it():\n    a = Account('A')\n    b = Account('B')\n    assert not {test}",
        tmp_path,
    )
    assert f"\n        {test}\n    " in file.checks[0].lines[0]


@pytest.mark.parametrize("values", ["[1, 2]", "range(3)", "(1, 2)"])
def test_parameter_that_no_call_can_change_stays_with_the_judge(
    values: str, tmp_path: Path
) -> None:
    text = f"@pytest.mark.parametrize('n', {values})\ndef test_it(n):\n    a = Account('A')\n    a.deposit(n)\n    assert a.balance == n"
    assert file_of(text, tmp_path).checks[0].lines[-1].endswith('{"n": n}), n)')


def test_parameter_beside_a_list_stays_with_the_judge(tmp_path: Path) -> None:
    text = """
        @pytest.mark.parametrize("rows, n", [([1], 2), ([2], 3)])
        def test_it(rows, n):
            a = Account(rows, n)
            assert a.balance == n

        @pytest.mark.parametrize("rows, n", [([1], 2), ([2], 3)])
        def test_rows(rows, n):
            a = Account(rows, n)
            assert a.owner == rows
    """
    file = file_of(text, tmp_path)
    assert file.checks[0].lines[-1].endswith('"rows": rows}), n)')
    assert "`rows`, which the submission may change" in file.refused[0][1]


@pytest.mark.parametrize(
    ("test", "lines"),
    [
        ("with pytest.raises(Overdrawn, match='much') as caught:\n    Account('A').withdraw(1)\nassert str(caught.value) == 'too much'",
         ["with pytest.raises(student.Overdrawn, match='much') as caught:", "    student.Account('A').withdraw(1)",
          "assert str(caught.value) == 'too much'"]),
        ("a, t = Account('A'), 0\nfor x in (1, 2):\n    a.deposit(x)\n    t += x\nassert a.balance == t",
         ["a, t = (student.Account('A'), 0)", "for x in (1, 2):", "    a.deposit(x)", "    t += x", "assert a.balance == t"]),
        ("assert all(sh.mean([n]) == n for n in (1, 2))", ["assert all((student.mean([n]) == n for n in (1, 2)))"]),
        ("if average([1]):\n    assert average([2]) == 2", ["if student.mean([1]):", "    assert student.mean([2]) == 2"]),
        ("assert [average([1])] == [pytest.approx(1)]", ["assert [student.mean([1])] == [pytest.approx(1)]"]),
    ],
)  # fmt: skip
def test_test_that_cannot_be_divided_stays_as_it_is(
    test: str, lines: list[str], tmp_path: Path
) -> None:
    """Its objects stay in the box, and its own data with the judge."""
    file = file_of("def test_it():\n" + textwrap.indent(test, "    "), tmp_path)
    assert file.refused == ()
    assert list(file.checks[0].lines) == lines


HELPED = """
import unittest
from datetime import date
SHARED = Account("S", 3)

def owned(account, want):
    assert account.owner == want

def by_size(rows):
    return sorted(rows, key=lambda row: -row)

@pytest.fixture
def opened():
    yield Account("Y")
    print("closed")

@pytest.mark.task(taskno=1)
def test_functions(opened):
    owned(opened, "Y")
    assert by_size([average([1]), SHARED.balance]) == [3, 1]

def test_date():
    assert Account(date(2020, 1, 2)).owner == date(2020, 1, 2)

class TestAccount(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.account = Account("A", 5)

    def tearDown(self): ...

    def refused(self, kind):
        return self.assertRaisesRegex(kind, ".+")

    def filled(self, amounts):
        for amount in amounts:
            self.account.deposit(amount)
        return self.account

    def test_methods(self):
        self.assertEqual(self.filled([1, 2]).balance, 8)
        with self.refused(ValueError):
            self.account.withdraw(100)
        self.assertRegex(self.account.owner, "^A$")
"""


@pytest.mark.slow
@pytest.mark.usefixtures("recordings")
def test_functions_of_the_tests_become_functions_of_the_module(tmp_path: Path) -> None:
    """They get the student, and attributes of self, before their own arguments."""
    world = write_world(
        tmp_path / "root",
        id="bank",
        checks="",
        reference={"bank.py": BANK, "shapes.py": SHAPES},
        calls=CALLS,
    )
    file = file_of(HELPED, tmp_path)
    assert file.refused == ()
    text = file.module(lambda check: "all", hidden=False)
    assert "def owned(account, want):" in text and "def by_size(rows):" in text
    assert "def filled(self_account, amounts):" in text
    assert "filled(self_account, [1, 2]).balance" in text
    assert proved(world.assignment, [file], "all").refused == ()


def test_fixtures_of_pytest_stay(tmp_path: Path) -> None:
    text = "def test_it(capsys):\n    average([1])\n    assert capsys.readouterr().out == ''\n"
    source = file_of(text, tmp_path).module(lambda check: "all", hidden=False)
    assert "import pytest" not in source
    assert "def test_it(student, capsys):" in source


@pytest.mark.parametrize(
    ("test", "reason"),
    [
        ("def test_it():\n    rows = [1]\n    a = average(rows)\n    assert a == sum(rows)", "`sum(rows)`, which the submission may change"),
        ("def test_it():\n    rows = [1]\n    a = average(rows)\n    assert a in rows", "`rows`, which the submission may change"),
        ("def test_it():\n    bad = [n for n in (1, 2) if average([n]) != n]\n    assert bad == []", "would decide `mean([n]) != n`"),
        ("def test_it(monkeypatch):\n    assert average([1]) == 1", "another process"),
        ("def test_it(thing):\n    assert average([1]) == 1", "it has the argument thing"),
        ("def twice(f):\n    return f(average([1]))\ndef test_it():\n    assert average(twice) == 1", "it passes"),
        ("def told(rows):\n    sort(rows)\ndef test_it():\n    rows = [2, 1]\n    told(rows)\n    assert average(rows) == 1",
         "it uses `rows`, which the submission may change"),
        ("def test_it():\n    average([1])", "it asserts nothing about the submission"),
        ("def test_it():\n    assert 1 == 1", "says nothing about the submission"),
        ("def test_it():\n    assert average([1]) == 1\n    pytest.skip()", "it uses pytest in another way"),
        ("@pytest.mark.skip\ndef test_it():\n    assert average([1]) == 1", "it is not run: pytest.mark.skip"),
        ("def test_it():\n    import subprocess\n    assert subprocess.run(average([1])) == 1", "reads what is printed"),
        ("@pytest.fixture(autouse=True)\ndef a(): ...\ndef test_it():\n    assert average([1]) == 1", "before or after every test"),
        ("def setup_function(): ...\ndef test_it():\n    assert average([1]) == 1", "before or after every test"),
        ("@pytest.fixture(params=[1])\ndef a(request):\n    return 1\ndef test_it(a):\n    assert average([a]) == 1", "has parameters"),
        ("async def test_it():\n    assert average([1]) == 1", "it is asynchronous"),
        ("class TestIt(Base):\n    def test_it(self):\n        assert average([1]) == 1", "its class has Base"),
        ("import unittest\nclass TestIt(unittest.TestCase):\n    def tearDown(self):\n        self.assertEqual(average([1]), 1)\n"
         "    def test_it(self):\n        self.assertEqual(average([1]), 1)", "its class has tearDown, which is no test"),
        ("def test_it(tmp_path):\n    assert average([open(tmp_path).read()]) == 1", "writes files"),
        ("def test_it(capsys):\n    assert average(map(lambda n: n, [1])) == 1", "reads what is printed"),
        ("def test_it(capsys):\n    rows = [2, 1]\n    sort(rows)\n    assert rows == [1, 2]", "reads what is printed"),
    ],
)  # fmt: skip
def test_test_that_cannot_be_a_check_has_a_reason(test: str, reason: str, tmp_path: Path) -> None:
    """None is left out in silence."""
    file = file_of(test, tmp_path)
    assert file.checks == ()
    assert [name for name, _ in file.refused] == ["test_it"]
    assert reason in file.refused[0][1]


def test_file_in_another_form_has_a_reason(tmp_path: Path) -> None:
    """The samples are in the styles of check50 and Otter."""
    check50 = "import check50\n\n@check50.check()\ndef exists():\n    check50.exists('shapes.py')\n"
    otter = "test = {'name': 'q1', 'suites': [{'cases': [{'code': '>>> mean([1])\\n1.0'}]}]}\n"
    for text in (check50, otter):
        assert file_of(text, tmp_path).refused == (
            ("test_all", "it has no tests for pytest or unittest"),
        )


def test_name_outside_the_table_has_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "test_it.py"
    path.write_text("from shapes import other\ndef test_it():\n    assert other(1) == 1\n")
    assert convert(path, NAMES, {"shapes": ("mean",)}).refused == (
        ("test_it", "the manifest's table [calls] has no other"),
    )


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ImportedError, match="has no file of tests"):
        files_of_tests(tmp_path)
    with pytest.raises(ImportedError, match=r"nope\.py does not exist"):
        files_of_tests(tmp_path / "nope.py")
    (tmp_path / "test_a.py").write_text("def")
    with pytest.raises(ImportedError, match=r"test_a[.]py: "):
        convert(tmp_path / "test_a.py", NAMES, CALLS)


TESTS = {
    "test_bank.py": '''
LIMIT = 5


@pytest.fixture
def account():
    return Account("Ada", 10)


@pytest.fixture
def rich(account):
    account.deposit(90)
    return account


def test_deposit(account):
    """A deposit counts."""
    assert account.deposit(LIMIT) == 15
    assert account.balance == 15


def test_rich(rich):
    assert rich.balance == 100


def test_overdraw(account):
    with pytest.raises(ValueError):
        account.withdraw(100)
    assert account.balance == 10


def test_sorts():
    rows = [3, 1, 2]
    sort(rows)
    assert rows == [1, 2, 3]


def test_pops():
    rows = [3, 1]
    assert pop(rows) == 1
    assert pop(rows) == 3


@pytest.mark.parametrize("rows, want", [([1, 3], 2), ([5], 5)])
def test_mean(rows, want):
    assert average(rows) == pytest.approx(want)
''',
    "test_unit.py": '''
import unittest
from gradescope_utils.autograder_utils.decorators import number, visibility, weight


class TestAccount(unittest.TestCase):
    limit = 10

    def setUp(self):
        self.account = Account("Ada", 10)
        self.rows = [2, 1]

    @weight(2)
    @number("1.1")
    def test_deposit(self):
        """A deposit counts here, too."""
        self.account.deposit(5)
        self.assertEqual(self.account.balance, 15, "wrong balance")
        self.assertTrue(self.account.balance > 3)
        self.assertIsInstance(self.account, Account)

    @visibility("hidden")
    def test_overdraw(self):
        self.assertRaises(Overdrawn, self.account.withdraw, amount=self.limit + 2)
        self.assertEqual(10, self.account.balance)

    def test_rows(self):
        sort(self.rows)
        self.assertCountEqual(self.rows, [2, 1])
        for start in (1, 2):
            with self.subTest(start=start):
                self.assertAlmostEqual(average([start]), start)
''',
}


@pytest.fixture
def imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> World:
    """An assignment whose checks are imported."""
    world = write_world(
        tmp_path / "root",
        id="own_tests",
        checks="",
        reference={"bank.py": BANK, "shapes.py": SHAPES},
        calls=CALLS,
        tasks=[{"id": "all", "name": "All", "marks": 10, "reason": "ten", "shares": True}],
        shrink={"calls": 0},
    )
    tests = tmp_path / "tests"
    tests.mkdir()
    for name, text in TESTS.items():
        (tests / name).write_text(HEAD + text)
    command = ["--root", str(world.root), "import", "own_tests", str(tests)]
    assert cli.main(command) == 0
    assert "9 checks; 0 tests could not be converted." in capsys.readouterr().out
    assert not (world.assignment.grader / "test_bank.py").exists()
    assert cli.main([*command, "--write"]) == 0
    assert cli.main([*command, "--write"]) == 2
    assert "already exists" in capsys.readouterr().err
    return world


@pytest.mark.slow
@pytest.mark.usefixtures("recordings")
def test_imported_checks_pass_the_reference_and_fail_faults(imported: World) -> None:
    """The same tests that fail under pytest fail as checks, and no others."""
    assert set(verdicts(imported.grade()).values()) == {"passed"}
    graded = imported.grade(
        bank=BANK.replace(
            "self.balance += amount\n        return self.balance", "return self.balance + amount"
        ),
        shapes=SHAPES.replace("rows.pop()", "rows[-1]"),
    )
    failed = [id for id, verdict in verdicts(graded).items() if verdict != "passed"]
    assert sorted(failed) == ["bank.deposit", "bank.pops", "bank.rich", "unit.deposit"]
    hidden = [check.id for check in graded.result.checks if check.visibility.value == "hidden"]
    assert hidden == ["unit.overdraw"]


WINS = """
class Wins:
    __eq__ = __ne__ = __lt__ = __gt__ = __contains__ = lambda self, other: True
    __add__ = __sub__ = lambda self, other: self
    __hash__ = None


class Overdrawn(ValueError): ...


class Account:
    def __init__(self, owner, balance=0): self.balance = Wins()
    def deposit(self, amount): ...
    def withdraw(self, amount): ...
"""


@pytest.mark.slow
@pytest.mark.usefixtures("recordings")
def test_object_that_equals_everything_passes_no_imported_check(tmp_path: Path) -> None:
    """The judge compares, so a student's ``__eq__`` decides nothing."""
    world = write_world(
        tmp_path / "root",
        id="wins",
        checks="",
        reference={"bank.py": BANK},
        calls={"bank": "*"},
        tasks=[{"id": "all", "name": "All", "marks": 10, "reason": "ten", "shares": True}],
    )
    tests = (
        "balance == 10 - n",
        "balance < 11 - n",
        "balance == before - n",
        "balance > 1 and account.balance == 10 - n",
    )
    text = "import pytest\nfrom bank import Account\n" + "".join(
        f"@pytest.mark.parametrize('n', [2, 3])\ndef test_{number}(n):\n    account = Account('A', 10)\n"
        f"    before = account.balance\n    account.withdraw(n)\n    assert account.{test}\n"
        for number, test in enumerate(tests)
    )
    (tmp_path / "test_equality.py").write_text(text)
    assert (
        cli.main(
            [
                "--root",
                str(world.root),
                "import",
                "wins",
                str(tmp_path / "test_equality.py"),
                "--write",
            ]
        )
        == 0
    )
    assert list(verdicts(world.grade()).values()) == ["passed"] * len(tests)
    assert "passed" not in verdicts(world.grade(bank=WINS)).values()


def test_existing_file_is_named_with_its_path(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A test file may have the name of the module that `grader new --minimal` writes."""
    world = write_world(
        tmp_path / "root", id="bank", checks="", reference={"bank.py": BANK}, calls={"bank": "*"}
    )
    existing, own = world.assignment.grader / "test_bank.py", tmp_path / "test_bank.py"
    existing.write_text("")
    own.write_text(
        "from bank import Account\ndef test_it():\n    assert Account('A').balance == 0\n"
    )
    assert cli.main(["--root", str(world.root), "import", "bank", str(own), "--write"]) == 2
    message = capsys.readouterr().err
    assert f"{existing} already exists, and stays unchanged: remove it" in message
    assert f"or rename your {own}" in message


def test_one_check_and_one_test_are_singular(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = write_world(
        tmp_path / "root", id="bank", checks="", reference={"bank.py": BANK}, calls={"bank": "*"}
    )
    own = tmp_path / "test_own.py"
    own.write_text(
        "from bank import Account\ndef test_a():\n    assert Account('A').balance == 0\ndef test_b(capsys): ...\n"
    )
    assert cli.main(["--root", str(world.root), "import", "bank", str(own)]) == 0
    assert "\n1 check; 1 test could not be converted.\n" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.usefixtures("recordings")
def test_check_that_the_reference_fails_is_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A test that passes in one process with the submission may not pass across the pipe."""
    world = write_world(
        tmp_path / "root", id="bank", checks="", reference={"bank.py": BANK}, calls={"bank": "*"}
    )
    own = tmp_path / "test_own.py"
    own.write_text(
        "import datetime\nfrom collections import namedtuple\nfrom bank import Account\n"
        "Owner = namedtuple('Owner', 'name')\nOWNERS = [Owner('A')]\n"
        "def test_date():\n    day = datetime.date(2020, 1, 1)\n"
        "    assert Account(day).owner.year == 2020\n"
        "def test_other_form():\n    assert Account(max(*'ab', key=ord)).owner == 'b'\n"
        "def test_constants():\n    assert Account('A').owner == OWNERS[0].name\n"
    )
    assert cli.main(["--root", str(world.root), "import", "bank", str(own)]) == 0
    shown = capsys.readouterr().out
    assert "from collections import namedtuple\n" in shown
    assert re.findall("^not converted: (.*?as a check)", shown, re.M) == [
        "test_own.py: test_date: the reference fails it as a check"
    ]
    assert "\n2 checks; 1 test could not be converted.\n" in shown


def test_assignment_with_a_driver_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_world(tmp_path, checks="", driver="", reference={"bank.py": BANK})
    assert cli.main(["--root", str(tmp_path), "import", "tiny", str(tmp_path)]) == 2
    assert "imported checks need the table [calls]" in capsys.readouterr().err
