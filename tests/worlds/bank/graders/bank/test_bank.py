"""Checks of a class in Java, written like tests for pytest."""

from functools import partial
from io import StringIO

import pytest

from graders.harness import check

check = partial(check, task="all", marks=1)


@pytest.fixture
def account(student):
    """Return an account with some money."""
    return student.Account(10)


@check("account.deposit")
def test_deposit(account):
    """Money that is paid in is there."""
    assert account.deposit(5).balance() == 15


@check("account.field")
def test_field(account):
    """The owner can be set."""
    account.owner = "Ada"
    assert account.owner == "Ada"
    assert str(account) == "Ada: 10"


@check("account.order")
def test_order(student, account):
    """Accounts are ordered by their balance."""
    assert account == student.Account(10)
    assert account < student.Account(11)
    assert list(account.iterator()) == [10]
    assert isinstance(account, student.Account) and not isinstance(account, student.Money)


@check("account.refuses")
def test_refuses(student, account):
    """Negative sums are refused, and sums that are not there."""
    with pytest.raises(student.IllegalArgumentException, match="-3"):
        account.deposit(-3)
    with pytest.raises(student.Overdrawn):
        account.withdraw(11)


@check("account.kind")
def test_kind(student, account):
    """Rich people have another kind of account."""
    assert account.kind() == student.Account.Kind.PLAIN
    assert str(account.deposit(1000).kind()) == "GOLD"


@check("account.money")
def test_money(student, account):
    """An account knows its money, and takes money."""
    assert account.money().francs() == 10
    assert student.Account.of(student.Money(4, "Ada")).balance() == 4


@check("functions.numbers")
def test_numbers(student):
    """Interest is right for whole numbers and fractions, sums for arrays and lists, and a day."""
    assert student.interest(200, 0.5) == pytest.approx(100.0)
    assert student.sum([1, 2, 3]) == 6
    assert student.total([1, 2**40]) == 1 + 2**40
    assert student.Account.LIMIT == 1_000_000
    assert str(student.payday("2024-02-28", "THURSDAY")) == "2024-02-29"


@check("functions.collections")
def test_collections(student):
    """Words are counted, letters found, grids filled."""
    assert student.counts("a", "b", "a") == {"a": 2, "b": 1}
    assert student.letters("abca") == {"a", "b", "c"}
    assert student.grid(2) == [[".", "."], [".", "."]]


@check("functions.streams")
def test_streams(student, account, capsys, monkeypatch):
    """The balance is printed, and a sum is read."""
    monkeypatch.setattr("sys.stdin", StringIO("32\n"))
    account.printWith(student.read())
    assert capsys.readouterr().out == "Balance: 42\n"
