"""Hands results back: to each student, and to each member of a group, their own page, as a platform
takes it.

What leaves here is made of what `reports.audience.view` leaves of a result for a student, and of
nothing else. The index, which says who gets which file, names everybody and is for staff: it never
lies among the files.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from graders.harness.content import write_file
from graders.harness.course import class_folder
from graders.harness.course.class_folder import Entry
from graders.harness.course.gradebook import Standing, Table, to_csv
from graders.harness.course.pages import page_folder, page_is_own
from graders.harness.course.roster import HEADINGS
from graders.harness.course.tables import waiting
from graders.harness.errors import GraderError
from graders.harness.intake import names
from graders.harness.intake.platforms import CANVAS_FILE
from graders.harness.reports.audience import Audience, view
from graders.harness.reports.folder import PAGE, code_beside
from graders.harness.reports.formats import FORMATS
from graders.harness.reports.reporting import look_of

INDEX = "index.csv"
HEADING = ("student id", "login", "name", "group", "submission", "file", "remark")
ONE_PLACE = "{} shows the whole group one page, and the pages of its members differ:"
_NUMBER = re.compile(r"(?P<who>.*)_(?P<number>[0-9]+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Handed:
    """What was written."""

    people: int
    """Who gets something."""
    left_out: tuple[str, ...]
    """Who gets nothing, and why."""
    where: Path
    """What to give the platform: a zip, or a folder."""
    index: Path
    unmarked: tuple[str, ...] = ()
    """Whose page still says that a tutor has not marked it."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where one person's file goes; without a path, why nowhere."""

    path: str = ""
    remark: str = ""


Addresses = Callable[[Entry], Address]


@dataclass(frozen=True, slots=True)
class Target:
    """A platform, or the lack of one."""

    format: str = "html"
    zipped: str = ""
    """What the zip is called; empty for folders."""


TARGETS: Mapping[str, Target] = {
    "canvas": Target(zipped="canvas.zip"),
    "moodle": Target(zipped="moodle.zip"),
    "markus": Target(),
    "gradescope": Target(format="gradescope"),
    "folders": Target(),
}


def hand_back(folder: Path, target: str, out: Path, download: Path | None = None) -> Handed:
    """Write what *target* takes of the class in *folder* below *out*, and the index. Raises
    GraderError.

    download: for Canvas, the download that was graded, whose files' names hold numbers that Canvas
    wants back.
    """
    shown = names.display(str(out), 200)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise GraderError(
            f"{shown}: is not empty; name a new folder, so that nothing old is handed back"
        )
    if download is not None and target != "canvas":
        raise GraderError("--download goes with --for canvas")
    kind = TARGETS[target]
    entries = class_folder.read(folder)
    files: dict[str, bytes] = {}
    lines, left_out, people = [], [], 0
    documents = _Documents(folder, kind.format)
    for entry, address in zip(entries, _addresses(target, entries, download), strict=True):
        why = _why_nothing(entry) or ("" if address.path else address.remark)
        if why:
            left_out.append(f"{names.display(entry.row.shown)}: {why}")
        else:
            people += 1
            data = documents.of(entry)
            if files.setdefault(address.path, data) != data:
                path = names.display(address.path, 200)
                raise GraderError(f"two people would get the file {path}: who is it for?")
        row = entry.row
        who = (row.student_id, entry.cell(HEADINGS["login"]), row.name, row.group, row.submission)
        lines.append((*who, "" if why else address.path, why or address.remark))
    if not files:
        told = f": {left_out[0]}" if left_out else ""
        raise GraderError(f"there is nothing to hand back{told}")
    where = _write(out, kind, files)
    write_file(out / INDEX, b"\xef\xbb\xbf" + to_csv(Table(HEADING, tuple(lines))))
    return Handed(people, tuple(left_out), where, out / INDEX, waiting(entries))


def _why_nothing(entry: Entry) -> str:
    if not entry.on_roster:
        return "not on the roster"
    return "" if entry.row.standing is Standing.GRADED else entry.row.standing.value


class _Documents:
    """Documents for students, made once for each page."""

    def __init__(self, folder: Path, format: str) -> None:
        self._folder, self._format, self._made = folder, FORMATS[format], dict[str, bytes]()

    def of(self, entry: Entry) -> bytes:
        """Return the document of a graded entry, for students."""
        result = entry.row.result
        assert result is not None
        page = entry.row.page
        if page not in self._made:
            look = look_of(result)
            seen = view(result, Audience.STUDENT, look.disclosure)
            code = code_beside(self._folder / page_folder(page))
            self._made[page] = self._format.write(seen, look, code)
        return self._made[page]


def _write(out: Path, kind: Target, files: Mapping[str, bytes]) -> Path:
    if not kind.zipped:
        for path, data in files.items():
            write_file(out / "files" / path, data)
        return out / "files"
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in sorted(files.items()):
            archive.writestr(
                zipfile.ZipInfo(path), data, zipfile.ZIP_DEFLATED
            )  # of 1980: the same, the same bytes
    write_file(out / kind.zipped, stream.getvalue())
    return out / kind.zipped


# Where everybody's file goes.


def _addresses(target: str, entries: Sequence[Entry], download: Path | None) -> Iterator[Address]:
    if target == "canvas":
        yield from map(_canvas(entries, download), entries)
    elif target == "moodle":
        yield from map(_moodle, entries)
    elif target == "markus":
        yield from map(_markus, entries)
    elif target == "gradescope":
        yield from (Address(f"{page_folder(e.row.page)}/results.json") for e in entries)
    else:
        yield from (Address(f"{_part(_called(e))}/{PAGE}") for e in entries)


def _called(entry: Entry) -> str:
    row = entry.row
    return (
        " ".join(filter(None, (row.name, entry.cell(HEADINGS["login"]) or row.student_id)))
        or row.submission
    )


def _part(raw: str) -> str:
    """Return *raw* as one part of a path that every system takes; letters of any script stay."""
    safe = " ".join(re.sub(r"[^\w .@'()-]|\.{2,}", " ", raw).split()).strip(". -")[:80].rstrip(". ")
    return safe if safe and names.is_safe(safe) else names.file_name(raw)


def _markus(entry: Entry) -> Address:
    """MarkUs has one place for a group, which all members see."""
    person = entry.cell(HEADINGS["login"]) or entry.row.shown
    if page_is_own(entry.row.page):
        return Address(f"{_part(person)}/{PAGE}", f"{ONE_PLACE.format('MarkUs')} mail it")
    return Address(f"{_part(entry.row.group or person)}/{PAGE}")


def _moodle(entry: Entry) -> Address:
    """Moodle finds people by the participant's number, which its grading worksheet has as
    `Identifier`.
    """
    found = re.fullmatch(
        r"Participant ([0-9]+)", entry.cell(["identifier"]) or entry.row.student_id
    )
    number = found[1] if found else ""
    if not number and not entry.row.student and not entry.roster:
        match = _NUMBER.fullmatch(entry.row.submission)
        number = match["number"] if match else ""
    if not number:
        return Address(
            remark="Moodle's number is unknown: grade with its grading worksheet as the roster"
        )
    who = _part(entry.row.name or "participant").replace("_", " ")
    return Address(f"{who}_{number}_assignsubmission_file_/{PAGE}")


def _canvas(entries: Sequence[Entry], download: Path | None) -> Addresses:
    """Canvas finds a submission by two numbers, the user's and the file's, in the name that it gave
    at download.
    """
    if download is None:
        raise GraderError(
            "Canvas takes files back under the names that it gave them: name its download with "
            "--download PATH"
        )
    by_user: dict[str, str] = {}
    for name in sorted(_names_in(download)):
        match = CANVAS_FILE.fullmatch(name)
        if match:
            by_user.setdefault(match["user"], name[: match.start("name")])
    if not by_user:
        raise GraderError(
            f"{names.display(str(download), 200)}: holds no file with a name that Canvas gives"
        )
    # Canvas gives a group's files to one member, and shows the others what that one gets.
    first_of: dict[str, str] = {}
    shared = set()
    for entry in entries:
        if _canvas_number(entry) in by_user:
            first_of.setdefault(entry.row.submission, by_user[_canvas_number(entry)])
        else:
            shared.add(entry.row.submission)

    def address(entry: Entry) -> Address:
        if page_is_own(entry.row.page) and entry.row.submission in shared:
            return Address(remark=f"{ONE_PLACE.format('Canvas')} use --for folders and mail it")
        own = by_user.get(_canvas_number(entry))
        begin = own or first_of.get(entry.row.submission)
        if begin is None:
            return Address(remark="no file of theirs is in Canvas' download")
        return Address(f"{begin}{PAGE}", "" if own else "by the member of the group who handed in")

    return address


def _canvas_number(entry: Entry) -> str:
    number = entry.roster.get("id", "") or ("" if entry.roster else entry.row.student_id)
    match = _NUMBER.fullmatch(entry.row.submission)
    return number or (match["number"] if match and not entry.roster else "")


def _names_in(download: Path) -> Iterable[str]:
    try:
        if download.is_dir():
            return [path.name for path in download.rglob("*") if path.is_file()]
        with zipfile.ZipFile(download) as archive:
            return [name.rpartition("/")[2] for name in archive.namelist()]
    except (OSError, zipfile.BadZipFile) as error:
        raise GraderError(
            f"{names.display(str(download), 200)}: cannot be read as a download ({error})"
        ) from None
