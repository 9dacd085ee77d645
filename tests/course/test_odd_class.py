"""A class of 40, of which every second is odd: whatever one submission makes long, odd or identically named stays its own.

The class is graded with the honest 20 alone, then with all, and nothing of the honest may differ by a byte: their lines in
tables, their files below ``--out``, their reports in every format, the sheet, the pages that go back, and the similar files.
Results are made from the files without running them (`Surveyed`), so a class takes a second.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from graders.extensions.platforms.return_feedback import return_feedback
from graders.extensions.similar.comparing import similar
from graders.extensions.style.answers import refusal
from graders.extensions.tutoring import sheet
from graders.harness.assignment.manifest import load_assignment
from graders.harness.course.marks.class_reports import report
from graders.harness.course.pages import class_folder
from graders.harness.course.pages.identical import digest_of, prints_of
from graders.harness.course.pages.page_names import page_folder
from graders.harness.course.people.roster import Roster, parse_roster
from graders.harness.course.run import classrun
from graders.harness.course.run.deliveries import DeliveryState, GradedSubmission
from graders.harness.intake.bulk import find_deliveries
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.intake.submission import IntakeError, Submission
from graders.harness.processes.jobs import Settings
from graders.harness.reports.formats import formats
from graders.harness.reports.reporting import ReportRequest
from graders.harness.result import (
    Finding,
    ManualPart,
    Result,
    Status,
    Verdict,
    printable,
)
from graders.harness.style import tampering
from tests.classes import NothingRuns
from tests.intake.downloads import zipped
from tests.reports.paper import check, result

ASSIGNMENT = load_assignment("ics32_columns")
HONEST = (*(f"student{number:02}" for number in range(1, 20)), "zoë")
SUPPRESSION = "# pylint: disable=all\n"
BIDI = "\x1b[2J\u202eevil\u2066"
LONG = "x" * 250
OWN_FILES = (
    "gradebook.csv",
    "staff-index.html",
    "tutors-marks.json",
    "decisions.toml",
    "index.csv",
    "result.json",
    "run.log",
)


def code_of(name: str) -> str:
    """Return the source of an honest submission; no two are similar."""
    operators = ("+", "-", "*", "//", "%", "<<", "&", "|", "^", "**")
    seed, lines = sum(map(ord, name)) * 7919 + len(name), [f"def work_{ord(name[-1])}(a, b):"]
    for _ in range(40):
        seed = seed * 1103515245 % 2**31 + 12345
        first, second, form = operators[seed % 10], operators[seed // 10 % 10], seed // 100 % 4
        shapes = (
            "a = a {0} b {1} 1",
            "if a {0} 1: b = b {1} a",
            "b = [a {0} b, (a {1} 2)][0]",
            "a, b = b {0} 1, {{a: b {1} a}}[a]",
        )
        lines.append("    " + shapes[form].format(first, second))
    return "\n".join([*lines, "    return a, b", ""])


def files_of(name: str) -> dict[str, bytes]:
    """Return the files of an honest submission."""
    return {
        "columns.py": code_of(name).encode(),
        "project4.py": f"import columns  # {name}\n".encode(),
    }


ODD: Mapping[str, Mapping[str, bytes] | bytes] = {
    # many files, each with a comment that must not be there
    "flood.zip": zipped({f"{number:04}-{LONG[:50]}.py": f"x = {number}\n{SUPPRESSION}".encode() for number in range(1000)}),
    **{f"{name}.zip": zipped(files_of(f"of {name}")) for name in OWN_FILES},
    # names that differ from an honest one in case, in Unicode form, or in a suffix only
    "STUDENT01": files_of("loud"),
    "zoe\u0308": files_of("composed"),
    "student02.zip": zipped(files_of("zipped")),
    "ＳＴＵＤＥＮＴ03": files_of("wide"),  # noqa: RUF001
    f"long-{LONG[:200]}": files_of("long"),
    f"turned {BIDI}": files_of("turned"),
    "=cmd()+'A1": files_of("formula"),
    "broken.zip": b"PK\x03\x04 no archive",
    "empty.zip": zipped({"readme.txt": b"nothing"}),
    "fault": {"columns.py": b"FAULT\n"},
    # the files have long names and many findings, and a copy stands behind 45,000 other tokens
    "findings": {f"{LONG}.py": b"RULES\n"},
    "copy": {"columns.py": b"pass;" * 22_500 + b"\n" + code_of("student04").encode()},
    # names others
    "exported": {"submission_metadata.yml": b"submission_1:\n  :submitters:\n  - :name: student05\n    :sid: student05\n",
                 **{f"submission_1/{name}": data for name, data in files_of("named").items()}},
}  # fmt: skip


def write_class(folder: Path, *, odd: bool) -> Path:
    """Write the class; every second honest submission is a zip."""
    entries: dict[str, Mapping[str, bytes] | bytes] = {}
    for number, name in enumerate(HONEST):
        is_folder = number % 2 or name in ("student03", "student01")
        entries[name if is_folder else f"{name}.zip"] = (
            files_of(name) if is_folder else zipped(files_of(name))
        )
    for name, content in {**entries, **(ODD if odd else {})}.items():
        if isinstance(content, bytes):
            folder.mkdir(exist_ok=True)
            (folder / name).write_bytes(content)
            continue
        for file, data in content.items():
            (folder / name / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / name / file).write_bytes(data)
    return folder


def roster(*, odd: bool) -> Roster:
    """Return the class list, as Canvas writes it, with columns for MarkUs and Moodle; the folder settles namesakes."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Group", "Identifier", "folder"]
    )
    for number, name in enumerate(HONEST, 501):
        writer.writerow(
            [
                f"Lee, {name}",
                number,
                1000 + number,
                f"login{number}",
                "",
                f"Participant {number}",
                name,
            ]
        )
    for number, name in enumerate(ODD if odd else (), 701):
        shown = ("Lee, student06", f"Odd {BIDI}", "=1+1", LONG * 20)[number % 4]
        login = (f"login{number}", f"login{number}!", f"{BIDI}{number}", f"login{number}")[
            number % 4
        ]
        folder = name if name == "student02.zip" else name.removesuffix(".zip")
        group = "login506" if number == 704 else ""  # an honest person's place on MarkUs
        writer.writerow(
            [shown, number, 1000 + number, login, group, f"Participant {number}", folder]
        )
    return parse_roster(text.getvalue().encode())


class Surveyed(NothingRuns):
    """Makes results from the files."""

    def graded(self, delivery: SubmissionSource) -> GradedSubmission:
        """Return a result that depends on the files, or the reason why they cannot be read."""
        try:
            submission = delivery.read(ASSIGNMENT)
        except IntakeError as error:
            return GradedSubmission(delivery, DeliveryState.UNREADABLE, message=str(error))
        prints = prints_of(submission.files)
        found = result_of(submission)
        return GradedSubmission(
            delivery, DeliveryState.GRADED, found, (), "", digest_of(submission), prints
        )


def result_of(submission: Submission) -> Result:
    """Return a result that depends on the submission's files."""
    files = submission.files
    suppressed = refusal(
        [name for name, data in files.items() if SUPPRESSION.encode() in data], "comment"
    ).surveyed("rules")
    findings = [
        Finding(
            f"python-ta/rule-{rule}",
            "review",
            printable(name, 200),
            line,
            printable("y" * 900, 500),
            "rules",
        )
        for name, data in files.items()
        if data == b"RULES\n"
        for rule in range(40)
        for line in range(5)
    ]
    passed = Verdict.PASSED if b"a % b" in b"".join(files.values()) else Verdict.FAILED
    found = result(
        check(
            "play.first",
            verdict=passed,
            marks=3,
            message="" if passed is Verdict.PASSED else "wrong",
        ),
        check("play.second", verdict=Verdict.PASSED, hidden=True),
        manual=(ManualPart("Style", Fraction(4)),),
        findings=(*findings, *suppressed.findings),
        flags=(*suppressed.flags, *tampering.flags(files)),
        notes=submission.notes,
    )
    if files.get("columns.py") == b"FAULT\n":
        found = msgspec.structs.replace(found, status=Status.NOT_GRADABLE)
    return msgspec.structs.replace(found, assignment=ASSIGNMENT.id, submission=submission.name)


@dataclass
class Outputs:
    """The bytes of the honest students, by what and whose they are."""

    whose: Mapping[str, str]
    """Submission -> name of the honest student."""
    of: dict[tuple[str, str], bytes] = field(default_factory=dict)

    def add_folder(self, what: str, folder: Path) -> None:
        """Add the files of the honest below *folder*, a folder for each submission."""
        for submission, name in self.whose.items():
            for path in sorted((folder / page_folder(submission)).glob("*")):
                self.of[f"{what}/{path.name}", name] = path.read_bytes()

    def add_table(self, what: str, data: bytes, key: str) -> None:
        """Add the lines of a CSV whose column *key* names an honest student."""
        lines = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
        at = lines[0].index(key)
        names = {**self.whose, **{f"login{n}": name for n, name in enumerate(HONEST, 501)}}
        found = [line for line in lines[1:] if line[at] in names]
        for line in found:
            self.of[what, names[line[at]]] = repr([lines[0], line]).encode()
        assert len(found) == len(HONEST), what


def outputs(
    root: Path, *, odd: bool, with_roster: bool, monkeypatch: pytest.MonkeyPatch
) -> Outputs:
    """Grade the class below *root*, use every command on it, and return all of the honest students' outputs."""
    monkeypatch.setattr(classrun, "Batch", Surveyed)
    submissions, out = write_class(root / "class", odd=odd), root / "marks"
    deliveries = find_deliveries([submissions], ASSIGNMENT)
    assert len(deliveries) == len(HONEST) + (len(ODD) if odd else 0)
    listed = roster(odd=odd) if with_roster else None
    plan = classrun.Plan(
        ASSIGNMENT, Settings(ASSIGNMENT.id), out, 1, roster=listed, use_store=False
    )
    messages = Console(file=io.StringIO())
    classrun.grade_class(plan, deliveries, messages, messages)

    course = Outputs({name: name for name in HONEST})
    made = sheet.make_sheet(out)
    course.add_table("sheet", sheet.sheet_bytes(made, ""), "submission")
    assert sheet.sheet_bytes(made, ".xlsx")
    marks = root / "taken.csv"
    lines = [f"{line[0]},3,well done\n" for line in made.lines]
    marks.write_text("submission,Style (of 4),Style: comment\n" + "".join(lines))
    sheet.apply_sheet(out, marks)
    course.add_table("gradebook", (out / class_folder.BOOK).read_bytes(), "submission")
    course.add_folder("marks", out)
    for format in formats().keys() - {"text", "markus-upload"} if with_roster else ("html",):
        report(ReportRequest(out, format, out=root / "reports" / format))
        course.add_folder(format, root / "reports" / format)
    for format, key in (("canvas", "SIS Login ID"), ("markus-csv", "User Name")):
        report(ReportRequest(out, format, out=root / format))
        if with_roster:
            course.add_table(format, (root / format).read_bytes(), key)
    for target in ("canvas", "moodle", "markus") if with_roster else ():
        add_handed_back(course, root, target)
    for target in ("folders", "gradescope"):
        add_handed_back(course, root, target)
    pairs = [
        (pair.left.file.submission, pair.right.file.submission)
        for pair in similar(ASSIGNMENT, deliveries).pairs
    ]
    course.of["similar", ""] = repr(
        [
            both
            for both in sorted(pairs)
            if set(both) <= set(HONEST)  # their order is by what is common in a class
        ]
    ).encode()
    assert odd == any("copy" in both for both in pairs)
    return course


def add_handed_back(course: Outputs, root: Path, target: str) -> None:
    """Hand the class back for *target*, and add the files of the honest and their lines in the index."""
    download = root / "download.zip"
    with zipfile.ZipFile(download, "w") as archive:
        for number in (*range(501, 521), *range(701, 740)):
            archive.writestr(f"lee_{number}_9{number}_columns.py", "")
    handed = return_feedback(
        root / "marks", target, root / f"back-{target}", download if target == "canvas" else None
    )
    data = handed.index.read_bytes()
    course.add_table(f"index-{target}", data, "submission")
    lines = csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    paths = {
        line["submission"]: line["file"] for line in lines if line["submission"] in course.whose
    }
    assert all(paths.values()), target
    if handed.where.is_dir():
        files = {name: (handed.where / path).read_bytes() for name, path in paths.items()}
    else:
        with zipfile.ZipFile(handed.where) as archive:
            files = {name: archive.read(path) for name, path in paths.items()}
    course.of |= {(f"back-{target}", name): data for name, data in files.items()}


@pytest.mark.parametrize(
    "with_roster",
    [True, pytest.param(False, marks=pytest.mark.nightly)],
    ids=["roster", "no-roster"],
)
@pytest.mark.slow
def test_nobody_changes_a_byte_of_another(
    tmp_path: Path, with_roster: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, this class could not be written, nor its gradebook be read, and hand-back stopped for all."""
    alone, mixed = tmp_path / "alone", tmp_path / "mixed"
    for root in (alone, mixed):
        root.mkdir()
    expected = outputs(alone, odd=False, with_roster=with_roster, monkeypatch=monkeypatch)
    got = outputs(mixed, odd=True, with_roster=with_roster, monkeypatch=monkeypatch)
    different = [
        key for key in expected.of.keys() | got.of.keys() if expected.of.get(key) != got.of.get(key)
    ]
    assert not different
    kinds = {what for what, _ in expected.of}
    assert len(kinds) >= (len(formats()) + 11 if with_roster else 10)
    longest = max(
        len(cell)
        for line in csv.reader(
            io.StringIO((mixed / "marks" / "gradebook.csv").read_text(), newline="")
        )
        for cell in line
    )
    assert longest < 32_767
