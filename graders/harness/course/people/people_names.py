"""Compares the names that a platform and the roster give to one person."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from itertools import chain

from graders.harness.course.people.students import Student, squeezed
from graders.harness.intake import names

_PARTICLES = frozenset(
    {
        "al", "bin", "da", "de", "del", "den", "der", "di", "dos", "du", "el", "group", "gruppe",
        "groupe", "grupo", "la", "le", "team", "ten", "the", "van", "von",
    }
)  # fmt: skip
"""Words that many names share."""
_SHORTEST_WITHIN = 3
"""Letters of a word that is sought within a name without spaces."""


class Names:
    """The names on a roster."""

    def __init__(self, students: Iterable[Student]) -> None:
        self._students = tuple(students)
        self._forms: dict[str, list[Student]] = {}
        self._words: dict[str, set[int]] = {}
        for student in self._students:
            for form in student.name_forms:
                self._forms.setdefault(form, []).append(student)
            for word in _words(student.name):
                self._words.setdefault(word, set()).add(student.line)

    def exactly(self, name: str) -> list[Student]:
        """Return the people with this name, whatever the order of its words."""
        return list(self._forms.get(squeezed(name), ()))

    def alike(self, name: str) -> tuple[Student, ...]:
        """Return the people whose names share the most words with *name*; none if nobody's does."""
        shared = self._shared(name)
        most = max(shared.values(), default=0)
        return tuple(student for student in self._students if shared[student.line] == most > 0)

    def _shared(self, name: str) -> Counter[int]:
        """Return line of a person -> number of words that their name shares with *name*."""
        return Counter(chain.from_iterable(self._words.get(word, ()) for word in _words(name)))

    def agree(self, name: str, student: Student) -> bool:
        """Return whether *name* may be the student's: no other person's name is more like it.

        Names need not be equal: platforms have nicknames, middle names, and other spellings.
        """
        exact = self.exactly(name)
        if exact:
            return student in exact
        shared = self._shared(name)
        if shared:
            return shared[student.line] == max(shared.values())
        whole = plain(squeezed(name))
        return any(len(word) >= _SHORTEST_WITHIN and word in whole for word in _words(student.name))


def _words(name: str) -> set[str]:
    """Return the words of a name that tell people apart, without accents."""
    letters = (letter if letter.isalnum() else " " for letter in plain(names.folded(name)))
    words = {word for word in "".join(letters).split() if not word.isdecimal()}
    return {word for word in words if len(word) > 1} - _PARTICLES


def plain(text: str) -> str:
    """Return *text* without accents."""
    apart = unicodedata.normalize("NFD", text)
    return "".join(character for character in apart if not unicodedata.combining(character))
