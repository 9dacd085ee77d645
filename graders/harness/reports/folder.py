"""Writes one result into a folder: ``result.json``, ``report.txt``, a page and, for staff,
``run.log``.

Every file appears whole or not at all: it is written beside its place and moved there. The folder's
name is made from the submission's, with nothing in it that a file system or a shell could misread.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec
from rich.console import Console

from graders.harness.content import atomic_write
from graders.harness.errors import GraderError
from graders.harness.intake.names import file_name
from graders.harness.reports.audience import Audience, View, view
from graders.harness.reports.html.page import page
from graders.harness.reports.look import Look
from graders.harness.reports.terminal import render_view
from graders.harness.result import Result, printable, to_json

PAGE = "report.html"
STAFF_PAGE = "staff-report.html"
"""What a page is called that shows hidden checks, so that nobody hands it to a student unawares."""
CODE = "code.json"
"""Files of the submission that findings speak of, so that pages made later show their lines, too:
name -> text.
"""
WIDTH = 100
"""Columns of the report as text."""
LONGEST_ENTRY = 20_000
"""Characters of one entry of the log, a traceback of ours among them."""


def write(
    out: Path,
    result: Result,
    log: Iterable[str],
    look: Look,
    audience: Audience,
    *,
    sources: Mapping[str, bytes] | None = None,
    web: bool = True,
    class_page: str = "",
    place: str = "",
) -> Path:
    """Write the files of one result below *out*; return their folder. Raises GraderError if it
    cannot be written.

    sources: the submission's files, for the page; web: whether there is to be a page; class_page:
    see `page`; place: the folder below *out*, called after the submission by default.
    """
    seen = view(result, audience, look.disclosure)
    files = {"result.json": to_json(seen.result), "report.txt": text(seen, look)}
    if web:
        files[page_name(audience)] = page(
            seen, look.title, look.palette, sources, class_page
        )
    if audience is Audience.STAFF:
        files["run.log"] = "".join(f"{_entry(line)}\n" for line in log).encode()
        named = {finding.file for finding in result.findings}
        code = {
            name: data.decode("utf-8", "replace")
            for name, data in (sources or {}).items()
            if name in named
        }
        if code:
            files[CODE] = msgspec.json.encode(code) + b"\n"
    target = out / (place or file_name(result.submission))
    # an earlier run may have left others
    gone = {page_name(audience), CODE}.difference(files)
    return _leave(target, files, gone)


def _leave(target: Path, files: Mapping[str, bytes], gone: Iterable[str] = ()) -> Path:
    """Write *files* into *target*, and remove those called as *gone* says. Raises GraderError."""
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            atomic_write(target / name, data)
        for name in gone:
            (target / name).unlink(missing_ok=True)
    except OSError as error:
        raise GraderError(
            f"cannot write below {target.parent}: {error.strerror}"
        ) from None
    return target


def write_again(
    out: Path, result: Result, look: Look, class_page: str = "", place: str = ""
) -> None:
    """Write what staff have of one result below *out* again, as *result* is now. Raises
    GraderError.

    The log stays, and there is a page if there was one.
    """
    seen = view(result, Audience.STAFF, look.disclosure)
    target = out / (place or file_name(result.submission))
    files = {"result.json": to_json(result), "report.txt": text(seen, look)}
    if (target / STAFF_PAGE).exists():
        files[STAFF_PAGE] = page(
            seen, look.title, look.palette, code_beside(target), class_page
        )
    _leave(target, files)


def code_beside(folder: Path) -> Mapping[str, bytes]:
    """Return the files of the submission that findings speak of, as grading left them in the
    *folder* of its result.
    """
    try:
        code = msgspec.json.decode((folder / CODE).read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError):
        return {}
    return {name: source.encode("utf-8", "replace") for name, source in code.items()}


SUBMISSION = "submission "
"""What the entry of a log begins with that says where the graded submission lies."""


def submission_of(result: Path) -> Path:
    """Return where the submission lies that a result, a file or its folder, was made of. Raises
    GraderError.
    """
    folder = result if result.is_dir() else result.parent
    try:
        log = (folder / "run.log").read_text(errors="replace").splitlines()
    except OSError:
        log = []
    first = log[0] if log else ""
    path = Path(first.removeprefix(SUBMISSION))
    if not first.startswith(SUBMISSION) or not path.exists():
        raise GraderError(
            "which submission? The result does not say where it lies: name its PATH, too"
        )
    return path


def page_name(audience: Audience) -> str:
    """Return what the page for *audience* is called."""
    return STAFF_PAGE if audience is Audience.STAFF else PAGE


def _entry(text: str) -> str:
    """Return an entry of the log: its further lines indented, so that none of them passes for an
    entry.
    """
    return printable(text, LONGEST_ENTRY).replace("\n", "\n    ")


def text(seen: View, look: Look) -> bytes:
    """Return the report as plain text, with every check."""
    lines = io.StringIO()
    console = Console(file=lines, width=WIDTH, color_system=None, force_terminal=False)
    render_view(seen, console=console, palette=look.palette, all_checks=True)
    return lines.getvalue().encode()
