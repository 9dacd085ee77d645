"""How exemplars and mutants are made of sources in a language; for authors, not for grading."""

from __future__ import annotations

from importlib import import_module
from pathlib import PurePosixPath
from typing import Protocol

from graders.extensions.shared.languages import MUTANTS_IN_PYTHON, MutantLanguage
from graders.extensions.shared.overlay import changed_names, overlay
from graders.harness.assignment.language import Language, language_at


class Authoring(Protocol):
    """Changes sources of a language; usually an object of an extension."""

    mutants: MutantLanguage

    def overlay(self, base: str, changes: str, name: str) -> str:
        """Return *base* with the definitions of *changes* laid over it; *name*: for messages.

        Raises OverlayError if they do not fit, or change nothing.
        """

    def changed(self, changes: str, name: str) -> frozenset[str]:
        """Return the definitions that the overlay *changes* acts on; two overlays without a common
        one can be laid over one base. Raises OverlayError.
        """


class AuthoringPython:
    """See `Authoring`."""

    mutants = MUTANTS_IN_PYTHON

    def overlay(self, base: str, changes: str, name: str) -> str:
        """See `overlay.overlay`."""
        return overlay(base, changes, name)

    def changed(self, changes: str, name: str) -> frozenset[str]:
        """See `overlay.changed_names`."""
        return changed_names(changes, name)


def authoring_of(file: str) -> Authoring | None:
    """Return what changes a *file*, or None if there is no language with its suffix."""
    language = language_at(PurePosixPath(file).name)
    return None if language is None else authoring_in(language)


def authoring_in(language: Language) -> Authoring:
    """Return what changes sources in a language."""
    if not language.authoring:
        return AuthoringPython()
    added: Authoring = import_module(language.authoring).AUTHORING
    return added
