"""Writes results again in other formats: what ``grader report`` does with what ``grader grade --out`` left."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import msgspec

from graders.harness.errors import GraderError
from graders.harness.intake.names import display, file_name
from graders.harness.manifest import ManifestError, load_assignment
from graders.harness.reports import class_folder, classroom
from graders.harness.reports.audience import Audience, view
from graders.harness.reports.counterexamples import Counterexamples
from graders.harness.reports.formats import FORMATS
from graders.harness.reports.look import Look
from graders.harness.reports.platforms import tables
from graders.harness.reports.whole import write_file
from graders.harness.result import Result, from_json


@dataclass(frozen=True, slots=True)
class Order:
    """What a person asked for."""

    path: Path
    """A result's file, the folder of a submission, or that of a class."""
    format: str
    audience: str | None = None
    """"staff" or "student"; None where they did not say."""
    out: Path | None = None
    """None to print it."""
    submission: Path | None = None
    """The files of the submission, for the lines that findings name."""
    column: str = ""
    """The assignment's column on Canvas."""
    criterion: tuple[str, ...] = ()
    """TASK=NAME: what a task is called on MarkUs."""


def report(order: Order) -> None:
    """Do what *order* says. Raises GraderError."""
    is_class = (order.path / class_folder.BOOK).is_file()
    if order.format not in FORMATS:
        if not is_class:
            raise GraderError(f"{order.format} is a format of a class: name the folder that holds its gradebook.csv")
        _tables(order)
    elif is_class:
        _each(order)
    else:
        _single(order)


def _single(order: Order) -> None:
    path = order.path / "result.json" if order.path.is_dir() else order.path
    if order.out is not None and order.out.resolve() == path.resolve():
        raise GraderError(f"{display(str(order.out), 200)} is the result itself: write the report elsewhere")
    result = _read(path)
    look = look_of(result)
    seen = view(result, _audience(order), look.disclosure)
    _leave(order.out, FORMATS[order.format].write(seen, look, _sources(order, result)))


def _each(order: Order) -> None:
    """Write a document for every submission of a class, and for staff the page of the class beside their pages."""
    if order.out is None:
        raise GraderError("of a class there is one file a submission: say where with --out DIR")
    if order.submission is not None:
        raise GraderError("--submission goes with one result")
    kind, audience = FORMATS[order.format], _audience(order)
    if audience is Audience.STUDENT and any(
        (order.out / name).exists() for name in (class_folder.BOOK, class_folder.PAGE)
    ):
        raise GraderError(
            f"{display(str(order.out), 200)} holds what is for staff: name a folder of its own for students"
        )
    entries = class_folder.read(order.path)
    index = order.format == "html" and audience is Audience.STAFF
    counterexamples = Counterexamples()
    done = set()
    for entry in entries:
        result = entry.row.result
        if result is None or entry.row.submission in done:
            continue
        done.add(entry.row.submission)
        look = look_of(result)
        seen = view(result, audience, look.disclosure)
        write_file(order.out / file_name(entry.row.submission) / kind.file, kind.write(seen, look, {}))
        counterexamples.add(result)
    if index and done:
        rows = [entry.row for entry in entries]
        first = next(row.result for row in rows if row.result)
        look = look_of(first)
        summary = classroom.summarise(f"{look.title} ({first.assignment})", rows)
        class_folder.write_page(order.out, summary, rows, counterexamples.common(), look, first.assignment)
    print(f"grader: {len(done)} written below {display(str(order.out), 200)}", file=sys.stderr)


def _tables(order: Order) -> None:
    if order.audience == "student":
        raise GraderError(f"{order.format} names everybody: it is for staff")
    entries = class_folder.read(order.path)
    first = next((entry.row.result for entry in entries if entry.row.result), None)
    if order.format == "canvas":
        title = order.column or (look_of(first).title if first else "")
        _leave(order.out, tables.canvas(entries, title))
        return
    criteria = {}
    for given in order.criterion:
        task, sign, name = given.partition("=")
        if not sign or not name:
            raise GraderError(f"--criterion wants TASK=NAME, such as block=Correctness, not {given!r}")
        criteria[task] = name
    _leave(order.out, tables.markus(entries, criteria))


def look_of(result: Result) -> Look:
    """Return how results of this assignment are shown. Raises GraderError for one that this grader does not have."""
    try:
        return Look.of(load_assignment(result.assignment).manifest)
    except ManifestError as error:
        raise GraderError(f"this result is of another grader: {error}") from None


def _read(path: Path) -> Result:
    shown = display(str(path), 200)
    try:
        return from_json(path.read_bytes())
    except OSError as error:
        raise GraderError(f"{shown}: {error.strerror}; `grader grade ... --out DIR` writes results") from None
    except (msgspec.DecodeError, ValueError) as error:
        raise GraderError(f"{shown}: is no result of a submission ({error})") from None


def _sources(order: Order, result: Result) -> dict[str, bytes]:
    from graders.harness.intake import read_submission

    if order.submission is None:
        return {}
    return dict(read_submission(order.submission, load_assignment(result.assignment)).files)


def _audience(order: Order) -> Audience:
    return Audience(order.audience or "student")


def _leave(out: Path | None, document: bytes) -> None:
    if out is None:
        sys.stdout.buffer.write(document)
        sys.stdout.buffer.flush()
    else:
        write_file(out, document)
