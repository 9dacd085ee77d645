"""Checks without a driver: a manifest's table ``[calls]`` names the functions that they call.

- `inside/generic_driver.py` calls them beside the submission; `driver` puts it there.
- `objects` are what a check calls ``student`` and ``reference``: objects of the submission stay in
  its box, and a check does something with them across the pipe.
- `check_modules` and `fixtures` let checks be written like tests for pytest.
- `exhibits` show calls in reports.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graders.harness.hooks import Extension

if TYPE_CHECKING:
    from graders.harness.grading.calls_by_name import CallsByName


def _calls() -> Sequence[CallsByName]:
    from graders.extensions.calls.serving import SERVING

    return [SERVING]


EXTENSION = Extension("calls", calls=_calls)
