"""The dictionary of a world names its faults in other programs, and only while it is current."""

from __future__ import annotations

import functools
import re
import shutil
import sys
from pathlib import Path

import msgspec
import pytest

from graders.extensions.faults import dictionary, reading
from graders.extensions.faults.dictionary import (
    Dictionary,
    DictionaryError,
    Entry,
    Fault,
)
from graders.extensions.faults.evident import Evident
from graders.extensions.faults.making import MOST_CHECKS, make, unwritten
from graders.extensions.faults.noting import NAME, Noted, noted
from graders.extensions.faults.reading import of_result, remark
from graders.extensions.faults.suspects import Suspect
from graders.extensions.faults.symptoms import Judgement, Symptom
from graders.harness.assignment.manifest import load_assignment
from graders.harness.cli import main
from graders.harness.course.run.deliveries import DeliveryState, GradedSubmission
from graders.harness.diagnosis import Certainty, Diagnosis
from graders.harness.grading import grader
from graders.harness.intake import Submission
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.reports.audience import Audience, redact
from graders.harness.reports.diagnosed import fault_lines
from graders.harness.reports.formats import formats
from graders.harness.reports.report_style import ReportStyle
from graders.harness.result import Verdict, to_json
from tests.reports.every_format import writer_of
from tests.reports.paper import check, result
from tests.world import TOY, World, verdicts

BOTH = "def step(place):\n    return place + 0\n\n\ndef back(place):\n    return place - 1 - 1\n"
"""In other words, with two of the known faults."""
RIGHT = "def step(place):\n    return 1 + place\n\n\ndef back(place):\n    return -1 + place\n"
OTHER = RIGHT.replace("1 + place", "1 + place if place < 3 else 0", 1)
"""A fault that no exemplar has."""
"""Another one, wrong on the same examples as two that are known."""


@functools.cache
def graded_in(world: World, work: str) -> grader.Graded:
    """Grade a submission, once for all tests."""
    return world.grade(work=work)


def diagnosed(world: World, work: str) -> Diagnosis | None:
    """Return the diagnosis of a submission."""
    graded = graded_in(world, work)
    return of_result(graded.result, noted(graded.noted), world.assignment)


@pytest.mark.slow
def test_two_known_faults_are_named_for_certain(faults: World) -> None:
    found = diagnosed(faults, BOTH)
    assert found is not None
    assert {fault.ids[0]: fault.certainty is Certainty.CERTAIN for fault in found.faults} == {
        "faulty/stands": True,
        "faulty/leaps": True,
    }


@pytest.mark.slow
def test_function_is_named_if_the_search_for_lines_finds_it_in_the_submission(
    faults: World,
) -> None:
    """Students need not have the functions of the reference."""
    graded = graded_in(faults, BOTH)
    places = (Suspect("work.py", "step", (), 1.0), Suspect("work.py", "other", (), 1.0))
    symptoms = noted(graded.noted).symptoms
    lines = [
        list(fault_lines(found))
        for suspects in (places, ())
        if (found := of_result(graded.result, Noted(symptoms, suspects), faults.assignment))
    ]
    assert [sum("(certain; in step; the same" in one for one in some) for some in lines] == [1, 0]
    assert [sum("; in back;" in one for one in some) for some in lines] == [0, 0]


def test_right_program_has_no_symptoms(faults: World) -> None:
    """So it costs nothing, and has no diagnosis."""
    graded = faults.grade(work=RIGHT)
    assert set(verdicts(graded).values()) == {"passed"}
    assert noted(graded.noted).symptoms == {}
    assert diagnosed(faults, RIGHT) is None


@pytest.mark.slow
def test_file_that_does_not_load_has_no_symptoms() -> None:
    """Checks that it blocks resemble some known fault, of a function that never ran."""
    graded = TOY.grade(sums="import os\n\nos._exit(3)\n")
    assert "crashed" in verdicts(graded).values()
    assert noted(graded.noted).symptoms == {}


@pytest.mark.slow
def test_unknown_fault_gets_no_name(faults: World) -> None:
    found = diagnosed(faults, OTHER)
    assert found is not None
    assert found.faults == ()
    assert list(found.unexplained) == ["step.public"]


def test_hint_tells_what_public_checks_show_and_nothing_of_hidden_ones(faults: World) -> None:
    """The second fault has a hint, too, but only a hidden check shows it."""
    found = diagnosed(faults, BOTH)
    assert found is not None
    assert found.hints == ("Does it move?",)


def test_fault_that_a_submission_is_only_like_gives_no_hint(
    faults: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It fails one of three checks otherwise, so that the hint may be about something else."""
    stays = Symptom("b", {0: Judgement("a", "a")})
    otherwise = Symptom("b", {0: Judgement("a", "c"), 1: Judgement("d", "d")})
    entries = {id_: Entry("stands", stays) for id_ in ("step.public", "step.more", "back.public")}
    known = Dictionary({"stands": Fault("stands", "step stays", "Does it move?", (), entries)})
    monkeypatch.setattr(reading, "load", lambda assignment: known)
    assignment = faults.copy(tmp_path / "world").assignment
    graded = result(*map(check, entries))
    for back, hints in ((stays, ("Does it move?",)), (otherwise, ())):
        failed = {**dict.fromkeys(entries, stays), "back.public": back}
        found = of_result(graded, Noted(failed), assignment)
        assert found is not None
        assert [fault.is_like for fault in found.faults] == [not hints]
        assert found.hints == hints


def test_what_checks_show_is_named_beside_exemplars_and_before_likenesses(
    faults: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays away where exemplars explain nearly all of it. A fault of few of its checks is not the one behind them."""
    ids = [f"step.{number}" for number in range(6)]
    failed = {id_: Symptom("b", {0: Judgement(id_, f"{id_}1")}) for id_ in ids}
    checks = [check(id_, verdict=Verdict.FAILED) for id_ in ids]
    assignment = faults.copy(tmp_path / "world").assignment

    def named(known: int, shown: int) -> list[list[str]]:
        """Return the ids of names, each with the checks that none explains, if an exemplar has the first checks, and the same is seen in some."""
        entries = {id_: Entry("stands", failed[id_]) for id_ in ids[:known]}
        some = Dictionary({"stands": Fault("stands", "step stays", "", (), entries)})
        monkeypatch.setattr(reading, "dictionary_of", lambda assignment: some)
        seen = Evident("exception", "it ends", tuple(ids[:shown]))
        found = of_result(result(*checks), Noted(failed, evident=(seen,)), assignment)
        assert found is not None
        return [[*fault.ids, *found.unexplained] for fault in found.faults]

    assert named(known=0, shown=6) == [["evident/exception"]]
    assert named(known=6, shown=6) == [["stands"]]
    assert named(known=4, shown=6) == [["evident/exception"]]  # less than certain
    assert named(known=3, shown=6) == [["evident/exception"]]
    assert named(known=6, shown=3) == [["stands"]]


@pytest.mark.parametrize("name", sorted(formats()))
@pytest.mark.parametrize("shows_hints", [True, False])
def test_no_report_for_students_has_a_diagnosis(
    faults: World, name: str, shows_hints: bool
) -> None:
    """No name of a fault, no id of a hidden check and no hidden input, in any format; hints only if they are wanted."""
    graded = graded_in(faults, BOTH)
    found = diagnosed(faults, BOTH)
    style = ReportStyle.of(faults.assignment)
    seen = redact(graded.result, Audience.STUDENT, style.disclosure, found, shows_hints=shows_hints)
    document = writer_of(name, graded.result)(seen, style, {})
    for secret in (b"leaps", b"stands", b"step stays", b"How far?", b"back.hidden"):
        assert secret not in document
    assert not re.search(rb"\b700\d\b", document)
    assert shows_hints or b"Does it move?" not in document
    if name in ("html", "text"):
        assert (b"Does it move?" in document) == shows_hints
        staff = formats()[name].write(
            redact(graded.result, Audience.STAFF, style.disclosure, found), style, {}
        )
        assert b"step stays" in staff
        assert b"back leaps" in staff


@pytest.mark.slow
def test_result_has_no_symptoms(faults: World) -> None:
    """They are digests of hidden replies, and stay with the staff's files."""
    graded = faults.grade(work=BOTH)
    assert b"basis" not in to_json(graded.result)


@pytest.mark.slow
def test_entry_of_a_changed_exemplar_is_not_used(faults: World, tmp_path: Path) -> None:
    path = "graders/faults/exemplars/faulty/stands/work.py"
    world = faults.copy(tmp_path / "world", {path: ("return place", "return place - 0")})
    known = dictionary.load(world.assignment)
    assert known.stale == ("faulty/stands",)
    assert sorted(known.faults) == ["faulty/jumps", "faulty/leaps"]
    found = diagnosed(world, BOTH)
    assert found is not None
    assert [fault.ids[0] for fault in found.faults if not fault.is_like] == ["faulty/leaps"]
    assert remark(world.assignment).startswith(
        "faulty/stands changed since the dictionary was made"
    )


@pytest.mark.slow
def test_change_of_a_check_makes_its_own_entries_stale(
    faults: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the other check still name their fault."""
    for module in [module for module in sys.modules if module.endswith("test_faults")]:
        monkeypatch.delitem(sys.modules, module)  # the checks of the other copy
    world = faults.copy(
        tmp_path / "world",
        {"graders/faults/test_faults.py": ("student.step(place), ", "0 + student.step(place), ")},
    )
    found = diagnosed(world, BOTH)
    assert found is not None
    assert [fault.ids[0] for fault in found.faults if not fault.is_like] == ["faulty/leaps"]
    assert list(found.unexplained) == ["step.public"]


@pytest.mark.slow
def test_damaged_file_is_named_with_the_remedy(faults: World, tmp_path: Path) -> None:
    world = faults.copy(
        tmp_path / "world", {"graders/faults/dictionary/step.public.jsonl": ('"fault"', "fault")}
    )
    with pytest.raises(
        DictionaryError,
        match=r"faults/dictionary/step\.public\.jsonl: .*; run `grader refresh --only dictionary`",
    ):
        dictionary.load(world.assignment)
    assert diagnosed(world, BOTH) is None  # no mark depends on it
    assert "step.public.jsonl" in remark(world.assignment)


class Graded:
    """Gradings with made up outcomes: what a program returns decides how it fails."""

    def __init__(self, world: World) -> None:
        self.assignment = world.assignment

    def graded_in_full(
        self, programs: dict[str, Submission], title: str
    ) -> dict[str, GradedSubmission]:
        return {
            name: self._graded(name, one.files["work.py"].decode())
            for name, one in programs.items()
        }

    def graded_until(
        self, programs: dict[str, Submission], most: int, title: str
    ) -> dict[str, GradedSubmission]:
        assert most == MOST_CHECKS
        return self.graded_in_full(programs, title)

    def _graded(self, name: str, work: str) -> GradedSubmission:
        found = re.search(r"step.*?return place ?(\S*)", work, re.DOTALL)
        reply = found[1] if found else ""
        symptom = Symptom("b", {0: Judgement(reply, reply)})
        checks = ["step.public"] if reply == "-" else ["step.public", *map(str, range(MOST_CHECKS))]
        delivery = SubmissionSource(name, name, None, alone=True)  # type: ignore[arg-type]
        return GradedSubmission(
            delivery,
            DeliveryState.GRADED,
            result(check()),
            noted={NAME: msgspec.Raw(msgspec.json.encode(Noted(dict.fromkeys(checks, symptom))))},
        )


@pytest.mark.slow
def test_mutants_are_kept_that_fail_few_checks_as_no_exemplar_does(
    faults: World, tmp_path: Path
) -> None:
    """A change of the reference makes all of them stale."""
    lines = {
        "reference/faults/work.py": (
            "    return place + 1",
            "    # solution begins\n    return place + 1\n    # solution ends",
        )
    }
    world = faults.copy(tmp_path / "world", lines)
    made = make(Graded(world), mutants=20)  # type: ignore[arg-type]
    assert made.mutants == 1
    (mutant,) = (
        fault for fault in dictionary.load(world.assignment).faults.values() if fault.is_mutant
    )
    assert (
        mutant.diagnosis
        == "`return place + 1` became `return place - 1` in the reference (a mutant)"
    )
    assert (mutant.functions, mutant.hint, list(mutant.entries)) == (("step",), "", ["step.public"])
    changed = world.copy(
        tmp_path / "changed", {"reference/faults/work.py": ("place + 1", "1 + place")}
    )
    assert not [
        fault
        for fault in dictionary.load(changed.assignment).faults
        if fault.startswith(dictionary.MUTANT)
    ]


def test_reference_has_one_function_at_a_time_as_the_starter_has_it() -> None:
    stubs = {stub.name: stub for stub in unwritten(load_assignment("ics32_columns"))}
    assert {"Columns.tick", "format_floor"} <= stubs.keys()
    assert "read_game" not in stubs  # the starter has it all
    assert "return ''" in stubs["format_floor"].content.decode().partition("def format_floor")[2]


@pytest.mark.slow
def test_refresh_names_what_is_stale_in_a_dictionary(
    faults: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """These are exemplars and checks that have changed, or are new."""
    root = tmp_path / "faults"
    shutil.copytree(faults.root, root)
    command = ["--root", str(root), "refresh", "faults", "--only", "dictionary", "--check"]
    assert main(command) == 0
    assert capsys.readouterr().out == "dictionary up to date\n"
    jumps = root / "graders/faults/exemplars/faulty/jumps/work.py"
    jumps.write_text(jumps.read_text().replace("2", "3"))
    shutil.rmtree(root / "graders/faults/exemplars/faulty/leaps")
    assert main(command) == 1
    assert capsys.readouterr().out.splitlines() == [
        "dictionary stale faulty/jumps",
        "dictionary stale faulty/leaps",
    ]
