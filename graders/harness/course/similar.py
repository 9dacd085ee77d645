"""Finds similar files of different submissions, despite changes to comments, layout and names.

Two files share every run of `SPAN` tokens that both contain: fingerprints of k-grams, as Schleimer,
Wilkerson and Aiken describe for MOSS. (A class is small enough to keep all fingerprints, so no
window has to be chosen.) Code given to everybody is ignored, and so is code that much of a class
wrote in otherwise different files: an idiom of the assignment proves nothing. Similarity is a
reason to look closer, never a verdict, and never changes a mark.

No library fits: copydetect is the closest on PyPI, but its last release is of March 2024, it needs
matplotlib for a report that is not used here, and its regular expressions can be kept busy by a
hostile file. The parser, a dependency anyway, reads Python and Java in a process with limits
(`tokens`).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nsmallest
from itertools import accumulate, chain, combinations
from operator import attrgetter

from graders.harness.assignment.manifest import Assignment
from graders.harness.course.identical import given_files
from graders.harness.course.tokens import (
    MOST_BYTES,
    InputFile,
    Tokens,
    language_of,
    tokenise,
)
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.intake.submission import IntakeError
from graders.harness.reports.console import how_many

SPAN = 24
"""Length of a matching run, in tokens: three or four lines."""
LEAST_SHARED = 30
"""Minimum number of shared runs; fewer are chance."""
LEAST_SHARE = 0.4
"""Default minimum share of a file that is similar."""
OFTEN, PART = 10, 0.1
"""A run in more submissions than this (number, and part of the class) is an idiom. Submissions with
nearly equal files count as one, unless they are most of the class: a ring makes no idiom.
"""
NEARLY_EQUAL = 0.8
"""Share of the grams of two files that both have, from which on they are nearly equal."""
SKETCH = 16
"""Smallest grams of a file; files that share none of them are not compared for near equality."""
MOST_FILES = 20
"""Files compared of one submission."""
MOST_TOTAL = 1 << 20
"""Bytes compared of one submission. All tokens of a file count: a copy may stand behind others."""
MOST_PLACES = 20
"""Positions in the other file tried as the start of a passage."""
MOST_SECONDS = 600.0
"""Time limit of the comparison; when it is reached, the report says so."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file of a submission; names are raw."""

    submission: str
    people: frozenset[tuple[str, ...]]
    name: str
    data: bytes
    tokens: Tokens
    grams: tuple[int, ...]
    """For each token a hash of the `SPAN` tokens from there on."""
    own: frozenset[int]
    """Grams that were not given to everybody and are no idiom (see `OFTEN`)."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Matching lines of two files, first and last."""

    left: tuple[int, int]
    right: tuple[int, int]


@dataclass(frozen=True, slots=True)
class SimilarPair:
    """Two similar files."""

    left: Document
    right: Document
    shared: frozenset[int]

    @property
    def shares(self) -> tuple[float, float]:
        """Return the shared part of each file's own grams."""
        return len(self.shared) / len(self.left.own), len(self.shared) / len(
            self.right.own
        )

    @property
    def rank(self) -> tuple[float, int, str, str]:
        """Return the sort key: the most similar first."""
        submissions = self.left.submission, self.right.submission
        return -max(self.shares), -len(self.shared), *submissions


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of a comparison."""

    submissions: int
    files: int
    """Number of files compared."""
    pairs: tuple[SimilarPair, ...]
    """Similar pairs, the most similar first."""
    left_out: tuple[str, ...]
    """Files and pairs that were not compared, with the reason, one raw line each."""

    @property
    def groups(self) -> list[tuple[str, ...]]:
        """Return groups of more than two submissions connected by pairs, the largest first."""
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
) -> Comparison:
    """Compare all files of different submissions.

    least: minimum share of a file that is similar; step: receives each stage. No submission is run.
    Raises GraderError if no file can be parsed.
    """
    left_out: list[str] = []
    step("reading submissions")
    read = list(_read(assignment, deliveries, left_out))
    step("splitting files into tokens")
    given = _given(assignment)
    documents = []
    for (delivery, file), tokens in zip(
        read, tokenise([file for _, file in read]), strict=True
    ):
        if tokens is None:
            left_out.append(
                f"{delivery.name}: {file.name} is too large, or crashed the parser"
            )
        else:
            documents.append(_document(delivery, file, tokens))
    documents = _with_own(documents, given, left_out)
    step(f"comparing {how_many(len(documents), 'file')}")
    pairs = sorted(_pairs(documents, least, left_out), key=attrgetter("rank"))
    return Comparison(len(deliveries), len(documents), tuple(pairs), tuple(left_out))


def _read(
    assignment: Assignment, deliveries: Iterable[SubmissionSource], left_out: list[str]
) -> Iterator[tuple[SubmissionSource, InputFile]]:
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
        compared = [InputFile(name, files[name][: MOST_BYTES + 1]) for name in names]
        sizes = accumulate(len(file.data) for file in compared)
        most = min(MOST_FILES, sum(size <= MOST_TOTAL for size in sizes))
        if len(names) > most:
            left_out.append(
                f"{delivery.name}: {len(names) - most} of {len(names)} files"
            )
        for file in compared[:most]:
            yield delivery, file


def _given(assignment: Assignment) -> frozenset[int]:
    files = [InputFile(name, data) for name, data in given_files(assignment).items()]
    readable = filter(None, tokenise(files))
    return frozenset(chain.from_iterable(map(_grams, readable)))


def _grams(tokens: Tokens) -> tuple[int, ...]:
    return tuple(
        hash(tokens.kinds[at : at + SPAN]) for at in range(len(tokens.kinds) - SPAN + 1)
    )


def _document(delivery: SubmissionSource, file: InputFile, tokens: Tokens) -> Document:
    people = frozenset(person.ids or (person.name,) for person in delivery.people)
    return Document(
        delivery.name, people, file.name, file.data, tokens, _grams(tokens), frozenset()
    )


def _with_own(
    documents: Sequence[Document], given: frozenset[int], left_out: list[str]
) -> list[Document]:
    """Return *documents* with their own grams; files that have hardly any are *left_out*."""
    grams = [frozenset(document.grams) - given for document in documents]
    held: dict[int, set[str]] = {}
    for place, of_one in zip(_joined(documents, grams), grams, strict=True):
        for gram in of_one:
            held.setdefault(gram, set()).add(documents[place].submission)
    submissions = len({document.submission for document in documents})
    often = max(OFTEN, PART * submissions)
    idioms = frozenset(gram for gram, who in held.items() if len(who) > often)
    with_own = []
    for document, of_one in zip(documents, grams, strict=True):
        own = of_one - idioms
        if len(own) < LEAST_SHARED <= len(of_one):
            left_out.append(
                f"{document.submission}: {document.name} is almost only code that more than "
                f"{often:.0f} submissions have"
            )
        with_own.append(replace(document, own=own))
    return with_own


def _joined(
    documents: Sequence[Document], grams: Sequence[frozenset[int]]
) -> list[int]:
    """Return for each document the place of the first of all that are nearly equal to it.

    A file that most of the class has is not joined: that is no ring.
    """
    first = list(range(len(documents)))

    def root(place: int) -> int:
        while first[place] != place:
            place = first[place]
        return place

    by_gram: dict[int, list[int]] = {}
    for place, of_one in enumerate(grams):
        sketch = nsmallest(SKETCH, of_one) if len(of_one) >= LEAST_SHARED else []
        for other in {other for gram in sketch for other in by_gram.get(gram, ())}:
            shared = len(grams[other] & of_one)
            if shared >= NEARLY_EQUAL * len(grams[other] | of_one):
                first[root(place)] = root(other)
        for gram in sketch:
            by_gram.setdefault(gram, []).append(place)
    roots = list(map(root, range(len(documents))))
    sizes = Counter(roots)
    most = len({document.submission for document in documents}) / 2
    return [ring if sizes[ring] <= most else place for place, ring in enumerate(roots)]


def _pairs(
    documents: Sequence[Document], least: float, left_out: list[str]
) -> Iterator[SimilarPair]:
    end = time.monotonic() + MOST_SECONDS
    large = [document for document in documents if len(document.own) >= LEAST_SHARED]
    for count, (left, right) in enumerate(combinations(large, 2)):
        if left.submission == right.submission or (
            left.people and left.people == right.people
        ):
            continue
        pair = SimilarPair(left, right, left.own & right.own)
        if len(pair.shared) >= LEAST_SHARED and max(pair.shares) >= least:
            yield pair
        if count % 1000 == 0 and time.monotonic() > end:
            left_out.append(
                f"after {MOST_SECONDS:.0f} s: all further pairs; compare fewer submissions at once"
            )
            return


def passages(pair: SimilarPair) -> list[Passage]:
    """Return the matching passages, in the left file's order: the longest at each position."""
    positions: dict[int, list[int]] = {}
    for at, gram in enumerate(pair.right.grams):
        if gram in pair.shared:
            positions.setdefault(gram, []).append(at)
    matches = []
    at = 0
    while at < len(pair.left.grams):
        candidates = positions.get(pair.left.grams[at], [])[:MOST_PLACES]
        if not candidates:
            at += 1
            continue
        length, other = max(
            (_alike(pair, at, right, positions), -right) for right in candidates
        )
        matches.append(_passage(pair, at, -other, length + SPAN - 1))
        at += length + SPAN - 1
    return matches


def _passage(pair: SimilarPair, left: int, right: int, length: int) -> Passage:
    """Return the lines of *length* tokens from these positions on."""
    left_lines, right_lines = pair.left.tokens.lines, pair.right.tokens.lines
    return Passage(
        (left_lines[left], left_lines[left + length - 1]),
        (right_lines[right], right_lines[right + length - 1]),
    )


def _alike(
    pair: SimilarPair, left: int, right: int, positions: Mapping[int, list[int]]
) -> int:
    """Return the number of positions from these on at which both files match."""
    left_grams, right_grams = pair.left.grams, pair.right.grams
    most = min(len(left_grams) - left, len(right_grams) - right)
    for length in range(most):
        gram = left_grams[left + length]
        if gram != right_grams[right + length] or gram not in positions:
            return length
    return most
