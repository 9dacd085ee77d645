"""Programs with several faults."""

from __future__ import annotations

import pytest

from graders.extensions.faults.combined import (
    clash,
    combined,
    definitions,
)
from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.verification.exemplars import (
    Exemplar,
    build,
    load_exemplars,
    solved_file,
)


@pytest.fixture(scope="module")
def columns() -> Assignment:
    return load_assignment("ics32_columns")


@pytest.fixture(scope="module")
def faulty(columns: Assignment) -> list[Exemplar]:
    return [one for one in load_exemplars(columns.grader) if one.kind == "faulty"]


@pytest.mark.slow
def test_faults_are_combined_as_far_as_they_act_on_different_definitions(
    columns: Assignment, faulty: list[Exemplar]
) -> None:
    chosen, files = combined(faulty, 4, columns.reference, columns.files.solved)
    assert len(chosen) == 4
    taken = [definitions(one) for one in chosen]
    assert not any(
        clash(one, other) for number, one in enumerate(taken) for other in taken[:number]
    )
    for one in chosen:  # the lines that each adds to the reference are there
        for name, alone in build(one, columns.reference, columns.files.solved).items():
            added = set(alone.splitlines()) - set(solved_file(columns.reference, name).splitlines())
            assert added <= set(files[name].splitlines())


def test_a_definition_clashes_with_itself_and_with_what_contains_it() -> None:
    assert clash({"a.py Board.swap"}, {"a.py Board.swap"})
    assert clash({"a.py Board"}, {"a.py Board.swap"})
    assert clash({"a.py Board.swap"}, {"a.py"})
    assert not clash({"a.py Board.swap"}, {"a.py Board.swap_all", "b.py Board.swap"})
