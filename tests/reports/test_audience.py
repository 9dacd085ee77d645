"""What students see of hidden checks: title and verdict."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given

from graders.harness.reports.audience import Audience, seen_by
from graders.harness.result import Result, Text, Verdict, Visibility, to_json
from tests import strategies
from tests.reports.paper import board, check, rendered, result

SECRET = check(
    "block.secret-id",
    marks="7/4",
    title="Rotating works.",
    message="secret message",
    exhibits=(Text(label="secret label", text="secret value"), board("secret board", 1, ("b", 0, 0, 1))),
    hidden=True,
)
OPEN = check("block.open", message="open message", marks=1)


@pytest.mark.parametrize("colours", [None, "truecolor"])
@pytest.mark.parametrize("details", [True, False])
@pytest.mark.parametrize("verdict", list(Verdict))
def test_student_sees_title_and_verdict_of_a_hidden_check(verdict: Verdict, details: bool, colours: str | None) -> None:
    """Message, exhibits, id and marks stay out, whatever the verdict and however much is asked for (attacks 54 and 56)."""
    found = result(msgspec.structs.replace(SECRET, verdict=verdict), OPEN)
    shown = rendered(found, audience=Audience.STUDENT, details=details, all_checks=True, colours=colours)
    assert "Rotating works." in shown
    assert "secret" not in shown
    assert "1.75" not in shown
    assert ("open message" in shown) == details


def test_staff_see_everything_of_a_hidden_check() -> None:
    """Staff see what students do not, and that they do not."""
    shown = rendered(result(SECRET, OPEN))
    for part in (
        "block.secret-id",
        "secret message",
        "secret label",
        "secret value",
        "0 / 1.75",
        "hidden from students",
    ):
        assert part in shown


def test_hidden_checks_of_one_message_do_not_appear_together() -> None:
    """Showing like failures together must not be a way round the rule."""
    hidden = [check(f"block.h{i}", message="secret", hidden=True) for i in range(5)]
    shown = rendered(result(*hidden), audience=Audience.STUDENT)
    assert "secret" not in shown
    assert shown.count("Title of block.h") == 5


def test_hidden_check_without_title_does_not_fall_back_to_its_id() -> None:
    """An id tells what the check tries."""
    found = result(msgspec.structs.replace(SECRET, title=""))
    assert "secret" not in rendered(found, audience=Audience.STUDENT)


def test_flags_and_notes_are_for_staff() -> None:
    """What a person should look at is not for the person looked at."""
    found = result(OPEN, flags=("looks copied",), notes=("took Block.py for block.py",))
    for part in ("looks copied", "took Block.py for block.py"):
        assert part in rendered(found)
        assert part not in rendered(found, audience=Audience.STUDENT)


@given(strategies.results())
def test_seen_by_student_keeps_nothing_but_title_verdict_and_marks(found: Result) -> None:
    """A result file for a student holds no more of a hidden check than the report does; public checks stay whole."""
    seen = seen_by(Audience.STUDENT, found)
    for place, (before, after) in enumerate(zip(found.checks, seen.checks, strict=True), 1):
        if before.visibility is Visibility.PUBLIC:
            assert after == before
        else:
            assert after == msgspec.structs.replace(before, id=f"{before.task}.hidden-{place}", message="", exhibits=())
    assert (seen.flags, seen.notes) == ((), ())
    assert seen_by(Audience.STAFF, found) == found


def test_result_file_for_a_student_holds_no_secret() -> None:
    """The same on the bytes that leave the house."""
    assert b"secret" in to_json(result(SECRET, OPEN))
    assert b"secret" not in to_json(seen_by(Audience.STUDENT, result(SECRET, OPEN)))
