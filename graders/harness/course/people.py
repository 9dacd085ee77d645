"""The submissions that staff name in `decisions.toml`: by name or folder, or by an author's id,
login, email, name or group.

Nobody is decided about by a guess: a word that could be several submissions is none of them, and
the nearest name is only suggested.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from pathlib import Path

from graders.harness.assignment.naming import nearest
from graders.harness.course.gradebook import BOOK, from_csv
from graders.harness.course.headings import heading_key, headings_of
from graders.harness.course.pages import existing_page, page_folder
from graders.harness.course.roster import Matching
from graders.harness.errors import GraderError
from graders.harness.intake import names
from graders.harness.intake.delivery import SubmissionSource

EVERYBODY = "*"
_KINDS = ("number", "other", "login", "email", "name", "group", "folder")
"""Kinds of columns whose cells may stand for a submission."""
MOST_MEANT = 3
"""Submissions named that an ambiguous word may mean."""


class People:
    """The submissions of a class, and the words for each."""

    def __init__(self, words: Iterable[tuple[str, str]] = ()) -> None:
        """words: submissions, each with a word for it or for an author."""
        self._submissions: set[str] = set()
        self._by_word: dict[str, set[str]] = {}
        for submission, word in words:
            self._submissions.add(submission)
            for known in (word, names.file_name(submission)):
                self._by_word.setdefault(_key(known), set()).add(submission)

    def __bool__(self) -> bool:
        """Return whether anybody is known."""
        return bool(self._submissions)

    def submission_of(self, word: str) -> str:
        """Return the submission that *word* means. Raises GraderError with the nearest word."""
        if word in self._submissions:
            return word
        meant = sorted(self._by_word.get(_key(word) or word, ()))
        if len(meant) == 1:
            return meant[0]
        shown = names.display(word)
        if meant:
            which = names.listing(meant, MOST_MEANT)
            raise GraderError(f"{shown} alone (could be {which}: name one of them)")
        near = nearest(_key(word), self._by_word)
        hint = f" (is it {names.display(near)}?)" if near else ""
        raise GraderError(f"{shown}{hint}")


def _key(word: str) -> str:
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
            ", ".join(each.name for each in match.candidates),
        )
        known = (student.id, *student.ids, student.name, student.group)
        words += product(filter(None, [found]), known)
    return People(words)


def of_gradebook(folder: Path, *more: str) -> People:
    """Return the people of the graded class in *folder*; nobody without a gradebook.

    more: names of further submissions.
    """
    words = list(zip(more, more, strict=True))
    for cells, called in _lines(folder):
        words += product([cells["submission"]], called)
    return People(words)


Lines = Mapping[str, Sequence[Mapping[str, str]]]
"""Folder of a page in a class -> its lines of the gradebook: heading -> cell."""


def pages_of_gradebook(folder: Path) -> tuple[People, Lines]:
    """Return the people of the graded class in *folder*, with folders of pages for submissions,
    and the lines of each such folder.

    So a member of a group is their own page, if they have one.
    """
    words: list[tuple[str, str]] = []
    lines = defaultdict[str, list[Mapping[str, str]]](list)
    for cells, called in _lines(folder):
        name = cells["submission"]
        page = page_folder(existing_page(folder, name, cells["student id"], cells["name"]))
        lines[page].append(cells)
        words += product([page], (*called, name, names.file_name(name)))
    return People(words), lines


def _lines(folder: Path) -> Iterator[tuple[Mapping[str, str], Sequence[str]]]:
    """Yield the lines of the gradebook that have a submission, each with all words for it."""
    try:
        book = from_csv((folder / BOOK).read_bytes())
    except (OSError, GraderError):
        return
    keys = [heading_key(title) for title in book.heading]
    words = {heading for kind in _KINDS for heading in headings_of(kind)}
    for line in book.lines:
        cells = defaultdict(str, zip(keys, line, strict=False))
        if cells["submission"]:
            listed = [cells[heading].split("; ") for heading in keys if heading in words]
            yield cells, list(chain.from_iterable(listed))
