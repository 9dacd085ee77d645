"""Ranks the lines of a submission by how well they separate its wrong calls from its right ones.

This is spectrum-based fault localisation by Ochiai's formula: a line that every wrong call of a
check reaches, and no right one, has the score 1. Wrong calls of other checks do not count against
it, because they may have another fault; of equal lines, the one that more checks speak for is
first. Which lines a call reaches the submission says itself. So a suspect is advice, and earns
nothing.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

import msgspec

from graders.harness.intake.grouping import grouped

Place = tuple[str, int]
"""A file and the number of a line, from 1."""

MOST = 3
"""Suspects that are named."""
SURE, LEAST = 0.8, 0.4
"""Score from which lines are named, and from which the function is; see `docs/reports.md`."""
BESIDE = 0.7
"""Part of its score by which a constructor is ranked, a function that only the student has, or code
outside functions. Wrong calls reach these on their way; the fault is mostly in the function that
has a task.
"""
MOST_PLACES = 200
"""Lines with the highest scores that are looked at; a file may have a million."""
MOST_RANGES = 8
"""Ranges of lines that a suspect lists."""


class Spectrum(msgspec.Struct, frozen=True):
    """A call of a recorded check, repeated on a submission."""

    is_wrong: bool
    """Whether its reply was not the reference's."""
    places: frozenset[Place]
    """The lines that it reached."""
    check: str = ""
    """The check's id."""


class Suspect(msgspec.Struct, frozen=True, omit_defaults=True):
    """Lines of one function that the same calls reach."""

    file: str
    function: str
    """Qualified by its class; "" for code outside functions."""
    lines: tuple[tuple[int, int], ...]
    """The first and last line of each range; none if the function alone is named."""
    score: float
    """From 0 to 1."""
    text: str = ""
    """The first line as the submission has it, ready to be shown."""
    begins: int = 0
    """The line that begins the function, if that alone is named; 0 if it is not known."""

    @property
    def numbers(self) -> str:
        """Return the lines, as "7, 9-12"."""
        return ", ".join(
            str(first) if first == last else f"{first}-{last}" for first, last in self.lines
        )


Suspects = tuple[Suspect, ...]
"""The places of a submission where its faults may be, the likeliest first."""


def rank(
    spectra: Iterable[Spectrum],
    function_at: Callable[[Place], str | None],
    head_at: Callable[[Place], int],
    is_cleared: Callable[[str, str], bool] = lambda file, function: False,
    is_own: Callable[[str, str], bool] = lambda file, function: False,
) -> tuple[Suspect, ...]:
    """Return the suspects of a submission, the likeliest first; none without wrong and right calls.

    function_at: returns the function round a line, or None for a line that is no suspect; head_at:
    the line that begins its block, which is named with it; is_cleared: whether a function is right
    by its own checks, so that it stands behind all others; is_own: whether only the student has it.
    """
    scores, masses = _scores([spectrum for spectrum in spectra if spectrum.places])
    best = sorted(scores, key=lambda place: (-scores[place], -masses[place], place))[:MOST_PLACES]
    groups: dict[tuple[float, str, str], list[int]] = {}
    for place in best:
        function = function_at(place)
        if function is not None:
            group = groups.setdefault((scores[place], place[0], function), [])
            group.append(place[1])

    def weighed(score: float, file: str, function: str) -> float:
        is_beside = not function or _is_constructor(function) or is_own(file, function)
        return score * BESIDE if is_beside else score

    ordered = sorted(
        groups.items(),
        key=lambda one: (
            is_cleared(*one[0][1:]),
            -weighed(*one[0]),
            -max(masses[one[0][1], line] for line in one[1]),
            len(one[1]),
            one[0],
        ),
    )
    found: dict[tuple[str, str, float], Suspect] = {}
    for (score, file, function), lines in ordered:
        is_sure = score >= SURE
        ranges = _ranges({*lines, head_at((file, lines[0]))}) if is_sure else ()
        suspect = Suspect(file, function, ranges, round(score, 3))
        if score >= LEAST:
            found.setdefault((file, function, is_sure and score), suspect)
    return tuple(found.values())[:MOST]


def _scores(spectra: Sequence[Spectrum]) -> tuple[dict[Place, float], dict[Place, float]]:
    """Return the highest score of each place that wrong calls reach by those of any one check, and
    the sum of its scores by those of each check; nothing without right calls.
    """
    right = Counter(
        place for spectrum in spectra if not spectrum.is_wrong for place in spectrum.places
    )
    wrong = grouped((spectrum for spectrum in spectra if spectrum.is_wrong), lambda one: one.check)
    scores: dict[Place, float] = {}
    masses: dict[Place, float] = {}
    for calls in wrong.values() if right else ():
        reached = Counter(place for spectrum in calls for place in spectrum.places)
        for place, count in reached.items():
            score = count / math.sqrt(len(calls) * (count + right[place]))
            scores[place] = max(score, scores.get(place, 0.0))
            masses[place] = masses.get(place, 0.0) + score
    return scores, masses


def _is_constructor(function: str) -> bool:
    *around, name = function.split(".")
    return name == "__init__" or around[-1:] == [name]


def cleared(verdicts: Mapping[str, bool]) -> Callable[[str, str], bool]:
    """Return a function that returns whether a function of a file has checks of its own, and passes
    them all.

    verdicts: by the id of each check, whether it passed. A check is a function's own if its id has
    the function's name, as "block.rotate-deep" has that of "Block.rotate", or if it is about the
    file and begins with a word of that name, as "block.copy-equal" for "Block.create_copy".
    """
    rules = [
        (area, f"-{_words(rule)}-", right)
        for check, right in verdicts.items()
        for area, _, rule in [check.partition(".")]
    ]

    def is_cleared(file: str, function: str) -> bool:
        name = _words(function.rpartition(".")[2])
        words = {f"{file.rpartition('.')[0]}-{word}" for word in name.split("-")}
        own = [
            right
            for area, rule, right in rules
            if f"-{name}-" in rule or f"{area}-{rule.split('-')[1]}" in words
        ]
        return bool(name and own) and all(own)

    return is_cleared


def _words(name: str) -> str:
    """Return the words of a name with hyphens between them: "get-block" of "_get_block"."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", "-", name).strip("-").lower()


def _ranges(lines: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Return the first ranges of which *lines* consist."""
    numbered = enumerate(sorted(lines))
    runs = groupby(numbered, lambda pair: pair[1] - pair[0])
    numbers = [[line for _, line in run] for _, run in runs]
    return tuple((run[0], run[-1]) for run in numbers)[:MOST_RANGES]
