"""gradescope-utils: a ``run_tests.py``. Each check is a decorated TestCase method; JSONTestRunner runs them."""

from __future__ import annotations

import sys
import unittest
from collections.abc import Callable
from pathlib import Path

from gradescope_utils.autograder_utils.decorators import (  # type: ignore[import-not-found]
    number,
    visibility,
    weight,
)
from gradescope_utils.autograder_utils.json_test_runner import (  # type: ignore[import-not-found]
    JSONTestRunner,
)

from bench.rivals import adapter


class Checks(unittest.TestCase):
    """All checks of the assignment."""


def method_of(check: adapter.Check) -> Callable[[unittest.TestCase], None]:
    """Return the check as a test method, decorated like Gradescope's examples."""

    @weight(float(check.spec.marks))  # type: ignore[untyped-decorator]
    @number(check.spec.id)  # type: ignore[untyped-decorator]
    @visibility("hidden" if check.hidden else "visible")  # type: ignore[untyped-decorator]
    def test(_self: unittest.TestCase) -> None:
        check.run()

    test.__doc__ = check.title
    decorated: Callable[[unittest.TestCase], None] = test
    return decorated


if __name__ == "__main__":
    for index, found in enumerate(adapter.checks()):
        setattr(Checks, f"test_{index:03}", method_of(found))
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(Checks)
    with Path(sys.argv[1]).open("w", encoding="utf-8") as stream:
        JSONTestRunner(visibility="visible", stream=stream).run(suite)
