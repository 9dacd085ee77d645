"""The submissions that staff name in `decisions.toml`: by name or folder, or by an author's id,
login, email, name or group.

Nobody is decided about by a guess: a word that could be several submissions is none of them, and
the nearest name is only suggested.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress, product
from pathlib import Path

from graders.harness.assignment.naming import nearest
from graders.harness.course.pages import class_file
from graders.harness.course.pages.gradebook import GradebookRow
from graders.harness.course.pages.page_names import page_folder
from graders.harness.course.people.headings import heading_key, headings_of
from graders.harness.course.people.students import Matching
from graders.harness.errors import GraderError
from graders.harness.intake import names
from graders.harness.intake.delivery import SubmissionSource

EVERYBODY = "*"
_KINDS = ("number", "other", "login", "email", "name", "group", "folder")
"""Kinds of columns whose cells may stand for a submission."""
MOST_MEANT = 3
"""Submissions named that an ambiguous word may mean."""


class NoSubmission(GraderError):
    """A word means no submission, or several."""

    def __init__(self, whom: str) -> None:
        """whom: the word, with a hint."""
        super().__init__(f"there is no submission of {whom}")
        self.whom = whom


class People:
    """The submissions of a class, and the words for each."""

    def __init__(self, words: Iterable[tuple[str, str]] = ()) -> None:
        """words: submissions, each with a word for it or for an author."""
        self._submissions: set[str] = set()
        self._by_word: dict[str, set[str]] = {}
        for submission, word in words:
            self._submissions.add(submission)
            for known in (word, names.file_name(submission)):
                self._by_word.setdefault(key(known), set()).add(submission)

    def __bool__(self) -> bool:
        """Return whether anybody is known."""
        return bool(self._submissions)

    def __contains__(self, submission: str) -> bool:
        """Return whether there is a submission of this name."""
        return submission in self._submissions

    def submission_of(self, word: str) -> str:
        """Return the submission that *word* means. Raises NoSubmission with the nearest word."""
        if word in self._submissions:
            return word
        meant = sorted(self._by_word.get(key(word) or word, ()))
        if len(meant) == 1:
            return meant[0]
        named = names.display(word)
        if meant:
            which = names.listing(meant, MOST_MEANT)
            raise NoSubmission(f"{named} alone (could be {which}: name one of them)")
        near = nearest(key(word), self._by_word)
        hint = f"; did you mean {names.display(near)}?" if near else ""
        raise NoSubmission(f"{named}{hint}")


def key(word: str) -> str:
    """Return the form of *word* in which words are compared."""
    return names.folded(word.strip())


def of_class(deliveries: Iterable[SubmissionSource], matching: Matching | None) -> People:
    """Return the people of a class that is being graded: by the roster, else by the platform."""
    words = [(delivery.name, delivery.name) for delivery in deliveries]
    if matching is None:
        for delivery in deliveries:
            for person in delivery.people:
                words += product([delivery.name], (person.name, *person.ids))
        return People(words)
    for match in matching.matches:
        student, found = (
            match.student,
            ", ".join(person.name for person in match.candidates),
        )
        known = (student.id, *student.ids, student.name, student.group)
        words += product(filter(None, [found]), known)
    return People(words)


def of_gradebook(folder: Path, *more: str) -> People:
    """Return the people of the graded class in *folder*; nobody if it is none.

    more: names of further submissions.
    """
    words = list(zip(more, more, strict=True))
    for row, called in _rows(folder):
        if row.submission:
            words += product([row.submission], called)
    return People(words)


def of_missing(folder: Path) -> dict[str, GradebookRow]:
    """Return the people on the roster of the graded class in *folder* who handed in nothing, each
    by the words for them that nobody else has.
    """
    found: dict[str, list[GradebookRow]] = {}
    for row, called in _rows(folder):
        for word in {key(word) for word in called if word.strip()}:
            found.setdefault(word, []).append(row)
    return {
        word: rows[0] for word, rows in found.items() if len(rows) == 1 and not rows[0].submission
    }


Rows = Mapping[str, Sequence[GradebookRow]]
"""Folder of a page in a class -> its rows of the gradebook."""


def pages_of_gradebook(folder: Path) -> tuple[People, Rows]:
    """Return the people of the graded class in *folder*, with folders of pages for submissions,
    and the rows of each such folder.

    So a member of a group is their own page, if they have one.
    """
    words: list[tuple[str, str]] = []
    rows = defaultdict[str, list[GradebookRow]](list)
    for row, called in _rows(folder):
        if not row.submission:
            continue
        page = page_folder(row.page or row.submission)
        rows[page].append(row)
        words += product([page], (*called, row.submission, names.file_name(row.submission)))
    return People(words), rows


def _rows(folder: Path) -> Iterator[tuple[GradebookRow, Sequence[str]]]:
    """Yield the rows of the gradebook, each with all words for its submission or its person."""
    state = class_file.last(folder)
    if state is None:
        return
    words = {heading for kind in _KINDS for heading in headings_of(kind)}
    columns = [heading_key(heading) in words for heading in state.columns or ()]
    for row in state.rows:
        cells = (row.student_id, row.name, row.group, *compress(row.cells, columns))
        # without a roster, a row may be of several people
        yield row, [word for cell in cells for word in cell.split("; ")]
