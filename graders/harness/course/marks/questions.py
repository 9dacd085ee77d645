"""Questions of a grading that only staff can answer, with candidates, in `decisions_file`.

Whose is a submission? Do groups hand in together? Which file of a submission is the one to grade? A
run adds the questions that the file does not have. Later runs keep the answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from graders.harness.course.marks import decisions_file
from graders.harness.course.people.roster import NOBODY
from graders.harness.course.people.students import GroupsQuestion, Question, Student
from graders.harness.intake.names import display
from graders.harness.intake.select import NO_FILE
from graders.harness.result import one_line

OR_ANSWER = f", or answer in {decisions_file.FILE}"
"""The end of a reason that an answer settles."""
MOST_CANDIDATES = 8
_HEAD = f"""\
# Questions that only you can answer. Then run the command that graded the class again: nothing is
# graded twice, and answers are kept.
#
# Whose is a submission? Answer with an id of the roster, such as people = ["1001"], with several
# for a group, or with people = ["{NOBODY}"]."""


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """Which file of a submission counts as an expected one. It is open even if the file has an
    answer, which then names no file of the submission.
    """

    submission: str
    expected: str
    candidates: Sequence[str]


AnyQuestion = Question | GroupsQuestion | FileQuestion


def ask(folder: Path, questions: Sequence[AnyQuestion]) -> tuple[str, ...]:
    """Add the *questions* that the file in *folder* does not have; return what all open ones are
    about. Raises GraderError.
    """

    def asked(before: bytes) -> bytes:
        known = decisions_file.parsed(before, decisions_file.label(folder)).answers
        new = {
            _subject(question): _entry(question)
            for question in questions
            if _subject(question) not in known
        }
        parts = [*([] if known else [_HEAD]), *new.values()]
        return decisions_file.added(before, "\n\n".join(parts) + "\n") if new else before

    if questions:
        decisions_file.change(folder, asked)
    answers = decisions_file.read(folder).answers
    return tuple(
        filter(None, (_open(question, answers[_subject(question)]) for question in questions))
    )


def _subject(question: AnyQuestion) -> tuple[str, ...]:
    """Return what a question is about, as in `DecisionsFile.answers`."""
    if isinstance(question, Question):
        return "who", question.delivery.name
    if isinstance(question, GroupsQuestion):
        return "groups", "the groups"
    return "file", question.expected, question.submission


def _open(question: AnyQuestion, answer: Sequence[str]) -> str:
    """Return what an open question is about, or "" for one with an answer."""
    about = " of ".join(_subject(question)[1:])
    if answer and isinstance(question, FileQuestion):
        return f"{about}, which has no '{display(str(answer))}'"
    return "" if answer else about


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
        *(f"# candidate: {_person(person)}" for person in question.candidates[:MOST_CANDIDATES]),
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
        of_group = ", ".join(display(delivery.name) for delivery in deliveries[:MOST_CANDIDATES])
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
        *(
            f"# candidate: {_quoted(candidate)}"
            for candidate in question.candidates[:MOST_CANDIDATES]
        ),
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
