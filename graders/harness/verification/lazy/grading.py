"""Grades lazy programs: all checks of each, since those that it passes are what matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from graders.harness.course.batch import Done
from graders.harness.intake import submission_from_bytes
from graders.harness.verification.gradings import Gradings, given
from graders.harness.verification.lazy import Lazy, by_function, lazy_programs
from graders.harness.verification.lazy.reasons import Addition
from graders.harness.verification.mutants import sample


def graded_lazily(
    gradings: Gradings, additions: Sequence[Addition] = (), functions: int | None = None
) -> tuple[list[Lazy], Mapping[str, Done]]:
    """Grade the lazy programs of so many *functions*, evenly spread (None: all); return them and
    what became of each.

    Raises GraderBroken, and ReasonsError for an addition that fits nothing.
    """
    assignment = gradings.assignment
    files = given(assignment, assignment.reference)
    of_each = list(
        by_function(lazy_programs(files, given(assignment, assignment.starter), additions)).values()
    )
    some = of_each if functions is None else sample(of_each, functions)
    programs = [program for of_one in some for program in of_one]
    submissions = {
        one.program.name: submission_from_bytes(
            one.program.name, {**files, one.program.file: one.program.content}, assignment
        )
        for one in programs
    }
    settings = msgspec.structs.replace(gradings.hurried(gradings.settings), shrink_calls=0)
    return programs, gradings.graded(submissions, settings, "lazy programs")
