"""Names of hidden scenarios in the files of a bundle."""

from __future__ import annotations

import pytest

from graders.harness.assignment.manifest import load_assignment
from graders.harness.content import HARNESS
from graders.harness.handout.leaks import Secrets, leaks
from tests.nightly import IDS

CODING = HARNESS / "intake" / "coding.py"
NAMED = '"unknown"'
SECRETS = Secrets(
    runs={}, stories={}, code={}, words={NAMED: "the hidden scenario"}, answers=frozenset()
)


def test_unchanged_file_of_the_harness_names_no_scenario() -> None:
    """Every bundle has this file, so its words say nothing about an assignment."""
    data = CODING.read_bytes()
    assert NAMED.encode() in data
    assert leaks({"coding.py": data}, SECRETS) == []


def test_changed_file_of_the_harness_is_searched_for_names() -> None:
    """A change may be about an assignment."""
    assert len(leaks({"coding.py": CODING.read_bytes() + b"\n"}, SECRETS)) == 1


def test_name_is_reported_once_with_the_remedy() -> None:
    """A file with escapes is searched in two forms."""
    (line,) = leaks({"tally.py": b'print("unknown", "\\n")'}, SECRETS)
    assert (
        line
        == 'tally.py names the hidden scenario "unknown" (take it out, or rename the hidden scenario)'
    )


@pytest.mark.parametrize("id", IDS)
def test_hidden_checks_are_in_modules_that_no_bundle_has(id: str) -> None:
    """A bundle with a module of hidden checks is refused, and building all takes until the night."""
    for module in load_assignment(id).grader.glob("test_*.py"):
        if not module.stem.endswith("_hidden"):
            assert 'visibility="hidden"' not in module.read_text(), module.name
