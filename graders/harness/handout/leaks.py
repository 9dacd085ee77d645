"""Proves, on the finished files, that a bundle tells nothing that students are to find out or not
to know.

It looks at every file as it will be handed out (a recording is text like any other), and at what is
packed or encoded in it, for

- runs of tokens from inside a solution region of the reference, from a module of hidden checks, or
  from a hidden scenario; and for the compiled functions of the reference;
- ids and titles of hidden checks, names and titles of hidden scenarios;
- answers of the reference that only hidden checks ask for.

What cannot be looked into has no place in a bundle: compiled files, locked or damaged archives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.regions import COMMENTS, regions
from graders.harness.assignment.scenario import scenarios_of
from graders.harness.handout.layers import Locked, layers, texts
from graders.harness.replay.recording import Listed, Recording
from graders.harness.result import Visibility

RUN = 24
"""Tokens in a row that two texts share by copying and not by chance."""

WORDS = 60
"""Words in a row that two scenarios share by copying: of signs alone there are too many, in boards
that look alike.
"""

LONG_ANSWER = 60
"""Bytes of an encoded answer that is long enough not to occur elsewhere by chance."""

LONG_CODE = 40
"""Bytes of a function's code that are long enough not to occur elsewhere by chance."""

_TOKEN = re.compile(r"\w+|[^\w\s]")
_WORD = re.compile(r"\w+")
Run = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Secrets:
    """What must not be in a bundle."""

    runs: Mapping[Run, str]
    """Runs of tokens, with what they are a part of."""
    stories: Mapping[Run, str]
    """Runs of words of scenarios, with their names."""
    code: Mapping[bytes, str]
    """The bytecode of functions, with the file that they are in."""
    words: Mapping[str, str]
    """Names and titles, with what they name."""
    answers: frozenset[bytes]
    """The reference's answers, encoded."""


def leaks(files: Mapping[str, bytes], secrets: Secrets) -> list[str]:
    """Return what *files* (name -> content) tell that they must not, one line each; empty if all is
    well.
    """
    found: list[str] = []
    for name, data in sorted(files.items()):
        try:
            for layer, content in layers(name, data):
                found += _told(layer, content, secrets)
        except Locked as locked:
            found.append(f"{locked}: nobody can see what it tells")
    return found


def _told(name: str, data: bytes, secrets: Secrets) -> Iterator[str]:
    for text in texts(data):
        for rows, known in ((runs(text), secrets.runs), (stories(text), secrets.stories)):
            copied = next((run for run in rows if run in known), None)
            if copied is not None:
                yield f"{name} holds a part of {known[copied]}: {' '.join(copied)}"
        yield from (
            f"{name} names {what} {word}" for word, what in secrets.words.items() if word in text
        )
    compiled = next((file for code, file in secrets.code.items() if code in data), None)
    if compiled is not None:
        yield f"{name} holds a function of {compiled}, compiled"
    if any(raw in data for raw in secrets.answers):
        yield f"{name} holds an answer that only hidden checks ask for"


def tokens(text: str) -> list[str]:
    """Return the words and signs of *text*; neither spaces nor line ends matter."""
    return _TOKEN.findall(text)


def runs(text: str) -> Iterator[Run]:
    """Yield every run of :data:`RUN` tokens in *text*."""
    return _in_a_row(tokens(text), RUN)


def stories(text: str) -> Iterator[Run]:
    """Yield every run of :data:`WORDS` words in *text*."""
    return _in_a_row(_WORD.findall(text), WORDS)


def _in_a_row(found: list[str], length: int) -> Iterator[Run]:
    return zip(*(found[place:] for place in range(length)), strict=False)


# What is secret.


def secrets_of(assignment: Assignment, public: Recording, whole: Recording) -> Secrets:
    """Return what a bundle of *assignment* must not contain.

    *public* is the recording of the public checks, *whole* that of all checks.
    """
    known_checks = {one.spec.id for one in public.checks}
    hidden = [one for one in whole.checks if one.spec.id not in known_checks]
    known = {
        bytes(raw) for raw in public.answers.values()
    }  # the same answer to another question is no secret
    answers = (bytes(raw) for key, raw in whole.answers.items() if key not in public.answers)
    return Secrets(
        runs={**_solution(assignment), **_hidden_checks(assignment)},
        stories=_hidden_scenarios(assignment),
        code=_compiled(assignment),
        words=dict(_words(assignment, hidden)),
        answers=frozenset(raw for raw in answers if len(raw) >= LONG_ANSWER and raw not in known),
    )


def _solution(assignment: Assignment) -> dict[Run, str]:
    """Return the runs in solution regions; what the starter has as well is no secret."""
    found: dict[Run, str] = {}
    for path in _files(assignment.reference):
        name, comment = path.relative_to(assignment.reference).as_posix(), _comment(path)
        if comment:
            for region in regions(path.read_text(encoding="utf-8"), comment, name):
                found.update(dict.fromkeys(runs(region), f"the solution in {name}"))
    return _without(found, (path for path in _files(assignment.starter) if _comment(path)))


def _hidden_checks(assignment: Assignment) -> dict[Run, str]:
    """Return the runs in modules of hidden checks; what public ones, or what both import, have as
    well is no secret.
    """
    shared = [
        path for folder in assignment.shared for path in _files(folder) if path.suffix == ".py"
    ]
    modules = [
        path
        for path in _files(assignment.grader)
        if path.suffix == ".py" and path.parent == assignment.grader
    ]
    hidden = [path for path in modules if path.stem.endswith("_hidden")]
    found = {
        run: f"hidden checks in {path.name}"
        for path in hidden
        for run in runs(path.read_text(encoding="utf-8"))
    }
    return _without(found, [*shared, *(path for path in modules if path not in hidden)])


def _hidden_scenarios(assignment: Assignment) -> dict[Run, str]:
    """Return the runs in hidden scenarios; what public ones, or the starter's texts, have as well
    is no secret.
    """
    found: dict[Run, str] = {}
    told = [path for path in _files(assignment.starter) if path.suffix in (".md", ".txt")]
    for scenario in scenarios_of(assignment):
        path = assignment.scenarios / f"{scenario.name}.txt"
        if scenario.visibility is Visibility.PUBLIC:
            told.append(path)
        else:
            text = "\n".join(scenario.body)
            found.update(dict.fromkeys(stories(text), f"the hidden scenario {path.name}"))
    return _without(found, told, stories)


def _without(
    found: dict[Run, str], public: Iterable[Path], of: Callable[[str], Iterator[Run]] = runs
) -> dict[Run, str]:
    for path in public:
        for run in of(path.read_text(encoding="utf-8")):
            found.pop(run, None)
    return found


def _compiled(assignment: Assignment) -> dict[bytes, str]:
    """Return the bytecode of the reference's functions, as this interpreter compiles them, without
    the starter's.
    """
    found = dict(_functions(assignment.reference))
    for code, _name in _functions(assignment.starter):
        found.pop(code, None)
    return found


def _functions(folder: Path) -> Iterator[tuple[bytes, str]]:
    for path in _files(folder):
        if path.suffix == ".py":
            waiting = [compile(path.read_bytes(), path.name, "exec", dont_inherit=True)]
            while waiting:
                code = waiting.pop()
                waiting += [
                    constant for constant in code.co_consts if isinstance(constant, CodeType)
                ]
                if len(code.co_code) >= LONG_CODE:
                    yield code.co_code, path.name


def _words(assignment: Assignment, hidden: Iterable[Listed]) -> Iterator[tuple[str, str]]:
    for check in hidden:
        for quote in "\"'`":
            yield f"{quote}{check.spec.id}{quote}", "the hidden check"
        yield check.title, "the hidden check"
    for scenario in scenarios_of(assignment):
        if scenario.visibility is not Visibility.PUBLIC:
            for word in (
                scenario.title,
                f"{scenario.name}.txt",
                f'"{scenario.name}"',
                f"'{scenario.name}'",
            ):
                yield word, "the hidden scenario"


def _files(folder: Path) -> list[Path]:
    return sorted(
        path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )


def _comment(path: Path) -> str | None:
    """Return the sign of a comment in files like this; None where there are no marked regions."""
    return COMMENTS.get(path.suffix) or COMMENTS.get(path.name)
