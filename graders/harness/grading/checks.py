"""Collected checks, ready to be called, and which of them a grading runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graders.harness.assignment.check import PART, CheckSpec, spec_of, title_of
from graders.harness.assignment.collection import is_property
from graders.harness.grading.outcome import NOT_RUN, CheckRun
from graders.harness.grading.parts import of_part
from graders.harness.replay.recording import Listed
from graders.harness.result import Visibility

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SESSIONS = ("student", "reference")
"""Arguments of a check that are sessions; all others come from parametrize or from @given."""


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

    @classmethod
    def of(cls, item: pytest.Item) -> Check | None:
        """Return the check that *item* is, or None for any other test."""
        spec = spec_of(item)
        if spec is None:
            return None
        test = item.obj  # type: ignore[attr-defined]
        body = test.hypothesis.inner_test if is_property(item) else test
        if is_property(item):
            from graders.harness.replay import given

            body = given.outside(body, test)
        if spec.part:
            names = item.callspec.params[PART]  # type: ignore[attr-defined]
            body = of_part(body, spec.part, names)
        return cls(spec, title_of(item, spec), item, body)  # type: ignore[arg-type]

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

    def arguments(self, student: object, reference: object) -> dict[str, Any]:
        """Return the arguments of the body, but for the example of a property."""
        parameters = dict(getattr(getattr(self.item, "callspec", None), "params", {}))
        parameters.update(student=student, reference=reference)
        names = self.item._fixtureinfo.argnames
        return {name: parameters[name] for name in names if name in parameters}


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
            CheckRun(one.spec, one.title, NOT_RUN) for one in listed if not self.includes(one.spec)
        ]
