"""Stands for python_ta's contracts, which change nothing about right code."""

DEBUG_CONTRACTS = False
ENABLE_CONTRACT_CHECKING = False
RENAME_MAIN_TO_PYDEV_UMD = False
STRICT_NUMERIC_TYPES = True


def check_contracts(decorated, *args, **kwargs):
    """Return the function or class unchanged."""
    return decorated


def check_all_contracts(*args, **kwargs):
    """Check nothing."""


def new_setattr(klass, *args, **kwargs):
    """Return the usual way to set attributes of a class."""
    return klass.__setattr__


def validate_invariants(*args, **kwargs):
    """Check nothing."""
