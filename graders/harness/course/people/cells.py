"""Ids in a roster that a spreadsheet or a script has changed.

Both write ids as numbers (`1001.0`), or as text in ways of their own (`="0012"`, `=1001`, `'0012`).
A list of folders has `1001/`. A number in the form 1.23E+08 has lost its digits.
"""

from __future__ import annotations

import re

from graders.harness.intake import names
from graders.harness.intake.nothing import visible

_CHANGED = re.compile(
    r'="(?P<formula>[^"]*)"|=(?P<sum>[0-9]+)|\'(?P<text>.+)|(?P<number>[0-9]+)\.0|(?P<folder>[^/]+)/'
)
_SHORTENED = re.compile(r"[0-9](?:[.,][0-9]{1,15})?E\+[0-9]{2}", re.IGNORECASE)


def plain_id(cell: str) -> str:
    """Return an id as the platform wrote it. Raises ValueError for a number without its digits."""
    text = visible(cell)
    if _SHORTENED.fullmatch(text):
        raise ValueError(
            f"'{names.display(text)}' is an id that a spreadsheet has rounded; export the roster "
            "again, and do not save it in a spreadsheet"
        )
    changed = _CHANGED.fullmatch(text)
    return changed[changed.lastgroup or 0] if changed else text
