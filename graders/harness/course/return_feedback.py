"""Writes each student's own page in the form that a platform accepts.

Pages are made only from results that `reports.audience.redact` has limited to a student. The index
of files and students is for staff, so it never lies among the pages.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from graders.harness.content import write_file
from graders.harness.course import class_folder
from graders.harness.course.class_folder import GradebookEntry
from graders.harness.course.gradebook import Table, to_csv
from graders.harness.course.pages import page_folder, page_is_own
from graders.harness.course.platform_tables import waiting
from graders.harness.course.roster import HEADINGS
from graders.harness.errors import GraderError
from graders.harness.intake import names
from graders.harness.intake.grouping import grouped
from graders.harness.intake.platforms import CANVAS_FILE
from graders.harness.reports.audience import Audience, redact
from graders.harness.reports.formats import FORMATS
from graders.harness.reports.reporting import report_style_of
from graders.harness.reports.result_folder import (
    PAGE,
    code_beside,
    diagnosis_beside,
)

INDEX = "index.csv"
HEADING = ("student id", "login", "name", "group", "submission", "file", "remark")
PERSON, GROUP, SIMILAR = 2, 1, 0
"""Claims to a path: it is named after a person, or a group; or their names had to be changed."""
ONE_PLACE = "{} shows one page to a whole group, but its members' pages differ:"
SAME_NAME = "another person's page has the same name"
_PARTICIPANT = re.compile(r"Participant ([0-9]+)")
_NUMBER = re.compile(r"(?P<who>.*)_(?P<number>[0-9]+)", re.DOTALL)


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


@dataclass(frozen=True, slots=True)
class Address:
    """The path of a person's file, or the reason why there is none."""

    path: str = ""
    remark: str = ""
    claim: int = PERSON
    """How good its claim to the path is, if others have the same."""


@dataclass(slots=True)
class _Mailing:
    """A person, and where their page goes."""

    entry: GradebookEntry
    address: Address
    document: bytes = b""
    """Empty if there is no path."""


Addresses = Callable[[GradebookEntry], Address]


@dataclass(frozen=True, slots=True)
class Target:
    """A platform, or plain folders."""

    format: str = "html"
    zipped: str = ""
    """Name of the zip; "" for folders."""


TARGETS: Mapping[str, Target] = {
    "canvas": Target(zipped="canvas.zip"),
    "moodle": Target(zipped="moodle.zip"),
    "markus": Target(),
    "gradescope": Target(format="gradescope"),
    "folders": Target(),
}


def return_feedback(
    folder: Path, target: str, out: Path, download: Path | None = None
) -> ReturnedFeedback:
    """Write the files for *target* from the class in *folder* below *out*, and the index. Raises
    GraderError.

    download: for Canvas, the graded download, whose file names contain numbers that Canvas
    requires.
    """
    label = names.display(str(out), 200)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise GraderError(
            f"{label} is not empty; choose a new folder, so that no old page is handed back"
        )
    if download is not None and target != "canvas":
        raise GraderError("--download is only for --for canvas")
    kind = TARGETS[target]
    entries = class_folder.read(folder)
    files: dict[str, bytes] = {}
    lines, left_out = [], []
    documents = _Documents(folder, kind.format)
    address_of = _addresses(target, entries, download)
    mailings = [_Mailing(entry, _address(entry, address_of)) for entry in entries]
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
            entry.cell(HEADINGS["login"]),
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
    people = len(entries) - len(left_out)
    return ReturnedFeedback(
        people, tuple(left_out), where, out / INDEX, waiting(entries)
    )


def _address(entry: GradebookEntry, address_of: Addresses) -> Address:
    """Return where the page of *entry* goes, or why it has none."""
    if not entry.on_roster:
        return Address(remark="not on the roster")
    if entry.row.graded is None:
        return Address(remark=entry.row.state.value)
    return address_of(entry)


def _part_alike(mailings: Iterable[_Mailing], elsewhere: Addresses) -> None:
    """Send different pages with the same path *elsewhere*, so that no person stops the others.

    The only page with the best claim keeps its path.
    """
    sent = [mailing for mailing in mailings if mailing.address.path]
    by_path = grouped(sent, key=lambda mailing: names.folded(mailing.address.path))
    for alike in by_path.values():
        if len({mailing.document for mailing in alike}) == 1:
            continue
        best = max(each.address.claim for each in alike)
        rightful = {each.document for each in alike if each.address.claim == best}
        for mailing in alike:
            if rightful != {mailing.document}:
                mailing.address = elsewhere(mailing.entry)


def _apart(entry: GradebookEntry) -> Address:
    """Return a folder that no other page has."""
    folder = names.file_name(f"{_called(entry)}#{entry.row.page}")
    return Address(f"{folder}/{PAGE}", SAME_NAME)


def _nowhere(entry: GradebookEntry) -> Address:
    return Address(
        remark=f"{SAME_NAME}, and the platform has one place for both: mail it"
    )


class _Documents:
    """Documents for students, made once for each page."""

    def __init__(self, folder: Path, format: str) -> None:
        self._folder = folder
        self._format = FORMATS[format]
        self._documents = dict[str, bytes]()

    def of(self, entry: GradebookEntry) -> bytes:
        """Return the student's document of a graded entry."""
        result = entry.row.result
        assert result is not None
        page = entry.row.page
        if page not in self._documents:
            report_style = report_style_of(result)
            folder = self._folder / page_folder(page)
            seen = redact(
                result,
                Audience.STUDENT,
                report_style.disclosure,
                diagnosis_beside(folder),
                # marks are handed back when the deadline is over
                shows_hints=report_style.shows_hints(after_deadline=True),
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


# Addresses of files.


def _addresses(
    target: str, entries: Sequence[GradebookEntry], download: Path | None
) -> Addresses:
    """Return the function that addresses people on *target*. Raises GraderError."""
    if target != "canvas":
        return _ADDRESSES[target]
    if download is None:
        raise GraderError(
            "Canvas accepts files only under the names in its download: give the download with "
            "--download PATH"
        )
    return _Canvas(entries, download).address


def _gradescope(entry: GradebookEntry) -> Address:
    return Address(f"{page_folder(entry.row.page)}/results.json")


def _folder(entry: GradebookEntry) -> Address:
    return _in_folder(_called(entry))


def _in_folder(raw: str, remark: str = "", claim: int = PERSON) -> Address:
    part = _part(raw)
    return Address(f"{part}/{PAGE}", remark, claim if part == raw else SIMILAR)


def _called(entry: GradebookEntry) -> str:
    row = entry.row
    if not (entry.roster or row.student_id):
        return row.submission  # the name is a label, which others may have, too
    return (
        " ".join(
            filter(None, (row.name, entry.cell(HEADINGS["login"]) or row.student_id))
        )
        or row.submission
    )


def _part(raw: str) -> str:
    """Return *raw* as one part of a path that is valid everywhere; letters of any script stay."""
    safe = (
        " ".join(re.sub(r"[^\w .@'()-]|\.{2,}", " ", raw).split())
        .strip(". -")[:80]
        .rstrip(". ")
    )
    return safe if safe and names.is_safe(safe) else names.file_name(raw)


def _markus(entry: GradebookEntry) -> Address:
    """MarkUs has one place for a group, visible to all members."""
    person = entry.cell(HEADINGS["login"]) or entry.row.shown
    if page_is_own(entry.row.page):
        return _in_folder(person, f"{ONE_PLACE.format('MarkUs')} mail it")
    group = entry.row.group
    return _in_folder(group, claim=GROUP) if group else _in_folder(person)


def _moodle(entry: GradebookEntry) -> Address:
    """Moodle identifies people by the participant number, `Identifier` in its grading worksheet."""
    number = _moodle_number(entry)
    if not number:
        return Address(
            remark="no participant number; grade with Moodle's grading worksheet as the roster"
        )
    who = _part(entry.row.name or "participant").replace("_", " ")
    return Address(f"{who}_{number}_assignsubmission_file_/{PAGE}")


def _moodle_number(entry: GradebookEntry) -> str:
    participant = _PARTICIPANT.fullmatch(
        entry.cell(["identifier"]) or entry.row.student_id
    )
    if participant:
        return participant[1]
    return "" if entry.roster else _number_in(entry.row.submission)


def _number_in(submission: str) -> str:
    match = _NUMBER.fullmatch(submission)
    return match["number"] if match else ""


_ADDRESSES: Mapping[str, Addresses] = {
    "moodle": _moodle,
    "markus": _markus,
    "gradescope": _gradescope,
    "folders": _folder,
}


class _Canvas:
    """Canvas identifies a submission by two numbers in its file name: the user's and the file's.

    It gives a group's files to one member, and shows that member's page to the others.
    """

    def __init__(self, entries: Iterable[GradebookEntry], download: Path) -> None:
        """Raises GraderError unless *download* is a download of Canvas."""
        self._beginnings = _beginnings(download)
        self._of_group: dict[str, str] = {}
        """Submission -> prefix of its file names in the download."""
        self._shared = set[str]()
        """Submissions of which a member has no file in the download."""
        for entry in entries:
            beginning = self._own_beginning(entry)
            if beginning:
                self._of_group.setdefault(entry.row.submission, beginning)
            else:
                self._shared.add(entry.row.submission)

    def _own_beginning(self, entry: GradebookEntry) -> str:
        return self._beginnings.get(_canvas_number(entry), "")

    def address(self, entry: GradebookEntry) -> Address:
        """Return where a person's page goes."""
        submission = entry.row.submission
        if page_is_own(entry.row.page) and submission in self._shared:
            return Address(
                remark=f"{ONE_PLACE.format('Canvas')} use --for folders and mail it"
            )
        own = self._own_beginning(entry)
        if own:
            return Address(f"{own}{PAGE}")
        if submission in self._of_group:
            path = f"{self._of_group[submission]}{PAGE}"
            return Address(path, "through the member of the group who handed in")
        return Address(remark="no file in Canvas' download")


def _canvas_number(entry: GradebookEntry) -> str:
    if entry.roster:
        return entry.roster.get("id", "")
    return entry.row.student_id or _number_in(entry.row.submission)


def _beginnings(download: Path) -> dict[str, str]:
    """Return the prefixes of file names: user's number -> prefix. Raises GraderError."""
    beginnings: dict[str, str] = {}
    for match in map(CANVAS_FILE.fullmatch, sorted(_names_in(download))):
        if match:
            beginnings.setdefault(match["user"], match.string[: match.start("name")])
    if not beginnings:
        raise GraderError(
            f"{names.display(str(download), 200)} contains no file named as in a Canvas download"
        )
    return beginnings


def _names_in(download: Path) -> Iterable[str]:
    try:
        if download.is_dir():
            return [path.name for path in download.rglob("*") if path.is_file()]
        with zipfile.ZipFile(download) as archive:
            return [name.rpartition("/")[2] for name in archive.namelist()]
    except (OSError, zipfile.BadZipFile) as error:
        raise GraderError(
            f"{names.display(str(download), 200)} cannot be read as a Canvas download ({error})"
        ) from None
