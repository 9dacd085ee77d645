"""Proves on the finished files of a bundle that it reveals no secret to students.

It searches every file (a recording is text, too), and everything packed or encoded in it, for

- runs of tokens from a solution region of the reference, a module of hidden checks, or a hidden
  scenario; and compiled functions of the reference;
- ids and titles of hidden checks, names and titles of hidden scenarios, except in files of the
  harness, which are the same in every bundle and name nothing of an assignment;
- answers of the reference that only hidden checks ask for.

Files that cannot be searched are not allowed: compiled files, locked or damaged archives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from graders.harness.assignment.language import comment_in
from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.regions import regions
from graders.harness.assignment.scenario import scenarios_of
from graders.harness.content import HARNESS, files_below
from graders.harness.handout.layers import Unsearchable, layers, texts
from graders.harness.replay.recording import Listed, Recording
from graders.harness.result import Visibility

RUN = 24
"""Length of a run of tokens that two texts share only by copying."""

WORDS = 60
"""Length of a run of words that two scenarios share only by copying. Signs are not counted, since
boards look alike.
"""

LONG_ANSWER = 60
"""Minimum bytes of an encoded answer that does not occur elsewhere by chance."""

LONG_CODE = 40
"""Minimum bytes of a function's code that does not occur elsewhere by chance."""

_TOKEN = re.compile(r"\w+|[^\w\s]")
_WORD = re.compile(r"\w+")
Run = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Secrets:
    """Contents that must not be in a bundle."""

    runs: Mapping[Run, str]
    """Run of tokens -> its source."""
    stories: Mapping[Run, str]
    """Run of words of a scenario -> its source."""
    code: Mapping[bytes, str]
    """Bytecode of a function -> its file."""
    words: Mapping[str, str]
    """Name or title -> its kind."""
    answers: frozenset[bytes]
    """The reference's answers, encoded."""


def leaks(files: Mapping[str, bytes], secrets: Secrets) -> list[str]:
    """Return the secrets in *files* (name -> content), one line each; [] if there are none."""
    harness = frozenset(data for _, data in files_below(HARNESS))
    problems: list[str] = []
    for name, data in sorted(files.items()):
        try:
            for layer, content in layers(name, data):
                words = {} if content in harness else secrets.words
                problems += _leaks_of(layer, content, secrets, words)
        except Unsearchable as locked:
            problems.append(f"{locked}, so it cannot be searched")
    return list(dict.fromkeys(problems))


def _leaks_of(name: str, data: bytes, secrets: Secrets, words: Mapping[str, str]) -> Iterator[str]:
    for text in texts(data):
        yield from _copied(name, runs(text), secrets.runs)
        yield from _copied(name, stories(text), secrets.stories)
        for word, subject in words.items():
            if word in text:
                yield f"{name} names {subject} {word} (take it out, or rename {subject})"
    for code, file in secrets.code.items():
        if code in data:
            yield f"{name} contains a compiled function of {file}"
            break
    if any(raw in data for raw in secrets.answers):
        yield f"{name} contains an answer that only hidden checks ask for"


def _copied(name: str, copies: Iterable[Run], secret: Mapping[Run, str]) -> Iterator[str]:
    """Yield a line for the first run of *copies* that is *secret*."""
    for run in copies:
        if run in secret:
            yield f"{name} contains a part of {secret[run]}: {' '.join(run)}"
            return


def tokens(text: str) -> list[str]:
    """Return the words and signs of *text*, without white space."""
    return _TOKEN.findall(text)


def runs(text: str) -> Iterator[Run]:
    """Yield every run of :data:`RUN` tokens in *text*."""
    return _in_a_row(tokens(text), RUN)


def stories(text: str) -> Iterator[Run]:
    """Yield every run of :data:`WORDS` words in *text*."""
    return _in_a_row(_WORD.findall(text), WORDS)


def _in_a_row(words: list[str], length: int) -> Iterator[Run]:
    return zip(*(words[start:] for start in range(length)), strict=False)


# Secrets.


def secrets_of(assignment: Assignment, public: Recording, whole: Recording) -> Secrets:
    """Return the secrets of *assignment*.

    public: recording of the public checks; whole: recording of all checks.
    """
    public_ids = {check.spec.id for check in public.checks}
    hidden = [check for check in whole.checks if check.spec.id not in public_ids]
    # an answer that public checks also get is no secret
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
    """Return the runs in solution regions that the starter does not have."""
    secret: dict[Run, str] = {}
    for path, comment in _marked(assignment.reference).items():
        name = path.relative_to(assignment.reference).as_posix()
        for region in regions(_text(path), comment, name):
            secret |= dict.fromkeys(runs(region), f"the solution in {name}")
    return _without(secret, _marked(assignment.starter))


def _marked(folder: Path) -> dict[Path, str]:
    """Return the files that may have marked regions, with their sign of a comment."""
    marked = {}
    for path in _files(folder):
        comment = comment_in(path.name)
        if comment:
            marked[path] = comment
    return marked


def _hidden_checks(assignment: Assignment) -> dict[Run, str]:
    """Return the runs in modules of hidden checks that no public module has."""
    public = set(assignment.grader.glob("*.py")).union(*map(_modules, assignment.shared))
    hidden = sorted(assignment.grader.glob("*_hidden.py"))
    secret: dict[Run, str] = {}
    for path in hidden:
        secret |= dict.fromkeys(runs(_text(path)), f"hidden checks in {path.name}")
    return _without(secret, public.difference(hidden))


def _hidden_scenarios(assignment: Assignment) -> dict[Run, str]:
    """Return the runs in hidden scenarios that neither public ones nor the starter's texts have."""
    secret: dict[Run, str] = {}
    public = [path for path in _files(assignment.starter) if path.suffix in (".md", ".txt")]
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
    """Return the bytecode of the reference's functions that the starter does not have."""
    secret = _functions(assignment.reference)
    for code in _functions(assignment.starter):
        secret.pop(code, None)
    return secret


def _functions(folder: Path) -> dict[bytes, str]:
    """Return the bytecode of long functions in *folder*, with their files."""
    functions = {}
    for path in _modules(folder):
        module = compile(path.read_bytes(), path.name, "exec", dont_inherit=True)
        for code in _codes(module):
            if len(code.co_code) >= LONG_CODE:
                functions[code.co_code] = path.name
    return functions


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield *code* and the code of functions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _words(assignment: Assignment, hidden: Iterable[Listed]) -> Iterator[tuple[str, str]]:
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
