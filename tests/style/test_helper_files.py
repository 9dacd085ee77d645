"""The rules read what the required files import, and leave scratch files alone."""

from __future__ import annotations

import pytest

from graders.extensions.shared.exemplars import build
from graders.harness.assignment.manifest import load_assignment
from tests.extensions.authoring.verification.test_exemplars_style import REFERENCE, found

HELPER = (
    b"import subprocess\n\n\ndef helper(x):\n    print(x)\n    return [y for y in x if y > 77]\n"
)
RULES = {
    ("csc148_2020_blocky", "goal.py"): {"helpers", "docstrings", "imports", "leftovers"},
    ("csc148_2018_blocky", "goal.py"): {"docstrings", "leftovers"},
    ("csse7030_connect4", "a1.py"): {"techniques", "docstrings", "imports", "constants"},
}


@pytest.mark.slow
@pytest.mark.parametrize(("which", "rules"), RULES.items(), ids=[which[0] for which in RULES])
def test_helper_that_is_imported_keeps_the_rules(which: tuple[str, str], rules: set[str]) -> None:
    """Before, a program that had moved to a helper broke none of them. A file that nobody imports is not charged."""
    id_, file = which
    assignment = load_assignment(id_)
    files = build(REFERENCE, assignment.reference, assignment.files.solved)
    files |= {
        file: files[file] + b"\n\nfrom impl import *\n",
        "impl.py": HELPER,
        "scratch.py": HELPER + b"import impl\n",
    }
    rows = found(assignment, files)
    assert {row.rule for row in rows if row.file == "impl.py"} == rules
    assert not {row.rule for row in rows if row.file == "scratch.py"}
