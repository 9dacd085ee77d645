"""Finds similar files of different submissions, despite changes to comments, layout and names.

Code given to everybody is ignored, and code that much of a class wrote counts less: an idiom of the
assignment proves little (`fingerprints`). Similarity is a reason to look closer, never a verdict,
and never changes a mark.

No library fits: copydetect is the closest on PyPI, but its last release is of March 2024, it needs
matplotlib for a report that is not used here, and its regular expressions can be kept busy by a
hostile file. The parser, a dependency anyway, reads Python and Java in a process with limits
(`tokens`).
"""

from __future__ import annotations

import time
from array import array
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
    Set,
)
from dataclasses import dataclass
from itertools import accumulate, chain, islice
from operator import attrgetter

from graders.extensions.similar import passages as matching
from graders.extensions.similar.fingerprints import (
    LEAST_SHARED,
    MUCH_SHARED,
    RUN,
    SPAN,
    Idioms,
    grams,
    idioms,
    likely_pairs,
)
from graders.extensions.similar.passages import Passage
from graders.extensions.similar.tokens import (
    MOST_BYTES,
    InputFile,
    Tokens,
    tokenise,
)
from graders.harness.assignment.language import language_at, languages
from graders.harness.assignment.manifest import Assignment
from graders.harness.course.pages.identical import given_files
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.intake.grouping import grouped, parted
from graders.harness.intake.submission import IntakeError
from graders.harness.reports.console import how_many

LEAST_SHARE = 0.4
"""Default minimum share of a file that is similar."""
MOST_FILES = 20
"""Files compared of one submission."""
MOST_TOTAL = 1 << 20
"""Bytes compared of one submission. All tokens of a file count: a copy may stand behind others."""
MOST_SECONDS = 600.0
"""Time limit of the comparison; when it is reached, the report says so."""
MOST_NAMED = 8
"""Submissions named in a line about many."""


@dataclass(frozen=True, slots=True)
class ComparedFile:
    """A file of a submission, to compare; names are raw."""

    submission: str
    people: frozenset[tuple[str, ...]]
    name: str
    data: bytes
    is_of_class: bool = True
    """False for a file of another class."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file that was split into tokens."""

    file: ComparedFile
    tokens: Tokens
    own: Collection[int]
    """Runs that were not given to everybody and that not most have; an array, because a set of each
    file of a large class takes a gigabyte.
    """
    weight: float
    """How much they count."""


@dataclass(frozen=True, slots=True)
class SimilarPair:
    """Two similar files. The left one is of the class; the right one may be of another."""

    left: Document
    right: Document
    shared: frozenset[int]
    weight: float
    """How much the shared runs count."""

    @property
    def shares(self) -> tuple[float, float]:
        """Return the shared part of what counts in each file."""
        return self.weight / self.left.weight, self.weight / self.right.weight

    @property
    def rank(self) -> tuple[float, float, str, str]:
        """Return the sort key: the most similar first."""
        submissions = self.left.file.submission, self.right.file.submission
        return -max(self.shares), -self.weight, *submissions

    def passages(self) -> list[Passage]:
        """Return the matching passages, in the left file's order."""
        return matching.matching(self.left.tokens, self.right.tokens, self.shared)


@dataclass(frozen=True, slots=True)
class ClassComparison:
    """The result of a comparison."""

    submissions: int
    others: int
    """Number of submissions of other classes."""
    files: int
    """Number of files compared."""
    pairs: tuple[SimilarPair, ...]
    """Similar pairs, the most similar first."""
    left_out: tuple[str, ...]
    """Files and pairs that were not compared, with the reason, one raw line for each reason."""

    @property
    def groups(self) -> list[tuple[str, ...]]:
        """Return groups of more than two submissions connected by pairs, the largest first."""
        groups: list[set[str]] = []
        for pair in self.pairs:
            group = {pair.left.file.submission, pair.right.file.submission}
            apart, touching = parted(groups, group.isdisjoint)
            groups = [*apart, group.union(*touching)]
        large = [tuple(sorted(group)) for group in groups if len(group) > 2]
        return sorted(large, key=lambda group: (-len(group), group))


def similar(
    assignment: Assignment,
    deliveries: Sequence[SubmissionSource],
    others: Sequence[SubmissionSource] = (),
    *,
    least: float = LEAST_SHARE,
    step: Callable[[str], None] = lambda _: None,
) -> ClassComparison:
    """Compare all files of different submissions.

    others: submissions of other classes, under names that no other submission has; pairs among them
    are not looked for. least: minimum share of a file that is similar; step: receives each stage.
    No submission is run. Raises GraderError if the parser does not start.
    """
    left_out = LeftOut()
    step("reading submissions")
    read = [
        *_read(assignment, deliveries, left_out, is_of_class=True),
        *_read(assignment, others, left_out, is_of_class=False),
    ]
    step("splitting files into tokens")
    documents = split(read, given_files(assignment), left_out)
    compared = len(documents.all)
    step(f"comparing {how_many(compared, 'file')}")
    pairs = pairs_of(documents, least, left_out)
    return ClassComparison(len(deliveries), len(others), compared, tuple(pairs), left_out.lines())


class LeftOut:
    """Submissions and files that were not compared, with the reasons."""

    def __init__(self) -> None:
        self._submissions: dict[tuple[str, str], list[str]] = {}

    def add(self, submission: str, reason: str, file: str = "") -> None:
        """Add a submission, or a *file* of it; equal files and reasons are one line."""
        self._submissions.setdefault((file, reason), []).append(submission)

    def lines(self) -> tuple[str, ...]:
        """Return a raw line for each file name and reason."""
        return tuple(
            self._line(file, reason, submissions)
            for (file, reason), submissions in self._submissions.items()
        )

    def _line(self, file: str, reason: str, submissions: Sequence[str]) -> str:
        named = ", ".join(submissions[:MOST_NAMED])
        more = len(submissions) - MOST_NAMED
        who = f"{named} and {more} more" if more > 0 else named
        return f"{who}: {file} {reason}" if file else f"{who}: {reason}"


def _read(
    assignment: Assignment,
    deliveries: Iterable[SubmissionSource],
    left_out: LeftOut,
    *,
    is_of_class: bool,
) -> Iterator[ComparedFile]:
    for delivery in deliveries:
        try:
            files = delivery.read(assignment).files
        except IntakeError as error:
            left_out.add(delivery.name, str(error))
            continue
        people = frozenset(person.ids or (person.name,) for person in delivery.people)
        for name in _chosen(assignment, delivery.name, files, left_out):
            data = files[name][: MOST_BYTES + 1]
            yield ComparedFile(delivery.name, people, name, data, is_of_class)


def _chosen(
    assignment: Assignment,
    submission: str,
    files: Mapping[str, bytes],
    left_out: LeftOut,
) -> Sequence[str]:
    """Return the names of the files to compare, those that the handout asks for first."""
    course, asked_for = set(assignment.files.course), assignment.files.submitted
    sources = [file for file in sorted(files) if language_at(file.lower())]
    if not sources:
        known = " or ".join(language.title for language in languages())
        left_out.add(submission, f"has no file in {known}")
    chosen = [name for name in sources if name not in course]
    chosen.sort(key=lambda name: name not in asked_for)
    sizes = accumulate(min(len(files[name]), MOST_BYTES + 1) for name in chosen)
    most = min(MOST_FILES, sum(size <= MOST_TOTAL for size in sizes))
    if len(chosen) > most:
        limit = f"at most {MOST_FILES}, and {MOST_TOTAL:,} bytes"
        reason = f"{len(chosen) - most} of {len(chosen)} files ({limit})"
        left_out.add(submission, reason)
    return chosen[:most]


@dataclass(frozen=True, slots=True)
class Documents:
    """The files of a class, and of others, that can be compared."""

    all: Sequence[Document]
    idioms: Idioms


def split(
    files: Sequence[ComparedFile], given: Mapping[str, bytes], left_out: LeftOut
) -> Documents:
    """Return the *files* with what counts of them; files without are *left_out*.

    given: the files that everybody was given.
    """
    inputs = [InputFile(name, data) for name, data in given.items()]
    read = tokenise([*inputs, *(InputFile(file.name, file.data) for file in files)])
    known = filter(None, islice(read, len(inputs)))
    of_all = frozenset(chain.from_iterable(map(grams, known)))
    runs = []
    for file, tokens in zip(files, read, strict=True):
        every = frozenset(grams(tokens)) if tokens else frozenset[int]()
        reason = _reason(file, tokens, every, of_all)
        if tokens and not reason:
            runs.append((file, tokens, array(RUN, every - of_all)))
        else:
            left_out.add(file.submission, reason, file.name)
    found = idioms(_by_submission((file, file_runs) for file, _, file_runs in runs))
    documents = []
    for file, tokens, file_runs in runs:
        kept = array(RUN, (run for run in file_runs if run not in found.everywhere))
        if len(kept) < LEAST_SHARED:
            left_out.add(file.submission, "is almost only code that most have", file.name)
        else:
            documents.append(Document(file, tokens, kept, found.weight(kept)))
    return Documents(documents, found)


def _reason(file: ComparedFile, tokens: Tokens | None, every: Set[int], of_all: Set[int]) -> str:
    """Return why a file cannot be compared, or ""."""
    if len(file.data) > MOST_BYTES:
        return f"is larger than {MOST_BYTES:,} bytes"
    if tokens is None:
        return "cannot be read by the parser (too deep, or too complex)"
    if len(every) < LEAST_SHARED:
        return f"is too small (fewer than {SPAN + LEAST_SHARED - 1} tokens)"
    if len(every - of_all) < LEAST_SHARED:
        return "has little besides code that everybody was given"
    return ""


def _by_submission(
    files: Iterable[tuple[ComparedFile, Collection[int]]],
) -> list[Collection[int]]:
    """Return the runs of each submission of the class; of other classes nothing is an idiom."""
    of_class = ((file, file_runs) for file, file_runs in files if file.is_of_class)
    parts = grouped(of_class, key=lambda each: each[0].submission)
    return [
        array(RUN, {run for _, file_runs in files for run in file_runs}) for files in parts.values()
    ]


def pairs_of(documents: Documents, least: float, left_out: LeftOut) -> list[SimilarPair]:
    """Return the similar pairs of different people, the most similar first."""
    end = time.monotonic() + MOST_SECONDS
    files = documents.all
    places = likely_pairs([file.own for file in files], documents.idioms, least)
    pairs = []
    for count, (left, right) in enumerate(dict.fromkeys(places)):
        if count % 1000 == 1 and time.monotonic() > end:
            reason = "all further pairs; compare fewer submissions at once"
            left_out.add(f"after {MOST_SECONDS:.0f} s", reason)
            break
        pair = _pair(files[left], files[right], documents.idioms)
        if pair and _is_similar(pair, least, documents.idioms):
            pairs.append(pair)
    return sorted(pairs, key=attrgetter("rank"))


def _pair(left: Document, right: Document, found: Idioms) -> SimilarPair | None:
    """Return the pair, or None if it is not looked for."""
    one, other = left.file, right.file
    same_people = one.people and one.people == other.people and other.is_of_class
    if one.submission == other.submission or same_people or not one.is_of_class:
        return None
    shared = frozenset(left.own).intersection(right.own)
    return SimilarPair(left, right, shared, found.weight(shared))


def _is_similar(pair: SimilarPair, least: float, found: Idioms) -> bool:
    """Return whether enough of one file is in the other: the least share, or by default half of it
    if that is much.
    """
    share = max(pair.shares)
    if len(pair.shared) < LEAST_SHARED or share < least / 2:
        return False
    is_much = least <= LEAST_SHARE and found.full(pair.shared) >= MUCH_SHARED
    return share >= least or is_much
