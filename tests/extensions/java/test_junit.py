"""Tests for JUnit as checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.extensions.java.junit import converted, files_of_tests, members_of
from graders.extensions.shared.checks_of_tests import FileOfTests
from tests.world import WORLDS, World

pytest.importorskip("tree_sitter_java")
BANK = World(WORLDS / "bank", "bank")
HEAD = """
import static org.junit.jupiter.api.Assertions.*;
import static org.assertj.core.api.Assertions.*;

class AccountTest {
    private Account account = new Account(10);

    @BeforeEach
    void fill() {
        account.deposit(5);
    }

    private void paid(int[] amounts, int want) {
        for (int amount : amounts) {
            account.deposit(amount);
        }
        assertThat(account.balance()).isEqualTo(want);
    }

    private static int twice(int n) {
        return n + n;
    }
"""


def checks_of(body: str, folder: Path) -> FileOfTests:
    """Convert a file of tests of the account."""
    path = folder / "AccountTest.java"
    path.write_text(HEAD + body + "}\n")
    assert files_of_tests(folder) == [path]
    return converted(path, members_of(BANK.good), ["Account", "Money"])


def lines_of(statements: str, folder: Path) -> list[str] | str:
    """Return the lines of a test's check, without those that set up; or why it is refused."""
    file = checks_of(f"    @Test void one() throws Exception {{\n{statements}\n    }}\n", folder)
    return list(file.checks[0].lines[2:]) if file.checks else file.refused[0][1]


@pytest.mark.parametrize(
    ("statements", "lines"),
    [
        ("assertEquals(15, account.balance());", ["assert account.balance() == 15"]),
        ("assertTrue(account.equals(null));", ["assert account.equals(None) is True"]),
        ('assertEquals(0.5, Account.interest(1, 0.5), 1e-9, "rate");',
         ["assert student.Account.interest(1, 0.5) == pytest.approx(0.5, rel=0, abs=1e-09)"]),
        ("assertArrayEquals(new String[][] {{\".\"}}, Account.grid(1));", ["assert student.Account.grid(1) == [['.']]"]),
        ("Account two = new Account(15); assertEquals(account, two);",
         ["two = student.Account(15)", "assert account == two"]),
        ("assertThrows(Account.Overdrawn.class, () -> { account.withdraw(16); });",
         ["with pytest.raises(student.Overdrawn):", "    account.withdraw(16)"]),
        ("var e = assertThrows(IllegalArgumentException.class, () -> account.deposit(-1));\n"
         'assertEquals("negative: -1", e.getMessage());',
         ["with pytest.raises(student.IllegalArgumentException) as e:", "    account.deposit(-1)",
          "assert str(e.value) == 'negative: -1'"]),
        ('assertThatExceptionOfType(Exception.class).isThrownBy(() -> account.deposit(-1)).withMessage("a\\tb");',
         ["with pytest.raises(student.Exception) as raised:", "    account.deposit(-1)",
          r"assert str(raised.value) == 'a\tb'"]),
        ("Map<String, Integer> want = new HashMap<>(); want.put(\"a\", 1); assertThat(Account.counts(\"a\")).isEqualTo(want);",
         ["want = {}", "want['a'] = 1", "assert student.Account.counts('a') == want"]),
        ("assertThat(account.kind()).isEqualTo(Account.Kind.PLAIN).isNotNull();",
         ["assert student.Account.Kind.PLAIN == account.kind()", "assert account.kind() is not None"]),
        ("assertAll(() -> assertTrue(account.balance() > 0), () -> assertNull(account.owner));",
         ["assert (account.balance() > 0) is True", "assert account.owner is None"]),
        ('assertEquals(Set.of(\'a\', \'b\'), Account.letters("ab"));', ["assert student.Account.letters('ab') == {'a', 'b'}"]),
        ("int[] in = {1, 2}; paid(in, 18);",
         ["in_ = [1, 2]", "want = 18", "for amount in in_:", "    account.deposit(amount)", "assert account.balance() == want"]),
        ("for (int i = 0; i < 3; i++) { assertEquals(twice(i), Account.sum(i)); }",
         ["for i in range(0, 3):", "    assert student.Account.sum(i) == (i + i)"]),
        ("assertEquals(LocalDate.of(2013, Month.MAY, 6), account.owner);", ["assert str(account.owner) == '2013-05-06'"]),
        ("var at = LocalDateTime.parse(\"2015-01-24T22:00:00\"); assertNull(Account.counts(at));",
         ["at = '2015-01-24T22:00'", "assert student.Account.counts(at) is None"]),
        ("var m = new HashMap<String, Integer>() {{ put(\"a\", 1); }}; assertThat(Account.counts(\"a\")).isEqualTo(m);",
         ["m = {'a': 1}", "assert student.Account.counts('a') == m"]),
        ("assertThat(Account.counts(\"a\")).containsOnly(entry(\"a\", 1));", ["assert student.Account.counts('a') == {'a': 1}"]),
        ("List<Integer> in = List.of(1); Account.sum(in); assertEquals(1, in.get(0));",
         ["in_ = [1]", "student.Account.sum(in_)", "assert in_[0] == 1"]),
        ("int[] in = {1, 2}; assertEquals(3, Account.sum(in));", ["in_ = [1, 2]", "assert student.Account.sum(in_) == 3"]),
    ],
)  # fmt: skip
def test_assertions_are_translated(statements: str, lines: list[str], tmp_path: Path) -> None:
    """Of JUnit and AssertJ; what the test sets up comes first."""
    assert lines_of(statements, tmp_path) == lines


@pytest.mark.parametrize(
    ("statements", "reason"),
    [
        ("int[] in = {1}; Account.sum(in); assertEquals(1, in[0]);", "it uses in again, which the submission got"),
        ("String[][] g = Account.grid(1); account.deposit(1); assertEquals(1, g.length);", "it uses g behind a later call"),
        ("assertEquals(new int[] {1}, new int[] {1});", "it compares arrays by identity"),
        ("assertSame(account, account);", "it calls assertSame"),
        ("assertEquals(1f, account.balance());", "it has a float"),
        ("assertEquals(7 / 2, account.balance());", "it has the operator / between int"),
        ("for (int i = 0; i < 3; i += 2) { assertEquals(i, i); }", "it has a for statement that does not count up"),
        ("int[] in = {1}; for (int i = 0; i < 3; i++) { assertEquals(1, Account.sum(in)); }", "it uses in again"),
        ("int[] in = {1}; int[] same = in; Account.sum(same); assertEquals(1, in[0]);", "it uses in again"),
        ("assertEquals(LocalDate.now(), account.owner);", "it computes a date, or asks for the time"),
        ("account.deposit(1);", "it asserts nothing"),
        ("assertThat(Account.letters(\"a\")).containsExactly('a');", "it asserts by containsExactly on Set<Character>"),
        ("assertEquals(\"n\", account.owner.trim());", "it calls trim of String"),
    ],
)  # fmt: skip
def test_what_may_be_wrong_is_left_to_do(statements: str, reason: str, tmp_path: Path) -> None:
    """A value that the submission may have changed, identity, arithmetic of Java, library objects."""
    assert str(lines_of(statements, tmp_path)).startswith(reason)


def test_parameters_are_a_loop(tmp_path: Path) -> None:
    """Values have the types of the parameters; an empty one without quotes is null."""
    body = """
    @ParameterizedTest @CsvSource({"1, 'a, b', true", "2, '', false", "3, , true"})
    @DisplayName("all three") void rows(int n, String text, boolean is) { assertEquals(n, Account.sum(n)); }
    @ParameterizedTest @ValueSource(strings = {"x", "1"})
    void word(String word) { assertEquals(word, Account.counts(word)); }
    @ParameterizedTest @MethodSource("other") void made(int n) { assertEquals(n, n); }
    @Disabled @Test void notNow() { assertEquals(1, 1); }
    """
    file = checks_of(body, tmp_path)
    assert [name for name, _ in file.refused] == ["made", "notNow"], file.refused
    rows, word = file.checks
    assert rows.title == "all three" and rows.id == "account.rows"
    assert (
        rows.lines[0] == "for n, text, is_ in [(1, 'a, b', True), (2, '', False), (3, None, True)]:"
    )
    assert rows.lines[-1] == "    assert student.Account.sum(n) == n"
    assert word.lines[0] == "for word in ['x', '1']:"
