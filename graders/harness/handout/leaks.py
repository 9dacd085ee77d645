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
from graders.harness.content import files_below
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
    problems: list[str] = []
    for name, data in sorted(files.items()):
        try:
            for layer, content in layers(name, data):
                problems += _leaks_of(layer, content, secrets)
        except Locked as locked:
            problems.append(f"{locked}: nobody can see what it tells")
    return problems


def _leaks_of(name: str, data: bytes, secrets: Secrets) -> Iterator[str]:
    for text in texts(data):
        yield from _copied(name, runs(text), secrets.runs)
        yield from _copied(name, stories(text), secrets.stories)
        for word, subject in secrets.words.items():
            if word in text:
                yield f"{name} names {subject} {word}"
    for code, file in secrets.code.items():
        if code in data:
            yield f"{name} holds a function of {file}, compiled"
            break
    if any(raw in data for raw in secrets.answers):
        yield f"{name} holds an answer that only hidden checks ask for"


def _copied(
    name: str, copies: Iterable[Run], secret: Mapping[Run, str]
) -> Iterator[str]:
    """Yield a line for the first of the runs *copies* that is *secret*."""
    for run in copies:
        if run in secret:
            yield f"{name} holds a part of {secret[run]}: {' '.join(run)}"
            return


def tokens(text: str) -> list[str]:
    """Return the words and signs of *text*; neither spaces nor line ends matter."""
    return _TOKEN.findall(text)


def runs(text: str) -> Iterator[Run]:
    """Yield every run of :data:`RUN` tokens in *text*."""
    return _in_a_row(tokens(text), RUN)


def stories(text: str) -> Iterator[Run]:
    """Yield every run of :data:`WORDS` words in *text*."""
    return _in_a_row(_WORD.findall(text), WORDS)


def _in_a_row(words: list[str], length: int) -> Iterator[Run]:
    return zip(*(words[start:] for start in range(length)), strict=False)


# What is secret.


def secrets_of(assignment: Assignment, public: Recording, whole: Recording) -> Secrets:
    """Return what a bundle of *assignment* must not contain.

    *public* is the recording of the public checks, *whole* that of all checks.
    """
    public_ids = {check.spec.id for check in public.checks}
    hidden = [check for check in whole.checks if check.spec.id not in public_ids]
    # the same answer to another question is no secret
    public_answers = set(map(bytes, public.answers.values()))
    answers = set(map(bytes, whole.answers.values())) - public_answers
    return Secrets(
        runs={**_solution(assignment), **_hidden_checks(assignment)},
        stories=_hidden_scenarios(assignment),
        code=_compiled(assignment),
        words=dict(_words(assignment, hidden)),
        answers=frozenset(raw for raw in answers if len(raw) >= LONG_ANSWER),
    )


def _solution(assignment: Assignment) -> dict[Run, str]:
    """Return the runs in solution regions; what the starter has as well is no secret."""
    secret: dict[Run, str] = {}
    for path, comment in _marked(assignment.reference).items():
        name = path.relative_to(assignment.reference).as_posix()
        for region in regions(_text(path), comment, name):
            secret |= dict.fromkeys(runs(region), f"the solution in {name}")
    return _without(secret, _marked(assignment.starter))


def _marked(folder: Path) -> dict[Path, str]:
    """Return the files that may have marked regions, and the sign of a comment in each."""
    marked = {}
    for path in _files(folder):
        comment = COMMENTS.get(path.suffix) or COMMENTS.get(path.name)
        if comment:
            marked[path] = comment
    return marked


def _hidden_checks(assignment: Assignment) -> dict[Run, str]:
    """Return the runs in modules of hidden checks; what public ones, or what both import, have as
    well is no secret.
    """
    public = set(assignment.grader.glob("*.py")).union(
        *map(_modules, assignment.shared)
    )
    hidden = sorted(assignment.grader.glob("*_hidden.py"))
    secret: dict[Run, str] = {}
    for path in hidden:
        secret |= dict.fromkeys(runs(_text(path)), f"hidden checks in {path.name}")
    return _without(secret, public.difference(hidden))


def _hidden_scenarios(assignment: Assignment) -> dict[Run, str]:
    """Return the runs in hidden scenarios; what public ones, or the starter's texts, have as well
    is no secret.
    """
    secret: dict[Run, str] = {}
    public = [
        path for path in _files(assignment.starter) if path.suffix in (".md", ".txt")
    ]
    for scenario in scenarios_of(assignment):
        path = assignment.scenarios / f"{scenario.name}.txt"
        if scenario.visibility is Visibility.PUBLIC:
            public.append(path)
        else:
            text = "\n".join(scenario.body)
            secret |= dict.fromkeys(stories(text), f"the hidden scenario {path.name}")
    return _without(secret, public, stories)


def _without(
    secret: dict[Run, str],
    public: Iterable[Path],
    runs_of: Callable[[str], Iterator[Run]] = runs,
) -> dict[Run, str]:
    for path in public:
        for run in runs_of(_text(path)):
            secret.pop(run, None)
    return secret


def _compiled(assignment: Assignment) -> dict[bytes, str]:
    """Return the bytecode of the reference's functions, as this interpreter compiles them, without
    the starter's.
    """
    secret = _functions(assignment.reference)
    for code in _functions(assignment.starter):
        secret.pop(code, None)
    return secret


def _functions(folder: Path) -> dict[bytes, str]:
    """Return the bytecode of long functions in *folder*, and the name of each one's file."""
    functions = {}
    for path in _modules(folder):
        module = compile(path.read_bytes(), path.name, "exec", dont_inherit=True)
        for code in _codes(module):
            if len(code.co_code) >= LONG_CODE:
                functions[code.co_code] = path.name
    return functions


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield *code*, and that of the functions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _words(
    assignment: Assignment, hidden: Iterable[Listed]
) -> Iterator[tuple[str, str]]:
    for check in hidden:
        for quote in "\"'`":
            yield f"{quote}{check.spec.id}{quote}", "the hidden check"
        yield check.title, "the hidden check"
    for scenario in scenarios_of(assignment):
        if scenario.visibility is not Visibility.PUBLIC:
            name = scenario.name
            words = (scenario.title, f"{name}.txt", f'"{name}"', f"'{name}'")
            yield from dict.fromkeys(words, "the hidden scenario").items()


def _files(folder: Path) -> list[Path]:
    return [folder / name for name, _ in files_below(folder)]


def _modules(folder: Path) -> list[Path]:
    return [path for path in _files(folder) if path.suffix == ".py"]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
