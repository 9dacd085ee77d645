"""Proves, on the finished files, that a bundle tells nothing that students are to find out or not to know.

It looks at every file as it will be handed out (a recording is text like any other), for

- runs of tokens from inside a solution region of the reference;
- ids and titles of hidden checks, and names and lines of hidden scenarios;
- answers of the reference that only hidden checks ask for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from graders.harness.manifest import Assignment
from graders.harness.recording import Recording
from graders.harness.result import Visibility
from graders.harness.scenario import scenarios_of
from graders.harness.starter import COMMENTS, regions

RUN = 24
"""Tokens in a row that two texts share by copying and not by chance."""

LONG_ANSWER = 60
"""Bytes of an encoded answer that is long enough not to occur elsewhere by chance."""

_TOKEN = re.compile(r"\w+|[^\w\s]")


def tokens(text: str) -> list[str]:
    """Return the words and signs of *text*; neither spaces nor line ends matter."""
    return _TOKEN.findall(text)


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """Yield every run of :data:`RUN` tokens in *text*."""
    found = tokens(text)
    for place in range(len(found) - RUN + 1):
        yield tuple(found[place : place + RUN])


def solution_runs(assignment: Assignment) -> dict[tuple[str, ...], str]:
    """Return every run of tokens inside a solution region, with the file that it is in.

    What the starter has as well is no secret.
    """
    found: dict[tuple[str, ...], str] = {}
    for path in sorted(assignment.reference.rglob("*")):
        name = path.relative_to(assignment.reference).as_posix()
        comment = COMMENTS.get(PurePosixPath(name).suffix) or COMMENTS.get(path.name)
        if path.is_file() and comment:
            for region in regions(path.read_text(encoding="utf-8"), comment, name):
                found.update(dict.fromkeys(runs(region), name))
    for path in assignment.starter.rglob("*"):
        if path.is_file() and path.suffix in COMMENTS:
            for run in runs(path.read_text(encoding="utf-8")):
                found.pop(run, None)
    return found


def leaks(files: Mapping[str, bytes], assignment: Assignment, public: Recording, whole: Recording) -> list[str]:
    """Return what *files* tell that they must not, one line each; empty if all is well.

    *public* is the recording of the public checks, *whole* that of all checks.
    """
    secret = solution_runs(assignment)
    words = list(_hidden_words(assignment, whole, public))
    answers = [bytes(raw) for key, raw in whole.answers.items() if key not in public.answers]
    answers = [raw for raw in answers if len(raw) >= LONG_ANSWER]
    known = {bytes(raw) for raw in public.answers.values()}
    answers = [raw for raw in answers if raw not in known]  # the same answer to another question
    found = []
    for name, data in sorted(files.items()):
        text = data.decode("utf-8", "replace")
        copied = next((run for run in runs(text) if run in secret), None)
        if copied is not None:
            found.append(f"{name} holds a part of the solution in {secret[copied]}: {' '.join(copied)}")
        found += [f"{name} names the hidden {what} {word!r}" for what, word in words if word in text]
        found += [f"{name} holds an answer that only hidden checks ask for" for raw in answers if raw in data][:1]
    return found


def _hidden_words(assignment: Assignment, whole: Recording, public: Recording) -> Iterator[tuple[str, str]]:
    for check in whole.examples:
        if check not in public.examples:
            yield "check", f'"{check}"'
    for scenario in scenarios_of(assignment):
        if scenario.visibility is not Visibility.PUBLIC:
            yield "scenario", scenario.title
            yield "scenario", f"{scenario.name}.txt"
            yield "scenario", f'"{scenario.name}"'
