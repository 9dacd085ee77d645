"""Bounds the longest tests: each is the same for hundreds of cases, and a case costs a whole grading or a whole box.

``PART=2/24`` in the environment runs the second of 24 parts of them, next to all other tests; without it everything is
run. ``make test`` takes the first part, always the same, and ``make test PART=1/1`` all. Tests that are one of a kind and take
most of a minute are in every third part. What no part leaves out: every attack in Python on the strongest box.
"""

from __future__ import annotations

import gc
import os
import re
import shutil
import signal
import tempfile
from collections.abc import Sequence
from typing import TypeVar

import hypothesis
import pytest

from tests.once import SHARED

Case = TypeVar("Case")

PART = os.environ.get("PART", "1/1")

hypothesis.settings.register_profile(
    # every run tries the same examples
    "busy machine",
    deadline=None,
    derandomize=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
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
    "test_failed_check_is_run_again": r"comp250|csc148|ics32",
    "test_starter_scores_its_baseline_and_a_right_solution_passes": r"",
    "test_finished_zip_tells_nothing": r"",
    "test_everything_works_at_once": r"",
    "test_reference_gets_all_marks": r"",
    "test_commands_end_as_the_document_says": r"",
    "test_a_public_check_asks_the_reference_nothing_that_depends_on_the_student": r"",
}
"""Name of a test -> what the names of those cases begin with that are run in parts."""

IN_THIRDS = frozenset(
    {
        "test_attack_costs_its_own_check_only",  # in Java
        "test_batch_gives_the_bytes_of_a_single_grading_and_grades_nothing_twice",
        "test_batch_survives",
        "test_batch_survives_what_dies_while_the_reference_is_graded",
        "test_class_is_graded_and_graded_again",
        "test_environment_is_made_once_and_again_when_it_does_not_serve",
        "test_everybody_sees_the_same",
        "test_fixed_board_gets_full_marks_in_its_own_edition_only",
        "test_recording_gives_the_verdicts_of_the_reference_for_exemplars",
        "test_submission_gets_its_score",
        "test_what_cannot_be_fetched_is_said_and_tried_again",
        "test_wrong_solution_is_shown_with_a_small_recorded_example_and_a_page",
    }
)
"""Names of tests of which every part runs a third."""


def pytest_configure(config: pytest.Config) -> None:
    """Make the folder that all processes share (xdist's workers inherit the variable); have Ctrl-C mean what it does.

    In a job in the background it is ignored, and so it would be in all programs that tests start and interrupt.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if SHARED not in os.environ:
        folder = os.environ[SHARED] = tempfile.mkdtemp(prefix="graders-tests-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def is_in_parts(item: pytest.Item) -> bool:
    """Say whether *item* is run only when its part is."""
    name, _, case = item.name.partition("[")
    return name in IN_PARTS and re.match(IN_PARTS[name], case) is not None


def in_part(cases: Sequence[Case], most: int | None = None) -> Sequence[Case]:
    """Return the part of *cases* that is run, where they are in no more than *most* parts."""
    part, parts = map(int, PART.split("/"))
    parts = min(parts, most or parts)
    return cases[(part - 1) % parts :: parts]


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
    thirds = [item for item in items if item.name.partition("[")[0] in IN_THIRDS]
    others = set(long) - set(in_part(long)) | set(thirds) - set(in_part(thirds, 3))
    if others:
        config.hook.pytest_deselected(items=[item for item in items if item in others])
        items[:] = [item for item in items if item not in others]
