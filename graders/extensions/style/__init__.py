"""The linter python-ta, which CSC148 uses, for manifests with ``[linters.python-ta]``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graders.harness.hooks import Extension

if TYPE_CHECKING:
    from graders.harness.style.linters import LinterKind


def _linters() -> Sequence[LinterKind]:
    from graders.extensions.style import linter

    return [linter]


EXTENSION = Extension("style", linters=_linters)
