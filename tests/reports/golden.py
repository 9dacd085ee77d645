"""The page of one submission for each assignment, and of a class, as text, so that reviews show changes of words.

``python -m tests.reports.golden [ASSIGNMENT ... | class]`` grades the submissions and writes the files again. Together
they show each kind of entry on a page. None of them has a timeout, because a busy machine would change its words.
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from graders.extensions.shared.exemplars import load_exemplars, to_folder
from graders.harness.assignment.manifest import load_assignment
from graders.harness.grading.grader import Grader
from graders.harness.grading.program import open_backend
from graders.harness.intake import read_submission
from graders.harness.reports.audience import Audience, redact
from graders.harness.reports.html.page import page
from graders.harness.reports.report_style import ReportStyle
from tests.reports.sample_class import page_of

FOLDER = Path(__file__).parent / "golden"
SUBMISSIONS = {
    "comp250_blocky": "faulty/block-lacks-smash",
    "csc148_2018_blocky": "faulty/block-syntax-error",
    "csc148_2020_blocky": "faulty/rotate-not-inside",
    "csse7030_connect4": "faulty/display-unknown-constant",
    "ics32_columns": "faulty/left-from-the-first-column",
}
"""Assignment -> the exemplar of its page: missing names, a file that does not load, boards, exceptions, transcripts."""
CLASS, PEOPLE = "class", 14
"""The page of a class made of data, with this number of people."""
SILENT = ("style", "script", "title", "svg")
INLINE = ("b", "strong", "span", "code", "a")


class _Words(HTMLParser):
    """Collects the words of a page, one block on each line; drawings have none."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = [""]
        self._within = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in SILENT and not self._within:
            self._within = tag
        if tag not in INLINE:
            self.lines.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._within:
            self._within = ""
        if tag not in INLINE:
            self.lines.append("")

    def handle_data(self, data: str) -> None:
        if not self._within:
            self.lines[-1] += data


def words(html: bytes) -> str:
    """Return the words of a page."""
    taken = _Words()
    taken.feed(html.decode())
    lines = (" ".join(line.split()) for line in taken.lines)
    return "\n".join(line for line in lines if line) + "\n"


def made(id: str) -> str:
    """Return the words of the student's page for the exemplar of assignment *id*, or of the class."""
    if id == CLASS:
        return words(page_of(PEOPLE))
    assignment = load_assignment(id)
    (exemplar,) = [
        one
        for one in load_exemplars(assignment.grader)
        if f"{one.kind}/{one.name}" == SUBMISSIONS[id]
    ]
    with TemporaryDirectory() as folder:
        path = to_folder(exemplar, assignment.reference, assignment.files.solved, Path(folder))
        submission = read_submission(path, assignment)
    with Grader(assignment, open_backend(assignment, choice="plain")) as grader:
        result = grader.grade(submission).result
    if result.language.startswith("Python"):  # of this machine
        result = msgspec.structs.replace(result, language="Python 3.x")
    report_style = ReportStyle.of(assignment)
    return words(
        page(
            redact(result, Audience.STUDENT, report_style.disclosure),
            report_style.title,
            report_style.painter,
            submission.files,
        )
    )


if __name__ == "__main__":
    for name in sys.argv[1:] or (*SUBMISSIONS, CLASS):
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{name}.txt").write_text(made(name), encoding="utf-8")
