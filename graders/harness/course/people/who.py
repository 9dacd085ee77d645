"""Staff's answers to questions about a class: `who.toml` in its folder.

Whose is a submission? Do groups hand in together? Which file of a submission is the one to grade? A
run adds the questions that the file does not have, each with its candidates, and changes nothing
else in it. Later runs keep the answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from graders.harness.assignment.toml_errors import decoded
from graders.harness.content import write_file
from graders.harness.course.people.class_list import Student
from graders.harness.course.people.roster import NOBODY, GroupsQuestion, Question
from graders.harness.errors import GraderError
from graders.harness.intake.bulk import Deliveries
from graders.harness.intake.names import display
from graders.harness.intake.select import NO_FILE
from graders.harness.result import one_line

FILE = "who.toml"
OR_ANSWER = f", or answer in {FILE}"
"""The end of a reason that an answer settles."""
MOST_CANDIDATES = 8
_HEAD = f"""\
# Questions that only you can answer. Then run the command that graded the class again: nothing is
# graded twice, and answers are kept.
#
# Whose is a submission? Answer with an id of the roster, such as people = ["1001"], with several
# for a group, or with people = ["{NOBODY}"].
"""
_TOGETHER = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """Which file of a submission counts as an expected one. It is open even if the file has an
    answer, which then names no file of the submission.
    """

    submission: str
    expected: str
    candidates: Sequence[str]


AnyQuestion = Question | GroupsQuestion | FileQuestion


class _Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    submission: str
    people: tuple[str, ...] = ()


class _GroupsAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hand_in_together: str = ""


class _FileAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    submission: str
    name: str
    taken_from: str = ""


class _WhoFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    who: tuple[_Answer, ...] = ()
    groups: _GroupsAnswer | None = None
    file: tuple[_FileAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class Answers:
    """The questions in the file, and staff's answers; empty ones are open."""

    people: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Submission -> its people."""
    groups: str | None = None
    """Whether groups hand in together, "yes" or "no"; None if the question is not asked."""
    files: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """Submission and expected file -> the path of the file that counts, or `NO_FILE`."""

    @property
    def together(self) -> bool | None:
        """Whether groups hand in together; None without an answer."""
        return _TOGETHER.get(self.groups or "")

    def given(self) -> dict[str, Any]:
        """Return the answers without the open questions, as plain data."""
        people = {name: people for name, people in self.people.items() if people}
        files = [[*key, path] for key, path in sorted(self.files.items()) if path]
        return {"people": people, "groups": self.groups or "", "files": files}

    def answer_to(self, question: AnyQuestion) -> Sequence[str] | None:
        """Return the answer, empty if it is open, or None if the file does not have the
        question.
        """
        if isinstance(question, Question):
            return self.people.get(question.delivery.name)
        if isinstance(question, GroupsQuestion):
            return self.groups
        return self.files.get((question.submission, question.expected))

    def applied(self, deliveries: Deliveries) -> Deliveries:
        """Return *deliveries* with the files that staff chose."""
        chosen: dict[str, dict[str, str]] = {}
        for (submission, expected), path in self.files.items():
            if path:
                chosen.setdefault(submission, {})[expected] = path
        items = (replace(each, chosen=chosen.get(each.name, {})) for each in deliveries)
        return replace(deliveries, items=tuple(items))


def read(folder: Path) -> Answers:
    """Return the questions and answers in *folder*, empty if there are none yet. Raises GraderError
    that names the position of a mistake.
    """
    path = folder / FILE
    label = display(str(path), 200)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Answers()
    except OSError as error:
        raise GraderError(f"{label}: {error}") from None
    file = decoded(data, _WhoFile, label)
    people: dict[str, Sequence[str]] = {}
    for answer in file.who:
        if people.get(answer.submission):
            raise _twice(label, answer.submission)
        people[answer.submission] = answer.people
    files: dict[tuple[str, str], str] = {}
    for about in file.file:
        if files.get((about.submission, about.name)):
            raise _twice(label, f"{about.name} of {about.submission}")
        files[about.submission, about.name] = about.taken_from
    groups = file.groups.hand_in_together if file.groups else None
    if groups and groups not in _TOGETHER:
        raise GraderError(
            f'{label}: hand_in_together is \'{display(groups)}\'; answer "yes" or "no"'
        )
    return Answers(people, groups, files)


def _twice(label: str, what: str) -> GraderError:
    return GraderError(f"{label}: {display(what)} is answered twice; leave one answer")


def ask(folder: Path, questions: Iterable[AnyQuestion]) -> tuple[str, ...]:
    """Add the *questions* that the file in *folder* does not have; return what all open ones are
    about. Raises GraderError.
    """
    questions = list(questions)
    known = read(folder)
    new = [each for each in questions if known.answer_to(each) is None]
    if new:
        path = folder / FILE
        before = path.read_text(encoding="utf-8") if path.exists() else _HEAD
        parts = [before.rstrip("\n"), *map(_entry, new)]
        write_file(path, ("\n\n".join(parts) + "\n").encode())
    return tuple(
        _subject(each, answer)
        for each in questions
        if not (answer := known.answer_to(each)) or isinstance(each, FileQuestion)
    )


def _subject(question: AnyQuestion, answer: Sequence[str] | None) -> str:
    if isinstance(question, Question):
        return question.delivery.name
    if isinstance(question, GroupsQuestion):
        return "the groups"
    wrong = f", which has no '{display(str(answer))}'" if answer else ""
    return f"{question.expected} of {question.submission}{wrong}"


def _entry(question: AnyQuestion) -> str:
    """Return a question as TOML, with its reason and candidates as comments."""
    if isinstance(question, Question):
        lines = _about_people(question)
    elif isinstance(question, GroupsQuestion):
        lines = _about_groups(question)
    else:
        lines = _about_file(question)
    return "\n".join(lines)


def _about_people(question: Question) -> list[str]:
    return [
        "[[who]]",
        f"submission = {_quoted(question.delivery.name)}",
        "people = []",
        f"# {one_line(question.why, 400)}",
        *(f"# candidate: {_person(each)}" for each in question.candidates[:MOST_CANDIDATES]),
    ]


def _about_groups(question: GroupsQuestion) -> list[str]:
    people = question.people
    lines = [
        "[groups]",
        'hand_in_together = ""',
        f"# Do people with the same '{display(question.heading)}' on the roster hand in together,",
        '# so that the submission of one is that of all? Answer "yes", or "no", for example if',
        "# these are tutorials. The people of a single submission can be named in [[who]].",
        f"# {len(people)} without a submission of their own are in a group that has one. "
        f"{question.without_work} of {question.groups} groups have none.",
    ]
    for student, deliveries in people[:MOST_CANDIDATES]:
        of_group = ", ".join(display(each.name) for each in deliveries[:MOST_CANDIDATES])
        lines.append(f"# {_person(student)}: {of_group}")
    return lines


def _about_file(question: FileQuestion) -> list[str]:
    return [
        "[[file]]",
        f"submission = {_quoted(question.submission)}",
        f"name = {_quoted(question.expected)}",
        'taken_from = ""',
        f"# Which file is {display(question.expected)}? Answer with one of its paths, or with "
        f'"{NO_FILE}" to grade without it.',
        *(f"# candidate: {_quoted(each)}" for each in question.candidates[:MOST_CANDIDATES]),
    ]


def _person(student: Student) -> str:
    known = (student.shown, student.name if student.id else "", student.group)
    return "  ".join(display(part, 200) for part in known if part)


def _quoted(text: str) -> str:
    """Return *text* as a string of TOML on one line, with all that is invisible as an escape."""
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    return character if character.isprintable() else f"\\U{ord(character):08X}"
