"""Fingerprints of source files, and the pairs of files that may share many of them.

Two files share every run of `SPAN` tokens that both contain: fingerprints of k-grams, as Schleimer,
Wilkerson and Aiken describe for MOSS. (A class is small enough to keep all of them, so no window
has to be chosen.) Code that many of a class wrote counts less the more have it, and nothing if most
have it: an idiom of the assignment proves little. It is never dropped at once, because a ring of
copies looks like an idiom: every file of the ring consists of such code, and so is still wholly
similar to the others.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from heapq import nsmallest
from itertools import chain
from zlib import crc32

from graders.extensions.similar.tokens import Tokens

SPAN = 10
"""Length of a matching run, in tokens: one or two lines. Longer ones lose copies with a change in
every third line (`python -m bench.similar`).
"""
LEAST_SHARED = 16
"""Minimum number of shared runs; fewer are chance."""
MUCH_SHARED = 300
"""Shared runs, about forty lines and no idiom, with which half of the share is enough: a copy may
stand among other code.
"""
OFTEN, PART = 10, 0.1
"""A run in more submissions than this (number, and part of the class) counts less."""
MOST = 0.5
"""A run in more than this part of the class counts nothing, if `OFTEN` have it."""
SAMPLE = 52
"""Runs of a file, for a share of 1, that are looked up in the other files of the class."""
RUN = "I"
"""Type code of an array of hashes."""
_BUCKETS = 1 << 20
CAUTION = 3
"""Files of which a sample shares this part of the least share are compared as a whole."""


def grams(tokens: Tokens) -> tuple[int, ...]:
    """Return for each token a hash of the `SPAN` tokens from there on."""
    text = memoryview(tokens.kinds.encode("utf-32-le"))
    return tuple(
        crc32(text[4 * at : 4 * (at + SPAN)]) for at in range(len(tokens.kinds) - SPAN + 1)
    )


@dataclass(frozen=True, slots=True)
class Idioms:
    """Runs that many of a class have."""

    often: float
    """Submissions that may have a run that counts fully."""
    lost: Mapping[int, float]
    """Run -> the part of 1 that it does not count."""
    everywhere: frozenset[int]
    """Runs that most have."""

    def weight(self, runs: Collection[int]) -> float:
        """Return how much *runs* count."""
        common = self.lost.keys() & runs
        return len(runs) - math.fsum(self.lost[key] for key in common)

    def full(self, runs: Set[int]) -> int:
        """Return the number of *runs* that count fully."""
        return len(runs) - len(self.lost.keys() & runs)

    def sample(self, runs: Collection[int], size: int) -> Sequence[int]:
        """Return *size* of the *runs*, each as often as it counts; the same for equal runs."""
        if len(runs) <= size:
            return tuple(runs)
        return nsmallest(size, runs, key=self._key)

    def _key(self, gram: int) -> float:
        return gram / (1 - self.lost[gram]) if gram in self.lost else gram


def idioms(submissions: Sequence[Collection[int]]) -> Idioms:
    """Return the idioms of a class. submissions: the runs of each."""
    often = max(OFTEN, PART * len(submissions))
    most = max(often, MOST * len(submissions))
    # Most runs are rare. Those of a bucket are counted together first, in little memory.
    buckets = array(RUN, bytes(_BUCKETS * array(RUN).itemsize))
    for gram in chain.from_iterable(submissions):
        buckets[gram % _BUCKETS] += 1
    count = Counter(
        gram for gram in chain.from_iterable(submissions) if buckets[gram % _BUCKETS] > often
    )
    lost = {gram: 1 - often / times for gram, times in count.items() if often < times <= most}
    everywhere = frozenset(gram for gram, times in count.items() if times > most)
    return Idioms(often, lost, everywhere)


def likely_pairs(
    files: Sequence[Collection[int]], found: Idioms, least: float
) -> Iterator[tuple[int, int]]:
    """Yield the places of pairs of *files* of which one may be similar to the other by *least*.

    Each file's sample is looked up in all others, so the cost grows with the matches, and not with
    the number of pairs.
    """
    samples = [found.sample(grams, math.ceil(SAMPLE / least)) for grams in files]
    postings = _postings(files, frozenset(chain.from_iterable(samples)))
    for place, sample in enumerate(samples):
        matches = Counter(chain.from_iterable(postings.get(gram, ()) for gram in sample))
        enough = len(sample) * least / CAUTION
        for other, count in matches.items():
            if count >= enough and other != place:
                yield min(place, other), max(place, other)


def _postings(files: Iterable[Collection[int]], wanted: frozenset[int]) -> Mapping[int, list[int]]:
    """Return run -> the places of the files that have it."""
    postings: defaultdict[int, list[int]] = defaultdict(list)
    for place, grams in enumerate(files):
        for gram in wanted.intersection(grams):
            postings[gram].append(place)
    return postings
