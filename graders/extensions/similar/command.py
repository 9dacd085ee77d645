"""``grader similar``: finds similar files in a class."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from graders.harness.commands.grammar import NamedAssignment, ReadAs, arg
from graders.harness.errors import GraderError
from graders.harness.intake.bulk import Reading

if TYPE_CHECKING:
    from graders.harness.assignment.manifest import Assignment
    from graders.harness.intake.delivery import SubmissionSource

PAGE = "staff-similar.html"


def _percent(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 100:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 to 100; not {text!r}")
    return int(text)


def similar(
    assignment: NamedAssignment,
    paths: Annotated[Sequence[Path], arg("a class: the submissions", "PATH")],
    *,
    as_: ReadAs = "auto",
    against: Annotated[
        Sequence[Path],
        arg("also compare with these submissions, such as last year's (repeatable)", "PATH"),
    ] = (),
    least: Annotated[
        int,
        arg(
            "show pairs in which at least this percentage of one file is similar (default: 40)",
            "PERCENT",
            type=_percent,
        ),
    ] = 40,
    out: Annotated[Path, arg(f"the page to write (default: {PAGE})", "FILE")] = Path(PAGE),
) -> None:
    """Find similar files in a class (course staff).

    Compares the files of all submissions of a class, and shows similar ones with the matching
    passages side by side, on a page for staff.

    PATH is a class of submissions, as for `grader grade`; a folder of results does not contain
    them. No submission is run. Similarity is a reason to look closer and never changes a mark.

    comparison:
      - Comments, docstrings, white space, names and values are ignored. So is code given to
        everybody (the starter, the course's files), and code that more than half of the class have.
        Code that more than a tenth have (and ten submissions) counts less, the more have it.
      - One of the two files must be similar by PERCENT, or by half of that if some forty lines are
        equal (and PERCENT is not above 40).
      - Files of one submission are not compared, nor two submissions by the same people.
      - The end of the list names the files that were not compared, with the reason.

    Read the pairs from the top. If there are too many, raise --least; if there are none, try
    --least 20. A group of three or more may have one source outside of the class: compare with last
    year's submissions, or with a solution from the web (--against).

    examples:
      grader similar csc148_2020_blocky submissions/
      grader similar csc148_2020_blocky submissions.zip --least 70 --out alike.html
      grader similar csc148_2020_blocky submissions/ --against 2025/ --against found.py
    """
    import sys

    from rich.console import Console

    from graders.extensions.similar import comparing, page
    from graders.harness.content import write_file
    from graders.harness.course.pages import refusals
    from graders.harness.intake.bulk import find_deliveries

    refusals.refuse_results([*paths, *against])
    reading = Reading(as_)
    deliveries = find_deliveries(paths, assignment, reading)
    others = _others(against, assignment, reading)
    if len(deliveries) + len(others) < 2:
        raise GraderError(
            "there is only one submission, and comparing needs at least two: name a class"
        )
    messages = Console(stderr=True)
    with messages.status("starting") as status:
        step = status.update if messages.is_terminal else messages.print
        findings = comparing.similar(assignment, deliveries, others, least=least / 100, step=step)
    title = assignment.manifest.title
    write_file(out, page.page(findings, title, assignment.id))
    page.render(findings, f"{title} ({assignment.id})", Console())
    for note in deliveries.notes:
        print(f"grader: {note}", file=sys.stderr)
    print(f"\npage with the matching passages, for staff: {out}", file=sys.stderr)


def _others(
    paths: Sequence[Path], assignment: Assignment, reading: Reading
) -> list[SubmissionSource]:
    """Return the submissions of other classes, each named with its path. Raises GraderError."""
    from dataclasses import replace

    from graders.harness.intake.bulk import find_deliveries

    labels = [path.name for path in paths]
    if "" in labels or len(set(labels)) < len(labels):
        labels = list(map(str, paths))
    others = []
    for path, label in zip(paths, labels, strict=True):
        found = find_deliveries([path], assignment, reading)
        others += [
            replace(source, name=label if found.single else f"{label}/{source.name}")
            for source in found
        ]
    return others
