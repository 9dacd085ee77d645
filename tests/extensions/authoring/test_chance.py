"""The claim *chance*: with other seeds, no fault escapes often, and no right program fails."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from graders.extensions.authoring import chance as chance_module
from graders.extensions.authoring import redraws
from graders.extensions.authoring.claims import all_claims
from graders.extensions.authoring.failing_examples import FailingExamples
from graders.extensions.authoring.redraws import Redraws
from graders.extensions.authoring.verification.claims import ClaimResult, ClaimState
from graders.extensions.authoring.verification.verification import VerificationRequest
from graders.extensions.authoring.verification.verify import verify
from graders.extensions.shared.gradings import Gradings
from graders.extensions.shared.mutants.reasons import ReasonsError
from graders.harness.grading.checks import Check
from graders.harness.intake import Submission
from graders.harness.processes.jobs import Settings
from graders.harness.result import Verdict
from tests.world import World, submission_of, write_world

CHECKS = '''
@check("dice.faces")
def test_faces(student):
    """A throw shows one of six faces."""
    for seed in range(6):
        expect(student.throw(seed) in range(1, 7), True)

@check("dice.double")
@given(number=st.integers(0, 9))
def test_double(student, number):
    """double doubles."""
    expect(student.double(number), 2 * number)
'''
DRIVER = """
import random

def throw(seed):
    random.seed(seed)
    return sandbox.require("dice", "throw")()

def double(number):
    return sandbox.require("dice", "double")(number)
"""
REFERENCE = """
import random

def throw():
    return random.randint(1, 6)

def double(number):
    return number + number
"""
SELDOM = "def throw():\n    return random.randint(1, 6 if random.random() < 0.7 else 7)\n"
"""It shows in about 1 of 23 throws, but in the throws with the seeds of the check."""
FAULTS = {
    "seldom": (["dice.faces"], SELDOM),
    "seldom-and-double": (
        ["dice.faces", "dice.double"],
        f"{SELDOM}\ndef double(number):\n    return 1\n",
    ),
}
RIGHT = "def throw():\n    return random.choice([1, 2, 3])\n"


def dice(root: Path, reasons: str = "") -> World:
    """Write a world whose exemplars throw dice."""
    files = {"graders/tiny/chance.toml": reasons}
    for name, (must_fail, text) in FAULTS.items():
        folder = f"graders/tiny/exemplars/faulty/{name}"
        files[f"{folder}/exemplar.toml"] = (
            f'title = "{name}"\nsource = "none"\nmust_fail = {must_fail}\n'
        )
        files[f"{folder}/dice.py"] = text
    files["graders/tiny/exemplars/right/low/exemplar.toml"] = 'title = "low"\nsource = "none"\n'
    files["graders/tiny/exemplars/right/low/dice.py"] = RIGHT
    return write_world(
        root,
        checks=CHECKS,
        driver=DRIVER,
        reference={"dice.py": REFERENCE},
        files=files,
    )


def request(world: World) -> VerificationRequest:
    """Return the request of the claim."""
    settings = Settings("tiny", root=str(world.root), sandbox="plain")
    return VerificationRequest(settings, 1)


@pytest.mark.nightly
@pytest.mark.slow
def test_fault_that_shows_seldom_escapes(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An escaped one is redrawn more often. Right programs pass."""
    for name, number in {
        "IN_FULL": 1,
        "REDRAWS": 3,
        "MORE_REDRAWS": 6,
        "RIGHT_REDRAWS": 1,
        "DRAWN": 3,
    }.items():
        monkeypatch.setattr(chance_module, name, number)
    (result,) = [
        one
        for one in verify(request(dice(tmp_path)), [all_claims()["chance"]])
        if one.claim == "chance"
    ]
    rows = {escape.fault: escape for escape in result.rows}
    seldom = rows["faulty/seldom"]
    assert (result.state, seldom.redraws) == (ClaimState.WRONG, 6)
    assert result.problems == (f"faulty/seldom: escapes {seldom.escaped} of 6 redraws",)
    assert 3 <= seldom.escaped < 6
    assert rows["faulty/seldom-and-double"].escaped == 0
    assert result.summary.startswith(
        "1 checks draw by chance; of 2 programs with a fault, 1 escape more than 1 of 100 redraws"
    )


MADE_UP = {
    "faulty/seldom": Redraws(100, 2, 25, {"dice.faces": 24}),
    "faulty/seldom-and-double": Redraws(25, 7, 25, {"dice.faces": 18}),
    "right/low": Redraws(25, 24, 25, {"dice.faces": 1}),
    "the reference": Redraws(0, 0, 0, {"dice.faces": 0}),
}


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Redraw nothing."""

    def redraw_all(
        settings: Settings, programs: Mapping[str, Submission], *_: object
    ) -> dict[str, Redraws]:
        return {name: MADE_UP[name] for name in programs}

    def try_all(
        settings: Settings, programs: Mapping[str, Submission], *_: object, **__: object
    ) -> dict[str, FailingExamples]:
        return {name: FailingExamples() for name in programs}

    monkeypatch.setattr(chance_module, "redraw_all", redraw_all)

    def recorded(settings: Settings) -> SimpleNamespace:
        return SimpleNamespace(examples={"dice.double": [b"{}"] * 4})

    monkeypatch.setattr(chance_module, "try_all", try_all)
    monkeypatch.setattr(chance_module, "recorded", recorded)


def claimed(world: World) -> ClaimResult:
    """Return the result of the claim without mutants."""
    asked = request(world)
    gradings = Gradings(world.assignment, asked.settings, 1, asked.messages)
    return chance_module.chance(gradings, submission_of("the reference", {}), {}, None)


@pytest.mark.slow
@pytest.mark.usefixtures("made_up")
def test_escape_and_failing_right_program_need_a_mend_or_a_reason(
    tmp_path: Path,
) -> None:
    """A fault that a check without chance finds never escapes. Nothing excuses a right program that fails."""
    fails = "right/low: fails dice.faces in 1 of 25 redraws"
    result = claimed(dice(tmp_path / "a"))
    assert result.problems == ("faulty/seldom: escapes 2 of 100 redraws", fails)
    assert [(row.fault, row.missed, row.of, row.escaped) for row in result.rows] == [
        ("faulty/seldom", 1, 25, 2),
        ("faulty/seldom-and-double", 7, 25, 0),
    ]
    excused = claimed(dice(tmp_path / "b", '[[escape]]\nfault = "faulty/s*"\nreason = "a test"\n'))
    assert excused.problems == (fails,)
    assert "0 escape more than 1 of 100 redraws (1 more with a reason)" in excused.summary


@pytest.mark.usefixtures("made_up")
def test_where_nothing_is_drawn_by_chance_only_examples_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is in Java, whose seeds determine the right answer."""
    monkeypatch.setitem(MADE_UP, "the reference", Redraws(0, 0, 0, {}))
    result = claimed(dice(tmp_path))
    assert result.problems == ()
    assert result.summary == (
        "no check draws by chance; right programs fail on none of 4 newly drawn examples "
        "(with 95 % confidence, fewer than 75 %)"
    )


@pytest.mark.usefixtures("made_up")
def test_entry_without_use_or_reason_is_an_error(tmp_path: Path) -> None:
    """The fault of the entry no longer escapes, or the entry gives no reason."""
    unused = claimed(dice(tmp_path / "a", '[[escape]]\nfault = "*double"\nreason = "a test"\n'))
    assert (
        unused.problems[-1] == "chance.toml: *double no longer escapes; correct or remove the entry"
    )
    with pytest.raises(ReasonsError, match=r"give the reason why \* may escape"):
        claimed(dice(tmp_path / "b", '[[escape]]\nfault = "*"\nreason = " "\n'))


def test_later_redraws_end_with_the_first_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The check that failed most often runs first. A program that passes is run by every check."""
    often, seldom = cast("list[Check]", [SimpleNamespace(id="often"), SimpleNamespace(id="seldom")])
    runs: list[tuple[int, str]] = []
    wrong = {
        0: ["seldom", "often"],
        1: ["often"],
        2: ["often"],
        3: ["often", "seldom"],
        4: [],
    }

    def run(bench: int, check: Check, *_: object, **__: object) -> SimpleNamespace:
        runs.append((bench, check.id))
        verdict = Verdict.FAILED if check.id in wrong[bench] else Verdict.PASSED
        return SimpleNamespace(outcome=SimpleNamespace(verdict=verdict))

    def opened(number: int) -> Any:
        return nullcontext(number)

    monkeypatch.setattr(redraws, "run_in_variants", run)
    monkeypatch.setattr(redraws, "IN_FULL", 2)
    assert redraws.redraw(opened, [seldom, often], 4) == Redraws(4, 1, 2, {"seldom": 0, "often": 2})
    assert runs[-3:] == [(3, "often"), (4, "often"), (4, "seldom")]
    wrong[0] = []
    assert redraws.redraw(opened, [seldom, often], 3) == Redraws(3, 0, 3, {"seldom": 1, "often": 3})
