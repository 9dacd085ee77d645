"""Bounds the longest tests: each is the same for hundreds of cases, and a case costs a whole grading or a whole box.

``PART=2/24`` in the environment runs the second of 24 parts of them, next to all other tests; without it everything is
run. ``make test`` takes another part every day, ``make test PART=1/1`` all. What no part leaves out: every attack on the
strongest box.
"""

from __future__ import annotations

import gc
import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from typing import TypeVar

import hypothesis
import pytest

from tests.once import SHARED

Case = TypeVar("Case")

PART = os.environ.get("PART", "1/1")

hypothesis.settings.register_profile(
    "busy machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("busy machine")

IN_PARTS = {
    "test_exemplar_gets_its_verdicts": r"",
    "test_no_right_exemplar_breaks_a_rule": r"",
    "test_attack_costs_its_own_checks_only": r"(?!box A\+)",
    "test_table_says_the_truth": r"(?!box-A\+-own-)",
    "test_bad_frame_harms_its_sender_only": r"plain",
    "test_ends_for_the_right_reason": r"(?!box-A\+-own-)",
    "test_no_answer_breaks_the_check": r"",
    "test_attack_succeeds_in_the_usual_grader": r"",
    "test_attack_stops_or_hangs_a_grader_that_is_one_process": r"",
    "test_starter_gets_its_stated_baseline": r"comp250_blocky",
    "test_push_is_checked": r"",
    "test_starter_scores_its_baseline_and_a_right_solution_passes": r"",
    "test_finished_zip_tells_nothing": r"",
    "test_everything_works_at_once": r"",
    "test_reference_gets_all_marks": r"",
    "test_commands_end_as_the_document_says": r"",
    "test_a_public_check_asks_the_reference_nothing_that_depends_on_the_student": r"",
}
"""Name of a test -> what the names of those cases begin with that are run in parts."""


def pytest_configure(config: pytest.Config) -> None:
    """Make the folder that all processes share: xdist's workers inherit the variable."""
    if SHARED not in os.environ:
        folder = os.environ[SHARED] = tempfile.mkdtemp(prefix="graders-tests-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def is_in_parts(item: pytest.Item) -> bool:
    """Say whether *item* is run only when its part is."""
    name, _, case = item.name.partition("[")
    return name in IN_PARTS and re.match(IN_PARTS[name], case) is not None


def in_part(cases: Sequence[Case]) -> Sequence[Case]:
    """Return the part of *cases* that is run: for a test that grades them all by itself."""
    part, parts = map(int, PART.split("/"))
    return cases[part - 1 :: parts]


def pytest_report_header() -> str:
    """Say which part is run."""
    return f"of the longest tests: part {PART} (PART=1/1 runs all)"


def pytest_collection_finish() -> None:
    """Have the garbage collector pass over the thousands of collected tests: pytest within a test calls it often."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the other parts."""
    long = [item for item in items if is_in_parts(item)]
    others = set(long) - set(in_part(long))
    if others:
        config.hook.pytest_deselected(items=[item for item in items if item in others])
        items[:] = [item for item in items if item not in others]
