"""The claims of `grader verify`, on an assignment of one line: each holds, or is reported wrong with the reason."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from graders.extensions.authoring.claims import all_claims
from graders.extensions.authoring.verification.claims import ClaimResult, ClaimState
from graders.extensions.authoring.verification.verification import VerificationRequest
from graders.extensions.authoring.verification.verify import verify
from graders.extensions.shared.mutants.reasons import stanza
from graders.harness.assignment.manifest import load_assignment
from graders.harness.handout import starter
from graders.harness.processes.jobs import Settings
from tests.extensions.authoring.verification.worlds import CHECKS, MANIFEST, SURVIVORS, WORLD, world
from tests.once import once

LATER = "clock.py later: return (minute + by) % 60 ->"
LAX = {CHECKS: ("st.integers(0, 600)", "st.just(60)")}
"""An hour more or less gives the same minute."""
SURVIVES = f"{LATER} return (minute - by) % 60"
ENTRY = """
[[survivor]]
mutant = '{mutant}'
open = "the handout says nothing of it"
"""


@pytest.fixture(scope="module")
def cache() -> Path:
    """A folder for recordings and results that only these tests use."""
    return once("proving", lambda _: None)


@pytest.fixture(autouse=True)
def apart(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use this cache, and unload the checks of another copy of the world."""
    monkeypatch.setenv("GRADER_CACHE", str(cache))
    for name in [name for name in sys.modules if name.endswith("test_clock")]:
        monkeypatch.delitem(sys.modules, name)


def tried(root: Path, *claims: str, mutants: int | None = None) -> dict[str, ClaimResult]:
    """Return the results of *claims*, at level E, because all files are trusted."""
    request = VerificationRequest(
        Settings("clock", root=str(root), sandbox="plain", shrink_calls=4), 1, mutants
    )
    chosen = [claim for name, claim in all_claims().items() if name in claims]
    return {one.claim: one for one in verify(request, chosen)}


@pytest.mark.slow
@pytest.mark.nightly
def test_all_claims_hold_for_a_small_assignment_without_exemplars() -> None:
    """All claims but those about the bundle are tried. Every mutant is killed, and the check that killed it is named."""
    claims = ["reference", *(claim for claim in all_claims() if claim not in ("bundle", "helpers"))]
    found = tried(WORLD, *claims)
    assert {claim: (one.state, one.problems) for claim, one in found.items()} == dict.fromkeys(
        claims, (ClaimState.HOLDS, ())
    )
    assert found["reference"].summary == "gets 2 of 2 marks"
    assert found["starter"].summary == "gets 1 of 2 marks, its baseline"
    assert found["bytes"].summary == "6 of 6 results are identical when graded again"
    killed_by = {
        fate.mutant.removeprefix(f"{LATER} "): fate.killed_by for fate in found["mutants"].mutants
    }
    assert killed_by == {
        "pass": "later.full-hour",
        "return (minute + by) % 59": "later.full-hour",
        "return (minute + by) % 61": "later.full-hour",
        "return (minute + by) * 60": "later.full-hour",
        "return (minute - by) % 60": "later.any",
    }


PUBLISH = (', visibility="hidden"', "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edits", "problem"),
    [
        pytest.param([PUBLISH], "", marks=pytest.mark.nightly),
        (
            [],
            "the bundle would reveal secrets: .grader/graders/clock/test_clock.py names the hidden check",
        ),
    ],
    ids=["sound", "names a hidden check"],
)
def test_bundle_that_students_must_not_have_is_reported(
    tmp_path: Path, edits: list[tuple[str, str]], problem: str
) -> None:
    """The starter needs its common files and a text for students."""
    root = world(tmp_path / "world", {})
    text = (root / CHECKS).read_text()
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    (root / CHECKS).write_text(text)
    assignment = load_assignment("clock", root)
    (assignment.reference / "README.md").write_text("# Clock\n")
    starter.build(
        assignment.reference, assignment.starter, starter.common_files(assignment.manifest)
    )
    found = tried(root, "bundle")["bundle"]
    assert found.state is (ClaimState.WRONG if problem else ClaimState.HOLDS)
    assert "".join(found.problems).startswith(problem)


@pytest.mark.slow
def test_failing_reference_is_reported_and_ends_the_proof(tmp_path: Path) -> None:
    """The message names the check that it fails."""
    root = world(
        tmp_path / "world", {CHECKS: ("student.later(0, 60), 0", "student.later(0, 60), 60")}
    )
    found = tried(root, *all_claims())
    assert found.pop("reference").state is ClaimState.WRONG
    assert {one.state for one in found.values()} == {ClaimState.NOT_TRIED}


@pytest.mark.slow
def test_grader_without_checks_ends_the_proof(tmp_path: Path) -> None:
    """Its reference earns nothing, so no claim would mean anything."""
    root = world(tmp_path / "world", {})
    (root / CHECKS).unlink()
    found = tried(root, *all_claims())
    reference = found.pop("reference")
    assert (reference.state, reference.summary) == (ClaimState.WRONG, "cannot be graded")
    assert reference.problems == ("graders/clock has no checks: write graders/clock/test_*.py",)
    assert {one.state for one in found.values()} == {ClaimState.NOT_TRIED}


@pytest.mark.slow
def test_starter_with_other_marks_is_reported(tmp_path: Path) -> None:
    """The message has the manifest's marks, and the checks that the starter passes."""
    root = world(
        tmp_path / "world",
        {MANIFEST: ("marks = 1\nreason = \"the starter's", "marks = 0\nreason = \"the starter's")},
    )
    found = tried(root, "starter")["starter"]
    assert (found.state, found.summary) == (ClaimState.WRONG, "gets 1 of 2 marks")
    assert found.problems[0].startswith("[baseline] in assignment.toml demands 0")
    assert found.problems[1:] == ("it passes later.full-hour",)


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ((), [f"survives: {SURVIVES}"]),
        pytest.param((SURVIVES,), [], marks=pytest.mark.nightly),
        (
            (SURVIVES, "clock.py sooner: *", f"{LATER} pass"),
            [
                "survivors.toml: clock.py sooner: *: there is no such mutant any more",
                f"survivors.toml: {LATER} pass: is killed now",
            ],
        ),
    ],
    ids=["no reason", "reason", "no such mutant, and a killed one"],
)
@pytest.mark.slow
def test_survivor_needs_a_reason_and_a_reason_a_survivor(
    tmp_path: Path, entries: tuple[str, ...], told: list[str]
) -> None:
    """A surviving mutant is wrong without an entry, and an entry without such a mutant."""
    listed = {SURVIVORS: ("", "".join(ENTRY.format(mutant=entry) for entry in entries))}
    found = tried(world(tmp_path / "world", {**LAX, **listed}), "mutants")["mutants"]
    assert found.state is (ClaimState.WRONG if told else ClaimState.HOLDS)
    assert [
        problem[: len(line)] for problem, line in zip(found.problems, told, strict=True)
    ] == told
    assert found.stanzas == (() if entries else (stanza(SURVIVES),))


@pytest.mark.slow
def test_exemplar_with_another_verdict_is_reported(tmp_path: Path) -> None:
    """A faulty exemplar that passes a check of its list is named, with that check."""
    folder = "graders/clock/exemplars/faulty/adds-twice"
    table = 'title = "adds twice"\nsource = "none"\nmust_fail = ["later.full-hour", "later.any"]\n'
    source = "def later(minute, by):\n    return (minute + by + by) % 60\n"
    listed = {f"{folder}/exemplar.toml": ("", table), f"{folder}/clock.py": ("", source)}
    found = tried(world(tmp_path / "world", listed), "exemplars")["exemplars"]
    assert (found.state, found.summary) == (ClaimState.WRONG, "0 of 1 get their expected verdicts")
    assert found.problems == ("faulty/adds-twice: later.full-hour: passed, must fail",)
