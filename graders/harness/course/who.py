"""Staff's answers to the question whose a submission is: `who.toml` in the folder of a class.

A run adds the questions that the file does not have, each with its candidates, and changes nothing
else in it. Later runs keep the answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from graders.harness.assignment.toml_errors import decoded
from graders.harness.content import write_file
from graders.harness.course.class_list import Student
from graders.harness.course.roster import NOBODY, Question
from graders.harness.errors import GraderError
from graders.harness.intake.names import display
from graders.harness.result import one_line

FILE = "who.toml"
MOST_CANDIDATES = 8
_HEAD = f"""\
# Whose are these submissions? Answer with an id of the roster, such as people = ["1001"], with
# several for a group, or with people = ["{NOBODY}"]. Then run the command that graded the class
# again: nothing is graded twice, and answers are kept.
"""


class _Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    submission: str
    people: tuple[str, ...] = ()


class _WhoFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    who: tuple[_Answer, ...] = ()


def read(folder: Path) -> Mapping[str, Sequence[str]]:
    """Return the answers in *folder*: submission -> people, empty if nobody has answered yet.
    Raises GraderError that names the position of a mistake.
    """
    path = folder / FILE
    label = display(str(path), 200)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise GraderError(f"{label}: {error}") from None
    answers: dict[str, Sequence[str]] = {}
    for answer in decoded(data, _WhoFile, label).who:
        if answers.get(answer.submission):
            shown = display(answer.submission)
            raise GraderError(f"{label}: {shown} is answered twice; leave one answer")
        answers[answer.submission] = answer.people
    return answers


def ask(folder: Path, questions: Iterable[Question]) -> tuple[str, ...]:
    """Add the *questions* that the file in *folder* does not have; return the names of all
    submissions without an answer. Raises GraderError.
    """
    questions = list(questions)
    known = read(folder)
    new = [each for each in questions if each.delivery.name not in known]
    if new:
        path = folder / FILE
        before = path.read_text(encoding="utf-8") if known or path.exists() else _HEAD
        parts = [before.rstrip("\n"), *map(_entry, new)]
        write_file(path, ("\n\n".join(parts) + "\n").encode())
    return tuple(
        each.delivery.name for each in questions if not known.get(each.delivery.name)
    )


def _entry(question: Question) -> str:
    """Return a question as TOML, with its reason and candidates as comments."""
    candidates = question.candidates[:MOST_CANDIDATES]
    lines = [
        "[[who]]",
        f"submission = {_quoted(question.delivery.name)}",
        "people = []",
        f"# {one_line(question.why, 400)}",
        *(f"# candidate: {_candidate(student)}" for student in candidates),
    ]
    return "\n".join(lines)


def _candidate(student: Student) -> str:
    known = (student.shown, student.name if student.id else "", student.group)
    return "  ".join(display(part, 200) for part in known if part)


def _quoted(text: str) -> str:
    """Return *text* as a string of TOML on one line."""
    return msgspec.toml.encode({"x": text}).decode().removeprefix("x = ").strip()
