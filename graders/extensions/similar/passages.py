"""Finds the matching lines of two files."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from graders.extensions.similar.fingerprints import SPAN, grams
from graders.extensions.similar.tokens import Tokens

MOST_PLACES = 20
"""Positions in the other file tried as the start of a passage."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Matching lines of two files, first and last."""

    left: tuple[int, int]
    right: tuple[int, int]


def matching(left: Tokens, right: Tokens, shared: Collection[int]) -> list[Passage]:
    """Return the passages with runs of *shared*, in the left file's order: the longest at each
    position.
    """
    left_grams, right_grams = grams(left), grams(right)
    positions: dict[int, list[int]] = {}
    for at, gram in enumerate(right_grams):
        if gram in shared:
            positions.setdefault(gram, []).append(at)
    matches = []
    at = 0
    while at < len(left_grams):
        candidates = positions.get(left_grams[at], [])[:MOST_PLACES]
        if not candidates:
            at += 1
            continue
        length, other = max(
            (_alike(left_grams, at, right_grams, place, positions), -place) for place in candidates
        )
        tokens = length + SPAN - 1
        matches.append(Passage(_lines(left, at, tokens), _lines(right, -other, tokens)))
        at += tokens
    return matches


def _lines(tokens: Tokens, first: int, number: int) -> tuple[int, int]:
    """Return the lines of *number* tokens from the first on."""
    return tokens.lines[first], tokens.lines[first + number - 1]


def _alike(
    left: Sequence[int],
    at: int,
    right: Sequence[int],
    place: int,
    positions: Mapping[int, list[int]],
) -> int:
    """Return the number of positions from these on at which both files match."""
    most = min(len(left) - at, len(right) - place)
    for length in range(most):
        gram = left[at + length]
        if gram != right[place + length] or gram not in positions:
            return length
    return most
