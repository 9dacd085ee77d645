"""Collected checks, ready to be called, and which of them a grading runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from graders.harness.assignment.check import CheckSpec, spec_of, title_of
from graders.harness.assignment.collection import is_property
from graders.harness.grading.calls_by_name import CallsByName
from graders.harness.grading.fixtures import ends_like_a_check, own, with_fixtures
from graders.harness.grading.outcome import NOT_RUN, CheckRun, Outcome
from graders.harness.replay.recording import Listed
from graders.harness.result import Visibility, printable

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from graders.harness.session.operations import Operations


@dataclass(frozen=True, slots=True)
class Check:
    """A check that pytest has collected."""

    spec: CheckSpec
    title: str
    item: pytest.Function
    body: Callable[..., object]
    """The function that runs the check once; of a property on one example.

    It is taken when the check is collected: the engine replaces it in the item while it searches.
    """
    by_name: CallsByName | None = None
    """The server of the checks of a manifest with ``[calls]``."""

    @classmethod
    def of(cls, item: pytest.Item, by_name: CallsByName | None = None) -> Check | None:
        """Return the check that *item* is, or None for any other test."""
        spec = spec_of(item)
        if spec is None:
            return None
        test = item.obj  # type: ignore[attr-defined]
        body = test.hypothesis.inner_test if is_property(item) else test
        if is_property(item):
            from graders.harness.replay import given

            body = given.outside(body, test)
        provided = by_name.fixtures if by_name else {}
        body = ends_like_a_check(with_fixtures(item, body, provided))
        own_fixtures = own(item, provided)
        item.fixturenames = [  # type: ignore[attr-defined]
            name
            for name in item.fixturenames  # type: ignore[attr-defined]
            if name not in own_fixtures
        ]
        return cls(spec, title_of(item, spec), item, body, by_name)  # type: ignore[arg-type]

    @property
    def id(self) -> str:
        """Its id, unique within the assignment."""
        return self.spec.id

    @property
    def is_property(self) -> bool:
        """Whether it runs on examples."""
        return is_property(self.item)

    @property
    def is_hidden(self) -> bool:
        """Whether students may not know its calls."""
        return self.spec.visibility is Visibility.HIDDEN

    @property
    def test(self) -> Any:
        """The test function; of a property Hypothesis' wrapper."""
        return self.item.obj

    @property
    def path(self) -> Path:
        """The file it is defined in."""
        return self.item.path

    def arguments(
        self,
        student: Operations | None,
        reference: Operations | None,
        known: Collection[str] | None = None,
    ) -> dict[str, Any]:
        """Return the arguments of the body, but for the example of a property.

        Without sessions it is run to draw examples. known: names of answers that may be objects;
        None for all.
        """
        if self.by_name and student is not None and reference is not None:
            student, reference = self.by_name.with_objects(student, reference, known)
        parameters = dict(getattr(getattr(self.item, "callspec", None), "params", {}))
        parameters.update(student=student, reference=reference)
        names = self.item._fixtureinfo.names_closure
        return {name: parameters[name] for name in names if name in parameters}

    def keys(self, arguments: Mapping[str, Any]) -> set[str]:
        """Return the names of the answers that were objects, of a run with *arguments*."""
        return self.by_name.names_of_objects(arguments.get("student")) if self.by_name else set()


Progress = Callable[[str, int], None]
"""Called with the id of a decided check, and the number of checks."""
Invoke = Callable[[Check, Callable[[], Outcome]], Outcome]
"""Calls a live run of a check. The reference's go through pytest, which proves that it can set up
every check, as do those of a submission that people grade by pytest's own command.
"""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which checks a grading runs."""

    only_public: bool = False
    only: frozenset[str] | None = None
    """Ids; None for all."""
    answers_callbacks: bool = True
    """Whether there is a reference to answer the callbacks that checks open."""

    def includes(self, spec: CheckSpec) -> bool:
        """Return whether a check is run."""
        if self.only_public and spec.visibility is not Visibility.PUBLIC:
            return False
        if spec.asks and not self.answers_callbacks:
            return False
        return self.only is None or spec.id in self.only

    def not_run(self, listed: Iterable[Listed]) -> list[CheckRun]:
        """Return the runs of the checks that are left out."""
        return [
            CheckRun(check.spec, check.title, NOT_RUN)
            for check in listed
            if not self.includes(check.spec)
        ]


def in_cases(checks: Iterable[Check]) -> list[Check]:
    """Return *checks*, where the cases of one check (``parametrize``) share its marks.

    Each is a check of its own: its id ends in the case's.
    """
    by_id: dict[str, list[Check]] = {}
    for check in checks:
        by_id.setdefault(check.id, []).append(check)
    return [case for alike in by_id.values() for case in _cases(alike)]


def _cases(alike: Sequence[Check]) -> Iterable[Check]:
    functions = {(check.path, getattr(check.item, "originalname", "")) for check in alike}
    if len(alike) == 1 or len(functions) > 1:
        return alike
    names = [re.sub(r"[^0-9A-Za-z_-]+", "-", check.item.callspec.id) for check in alike]
    if len(set(names)) < len(names):
        names = [f"{name}-{number}" for number, name in enumerate(names, 1)]
    return [
        replace(
            check,
            spec=replace(check.spec, id=f"{check.id}.{name}", marks=check.spec.marks / len(alike)),
            title=f"{check.title.rstrip('.')}: {printable(check.item.callspec.id, 60)}",
        )
        for check, name in zip(alike, names, strict=True)
    ]
