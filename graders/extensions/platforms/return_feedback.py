"""Writes each student's own page in the form that a platform accepts.

Pages are made only from results that `reports.audience.redact` has limited to a student, or of the
reason why a submission cannot be read. The index of files and students is for staff, so it never
lies among the pages.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from graders.extensions.platforms import unreadable
from graders.extensions.platforms.feedback import (
    PERSONAL_FOLDERS,
    Address,
    Addresses,
    Target,
    called,
)
from graders.extensions.platforms.platform import with_ways_back
from graders.extensions.platforms.tables import waiting
from graders.harness.content import write_file
from graders.harness.course.marks import tutors, up_to_date
from graders.harness.course.pages import class_file, class_folder
from graders.harness.course.pages.class_folder import GradebookEntry
from graders.harness.course.pages.gradebook import GradingState, Table, to_csv
from graders.harness.course.pages.mark_cells import without_mark
from graders.harness.course.pages.page_names import page_folder
from graders.harness.course.people.roster import headings_of
from graders.harness.errors import GraderError
from graders.harness.intake import names
from graders.harness.intake.grouping import grouped
from graders.harness.reports.audience import Audience
from graders.harness.reports.formats import formats
from graders.harness.reports.report_style import report_style_of
from graders.harness.reports.result_folder import (
    PAGE,
    code_beside,
    diagnosis_beside,
)

INDEX = "index.csv"
HEADING = ("student id", "login", "name", "group", "submission", "file", "remark")
SAME_NAME = "another person's page has the same name"
REASON_ONLY = "unreadable: the page has the reason and no mark"


@dataclass(frozen=True, slots=True)
class ReturnedFeedback:
    """The files written for a platform."""

    people: int
    """Number of people with a page."""
    left_out: tuple[str, ...]
    """Names of people without a page, with the reason."""
    where: Path
    """The zip or folder for the platform."""
    index: Path
    unmarked: tuple[str, ...] = ()
    """People whose page still has an unmarked part."""
    without_mark: str = ""
    """How many have no mark, and why."""


@dataclass(slots=True)
class _Mailing:
    """A person, and where their page goes."""

    entry: GradebookEntry
    address: Address
    document: bytes = b""
    """Empty if there is no path."""


def targets() -> Mapping[str, Target]:
    """Return the platforms that take pages, and plain folders, by name."""
    taking = {
        platform.name: platform.feedback for platform in with_ways_back() if platform.feedback
    }
    return {**taking, "folders": PERSONAL_FOLDERS}


def return_feedback(
    folder: Path,
    target: str,
    out: Path,
    download: Path | None = None,
    release: str | None = None,
) -> ReturnedFeedback:
    """Write the files for *target* from the class in *folder* below *out*, and the index. Raises
    GraderError.

    download: for Canvas, the graded download, whose file names contain numbers that Canvas
    requires; release: see `ReportStyle.redacted`.
    """
    label = names.display(str(out), 200)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise GraderError(
            f"{label} is not empty; choose a new folder, so that no old page is handed back"
        )
    kind = targets()[target]
    if download is not None and not kind.needs_download:
        takers = " and ".join(name for name, target in targets().items() if target.needs_download)
        raise GraderError(f"--download is only for --for {takers}")
    entries = up_to_date.read(folder)
    files: dict[str, bytes] = {}
    lines, left_out = [], []
    authors = class_folder.people_by_page(entries)
    documents = _Documents(folder, kind.format, release, authors, _title(entries))
    address_of = kind.addresses(entries, download)
    mailings = [_Mailing(entry, _address(entry, address_of, documents)) for entry in entries]
    for mailing in mailings:
        if mailing.address.path:
            mailing.document = documents.of(mailing.entry)
    _part_alike(mailings, _apart if target == "folders" else _nowhere)
    for mailing in mailings:
        entry, address = mailing.entry, mailing.address
        row = entry.row
        if address.path:
            files[address.path] = mailing.document
        else:
            left_out.append(f"{names.display(row.shown)}: {address.remark}")
        who = (
            row.student_id,
            entry.cell(headings_of("login")),
            row.name,
            row.group,
            row.submission,
        )
        lines.append((*who, address.path, address.remark))
    if not files:
        reason = f": {left_out[0]}" if left_out else ""
        raise GraderError(f"there is nothing to hand back{reason}")
    where = _write(out, kind, files)
    write_file(out / INDEX, b"\xef\xbb\xbf" + to_csv(Table(HEADING, tuple(lines))))
    returned = [mailing.entry for mailing in mailings if mailing.address.path]
    return ReturnedFeedback(
        len(returned),
        tuple(left_out),
        where,
        out / INDEX,
        waiting(returned),
        without_mark(entries),
    )


def _title(entries: Iterable[GradebookEntry]) -> str:
    """Return the assignment's title; "" if nobody has a result."""
    results = class_folder.results_of(entries)
    return report_style_of(results[0]).title if results else ""


def _address(entry: GradebookEntry, address_of: Addresses, documents: _Documents) -> Address:
    """Return where the page of *entry* goes, or why it has none."""
    if not entry.row.on_roster:
        return Address(remark="not on the roster")
    if entry.row.graded is not None:
        return address_of(entry)
    if not documents.reason(entry):
        return Address(remark=entry.row.state.value)
    address = address_of(entry)
    return replace(address, remark=address.remark or REASON_ONLY)


def _part_alike(mailings: Iterable[_Mailing], elsewhere: Addresses) -> None:
    """Send different pages with the same path *elsewhere*, so that no person stops the others.

    The only page with the best claim keeps its path.
    """
    sent = [mailing for mailing in mailings if mailing.address.path]
    by_path = grouped(sent, key=lambda mailing: names.folded(mailing.address.path))
    for alike in by_path.values():
        if len({mailing.document for mailing in alike}) == 1:
            continue
        best = max(document.address.claim for document in alike)
        rightful = {document.document for document in alike if document.address.claim == best}
        for mailing in alike:
            if rightful != {mailing.document}:
                mailing.address = elsewhere(mailing.entry)


def _apart(entry: GradebookEntry) -> Address:
    """Return a folder that no other page has."""
    folder = names.file_name(f"{called(entry)}#{entry.row.page}")
    return Address(f"{folder}/{PAGE}", SAME_NAME)


def _nowhere(entry: GradebookEntry) -> Address:
    return Address(remark=f"{SAME_NAME}, and the platform has one place for both: mail it")


class _Documents:
    """Documents for students, made once for each page."""

    def __init__(
        self,
        folder: Path,
        format: str,
        release: str | None,
        people: Mapping[str, tuple[str, ...]],
        title: str,
    ) -> None:
        self._folder, self._release, self._people = folder, release, people
        self._format, self._title = formats()[format], title
        self._documents = dict[str, bytes]()
        # other formats always have a mark
        self._reasons = class_file.read(folder).unreadable if format == "html" else {}
        self._marks = tutors.read(folder)

    def reason(self, entry: GradebookEntry) -> str:
        """Return why the submission of *entry* cannot be read; "" if it can, or if its page could
        not say so.
        """
        is_unreadable = entry.row.state is GradingState.UNREADABLE
        return self._reasons.get(entry.row.submission, "") if is_unreadable else ""

    def of(self, entry: GradebookEntry) -> bytes:
        """Return the student's document of a graded or unreadable entry."""
        result = entry.row.result
        if result is None:
            comments = self._marks.comments_on(entry.row.submission)
            return unreadable.page(self._title, entry.row.shown, self.reason(entry), comments)
        page = entry.row.page
        if page not in self._documents:
            report_style = report_style_of(result, self._people.get(page, ()))
            folder = self._folder / page_folder(page)
            seen = report_style.redacted(
                result,
                Audience.STUDENT,
                diagnosis_beside(folder),
                release=self._release,
                after_deadline=True,  # marks are handed back after it
            )
            code = code_beside(folder)
            self._documents[page] = self._format.write(seen, report_style, code)
        return self._documents[page]


def _write(out: Path, kind: Target, files: Mapping[str, bytes]) -> Path:
    if not kind.zipped:
        for path, data in files.items():
            write_file(out / "files" / path, data)
        return out / "files"
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in sorted(files.items()):
            from_1980 = zipfile.ZipInfo(path)  # a fixed date, for identical archives
            archive.writestr(from_1980, data, zipfile.ZIP_DEFLATED)
    write_file(out / kind.zipped, stream.getvalue())
    return out / kind.zipped
