"""The classes below `bench/classes` fit their lists, and the grader says of a program what its list says."""

from __future__ import annotations

import pytest

from bench.classes import class_ids, folder, read_class
from bench.classes.check import differences, graded
from graders.harness.assignment.manifest import load_assignment

each_class = pytest.mark.parametrize("id", class_ids())


@each_class
def test_programs_have_files_that_are_handed_in_and_no_others(id: str) -> None:
    submitted = {*load_assignment(id).files.submitted}
    for program in read_class(id).programs:
        files = {path.name for path in folder(id, program).iterdir()}
        assert files and files <= submitted, program.id


@pytest.mark.slow
@each_class
def test_program_fails_the_checks_of_its_list(id: str) -> None:
    faulty = next(program for program in read_class(id).programs if program.fails)
    ((_, result),) = graded(id, [faulty])
    assert differences(faulty, result) == []
