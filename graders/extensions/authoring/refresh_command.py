"""``grader refresh``: writes what is made from the reference, part by part.

The starter and the scenarios are made here. Extensions add parts (hook ``parts``).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Annotated

from graders.extensions.shared.refresh_parts import Refreshing, RefreshPart
from graders.harness.assignment.places import refuse_installed
from graders.harness.commands.grammar import (
    CORES,
    Jobs,
    NamedAssignment,
    Sandbox,
    arg,
    late,
    settings_of,
)
from graders.harness.errors import DONE, NOT_PASSED, GraderError
from graders.harness.extensions import added


def _starter(refreshing: Refreshing) -> Iterator[str]:
    from graders.harness.handout import starter

    assignment = refreshing.assignment
    common = starter.common_files(assignment.manifest)
    names_of = starter.stale if refreshing.check else starter.build
    for name in names_of(assignment.reference, assignment.starter, common):
        yield f"starter/{assignment.id}/{name}"
    note = starter.unproved([*assignment.files.submitted, *assignment.files.course])
    if note:
        print(f"note: {note}", file=sys.stderr)


def _scenarios(refreshing: Refreshing) -> Iterator[str]:
    from graders.extensions.authoring.verification.record import record

    assignment = refreshing.assignment
    for recorded in record(assignment, refreshing.names):
        if difference := recorded.difference():
            if not refreshing.check:
                recorded.path.write_text(recorded.after, encoding="utf-8")
            yield f"scenarios/{assignment.id}/{recorded.path.name}\n{difference}"


PARTS = (
    RefreshPart(
        "starter",
        "the reference without its solutions",
        lambda assignment: True,
        _starter,
    ),
    RefreshPart(
        "scenarios",
        "what the reference prints for the lines typed in each scenario\n"
        "(if scenarios are transcripts of a terminal)",
        lambda assignment: assignment.manifest.transcript is not None,
        _scenarios,
        named="scenario",
    ),
)
"""In the order of writing; those of extensions follow."""


def parts() -> dict[str, RefreshPart]:
    """Return all parts by name. Raises GraderError for a broken extension."""
    return {part.name: part for part in (*PARTS, *added("parts"))}


def _listed() -> str:
    """Return the parts with what they are, for the help."""
    between = "\n" + " " * 14
    return "\n".join(
        f"  {part.name:<12}{between.join(part.about.splitlines())}" for part in parts().values()
    )


@late(parts=_listed)
def refresh(
    assignment: NamedAssignment,
    names: Annotated[
        Sequence[str],
        arg("only these scenarios or checks of the part, also if they are not stale", "NAME"),
    ] = (),
    *,
    check: Annotated[
        bool, arg("change nothing; list what is stale and exit 1 if anything is")
    ] = False,
    only: Annotated[
        Sequence[str],
        arg("only this part (default: those that apply); may be repeated", "PART", choices=parts),
    ] = (),
    jobs: Jobs = CORES,
    sandbox: Sandbox = "auto",
) -> int:
    """Write what is made from the reference: starter, scenarios and others.

    Run it after a change of the reference, the checks or the exemplars; then review the differences
    and commit them. The parts, in the order of writing:
    {parts}

    A scenario is a header and a transcript. To make one, write the header and the input lines, like
    «this»; the reference adds its output. A line «^D» ends the input of a program that reads to its
    end. What is typed stays as it is: a scenario that types more or less than the reference reads
    is an error.

    examples:
      grader refresh ics32_columns                             all parts
      grader refresh ics32_columns --check                     what is stale
      grader refresh ics32_columns --only starter              one part
      grader refresh ics32_columns --only scenarios NAME       one scenario
    """
    known = parts()
    chosen = [part for name, part in known.items() if name in only] or [
        part for part in known.values() if part.is_due(assignment)
    ]
    if names and (len(only) != 1 or not chosen[0].named):
        named = " or ".join(f"--only {part.name}" for part in known.values() if part.named)
        raise GraderError(f"a NAME needs a part that has names: {named}")
    if not check:
        refuse_installed(assignment)
    refreshing = Refreshing(assignment, settings_of(assignment, sandbox), jobs, check, names)
    word, is_stale = "stale" if check else "wrote", False
    for part in chosen:
        count = 0
        for line in part.run(refreshing):
            print(f"{part.name:<10} {word} {line}", flush=True)
            count += 1
        if not count:
            print(f"{part.name:<10} up to date", flush=True)
        is_stale |= check and bool(count)
    if is_stale:
        print(
            f"grader: run `grader refresh {assignment.id}` and commit the changes", file=sys.stderr
        )
    return NOT_PASSED if is_stale else DONE
