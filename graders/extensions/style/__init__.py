"""How code is written: rules of structure, for manifests whose ``[survey]`` names this extension,
and the linter python-ta, which CSC148 uses, for those with ``[linters.python-ta]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graders.harness.hooks import Extension
from graders.harness.inside import reach

if TYPE_CHECKING:
    from pathlib import Path

    from graders.harness.style.linters import LinterKind


def _linters() -> Sequence[LinterKind]:
    from graders.extensions.style import linter

    return [linter]


def _rules() -> Sequence[Path]:
    from pathlib import Path

    modules = Path(__file__).with_name("rules").glob("[!_]*.py")
    return [*sorted(modules), Path(reach.__file__)]


EXTENSION = Extension("style", linters=_linters, rules=_rules)
