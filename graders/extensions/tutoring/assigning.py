"""Divides a class among tutors: at random by weights, or by a column of the class list.

A submission's tutor is in `decisions_file`, so it survives regrades and merges. Who has a tutor
already keeps that one.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import msgspec

from graders.extensions.tutoring import decisions_writing
from graders.harness.course.marks import decisions_file, up_to_date
from graders.harness.course.marks.markings import LONGEST_NAME
from graders.harness.course.pages import class_folder
from graders.harness.course.people.headings import heading_key
from graders.harness.errors import GraderError
from graders.harness.intake.names import display
from graders.harness.result import one_line

NOBODY = "nobody"
"""Instead of tutors: takes all submissions from their tutors."""


@dataclass(frozen=True, slots=True)
class TutorShare:
    """A tutor, and which part of the class they mark."""

    tutor: str
    words: tuple[str, ...] = ()
    """A weight; or cells of the class list's column."""

    @property
    def weight(self) -> Fraction:
        """Return the share at random. Raises GraderError."""
        try:
            weight = Fraction(self.words[0]) if self.words else Fraction(1)
        except (ValueError, ZeroDivisionError):
            weight = Fraction(0)
        if weight <= 0 or len(self.words) > 1:
            word = display("+".join(self.words))
            raise GraderError(f"{display(self.tutor)}: '{word}' is no weight, such as 2 or 0.5")
        return weight


def shares(text: str) -> list[TutorShare]:
    """Return the tutors in *text*, such as "Ann, Ben=2" or "Ann=T1+T2, Ben=T3". Raises
    GraderError.
    """
    found = []
    for piece in text.split(","):
        tutor, has_words, words = piece.partition("=")
        name = one_line(tutor.strip(), LONGEST_NAME)
        if not name:
            raise GraderError(f"'{display(text)}' names no tutors, such as \"Ann, Ben=2\"")
        split = tuple(word.strip() for word in words.split("+")) if has_words else ()
        found.append(TutorShare(name, split))
    twice = [name for name, count in Counter(share.tutor for share in found).items() if count > 1]
    if twice:
        raise GraderError(f"{display(twice[0])} is named twice")
    return found


def at_random(
    names: Iterable[str], tutors: Sequence[TutorShare], present: Mapping[str, str]
) -> dict[str, str]:
    """Return a tutor for each of *names* without one. In the end each has a share by their weight,
    with those of *present* (submission -> tutor). The same names give the same shares.
    """
    weights = {share.tutor: share.weight for share in tutors}
    have = Counter(present.values())
    drawn = {}
    for name in sorted(names, key=_shuffled):
        if not present.get(name):
            # whoever is furthest from their share gets the next one
            tutor = min(weights, key=lambda one: Fraction(have[one] + 1) / weights[one])
            have[tutor] += 1
            drawn[name] = tutor
    return drawn


def _shuffled(name: str) -> bytes:
    return hashlib.blake2b(name.encode("utf-8", "replace")).digest()


def by_column(
    cells: Mapping[str, str], tutors: Sequence[TutorShare], present: Mapping[str, str]
) -> dict[str, str]:
    """Return the tutor of each submission by its cell; without *tutors*, the cell is the name."""
    of_cell = {word.casefold(): share.tutor for share in tutors for word in share.words}
    found = {}
    for name, cell in cells.items():
        tutor = of_cell.get(cell.casefold(), "") if tutors else one_line(cell, LONGEST_NAME)
        if tutor and not present.get(name):
            found[name] = tutor
    return found


def assign(folder: Path, tutors: str, column: str) -> tuple[dict[str, str], dict[str, int]]:
    """Divide the class in *folder*; return whom each submission went to now, and how many each
    tutor has; "" stands for nobody. Raises GraderError.

    tutors: see `shares`, or `NOBODY`; column: the class list's, or "" to divide at random.
    """
    cells = _cells(folder, column)
    with decisions_file.locked(folder):
        file = decisions_file.read(folder)
        present = {
            submission.submission: submission.tutor
            for submission in file.submission
            if submission.submission in cells
        }
        new = _divided(tutors, column, cells, present)
        markings = [
            msgspec.structs.replace(file.marking(name), tutor=tutor) for name, tutor in new.items()
        ]
        data = decisions_file.content(folder)
        decisions_file.write(folder, decisions_writing.with_markings(data, markings))
    return new, dict(Counter((present | new).get(name, "") for name in cells))


def _divided(
    tutors: str, column: str, cells: Mapping[str, str], present: Mapping[str, str]
) -> dict[str, str]:
    if tutors == NOBODY:
        return {name: "" for name, tutor in present.items() if tutor}
    if not tutors and not column:
        raise GraderError('name the tutors, such as --assign "Ann, Ben=2", or a column: --by tutor')
    found = shares(tutors) if tutors else []
    if not column:
        return at_random(cells, found, present)
    without = [share.tutor for share in found if not share.words]
    if without:
        raise GraderError(
            f"{display(without[0])}: say which cells of the column, such as "
            f'"{display(without[0])}=T1+T2"'
        )
    return by_column(cells, found, present)


def _cells(folder: Path, column: str) -> dict[str, str]:
    """Return each graded submission, with its first author's cell in *column*. Raises
    GraderError if the class list has no such column.
    """
    entries = up_to_date.read(folder, but=up_to_date.TUTORING)
    columns = class_folder.roster_columns(folder, entries)
    if column and heading_key(column) not in {heading_key(known) for known in columns}:
        raise GraderError(
            f"the class list has no column '{display(column)}'; it has: "
            f"{', '.join(map(display, columns)) or 'none'}"
        )
    return {
        name: next(
            filter(None, (member.cell([heading_key(column)]).strip() for member in group)), ""
        )
        if column
        else ""
        for name, group in class_folder.graded_entries(entries).items()
    }
