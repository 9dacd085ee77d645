"""A bank account."""


class Account:
    """An account with an <owner> and a <balance>."""

    def __init__(self, owner, balance=0):
        # starter, to do: write this method.
        # starter: pass
        # solution begins
        self.owner = owner
        self.balance = balance
        # solution ends

    def deposit(self, amount):
        """Add <amount> and return the new balance."""
        # starter, to do: write this method.
        # solution begins
        self.balance += amount
        return self.balance
        # solution ends
