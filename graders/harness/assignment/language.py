"""The languages of submissions: Python, and those that extensions add (hook ``languages``).

The manifest names the language of an assignment. Files are recognised by their suffixes, because a
submission or a starter may hold several languages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from graders.harness import extensions
from graders.harness.assignment.nesting import Nesting
from graders.harness.assignment.python import PYTHON

Manifest = Any
"""A `manifest.Manifest`, whose module imports this one."""


class Language(Protocol):
    """A language of submissions. Its methods import their modules late."""

    name: str
    """In manifests, such as "python"."""
    title: str
    """For people, such as "Python"."""
    suffix: str
    """Of its source files."""
    comment: str
    """The sign that begins a comment in a line."""
    is_compiled: bool
    """Whether a broken file does not compile; otherwise it does not load."""
    is_forked: bool
    """Whether processes are forked from one that has loaded the program, in all variants, and read
    packed calls. Others start without it.
    """
    start_cpu_seconds: float
    """CPU time that a process needs to start, which is not counted as the program's."""
    signs: Mapping[str, tuple[str, tuple[str, ...]]]
    """Name of a sign of tampering -> its pattern, and words: every match has one of them, and to
    search for these first is much quicker (`style.tampering`).
    """
    words: re.Pattern[bytes]
    """Finds comments, white space, strings and all else; its group is all but the first two."""
    template: Path | None
    """The files of a new assignment; None for Python's, which ``grader new`` has."""
    stem: re.Pattern[str]
    """Matches the name of a submitted file without its suffix."""
    example: str
    """Such a file, and what its name must be like."""
    authoring: str
    """The module whose `AUTHORING` changes sources, for authors' tools; "" for Python's. Students'
    bundles lack it.
    """

    def new_stem(self, assignment_id: str) -> str:
        """Return the name of the submitted file of a new assignment, without its suffix."""

    def problem(self, manifest: Manifest) -> str:
        """Return why a *manifest* with this language is wrong, or ""."""

    def steps(self, manifest: Manifest) -> str:
        """Return the steps of GitHub's workflows that install what programs need; "" for none."""

    def features(self, manifest: Manifest) -> Mapping[str, Mapping[str, str]]:
        """Return what a development container has beside Python; {} for nothing."""

    def nesting(self, lines: Sequence[str]) -> Nesting:
        """Return the nesting of a source text."""

    def functions(self, file: str, text: str) -> Mapping[str, str]:
        """Return the functions of a file -> their bodies without white space; {} if it is
        unreadable.
        """

    def unproved(self) -> str:
        """Return why `prove` proves nothing on this machine, or ""."""

    def prove(self, files: Mapping[str, bytes], reference: Path) -> None:
        """Raise StarterError if *files*, all starter files of this language, do not parse or
        compile. *reference*: the folder they come from, for the message.
        """

    def grammar(self) -> object:
        """Return tree-sitter's grammar. Raises GraderError if it is not installed."""

    def runtime(self) -> Any:
        """Return what opens programs, a `grading.program.Runtime`; None for Python's."""

    def programs(self) -> Any:
        """Return what writes failed checks as programs, a `handout.repro.Programs`; None for
        Python's.
        """


@cache
def languages() -> tuple[Language, ...]:
    """Return all languages, Python first. Raises GraderError as `extensions.installed`."""
    return (PYTHON, *extensions.added("languages"))


def language_named(name: str) -> Language | None:
    """Return the language that manifests call *name*, or None if there is none."""
    if name == PYTHON.name:  # without looking at extensions
        return PYTHON
    return next((language for language in languages() if language.name == name), None)


def language_at(file: str) -> Language | None:
    """Return the language of a source file, by its suffix, or None."""
    if file.endswith(PYTHON.suffix):
        return PYTHON
    return next((language for language in languages() if file.endswith(language.suffix)), None)


def is_compiled(file: str) -> bool:
    """Return whether a broken *file* does not compile; otherwise it does not load."""
    language = language_at(file)
    return language is not None and language.is_compiled


def home_of(name: str) -> str:
    """Return the extension that adds the language *name*; "" for Python's and an unknown one."""
    if name == PYTHON.name:
        return ""
    for extension, added in extensions.installed().items():
        if any(language.name == name for language in added.languages()):
            return extension
    return ""


_OTHER_COMMENTS = {".toml": "#", ".yml": "#", ".yaml": "#", "Makefile": "#"}


def comment_in(file: str) -> str | None:
    """Return the sign that begins a comment in *file*; None for a picture or a plain text."""
    path = Path(file)
    language = language_at(path.name)
    return language.comment if language else _OTHER_COMMENTS.get(path.suffix or path.name)
