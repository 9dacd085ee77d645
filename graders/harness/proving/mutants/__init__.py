"""Mutants: the reference with one small change each, to see whether the checks notice.

A change is made where the solution is and nowhere else (see :mod:`graders.harness.assignment.regions`): a comparison
or an arithmetic sign becomes its neighbour, a constant another one, a condition its opposite, a statement or the
value of a ``return`` is dropped. The same text gives the same mutants in the same order, each under a name that a
person can read and that does not move when lines do: ``block.py Block.swap: if direction == 0: -> if direction !=
0:``.

cosmic-ray and mutmut know Python alone and run tests their own way, and universalmutator changes whatever its regular
expressions find, docstrings and annotations too, thousands of times in a file: so changes are made here, on the tokens
that Pygments finds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Protocol, TypeVar

from graders.harness.assignment.regions import COMMENTS, region_lines
from graders.harness.proving.mutants import java, python
from graders.harness.proving.mutants.tokens import Change, Place, Token, swaps, tokens_of

Some = TypeVar("Some")


class Language(Protocol):
    """What is to be known about a language besides its tokens."""

    def changes(self, text: str, tokens: Sequence[Token]) -> Iterator[Change]:
        """Yield the changes of conditions, statements and values that are returned."""

    def places(self, text: str, tokens: Sequence[Token]) -> list[Place]:
        """Return the classes and functions, the outer before the inner."""

    def unheard(self, text: str) -> list[tuple[int, int]]:
        """Return from where to where the program says nothing to who runs it."""

    def is_source(self, text: str) -> bool:
        """Say whether *text* is of the language, as far as that is found out without running anything."""


LANGUAGES: Mapping[str, Language] = {".py": python, ".java": java}
"""By the suffix of a file."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """The reference with one change."""

    name: str
    """File, function, and the lines of the change before and after; unique."""
    file: str
    line: int
    """Where the change begins, from 1."""
    content: bytes
    """The whole file, with the change."""


def mutants_of(files: Mapping[str, bytes]) -> list[Mutant]:
    """Return all mutants of the reference's *files*, in the order of files and lines."""
    return [mutant for name, data in files.items() for mutant in _of_file(name, data)]


def sample(everything: Sequence[Some], size: int) -> list[Some]:
    """Return *size* of these, evenly spread; all of them if there are no more."""
    if size >= len(everything):
        return list(everything)
    return [everything[place * len(everything) // size] for place in range(size)]


def _of_file(name: str, data: bytes) -> Iterator[Mutant]:
    suffix = PurePosixPath(name).suffix
    language = LANGUAGES.get(suffix)
    if language is None:
        return
    text = data.decode("utf-8")
    solution = {number for lines in region_lines(text, COMMENTS[suffix], name) for number in lines}
    tokens = tokens_of(text, suffix)
    places = language.places(text, tokens)
    unheard = language.unheard(text)
    seen = {text}
    names: Counter[str] = Counter()
    for start, end, new in sorted({*swaps(tokens), *language.changes(text, tokens)}):
        first, last = _line(text, start), _line(text, end)
        if not solution.issuperset(range(first, last + 1)) or any(low <= start < high for low, high in unheard):
            continue
        changed = text[:start] + new + text[end:]
        if changed in seen or not language.is_source(changed):
            continue
        seen.add(changed)
        before, after = _lines(text, start, end), _lines(changed, start, start + len(new))
        shown = f"{' '.join([name, *_around(places, start)])}: {before} -> {after}"
        names[shown] += 1
        if names[shown] > 1:
            shown += f" ({names[shown]})"
        yield Mutant(shown, name, first, changed.encode())


def _around(places: Iterable[Place], at: int) -> list[str]:
    """Return the qualified name of the innermost place around the offset *at*; nothing outside of all."""
    inside = [name for start, end, name in places if start <= at < end]
    return [".".join(inside)] if inside else []


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _lines(text: str, start: int, end: int) -> str:
    """Return the whole lines from *start* to *end*, as one."""
    end = text.find("\n", end)
    return " ".join(text[text.rfind("\n", 0, start) + 1 : end if end >= 0 else None].split())
