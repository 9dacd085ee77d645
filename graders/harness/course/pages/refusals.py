"""Refuses folders of results where they would mix with submissions, or with other results."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from graders.harness.course.pages import class_file
from graders.harness.documents import parse_json
from graders.harness.errors import GraderError
from graders.harness.intake.names import display, file_name
from graders.harness.result import one_line


class _Of(msgspec.Struct):
    assignment: str = ""


def refuse_another(out: Path, assignment: str) -> None:
    """Raise GraderError if *out* contains results of another assignment: one gradebook cannot hold
    both.
    """
    pages = (*out.glob("[!.]*/result.json"), *out.glob("[!.]*/*/result.json"))
    for path in sorted(pages):
        try:
            other = parse_json(path.read_bytes(), _Of).assignment
        except (OSError, msgspec.DecodeError):
            continue
        if other and other != assignment:
            raise GraderError(
                f"{display(str(out), 200)} contains results of {one_line(other, 80)} "
                f"({display(path.parent.name)}), not of {assignment}: choose another folder "
                "with --out"
            )


def refuse_results(paths: Iterable[Path]) -> None:
    """Raise GraderError if one of *paths*, which are to be submissions, is a class's results."""
    for path in paths:
        if class_file.exists(path):
            raise GraderError(
                f"{display(str(path), 200)} contains the results of a class: name the folder of "
                "its submissions, or move the results out of it"
            )


def refuse_within(paths: Iterable[Path], out: Path) -> None:
    """Raise GraderError if *out* is one of *paths*, or inside of one: the next run would take
    results for submissions.
    """
    folders = list(filter(out.resolve().is_relative_to, map(Path.resolve, paths)))
    if folders:
        beside = display(str(folders[0].parent / "marks"), 200)
        raise GraderError(
            f"{display(str(out), 200)} is in the folder of the submissions, and results there "
            f"would count as submissions: choose a folder beside it, such as --out {beside}"
        )


def refuse_own_pages(out: Path, submission: str) -> None:
    """Raise GraderError if members of a group have their own pages of *submission* below *out*:
    these would stay beside a result that is graded alone.
    """
    if any((out / file_name(submission)).glob("*/result.json")):
        raise GraderError(
            f"{display(str(out), 200)}: members of {display(submission)} have their own pages "
            "there; grade the class again, or choose another folder with --out"
        )
