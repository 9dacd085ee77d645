"""Linters: programs that report how code is written. Extensions add them (hook ``linters``).

A manifest asks for one by its name, in ``[linters.NAME]``. All its rules begin with that name and a
slash, as in "python-ta/line-too-long". If no extension has it, there are a note and a flag for
staff, and everything else is graded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TypeVar

from graders.harness import extensions
from graders.harness.assignment.manifest import Assignment, LinterPlan
from graders.harness.content import installing
from graders.harness.result import Flag, FlagCode, Note, NoteCode
from graders.harness.sandbox.interface import Level
from graders.harness.style.survey import NOTHING, Surveyed

T = TypeVar("T")

NOT_CHECKED = "style was not checked: {}"


class Linter(Protocol):
    """A linter of one assignment's submissions. Its box opens with the first that needs it."""

    @property
    def lacking(self) -> str:
        """Why it does not work, as a sentence; "" if it works, or has not been tried."""

    @property
    def is_ahead(self) -> bool:
        """Whether `look_ahead` has begun to check a submission."""

    @property
    def level(self) -> Level | None:
        """The level of its box; None if there is none."""

    def look_ahead(self, submitted: Mapping[str, bytes]) -> None:
        """Begin to check the files *submitted* in a thread, if that takes time."""

    def open_for(self, submitted: Mapping[str, bytes]) -> None:
        """Open the box if the files *submitted* will need it."""

    def branch(self: T) -> T:
        """Return this linter for a process that is about to be forked; see ``Backend.branch``."""

    def abandon(self) -> None:
        """Close this process's end of a branch that a fork uses."""

    def close(self) -> None:
        """End the box, even during work."""

    def look(self, submitted: Mapping[str, bytes]) -> Surveyed:
        """Return the findings about the files *submitted*. Raises SandboxError."""


class LinterKind(Protocol):
    """A linter that an extension adds; usually a module."""

    @property
    def NAME(self) -> str:
        """Its name in manifests."""

    @property
    def PACKAGE(self) -> str:
        """The package that pip installs for it."""

    def versions(self) -> list[str]:
        """Return the packages and versions that findings depend on, a part of the key of kept
        results.
        """

    def lacking(self) -> str:
        """Return what is not installed, with the command that installs it, or ""."""

    def open_linter(
        self, assignment: Assignment, plan: LinterPlan, *, choice: str, minimum: Level, python: str
    ) -> Linter:
        """Return the linter of *assignment*; what it lacks is no error.

        choice, minimum: of the sandbox, as for submissions; python: the submissions' interpreter,
        or "".
        """


def is_of_a_linter(rule: str) -> bool:
    """Return whether *rule* is a linter's, and not one of the survey."""
    return "/" in rule


def kind_of(name: str, plan: LinterPlan) -> LinterKind | None:
    """Return the linter *name* of the manifest, or None if its extension is not installed."""
    extension = extensions.installed().get(plan.extension)
    kinds: Iterable[LinterKind] = extension.linters() if extension is not None else ()
    return next((kind for kind in kinds if name == kind.NAME), None)


def missing(name: str, plan: LinterPlan) -> str:
    """Return how to get the linter *name*, of an extension that is not installed."""
    return f"{name}, which the extension {plan.extension} adds: {installing(plan.extension)}"


def versions(assignment: Assignment) -> list[str]:
    """Return the versions that the findings of all linters of *assignment* depend on."""
    found = []
    for name, plan in assignment.manifest.linters.items():
        kind = kind_of(name, plan)
        found += kind.versions() if kind is not None else [f"{name} is not installed"]
    return found


class Linters:
    """The open linters of an assignment by name, in the manifest's order. Close them at the end."""

    def __init__(self, opened: Mapping[str, Linter] | None = None) -> None:
        self._opened = dict(opened or {})

    def _each(self, act: Callable[[Linter], T]) -> list[T]:
        return [act(linter) for linter in self._opened.values()]

    @property
    def lacking(self) -> str:
        """Why linters do not work, or ""."""
        return "; ".join(filter(None, self._each(lambda linter: linter.lacking)))

    @property
    def is_ahead(self) -> bool:
        """Whether a linter has begun to check a submission."""
        return any(self._each(lambda linter: linter.is_ahead))

    @property
    def log(self) -> list[str]:
        """A line for each linter's box that is open."""
        levels = {name: linter.level for name, linter in self._opened.items()}
        return [f"{name}, level {level.label}" for name, level in levels.items() if level]

    def open_for(self, submitted: Mapping[str, bytes]) -> None:
        """Open the boxes that the files *submitted* will need."""
        self._each(lambda linter: linter.open_for(submitted))

    def branch(self) -> Linters:
        """Return these linters for a process that is about to be forked."""
        return Linters({name: linter.branch() for name, linter in self._opened.items()})

    def abandon(self) -> None:
        """Close this process's end of a branch that a fork uses."""
        self._each(lambda linter: linter.abandon())

    def close(self) -> None:
        """End all boxes."""
        self._each(lambda linter: linter.close())

    def look(self, submitted: Mapping[str, bytes]) -> Surveyed:
        """Return the findings of all linters. Raises SandboxError."""
        surveyed = NOTHING
        for looked in self._each(lambda linter: linter.look(submitted)):
            surveyed = surveyed.joined(looked)
        return surveyed


class _Missing:
    """The linter of an extension that is not installed."""

    is_ahead = False
    level = None

    def __init__(self, lacking: str) -> None:
        self.lacking = lacking

    def look_ahead(self, submitted: Mapping[str, bytes]) -> None:
        pass

    open_for = look_ahead

    def branch(self) -> _Missing:
        return self

    def abandon(self) -> None:
        pass

    close = abandon

    def look(self, submitted: Mapping[str, bytes]) -> Surveyed:
        return unavailable(self.lacking)


def unavailable(reason: str) -> Surveyed:
    """Return a note and a flag for staff: a linter has not looked at a submission."""
    values = {"reason": reason}
    return Surveyed(
        notes=(Note(NoteCode.LINTER_UNAVAILABLE, values),),
        flags=(Flag(FlagCode.LINTER_UNAVAILABLE, values),),
    )


def open_linters(
    assignment: Assignment,
    *,
    choice: str = "auto",
    minimum: Level = Level.C,
    python: str = "",
    only: Mapping[str, bytes] | None = None,
) -> Linters:
    """Return the linters that the manifest of *assignment* asks for.

    choice, minimum: of the sandbox, as for submissions;
    python: the submissions' interpreter, if it is not the usual one;
    only: the files of a single submission, which linters begin to check. Without it boxes are
    opened for the first submission that needs them.
    """
    opened: dict[str, Linter] = {}
    for name, plan in assignment.manifest.linters.items():
        kind = kind_of(name, plan)
        if kind is None:
            reason = f"{assignment.id} asks for {missing(name, plan)}"
            opened[name] = _Missing(NOT_CHECKED.format(reason))
        else:
            opened[name] = kind.open_linter(
                assignment, plan, choice=choice, minimum=minimum, python=python
            )
        if only is not None:
            opened[name].look_ahead(only)
    return Linters(opened)
