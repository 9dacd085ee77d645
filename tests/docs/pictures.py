"""Takes the pictures of the documents: exemplars are graded, and Chromium shows the pages of their reports.

``python -m tests.docs.pictures`` writes all pictures of ``docs/images`` again, or only those named as arguments. With
``--out DIR`` they are written there. Fonts are those of the machine, so pictures of two machines differ in their letters.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import io
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from graders.extensions.shared.exemplars import load_exemplars, to_folder
from graders.extensions.tutoring.decisions_writing import with_markings, with_rubric
from graders.harness import cli
from graders.harness.assignment.manifest import ROOT, load_assignment
from graders.harness.course.marks.decisions_file import change
from graders.harness.course.marks.markings import (
    CommentTable,
    Counting,
    Given,
    ItemTable,
    Marking,
    Rubric,
)
from graders.harness.course.pages.class_folder import PAGE
from graders.harness.reports.result_folder import STAFF_PAGE
from tests.extensions.tutoring.serving import served
from tests.reports.browser import MISSING, Browser, browser

IMAGES = ROOT / "docs" / "images"
BLOCKY, CONNECT_4 = "csc148_2020_blocky", "csse7030_connect4"
MARGIN = 16
"""Pixels around the card of a check."""


@dataclass(frozen=True)
class Picture:
    """The top of the page of one submission, or of the card on it that has a check."""

    assignment: str
    exemplar: str
    student: str
    width: int
    height: int
    """Pixels from the top of the page, or at most of the card."""
    check: str = ""
    scheme: str = "light"


PICTURES = {
    "report-submission": Picture(BLOCKY, "faulty/rotate-not-inside", "ada", 1200, 860),
    "report-submission-dark": Picture(
        CONNECT_4, "faulty/help-without-the-board-after-a-refusal", "ben", 1200, 860, scheme="dark"
    ),
    "report-does-not-load": Picture(BLOCKY, "faulty/block-syntax-error", "cem", 1200, 640),
    "report-timeout": Picture(
        CONNECT_4, "faulty/win-never-ends", "dee", 652, 640, check="file.bad-commands"
    ),
    "report-scenario": Picture(
        CONNECT_4,
        "faulty/game-begins-without-a-board",
        "eve",
        652,
        800,
        check="file.boards",
        scheme="dark",
    ),
}
CLASS = "report-class"
CLASS_SIZE = (1200, 1100)
DESK = "desk"
DESK_SIZE = (1280, 860)
NAMES = (*PICTURES, CLASS, DESK)

STUDENTS = {
    "Ada Wong": "faulty/rotate-not-inside",
    "Ben Okafor": "right/independent-tidy-recursion",
    "Cem Yilmaz": "faulty/block-syntax-error",
    "Dee Novak": "faulty/smart-always-passes",
    "Eve Laurent": "",
    "Fay Ito": "faulty/blob-size-off-by-one",
    "Gil Santos": "right/flatten-by-pixels",
    "Hana Berg": "faulty/rotate-not-inside",
    "Ivo Marek": "faulty/random-goes-on",
    "Jun Park": "attack/steal-and-forge",
    "Kai Larsen": "faulty/perimeter-corners-once",
    "Lea Rossi": "faulty/descriptions-empty",
    "Max Hoang": "faulty/player-not-handed-in",
    "Nia Mensah": "right/goals-one-at-a-time",
    "Oto Varga": "faulty/squares-of-parents",
    "Pia Keller": "faulty/update-one-level",
    "Quinn Shaw": "faulty/smash-keeps-own-colour",
    "Rui Costa": "faulty/flatten-rows-first",
    "Sue Tanaka": "right/players-ask-again",
    "Tom Murphy": "faulty/combine-accepts-two-two",
    "Uma Rao": "faulty/goals-repeat-colours",
    "Val Simic": "faulty/swap-accepts-leaves",
    "Wim Jansen": "faulty/update-as-offset",
    "Xia Chen": "faulty/get-block-copies",
}
"""The class: student -> exemplar. The zip of a student without an exemplar is damaged."""
COPIES = {"Hana Berg": "Ada Wong"}
"""Student -> author of the files. All other students' files differ, though exemplars have much in common."""
MISSING_STUDENTS = ("Yara Haddad", "Zoe Martin")
"""Students without a submission."""


def login_of(name: str) -> str:
    """Return the login of a student."""
    return name.partition(" ")[0].lower()


def hand_in(assignment_id: str, exemplar_id: str, student: str, folder: Path) -> Path:
    """Write the exemplar to ``folder/student``; return that folder."""
    assignment = load_assignment(assignment_id)
    exemplars = {f"{one.kind}/{one.name}": one for one in load_exemplars(assignment.grader)}
    with TemporaryDirectory(dir=folder) as aside:
        written = to_folder(
            exemplars[exemplar_id], assignment.reference, assignment.files.solved, Path(aside)
        )
        return written.rename(folder / student)


def grade(*arguments: object) -> None:
    """Run ``grader grade``. Raises SystemExit with its output if it does not end with 0."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        status = cli.main(["grade", *map(str, arguments)])
    if status:
        sys.exit(
            f"grader grade {' '.join(map(str, arguments))} ended with {status}:\n{printed.getvalue()}"
        )


def save(shown: Browser, path: Path, x: float, y: float, width: float, height: float) -> None:
    """Save a rectangle of the page, even if it is out of sight."""
    clip = {"x": x, "y": y, "width": width, "height": height, "scale": 1}
    shot = shown.devtools(
        "Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True
    )
    path.write_bytes(base64.b64decode(shot["data"]))


def take(shown: Browser, picture: Picture, work: Path, path: Path) -> None:
    """Grade the submission below *work*, and save its picture as *path*."""
    submission = hand_in(picture.assignment, picture.exemplar, picture.student, work)
    grade(picture.assignment, submission, "--as", "one", "--out", work / "marks")
    shown.size(picture.width, 900)
    shown.media(scheme=picture.scheme)
    shown.open(work / "marks" / picture.student / STAFF_PAGE)
    if not picture.check:
        save(shown, path, 0, 0, picture.width, picture.height)
        return
    top, height = shown.run(
        "for (const card of document.querySelectorAll('details.card'))"
        " if (card.querySelector('code.id')?.textContent === arguments[0]) {"
        "   const box = card.getBoundingClientRect(); return [box.top + window.scrollY, box.height]; }",
        picture.check,
    )
    save(shown, path, 0, top - MARGIN, picture.width, min(height + 2 * MARGIN, picture.height))


def take_class(shown: Browser, work: Path, picture: Path) -> None:
    """Grade the class below *work*, and save its page as *picture*."""
    handed_in = work / "class"
    handed_in.mkdir()
    for name, exemplar in STUDENTS.items():
        if exemplar:
            for path in hand_in(BLOCKY, exemplar, login_of(name), handed_in).glob("*.py"):
                with path.open("a", encoding="utf-8") as file:
                    file.write(f"\n\n_AUTHOR = {COPIES.get(name, name)!r}\n")
        else:
            (handed_in / f"{login_of(name)}.zip").write_text("half a download\n")
    people = enumerate((*STUDENTS, *MISSING_STUDENTS), 1001)
    lines = [
        "student id,login,name",
        *(f"{number},{login_of(name)},{name}" for number, name in people),
    ]
    roster = work / "class.csv"
    roster.write_text("\n".join(lines) + "\n")
    grade(BLOCKY, handed_in, "--as", "class", "--roster", roster, "--out", work / "class-marks")
    shown.size(*CLASS_SIZE)
    shown.media(scheme="light")
    shown.open(work / "class-marks" / PAGE)
    save(shown, picture, 0, 0, *CLASS_SIZE)


AT_THE_DESK = {
    "ada-wong": "faulty/game-mover-wins",
    "ben-okafor": "faulty/add-at-the-top",
    "cem-yilmaz": "faulty/display-row-wise",
    "dee-novak": "faulty/hours-missing",
    "eve-laurent": "faulty/input-column-0",
    "fay-ito": "faulty/game-shows-the-board-twice",
}
"""The class at the desk: student -> exemplar of Connect 4."""
STYLE = "Style (docstrings, named constants, no repeated logic, no global variables, readable structure)"
ITEMS = (
    ItemTable("names", "Names say what a value is", STYLE, "+1"),
    ItemTable("docs", "Docstrings state the contract", STYLE, "+1"),
    ItemTable(
        "once",
        "No logic is repeated",
        STYLE,
        "+1",
        "`add_piece` and `remove_piece` have much in common.",
    ),
    ItemTable("steps", "Functions are small steps", STYLE, "+1"),
)


def marked(marks: Path) -> None:
    """Write a tutor's marks and comments into the folder of a class."""
    when = "2024-05-02T09:30:00+00:00"
    first, second, *_ = sorted(AT_THE_DESK)
    given = tuple(Given(entry.id, "Rosa", when) for entry in ITEMS[:2])
    comments = (
        CommentTable(
            "c1",
            "Well structured. **Two** functions do nearly the same, see below.",
            by="Rosa",
            at=when,
        ),
        CommentTable(
            "c2",
            "Good: a comment that gives the *reason* for these numbers.",
            "a1.py",
            30,
            32,
            "Rosa",
            when,
        ),
    )
    both = [Marking(first, item=given, comment=comments), Marking(second, item=given)]
    rubric = Rubric((Counting(STYLE, "zero"),), ITEMS)
    change(marks, lambda before: with_rubric(with_markings(before, both), rubric))


def take_desk(shown: Browser, work: Path, picture: Path) -> None:
    """Grade a class below *work*, and save the desk of its first submission as *picture*."""
    handed_in = work / "class"
    handed_in.mkdir()
    for student, exemplar in AT_THE_DESK.items():
        hand_in(CONNECT_4, exemplar, student, handed_in)
    grade(CONNECT_4, handed_in, "--as", "class", "--out", work / "marks")
    marked(work / "marks")
    with served(work / "marks", "Rosa") as address:
        shown.size(*DESK_SIZE)
        shown.media(scheme="light")
        shown.go(f"{address}#{min(AT_THE_DESK)}")
        shown.becomes_true("Boolean(document.querySelector('#source .k'))")
        shown.press("f")
        save(shown, picture, 0, 0, *DESK_SIZE)


def take_all(names: tuple[str, ...], out: Path) -> None:
    """Take the pictures called *names* into the folder *out*."""
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, browser(Path(folder)) as shown:
        for name in names:
            work = Path(folder) / name
            work.mkdir()
            path = out / f"{name}.png"
            print(path, flush=True)
            if name == CLASS:
                take_class(shown, work, path)
            elif name == DESK:
                take_desk(shown, work, path)
            else:
                take(shown, PICTURES[name], work, path)


def main() -> None:
    """Take the pictures named on the command line."""
    arguments = argparse.ArgumentParser(
        prog="python -m tests.docs.pictures", description="Take the documents' pictures."
    )
    arguments.add_argument(
        "names", metavar="NAME", nargs="*", help=f"one of {', '.join(NAMES)} (default: all)"
    )
    arguments.add_argument(
        "--out", metavar="DIR", type=Path, default=IMAGES, help="write them here"
    )
    asked = arguments.parse_args()
    if unknown := [name for name in asked.names if name not in NAMES]:
        arguments.error(f"there is no picture called {unknown[0]}; there are {', '.join(NAMES)}")
    if MISSING:
        sys.exit(f"pictures: {MISSING}")
    take_all(tuple(asked.names) or NAMES, asked.out)


if __name__ == "__main__":
    main()
