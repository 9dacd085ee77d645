"""Writes the results of a class again in other formats: what ``grader report`` does, also with a
single result.
"""

from __future__ import annotations

import sys
from pathlib import Path

from graders.harness.content import write_file
from graders.harness.course import class_folder, tables
from graders.harness.course.counterexamples import Counterexamples
from graders.harness.course.pages import page_folder, page_is_own
from graders.harness.errors import GraderError
from graders.harness.intake.names import display, file_name, listing
from graders.harness.reports.audience import Audience, view
from graders.harness.reports.folder import code_beside, page_name
from graders.harness.reports.formats import FORMATS
from graders.harness.reports.medium import how_many
from graders.harness.reports.reporting import Order, leave, look_of, single


def report(order: Order) -> None:
    """Do what *order* says. Raises GraderError."""
    is_class = (order.path / class_folder.BOOK).is_file()
    if order.format not in FORMATS:
        if not is_class:
            raise GraderError(
                f"{order.format} is a format of a class: name the folder that holds its "
                "gradebook.csv"
            )
        _tables(order)
    elif is_class:
        _each(order)
    else:
        single(order)


def _each(order: Order) -> None:
    """Write a document for every submission of a class, and for staff the page of the class beside
    their pages.
    """
    if order.out is None:
        raise GraderError("a class makes one file for each submission: say where with --out DIR")
    if order.submission is not None:
        raise GraderError("--submission goes with one result")
    kind, audience = FORMATS[order.format], order.reader
    if audience is Audience.STUDENT and any(
        (order.out / name).exists() for name in (class_folder.BOOK, class_folder.PAGE)
    ):
        raise GraderError(
            f"{display(str(order.out), 200)} holds what is for staff: name a folder of its own "
            "for students"
        )
    entries = class_folder.read(order.path)
    index = order.format == "html" and audience is Audience.STAFF
    counterexamples = Counterexamples()
    file = page_name(audience) if order.format == "html" else kind.file
    done = set()
    for entry in entries:
        result, page = entry.row.result, entry.row.page
        if result is None or page in done:
            continue
        done.add(page)
        look = look_of(result)
        seen = view(result, audience, look.disclosure)
        document = kind.write(seen, look, code_beside(order.path / page_folder(page)))
        _remove_earlier(order.out / file_name(entry.row.submission), file, own=page_is_own(page))
        write_file(order.out / page_folder(page) / file, document)
        counterexamples.add(result)
    if index and done:
        rows = [entry.row for entry in entries]
        first = next(row.result for row in rows if row.result)
        look = look_of(first)
        summary = class_folder.summary_of(order.path, rows, f"{look.title} ({first.assignment})")
        class_folder.write_page(
            order.out, summary, rows, counterexamples.common(), look, first.assignment
        )
    count, where = how_many(len(done), "report"), display(str(order.out), 200)
    print(f"grader: {count} ({order.format}) written below {where}", file=sys.stderr)


def _remove_earlier(folder: Path, file: str, *, own: bool) -> None:
    """Remove the report that an earlier export wrote for the whole group, now that each member has
    their own; or the other way round.
    """
    for path in [folder / file] if own else folder.glob(f"*/{file}"):
        path.unlink(missing_ok=True)


def _tables(order: Order) -> None:
    if order.audience == "student":
        raise GraderError(f"{order.format} names everybody: it is for staff")
    everybody = class_folder.read(order.path)
    entries = [entry for entry in everybody if entry.on_roster]
    strangers = [entry for entry in everybody if not entry.on_roster]
    if strangers:
        shown = listing((entry.row.submission for entry in strangers), most=10)
        print(
            f"grader: not on the roster, so not in this table ({len(strangers)}): {shown}",
            file=sys.stderr,
        )
    left = tables.waiting(entries)
    if left and tables.marked_by_tutors(entries):
        effect = (
            "have no mark there"
            if order.format == "canvas"
            else "so the tutors' parts and the whole mark are left out"
        )
        print(
            f"grader: {len(left)} not marked yet by a tutor, {effect}: {listing(left, 5)}",
            file=sys.stderr,
        )
    first = next((entry.row.result for entry in entries if entry.row.result), None)
    what = f"table ({order.format}, {how_many(len(entries), 'person', 'people')})"
    if order.format == "canvas":
        title = order.column or (look_of(first).title if first else "")
        leave(order.out, tables.canvas(entries, title), what)
        return
    criteria = {}
    for given in order.criterion:
        task, sign, name = given.partition("=")
        if not sign or not name:
            raise GraderError(
                f"--criterion wants TASK=NAME, such as block=Correctness, not {given!r}"
            )
        criteria[task] = name
    differ = tables.differing_groups(entries)
    if differ:
        print(
            f"grader: a line for each member, because their marks differ: {listing(differ, 10)}; "
            "MarkUs has one mark for a group, so enter the mark of these groups yourself",
            file=sys.stderr,
        )
    leave(order.out, tables.markus(entries, criteria), what)
