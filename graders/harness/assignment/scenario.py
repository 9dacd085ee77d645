"""Parses scenarios: golden transcripts in plain text, for people to review.

A file has a header, an empty line, and a body::

    title: rotate turns the sample board
    task: block
    marks: 0.5
    visibility: public
    source: spec 11

    # a remark for readers of the file
    board [[P R R D] O R D]
      ...
    rotate 1 at 0
      returns True

All five keys of the header are required; students see the title. An assignment may have further
keys, whole numbers that are settings of its program. The assignment defines the body, but lines
that begin with ``#`` are remarks. :func:`steps` parses a body of unindented lines, each followed by
its indented results. :func:`transcript` parses a session at a terminal (see
:mod:`graders.harness.assignment.notation`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, repeat, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from graders.harness.assignment.check import Misbehaved, check, fail, text
from graders.harness.assignment.first_difference import first_difference_of
from graders.harness.assignment.manifest import Assignment, Transcript
from graders.harness.assignment.naming import did_you_mean
from graders.harness.assignment.notation import Event, TranscriptError, from_lines
from graders.harness.errors import GraderError
from graders.harness.result import Exhibit, Picture, Visibility, exact

if TYPE_CHECKING:
    import pytest

KEYS = ("title", "task", "marks", "visibility", "source")
PROGRAM_KEYS = ("arguments", "status")
"""Optional keys of a scenario that runs a program."""
SCENARIO = "scenario."
"""Prefix of the id of a check that replays a scenario; the scenario's name follows."""
RETURNS = "returns "
"""Prefix of a line with a returned value."""


class ScenarioError(GraderError):
    """A scenario is invalid; the message names file and line."""


@dataclass(frozen=True, slots=True)
class Step:
    """An unindented line of a body, and the lines below it without their indentation."""

    line: int
    command: str
    below: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A parsed scenario file."""

    name: str
    title: str
    task: str
    marks: Fraction
    visibility: Visibility
    source: str
    body: tuple[str, ...]
    first_line: int
    """Number of the body's first line in the file."""
    settings: Mapping[str, int] = field(default_factory=dict)
    """The assignment's further keys."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """Those of the optional keys that are there."""
    program: str = ""
    """The program that the manifest's table [transcript] names, or ""."""

    @property
    def id(self) -> str:
        """The id of the check that replays this scenario."""
        return f"{SCENARIO}{self.name}"

    def wrong(self, line: int, problem: str) -> NoReturn:
        """Raise ScenarioError about a line of this scenario."""
        raise ScenarioError(f"{self.name}.txt, line {line}: {problem}")


def read_scenario(path: Path, settings: Sequence[str] = (), program: str = "") -> Scenario:
    """Parse a file, whose header has *settings* too. Raises ScenarioError.

    program: the program that it runs; then the header may have the keys PROGRAM_KEYS.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(f"cannot read {path.name}: {error}") from None
    return parsed_scenario(path.stem, text, settings, program)


def parsed_scenario(
    name: str, text: str, settings: Sequence[str] = (), program: str = ""
) -> Scenario:
    """Parse the *text* of the file ``name.txt``, as :func:`read_scenario` does."""
    lines = text.splitlines()
    optional = PROGRAM_KEYS if program else ()
    header = _Header(f"{name}.txt", (*KEYS, *settings), optional)
    header_lines = list(takewhile(str.strip, lines))
    for number, line in enumerate(header_lines, start=1):
        header.read(number, line)
    header.check_keys()
    body_at = min(len(header_lines) + 1, len(lines))
    return Scenario(
        name=name,
        title=header.values["title"],
        task=header.values["task"],
        marks=header.number("marks"),
        visibility=header.visibility(),
        source=header.values["source"],
        settings={key: header.whole_number(key) for key in settings},
        texts={key: header.values[key] for key in optional if key in header.values},
        program=program,
        body=tuple(lines[body_at:]),
        first_line=body_at + 1,
    )


@dataclass(slots=True)
class _Header:
    """The header of a scenario during parsing. All methods raise ScenarioError."""

    file: str
    keys: Sequence[str]
    optional: Sequence[str] = ()
    values: dict[str, str] = field(default_factory=dict)
    line_numbers: dict[str, int] = field(default_factory=dict)

    def wrong(self, line: int, problem: str) -> NoReturn:
        """Raise ScenarioError about a line."""
        raise ScenarioError(f"{self.file}, line {line}: {problem}")

    def read(self, number: int, line: str) -> None:
        """Parse a line, "key: value"."""
        key, colon, value = line.partition(":")
        known = (*self.keys, *self.optional)
        if not colon or key not in known:
            meant = did_you_mean(key.strip(), known) if colon else ""
            keys = ", ".join(known)
            self.wrong(number, f"the header has the keys {keys}, then an empty line{meant}")
        if key in self.values:
            self.wrong(number, f"{key} occurs twice")
        if not value.strip():
            self.wrong(number, f"{key} is empty")
        self.values[key] = value.strip()
        self.line_numbers[key] = number

    def check_keys(self) -> None:
        """Require every key."""
        missing = next((key for key in self.keys if key not in self.values), None)
        if missing is not None:
            self.wrong(1, f"the header lacks {missing}")

    def number(self, key: str) -> Fraction:
        """Return the value of a key that is a number in decimal."""
        value = self.values[key]
        try:
            return exact(float(value) if "." in value else int(value))
        except ValueError:
            self.wrong(self.line_numbers[key], f"{key} must be a number, not {value!r}")

    def visibility(self) -> Visibility:
        """Return the visibility."""
        value = self.values["visibility"]
        try:
            return Visibility(value)
        except ValueError:
            problem = f"visibility must be public or hidden, not {value!r}"
            self.wrong(self.line_numbers["visibility"], problem)

    def whole_number(self, key: str) -> int:
        """Return the value of a key that is a whole number."""
        value = self.values[key]
        if not value.isdecimal():
            self.wrong(self.line_numbers[key], f"{key} must be a whole number, not {value!r}")
        return int(value)


def read_scenarios(folder: Path, settings: Sequence[str] = (), program: str = "") -> list[Scenario]:
    """Read all scenarios of an assignment, sorted by name. Raises ScenarioError."""
    paths = sorted(folder.glob("*.txt"))
    return [read_scenario(path, settings, program) for path in paths]


def scenarios_of(assignment: Assignment) -> list[Scenario]:
    """Read all scenarios of *assignment*. Raises ScenarioError."""
    form = assignment.manifest.transcript or Transcript()
    return read_scenarios(assignment.scenarios, form.settings, form.program)


def each_scenario(
    assignment: Assignment,
    besides: Callable[[Scenario], Mapping[str, Any]] = lambda scenario: {},
) -> pytest.MarkDecorator:
    """Parametrize a test by ``scenario``: each scenario of *assignment* is a check by its header.

    *besides* returns further arguments of :func:`graders.harness.assignment.check.check` for a
    scenario, such as its variants.
    """
    import pytest  # not at the top, because a grading that runs no check should not load it

    return pytest.mark.parametrize(
        "scenario",
        [_as_check(scenario, besides(scenario)) for scenario in scenarios_of(assignment)],
    )


def _as_check(scenario: Scenario, besides: Mapping[str, Any]) -> Any:
    import pytest

    header: dict[str, Any] = {
        "id": scenario.id,
        "task": scenario.task,
        "marks": scenario.marks,
        "visibility": scenario.visibility.value,
        "title": scenario.title,
    }
    return pytest.param(scenario, id=scenario.name, marks=check(**{**header, **besides}))


def transcript(scenario: Scenario) -> tuple[Event, ...]:
    """Return the body as the events of a terminal. Raises ScenarioError."""
    try:
        return from_lines(scenario.body)
    except TranscriptError as error:
        index, problem = error.args
        scenario.wrong(scenario.first_line + index, problem)


def steps(scenario: Scenario) -> list[Step]:
    """Return the body as steps. Raises ScenarioError for tabs, or if the first line is indented."""
    parsed: list[Step] = []
    for number, line in enumerate(scenario.body, scenario.first_line):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if "\t" in line:
            scenario.wrong(number, "indent with spaces, not tabs")
        if not line.startswith(" "):
            parsed.append(Step(number, line.rstrip(), ()))
        elif not parsed:
            scenario.wrong(number, "an indented line needs a line above it that it belongs to")
        else:
            last = parsed[-1]
            parsed[-1] = Step(last.line, last.command, (*last.below, line.strip()))
    return parsed


Context = Callable[[Step], Iterable[Exhibit]]
Drawing = Callable[[str, Sequence[str], int], Exhibit]


def replay(
    scenario: Scenario,
    run: Callable[[Step], Sequence[str]],
    context: Context | None = None,
    *,
    said: Callable[[Step], str] = lambda step: step.command,
    drawn: Drawing = lambda label, lines, first: text(label, marked(lines, first)),
) -> None:
    """Run each step of *scenario* and compare its results with the file; fail at the first
    difference.

    run: does a step and returns its lines, to compare with those below it; may raise CheckFailed.
    context: returns exhibits of the state before a step, for failures.
    said: returns a step in its language's syntax, for the message.
    drawn: returns an exhibit with a label, the lines of a step and the index of the first
    difference.
    """
    done: list[str] = []
    for step in steps(scenario):
        before = tuple(context(step)) if context is not None else ()
        before = before or ((text("steps before", "\n".join(done[-12:])),) if done else ())
        try:
            got = tuple(run(step))
        except Misbehaved as wrong:
            raise (
                wrong if wrong.exhibits else wrong.showing(*before, text("call", said(step)))
            ) from None
        got = tuple(map(_as_due, got, chain(step.below, repeat(""))))
        if got != step.below:
            first = first_difference_of(step.below, got)
            expected, actual = (
                drawn("expected", step.below, first),
                drawn("got", got, first),
            )
            alike, differ = _looks_alike(expected, actual), _looks_unlike(expected, actual)
            message_suffices = len(got) == len(step.below) == 1 or alike
            fail(
                f"{said(step)} {_in_words(step.below, got, first, pictured=differ)}",
                (*before, *(() if message_suffices else (expected, actual))),
            )
        done.append(said(step))
        done.extend("  " + line for line in got)


_EQUAL = ({f"{RETURNS}True", f"{RETURNS}1"}, {f"{RETURNS}False", f"{RETURNS}0"})


def _as_due(line: str, due: str) -> str:
    """Return *due* if it is equal to *line* as a returned value, otherwise *line*.

    True equals 1 and False equals 0, as in ``expect``.
    """
    return due if any({line, due} <= pair for pair in _EQUAL) else line


def _in_words(due: Sequence[str], got: Sequence[str], first: int, *, pictured: bool) -> str:
    """Return expected and actual result as the end of a sentence that begins with the step.

    pictured: two pictures show the difference.
    """
    if first >= len(got):
        return f"gives too little: {due[first]!r} is missing."
    if first >= len(due):
        return f"should give nothing more, but there is more: {got[first]!r}."
    want, have = due[first], got[first]
    if want.startswith(RETURNS) and have.startswith(RETURNS):
        want, have = want.removeprefix(RETURNS), have.removeprefix(RETURNS)
        return f"should return {want}, but returned {have}."
    if len(due) == len(got) == 1:
        return f"should be {want}, got {have}."
    if pictured:
        return "gives another picture than it should."
    if got[first + 1 :] == due[first:]:
        return f"should not give {have!r}; all other lines are right."
    if due[first + 1 :] == got[first:]:
        return f"should also give {want!r}; all other lines are right."
    return f"is wrong in line {first + 1}: it should be {want!r}, got {have!r}."


def _looks_alike(left: Exhibit, right: Exhibit) -> bool:
    """Return whether both are pictures that look the same, and so show no difference."""
    return (
        isinstance(left, Picture) and isinstance(right, Picture) and left.squares == right.squares
    )


def _looks_unlike(left: Exhibit, right: Exhibit) -> bool:
    """Return whether both are pictures that show a difference."""
    return (
        isinstance(left, Picture) and isinstance(right, Picture) and left.squares != right.squares
    )


def marked(lines: Sequence[str], first: int) -> str:
    """Return *lines* with a mark at the line with index *first*, whose final spaces are visible."""
    marked_lines = []
    for index, line in enumerate(lines):
        if index == first:
            bare = line.rstrip(" ")
            dots = "\N{MIDDLE DOT}" * (len(line) - len(bare))
            marked_lines.append(f"> {bare}{dots}")
        else:
            marked_lines.append("  " + line)
    return "\n".join(marked_lines)
