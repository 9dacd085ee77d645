"""The classes below `bench/classes` fit their lists, and the grader says of a program what its list says."""

from __future__ import annotations

import pytest

from bench.classes import WrittenFault, WrittenProgram, class_ids, folder, read_class
from bench.diagnosis import is_right
from bench.realclass import graded, table
from graders.extensions.faults.dictionary import Dictionary, Fault
from graders.extensions.faults.evident import EVIDENT, KINDS
from graders.extensions.shared.exemplars import load_exemplars
from graders.harness.assignment.manifest import load_assignment
from graders.harness.diagnosis import Certainty, KnownFault
from tests import nightly

each_class = pytest.mark.parametrize("id", class_ids())


@each_class
def test_programs_have_files_that_are_handed_in_and_no_others(id: str) -> None:
    submitted = {*load_assignment(id).files.submitted}
    for program in read_class(id).programs:
        files = {path.name for path in folder(id, program).iterdir()}
        assert files, program.id
        assert files <= submitted or not submitted, program.id  # some leave the names free


@each_class
def test_faults_name_exemplars_that_exist(id: str) -> None:
    known = {one.id for one in load_exemplars(load_assignment(id).grader) if one.kind == "faulty"}
    known |= {f"{EVIDENT}{kind}" for kind in KINDS}
    for program in read_class(id).programs:
        for fault in program.faults:
            named = {one for one in fault.exemplars if not one.startswith("unwritten/")}
            assert named <= known, f"{program.id}: {fault.what}"


@pytest.mark.parametrize(
    ("ids", "checks", "right"),
    [
        (("faulty/other", "faulty/stays"), ("step.far", "step.near"), True),
        (("faulty/stays",), ("back.near",), False),
        (("faulty/other",), ("step.near",), False),
        (("faulty/stays-again",), ("step.near",), True),
    ],
)
def test_name_is_right_if_it_explains_a_check_of_its_own_fault(
    ids: tuple[str, ...], checks: tuple[str, ...], right: bool
) -> None:
    faults = (
        WrittenFault("step stays", ("step.near",), ("faulty/stays",)),
        WrittenFault("back leaps", ("back.near",)),
    )
    name = KnownFault(("a fault",), ids, Certainty.LIKELY, "", checks)
    writings = {
        id: Fault(id, "it stays", "", (), {}) for id in ("faulty/stays", "faulty/stays-again")
    }
    program = WrittenProgram("one", faults=faults)
    assert is_right(name, program, Dictionary(writings)) is right


@pytest.mark.slow
@pytest.mark.parametrize("id", nightly.assignments("ics32_columns"))
def test_program_fails_the_checks_of_its_list(id: str) -> None:
    faulty = next(program for program in read_class(id).programs if program.fails)
    (one,) = graded(id, [faulty])
    assert one.differences() == []
    assert one.cost.judge > 0
    assert any(line.startswith(one.kind) for line in table([one]))
