"""Finds faults that the failed checks of a submission show by themselves, without a dictionary.

Many checks that end at the same line by the same exception, or in the same loop, have one fault.
So have transcripts that all depart from the right one by the same change of what is printed. Such a
fault has no exemplar: it is named by what was seen, with the submission's own lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from graders.extensions.faults.suspects import MOST, Suspect, Suspects
from graders.harness.grading.lines import Sources
from graders.harness.grading.outcome import Outcome
from graders.harness.result import (
    STILL_RUNNING,
    CauseKind,
    Flag,
    FlagCode,
    Text,
    Transcripts,
    Verdict,
    one_line,
)

EVIDENT = "evident/"
"""The beginning of the id of a fault that the checks show."""
KINDS = ("exception", "endless", "silent", "output", "import", "assignment")
LEAST = 3
"""Failed checks, at least, in which the same is seen: of fewer their own words say as much."""
WIDEST = 80
"""Characters of a printed line that are shown."""
MOST_LINES = 3
"""Printed lines that are shown."""
_REPAIRS = frozenset({"output", "import"})
"""Kinds of one cause that say what the fault is, and not only where it is."""
_HEAD = re.compile(r"(.{1,200}), line ([1-9]\d{0,6})")


class Evident(msgspec.Struct, frozen=True):
    """A fault that some checks show."""

    kind: str
    """One of :data:`KINDS`."""
    sentence: str
    checks: tuple[str, ...]
    """The failed checks in which it was seen."""
    place: Suspect | None = None
    """The line at which they end."""

    @property
    def id(self) -> str:
        """The name by which staff can mean the fault."""
        return f"{EVIDENT}{self.kind}"


def evident(
    failures: Mapping[str, Outcome], flags: Iterable[Flag], files: Mapping[str, bytes]
) -> tuple[Evident, ...]:
    """Return the evident faults of a submission, those of most checks first.

    failures: how checks failed, by id; flags: those for one cause of many.
    """
    sources = Sources(files)
    groups: dict[_Seen, list[str]] = {}
    for check, outcome in failures.items():
        seen = _end(outcome, sources) or _difference(outcome)
        if seen is not None:
            groups.setdefault(seen, []).append(check)
    found = [
        Evident(seen.kind, seen.sentence, tuple(some), seen.place)
        for seen, some in groups.items()
        if len(some) >= LEAST
    ]
    found += _causes(flags, failures)
    return tuple(sorted(found, key=lambda one: -len(one.checks)))


def with_lines(suspects: Suspects, some: Iterable[Evident]) -> Suspects:
    """Return *suspects* with the lines at which checks end, where a function is named without any;
    these lines alone if no place is named.
    """
    places = {
        (fault.place.file, fault.place.function): fault.place for fault in some if fault.place
    }
    ranked = [
        suspect if suspect.lines else places.get((suspect.file, suspect.function), suspect)
        for suspect in suspects
    ]
    return tuple(ranked or places.values())[:MOST]


class _Seen(NamedTuple):
    kind: str
    sentence: str
    place: Suspect | None = None


def _end(outcome: Outcome, sources: Sources) -> _Seen | None:
    """Return how and where a run came to no right end; None if it is unknown."""
    cause = outcome.cause
    if cause is not None and cause.kind is CauseKind.EXCEPTION:
        place = cause.file, cause.line
        if not _is_known(place, sources):
            return None
        what = f"{one_line(cause.name, WIDEST)}: `{sources.text_at(place)}`"
        return _Seen(
            "exception", f"{what} ends it, {_position(place, sources)}", _at(place, sources)
        )
    if outcome.verdict is Verdict.TIMEOUT:
        for exhibit in outcome.exhibits:
            if isinstance(exhibit, Text) and exhibit.label == STILL_RUNNING:
                return _endless(exhibit.text, sources)
    return None


def _endless(running: str, sources: Sources) -> _Seen | None:
    """Return the same of a run that came to no end in the function whose lines are *running*."""
    match = _HEAD.match(running)
    place = (match[1], int(match[2])) if match else ("", 0)
    if not _is_known(place, sources):
        return None
    head = sources.text_at(place)
    # the name of the function round the head of a function is that of the class
    within = _at((place[0], min(place[1] + 1, len(sources.numbers(place[0])))), sources)
    suspect = msgspec.structs.replace(within, lines=((place[1], place[1]),), text=head)
    return _Seen("endless", f"`{head}` comes to no end, {_position(place, sources)}", suspect)


def _at(place: tuple[str, int], sources: Sources) -> Suspect:
    file, line = place
    return Suspect(file, sources.name_at(place), ((line, line),), 1.0, sources.text_at(place))


def _is_known(place: tuple[str, int], sources: Sources) -> bool:
    """Return whether the submission has the line: a sandbox may say anything."""
    return place[1] in sources.numbers(place[0])


def _position(place: tuple[str, int], sources: Sources) -> str:
    file, line = place
    name = sources.name_at(place)
    where = f" ({name})" if name else ""
    return f"{one_line(file, WIDEST)}:{line}{where}"


def _difference(outcome: Outcome) -> _Seen | None:
    """Return what is printed otherwise than it should be; None if that would not be the same in
    another check.
    """
    transcripts = [exhibit for exhibit in outcome.exhibits if isinstance(exhibit, Transcripts)]
    if not transcripts:
        return None
    expected, got = transcripts[0].expected, transcripts[0].got
    if (
        any(map(_is_printed, expected))
        and transcripts[0].start == 1
        and not any(map(_is_printed, got))
    ):
        return _Seen("silent", "nothing is printed")
    right, wrong = expected[transcripts[0].mark :], got[transcripts[0].mark :]
    for words, plain in _FORMATS.items():
        if right and _is_beginning(
            [plain(line) for line in right], [plain(line) for line in wrong]
        ):
            return _Seen("output", f"what is printed differs in {words} only")
    more = _printed_at_once(wrong)
    if more and right and wrong[len(more) :][:1] == right[:1] and not _is_printed(right[0]):
        return _Seen("output", f"before the next line is typed, it prints {_quoted(more)} too")
    if right and wrong and _is_beginning(right[1:], wrong[1:]) and _is_text(right[0], wrong[0]):
        return _Seen("output", f"it prints {_quoted(wrong[:1])} instead of {_quoted(right[:1])}")
    return None


def _is_printed(line: str) -> bool:
    return not line.startswith("«")


def _printed_at_once(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines before the first one that is typed."""
    typed = (number for number, line in enumerate(lines) if not _is_printed(line))
    return lines[: next(typed, len(lines))]


def _is_beginning(some: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether two excerpts are equal as far as both go, by a line at least."""
    both = min(len(some), len(others))
    return both > 0 and some[:both] == others[:both]


def _is_text(*lines: str) -> bool:
    """Return whether all *lines* have a word, which a picture of a board has not."""
    return all(_is_printed(line) and re.search(r"[^\W\d_]{3}", line) for line in lines)


def _quoted(lines: Sequence[str]) -> str:
    """Return printed lines as one text; a picture, which is another one each time, as its kind."""
    if not _is_text(*lines):
        return "more lines of the picture"
    return f"`{' / '.join(one_line(line, WIDEST) for line in lines[:MOST_LINES])}`"


def _blank(line: str) -> str:
    return re.sub(r"[\s␠]", "", line)


_FORMATS: Mapping[str, Callable[[str], str]] = {
    "spaces": _blank,
    "capital letters": str.casefold,
    "the length of rules": lambda line: re.sub(r"([-=_])\1+", r"\1", line),
}
"""The name of a difference in format -> a line without it."""


def _causes(flags: Iterable[Flag], failures: Mapping[str, Outcome]) -> Iterator[Evident]:
    """Yield the faults of which *flags* say that nearly all checks pass without them."""
    for flag in flags:
        kind: Any = flag.values.get("repair")
        passing: Any = flag.values.get("passing")
        if flag.code is not FlagCode.ONE_CAUSE or kind not in _REPAIRS:
            continue
        checks = [check for check in passing if check in failures]
        words = flag.values.get("text") or f"the import of {flag.values.get('meant')}"
        if len(checks) >= LEAST:
            sentence = f"one slip is behind them: they pass with {words}"
            yield Evident(str(kind), sentence, tuple(checks))
