"""Repairs: single changes that may be the cure of a submission that fails many checks.

They are tried by :mod:`graders.extensions.faults.one_cause`. Nothing here runs or parses a file of
a submission: lines are replaced as text, and output is rewritten by the assignment's own functions.
"""

from __future__ import annotations

import itertools
import re
import runpy
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from graders.extensions.faults.standins import StandIn, stand_ins
from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.notation import AHEAD, PRINTED, STARVED, TYPED
from graders.harness.grading.outcome import CheckRun
from graders.harness.grading.program import GraderBroken
from graders.harness.result import CauseKind, printable
from graders.harness.session.operations import Operations

REWRITINGS = "rewritings.py"
"""The file of an assignment's rewritings, in its grader's folder."""
MOST_LINES = 3
"""Lines that keep a file from loading, and names for one import, that are tried at most."""
MOST_PAIRS = 10
"""Pairs of rewritings that are tried, at most."""
LIKE = 0.6
"""Similarity of the name of a module that was probably meant, by `difflib`."""
EVENTS = (PRINTED, TYPED, AHEAD, STARVED)
MOST_MODULES = 100
"""Modules of a submission whose names are compared, at most."""
IMPORT_ERRORS = ("ModuleNotFoundError", "ImportError")
"""Exceptions of an import that fails, in a program that is run and not imported, too."""
_IMPORT = re.compile(rb"^[ \t]*(?:from|import)[ \t]+([A-Za-z_]\w{0,63})\b")

_STRAY = re.compile(
    rb"(?:\w{1,40} ?= ?)?(?:\w{1,40}\()?(?:input|print)\(.{0,200}\)\s*$"  # outside of functions
    rb"|[ \t]*(?:breakpoint\(|import pdb|pdb\.set_trace\(|os\.system\()"
)
"""A line that asks or prints something as soon as the file loads, or is left from a debugger."""

Rewriting = Callable[[str, Sequence[str]], str]
"""Returns other text for the text that a program printed between two typed lines.

Its second argument has all the lines that were typed.
"""


Retyping = Callable[[list[str]], list[str | None]]
"""Returns the lines to type instead of those of a game. None is one more empty line: what the
program prints after it does not count.
"""
TYPES = "typed_"
"""Beginning of the names of such functions in rewritings.py."""


@dataclass(frozen=True, slots=True)
class Repair:
    """One change to a submission, its output or its input."""

    kind: str
    """"output", "input", "import", "line" or "function"."""
    files: Mapping[str, bytes]
    """The submission's files with it."""
    values: Mapping[str, str | int] = field(default_factory=dict)
    """Its description, as values of a flag."""
    rewriting: Rewriting | None = None
    retyping: Retyping | None = None

    def heard(self, student: Any) -> Any:
        """Return *student*, a check's session, or what a check hears of it with this repair."""
        if self.retyping is not None:
            return _Retyped(student, self.retyping)
        return student if self.rewriting is None else _Rewritten(student, self.rewriting)


class Tools:
    """Repairs for the submissions of one grader."""

    def __init__(self, assignment: Assignment, reference: Mapping[str, bytes]) -> None:
        """Read the assignment's rewritings. Raises GraderBroken."""
        self._assignment = assignment
        self._reference = reference
        self.rewritings = rewritings_of(assignment)

    @cached_property
    def stand_ins(self) -> list[StandIn]:
        """The functions of the reference that can replace a student's."""
        return functions(self._assignment, self._reference)


class _Rewritten(Operations):
    """A session whose programs print other text."""

    def __init__(self, student: Operations, rewriting: Rewriting) -> None:
        self._student = student
        self._rewriting = rewriting

    def call(self, operation: str, arguments: tuple[object, ...]) -> Any:
        """Return the result of an operation, with the other text."""
        return rewritten(self._student.call(operation, arguments), self._rewriting)


class _Retyped(Operations):
    """A session in whose programs other lines are typed."""

    def __init__(self, student: Operations, retyping: Retyping) -> None:
        self._student = student
        self._retyping = retyping

    def call(self, operation: str, arguments: tuple[object, ...]) -> Any:
        """Return the result of an operation, as if the lines of its last list had been typed."""
        typed: list[str] = []
        more: set[int] = set()
        changed = []
        for argument in arguments:
            if isinstance(argument, list) and all(isinstance(line, str) for line in argument):
                typed, lines = argument, self._retyping(argument)
                more = {place for place, line in enumerate(lines) if line is None}
                argument = [line or "" for line in lines]
            changed.append(argument)
        return as_typed(self._student.call(operation, tuple(changed)), typed, more)


def as_typed(answer: Any, lines: Sequence[str], more: Container[int] = ()) -> Any:
    """Return *answer*, plain data, with *lines* as those that were typed. more: the places of lines
    that were typed besides.
    """
    if not isinstance(answer, list):
        return answer
    if not answer or not all(map(_is_event, answer)):
        return [as_typed(part, lines, more) for part in answer]
    rest, place, counts = iter(lines), -1, True
    events = []
    for event in answer:
        if event[0] == TYPED:
            place += 1
            counts = place not in more
            if counts:
                events.append([TYPED, next(rest, "")])
        elif counts or event[0] != PRINTED:
            events.append(event)
    return events


def rewritten(answer: Any, rewriting: Rewriting) -> Any:
    """Return *answer*, plain data, with other text wherever it has the events of a terminal."""
    if isinstance(answer, dict):
        return {key: rewritten(value, rewriting) for key, value in answer.items()}
    if not isinstance(answer, list):
        return answer
    if answer and all(map(_is_event, answer)):
        return _other_events(answer, rewriting)
    return [rewritten(part, rewriting) for part in answer]


def _is_event(value: object) -> bool:
    return isinstance(value, list) and bool(value) and value[0] in EVENTS


def _other_events(events: list[list[Any]], rewriting: Rewriting) -> list[list[Any]]:
    typed = [str(event[1]) for event in events if event[0] == TYPED and len(event) > 1]

    def other(event: list[Any]) -> list[Any]:
        match event:
            case [kind, str(shown)] if kind == PRINTED:
                return [kind, rewriting(shown, typed)]
        return event

    return [other(event) for event in events]


def repairs(
    assignment: Assignment,
    files: Mapping[str, bytes],
    rewritings: Iterable[tuple[str, Any]],
    failed: Iterable[CheckRun],
) -> Iterator[Repair]:
    """Yield the repairs of output, input and lines to try on a submission's *files*, smallest
    first.
    """
    yield from of_terminal(files, rewritings)
    yield from _of_lines(assignment, files, failed)
    yield from _of_stray_lines(files)


def of_terminal(
    files: Mapping[str, bytes], rewritings: Iterable[tuple[str, Any]]
) -> Iterator[Repair]:
    """Yield the repairs of output and input by *rewritings*."""
    for text, function in rewritings:
        if function.__name__.startswith(TYPES):
            yield Repair("input", files, {"text": text}, retyping=function)
        else:
            yield Repair("output", files, {"text": text}, function)


def pairs(some: Iterable[Repair]) -> Iterator[Repair]:
    """Yield the repairs that rewrite output by two of *some* together, the first ones first: with
    one slip of format mended, the other is left in each reply.
    """
    outputs = [repair for repair in some if repair.rewriting is not None]
    for first, second in itertools.islice(itertools.combinations(outputs, 2), MOST_PAIRS):
        yield both(first, second)


def both(first: Repair, second: Repair) -> Repair:
    """Return the repair that rewrites output by *first*, then by *second*."""
    one, other = first.rewriting, second.rewriting
    assert one is not None and other is not None, "both rewrite output"
    text = f"{first.values['text']}, and {second.values['text']}"
    return Repair(
        "output", first.files, {"text": text}, lambda shown, typed: other(one(shown, typed), typed)
    )


def rewritings_of(assignment: Assignment) -> list[tuple[str, Any]]:
    """Return the assignment's rewritings after their descriptions. Raises GraderBroken."""
    texts = assignment.manifest.rewritings
    if not texts:
        return []
    try:
        functions = runpy.run_path(str(assignment.grader / REWRITINGS))
        return [(text, functions[name]) for name, text in texts.items()]
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise GraderBroken(
            f"{assignment.id}/{REWRITINGS} lacks what [rewritings] names: {reason}"
        ) from None


def _of_lines(
    assignment: Assignment, files: Mapping[str, bytes], failed: Iterable[CheckRun]
) -> Iterator[Repair]:
    """Yield repairs of the lines at which files did not load, the most frequent first."""
    places = Counter(filter(None, map(_blocking, failed)))
    names = [*assignment.files.submitted, *assignment.files.in_box, *files]
    modules = [
        name.removesuffix(".py")
        for name in dict.fromkeys(names)
        if name.endswith(".py") and "/" not in name
    ][:MOST_MODULES]
    for (file, number), _count in places.most_common(MOST_LINES):
        lines = files.get(file, b"").split(b"\n")
        if not 0 < number <= len(lines):
            continue
        line = lines[number - 1]
        place = _place(file, number, line)

        def changed(new: bytes, lines: list[bytes] = lines, at: int = number) -> bytes:
            return b"\n".join([*lines[: at - 1], new, *lines[at:]])

        found = _IMPORT.match(line)
        if found and file.endswith(".py"):
            wrong = found[1].decode()
            for meant in _probably_meant(wrong, modules):
                new = line[: found.start(1)] + meant.encode() + line[found.end(1) :]
                values = {**place, "name": wrong, "meant": meant}
                yield Repair("import", {**files, file: changed(new)}, values)
        indentation = line[: len(line) - len(line.lstrip())]
        without = indentation + b"pass" if file.endswith(".py") else b""
        yield Repair("line", {**files, file: changed(without)}, place)


def _of_stray_lines(files: Mapping[str, bytes]) -> Iterator[Repair]:
    """Yield repairs without a line that speaks to whoever tries the program out, in files that
    load.
    """
    stray = (
        (file, number)
        for file, data in files.items()
        if file.endswith(".py")
        for number, line in enumerate(data.split(b"\n"), 1)
        if _STRAY.match(line)
    )
    for file, number in itertools.islice(stray, MOST_LINES):
        lines = files[file].split(b"\n")
        line = lines[number - 1]
        lines[number - 1] = line[: len(line) - len(line.lstrip())] + b"pass"
        place = _place(file, number, line)
        yield Repair("line", {**files, file: b"\n".join(lines)}, place)


def _place(file: str, number: int, line: bytes) -> dict[str, str | int]:
    """Return a line as values of a flag."""
    code = printable(line.decode(errors="replace").strip(), 80)
    return {"file": printable(file, 200), "line": number, "code": code}


def _probably_meant(wrong: str, modules: Sequence[str]) -> list[str]:
    """Return the *modules* with similar names, first those that contain *wrong* or are in it."""
    around = [name for name in modules if name in wrong or wrong in name]
    around.sort(key=len, reverse=True)
    alike = get_close_matches(wrong, modules, n=MOST_LINES, cutoff=LIKE)
    names = dict.fromkeys(name for name in (*around, *alike) if name != wrong)
    return list(names)[:MOST_LINES]


def _blocking(run: CheckRun) -> tuple[str, int] | None:
    """Return the line that kept a file from loading, as the sandbox reports it, or None."""
    cause = run.outcome.cause
    if cause is None or not cause.file or not cause.line:
        return None
    is_import = cause.kind is CauseKind.EXCEPTION and cause.name in IMPORT_ERRORS
    if cause.kind is CauseKind.FILE_BROKEN or cause.loading or is_import:
        return cause.file, cause.line
    return None


def functions(assignment: Assignment, reference: Mapping[str, bytes]) -> list[StandIn]:
    """Return a stand-in for each function of the reference: Python, in files of fixed names."""
    if assignment.manifest.java is not None or not assignment.files.submitted:
        return []
    starter = {
        name: path.read_bytes()
        for name in assignment.files.submitted
        if (path := assignment.starter / name).is_file()
    }
    return list(stand_ins(reference, starter, assignment.manifest.functions))


def of_functions(files: Mapping[str, bytes], some: Sequence[StandIn]) -> Repair:
    """Return the repair that puts *some* functions of the reference into *files*.

    It names the first one, for a repair of a single function.
    """
    changed = dict(files)
    for repair in some:
        changed[repair.file] = repair.laid_over(changed[repair.file])
    return Repair("function", changed, {"file": some[0].file, "name": some[0].name})
