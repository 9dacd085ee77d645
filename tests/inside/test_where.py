"""The place of an exception does not depend on what ran before in the process."""

from __future__ import annotations

import sys

import pytest

from graders.harness.inside.failures import columns_of, where_of

SOURCE = """
def add(first, broken):
    if not broken:
        second = 1
    return max(first, second)
"""


def failure(*, runs_before: int) -> UnboundLocalError:
    """Return the exception of the function after it has run so often without one."""
    names: dict[str, object] = {}
    exec(compile(SOURCE, "work.py", "exec"), names)
    add = names["add"]
    assert callable(add)
    for _ in range(runs_before):
        add(1, False)
    with pytest.raises(UnboundLocalError) as caught:
        add(1, True)
    return caught.value


def last_columns(error: UnboundLocalError) -> str:
    """Return the columns that Python gives for the innermost call."""
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    assert step is not None
    return columns_of(step.tb_frame.f_code, step.tb_lasti)


def test_specialised_code_fails_at_the_same_place() -> None:
    places = {where_of(failure(runs_before=runs), frozenset(["work.py"])) for runs in (0, 100)}
    assert places == {"work.py, line 5"}


@pytest.mark.skipif(
    sys.gettrace() is not None, reason="a measurement of coverage keeps code from being specialised"
)
@pytest.mark.skipif(
    sys.version_info[:2] != (3, 11),
    reason="only Python 3.11 gives a specialised load the place of its first half",
)
def test_columns_would_differ() -> None:
    assert last_columns(failure(runs_before=0)) != last_columns(failure(runs_before=100))
