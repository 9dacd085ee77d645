"""Names of hidden scenarios in the files of a bundle."""

from __future__ import annotations

from graders.harness.content import HARNESS
from graders.harness.handout.leaks import Secrets, leaks

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
