"""A class: its objects stay beside the submission, and answer like objects here."""

import pytest

from graders.harness import check


@pytest.fixture
def account(student):
    return student.Account("Ada", balance=10)


@check("account.new", task="account", marks=1)
def test_new(student, account):
    """An account has an owner and a balance, 0 if none is given."""
    assert account.owner == "Ada"
    assert account.balance == 10
    assert student.Account("Bob").balance == 0


@check("account.deposit", task="account", marks=1)
def test_deposit(account):
    """A deposit lasts, and the new balance is returned."""
    assert account.deposit(5) == 15
    assert account.balance == 15
