"""Which files of different submissions are alike, whatever was done to their comments, layout and
names.

Two files share what both hold of `SPAN` tokens in a row: fingerprints of k-grams, as Schleimer,
Wilkerson and Aiken describe for MOSS. (A class is small enough to keep all of them, so nothing
depends on the choice of a window.) What everybody was given is left out, and so is what many of a
class write: an idiom of the assignment says nothing of two people. What is found is a reason to
look, never a verdict, and no part of any mark.

Why no library: of those on PyPI copydetect comes nearest, but its last release is of March 2024, it
draws in matplotlib for a report that we do not use, and reads files with regular expressions that a
hostile file can keep busy. The parser that we depend on anyway reads Python and Java in a process
with limits (`tokens`); what remains is this page.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from operator import attrgetter

from graders.harness.assignment.manifest import Assignment
from graders.harness.course.identical import given_files
from graders.harness.course.tokens import (
    MOST_BYTES,
    File,
    Tokens,
    language_of,
    tokenise,
)
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.intake.submission import IntakeError
from graders.harness.reports.medium import how_many

SPAN = 24
"""Tokens in a row that have to be alike: three or four lines."""
LEAST_SHARED = 30
"""Places at which so many begin, below which likeness is chance."""
LEAST_SHARE = 0.4
"""Part of a file that has to be alike, if staff do not say otherwise."""
OFTEN, PART = 10, 0.1
"""What more submissions than this hold, both in number and as a part of the class, is an idiom."""
MOST_FILES = 20
"""Files of one submission that are compared."""
MOST_PLACES = 20
"""Places in the other file that are tried for the beginning of a passage."""
MOST_SECONDS = 600.0
"""After this long no more pairs are compared, and that is told."""


@dataclass(frozen=True, slots=True)
class Document:
    """One file of one submission; names are raw."""

    submission: str
    people: frozenset[tuple[str, ...]]
    name: str
    data: bytes
    tokens: Tokens
    grams: tuple[int, ...]
    """What stands at each token, as a number: `SPAN` tokens from there on."""
    own: frozenset[int]
    """Those that nobody was given, and that are no idiom."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines of two files that are alike, first and last."""

    left: tuple[int, int]
    right: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two files that are alike."""

    left: Document
    right: Document
    shared: frozenset[int]

    @property
    def shares(self) -> tuple[float, float]:
        """Return what part of either one's own the other holds, too."""
        return len(self.shared) / len(self.left.own), len(self.shared) / len(
            self.right.own
        )

    @property
    def rank(self) -> tuple[float, int, str, str]:
        """Return by what pairs are sorted: the most alike first."""
        submissions = self.left.submission, self.right.submission
        return -max(self.shares), -len(self.shared), *submissions


@dataclass(frozen=True, slots=True)
class Found:
    """What a comparison found."""

    submissions: int
    files: int
    """How many were compared."""
    pairs: tuple[Pair, ...]
    """Those that are alike, what is most alike first."""
    left_out: tuple[str, ...]
    """What was not compared and why, one raw line each."""

    @property
    def groups(self) -> list[tuple[str, ...]]:
        """Return the submissions that pairs connect, where they are more than two; the largest
        group first.
        """
        groups: list[set[str]] = []
        for pair in self.pairs:
            group = {pair.left.submission, pair.right.submission}
            apart = [other for other in groups if group.isdisjoint(other)]
            touching = [other for other in groups if not group.isdisjoint(other)]
            groups = [*apart, group.union(*touching)]
        large = [tuple(sorted(group)) for group in groups if len(group) > 2]
        return sorted(large, key=lambda group: (-len(group), group))


def similar(
    assignment: Assignment,
    deliveries: Sequence[SubmissionSource],
    *,
    least: float = LEAST_SHARE,
    step: Callable[[str], None] = lambda _: None,
) -> Found:
    """Compare all files of different submissions. least: part of a file that has to be alike; step:
    told what is done.

    Nothing of a submission is run. Raises GraderError where no file can be parsed at all.
    """
    left_out: list[str] = []
    step("reading what was handed in")
    read = list(_read(assignment, deliveries, left_out))
    step("taking the files apart")
    given = _given(assignment)
    documents = []
    for (delivery, file), tokens in zip(
        read, tokenise([file for _, file in read]), strict=True
    ):
        if tokens is None:
            left_out.append(
                f"{delivery.name}: {file.name} is too large, or too much for the parser"
            )
        else:
            documents.append(_document(delivery, file, tokens))
    documents = _with_own(documents, given)
    step(f"comparing {how_many(len(documents), 'file')}")
    pairs = sorted(_pairs(documents, least, left_out), key=attrgetter("rank"))
    return Found(len(deliveries), len(documents), tuple(pairs), tuple(left_out))


def _read(
    assignment: Assignment, deliveries: Iterable[SubmissionSource], left_out: list[str]
) -> Iterator[tuple[SubmissionSource, File]]:
    course = set(assignment.files.course)
    for delivery in deliveries:
        try:
            files = delivery.read(assignment).files
        except IntakeError as error:
            left_out.append(f"{delivery.name}: {error}")
            continue
        names = [
            name for name in sorted(files) if language_of(name) and name not in course
        ]
        asked_for = assignment.files.submitted
        names.sort(key=lambda name: name not in asked_for)
        if len(names) > MOST_FILES:
            left_out.append(
                f"{delivery.name}: {len(names) - MOST_FILES} of {len(names)} files"
            )
        for name in names[:MOST_FILES]:
            yield delivery, File(name, files[name][: MOST_BYTES + 1])


def _given(assignment: Assignment) -> frozenset[int]:
    files = [File(name, data) for name, data in given_files(assignment).items()]
    readable = filter(None, tokenise(files))
    return frozenset(chain.from_iterable(map(_grams, readable)))


def _grams(tokens: Tokens) -> tuple[int, ...]:
    return tuple(
        hash(tokens.kinds[at : at + SPAN]) for at in range(len(tokens.kinds) - SPAN + 1)
    )


def _document(delivery: SubmissionSource, file: File, tokens: Tokens) -> Document:
    people = frozenset(person.ids or (person.name,) for person in delivery.people)
    return Document(
        delivery.name, people, file.name, file.data, tokens, _grams(tokens), frozenset()
    )


def _with_own(documents: Sequence[Document], given: frozenset[int]) -> list[Document]:
    """Return the documents with what counts of them."""
    by_submission: dict[str, set[int]] = {}
    for one in documents:
        by_submission.setdefault(one.submission, set()).update(one.grams)
    held = Counter(chain.from_iterable(by_submission.values()))
    often = max(OFTEN, PART * len(by_submission))
    left_out = given | {gram for gram, count in held.items() if count > often}
    return [replace(one, own=frozenset(one.grams) - left_out) for one in documents]


def _pairs(
    documents: Sequence[Document], least: float, left_out: list[str]
) -> Iterator[Pair]:
    end = time.monotonic() + MOST_SECONDS
    large = [one for one in documents if len(one.own) >= LEAST_SHARED]
    for count, (left, right) in enumerate(combinations(large, 2)):
        if left.submission == right.submission or (
            left.people and left.people == right.people
        ):
            continue
        pair = Pair(left, right, left.own & right.own)
        if len(pair.shared) >= LEAST_SHARED and max(pair.shares) >= least:
            yield pair
        if count % 1000 == 0 and time.monotonic() > end:
            left_out.append(
                f"after {MOST_SECONDS:.0f} s: all further pairs; name fewer submissions at once"
            )
            return


def passages(pair: Pair) -> list[Passage]:
    """Return what is alike in two files, in the order of the left one: the longest that begins at
    each place.
    """
    places: dict[int, list[int]] = {}
    for at, gram in enumerate(pair.right.grams):
        if gram in pair.shared:
            places.setdefault(gram, []).append(at)
    found = []
    at = 0
    while at < len(pair.left.grams):
        candidates = places.get(pair.left.grams[at], [])[:MOST_PLACES]
        if not candidates:
            at += 1
            continue
        length, other = max(
            (_alike(pair, at, place, places), -place) for place in candidates
        )
        found.append(_passage(pair, at, -other, length + SPAN - 1))
        at += length + SPAN - 1
    return found


def _passage(pair: Pair, left: int, right: int, length: int) -> Passage:
    """Return the lines of so many tokens from these on."""
    ours, theirs = pair.left.tokens.lines, pair.right.tokens.lines
    return Passage(
        (ours[left], ours[left + length - 1]),
        (theirs[right], theirs[right + length - 1]),
    )


def _alike(pair: Pair, left: int, right: int, places: Mapping[int, list[int]]) -> int:
    """Return at how many places from these on both files go on alike."""
    ours, theirs = pair.left.grams, pair.right.grams
    most = min(len(ours) - left, len(theirs) - right)
    for length in range(most):
        gram = ours[left + length]
        if gram != theirs[right + length] or gram not in places:
            return length
    return most
