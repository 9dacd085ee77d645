"""A trial: a faulty program against every example of every property, to learn which examples tell
it from a right one.

For people who make graders (:mod:`graders.harness.verification.distil`); no marks come of it. Where
an example fails, the engine is asked for a smaller one that fails, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from graders.harness.assignment.check import CheckSpec, title_of
from graders.harness.assignment.collection import is_property
from graders.harness.grading.judge import PASSED, Judge, Judged
from graders.harness.processes.jobs import Tried
from graders.harness.replay import engine, recording
from graders.harness.result import Verdict
from graders.harness.session.session import RESOURCE_VERDICTS

MOST_ENDLESS = 2
"""Examples of one check that may run out of time or memory before the rest is left untried."""
MOST_SECONDS = 8.0
"""CPU time that the examples of one check may take, before the rest is left untried."""
MOST_FAILING = 60
"""Examples of one check that fail, before the rest is left untried: that it is easily found is
known then.
"""
MOST_PROCESSES = 10
"""Processes that the examples of one check may end, before the rest is left untried: in Java each
takes its time.
"""
TOGETHER = 100
"""Examples that share a process, as long as none ends it."""
SMALLER_CALLS = 60
"""Examples that are tried in search of a smaller one."""
SMALL = 4
"""No smaller one is searched where one that fails is among the smallest of so many parts of all."""


@dataclass
class Trial(Judge):
    """Tries all examples in place of judging checks; see :class:`Judge`."""

    tried: Tried = field(default_factory=Tried)

    def judge(self, item: pytest.Function, spec: CheckSpec) -> None:
        """Try the examples of a property; leave every other check out."""
        if is_property(item):
            failing: dict[str, list[int]] = {}
            small: list[msgspec.Raw] = []
            for variant in spec.variants:
                failing[variant] = self._places(item, spec, variant, small)
                if not failing[variant]:
                    break
            else:
                self.tried.failing[spec.id] = failing
                self.tried.small[spec.id] = small
        self.judged.append(Judged(spec, title_of(item, spec), PASSED, 0.0, 0))

    def survey(self) -> None:
        """Nobody asks how the code is written."""

    def _places(
        self, item: pytest.Function, spec: CheckSpec, variant: str, small: list[msgspec.Raw]
    ) -> list[int]:
        """Return the places of the examples that fail; add a smaller one to *small* where one is
        found.
        """
        failing, endless, ended, slow = [], 0, 0, False
        before = len(self.student.endings)
        examples = self._examples(item, spec, self._fixtures(item))
        verdict = self._one_by_one(item, spec, variant)
        for place, raw in enumerate(examples):
            if place % TOGETHER == 0 or not self.student.alive:
                self._begin(spec, variant)
            how = verdict(recording.decode_example(raw))
            if how is not Verdict.PASSED:
                failing.append(place)
                endless += how in RESOURCE_VERDICTS
                ended += not self.student.alive
            slow = (
                sum(ending.cpu_seconds for ending in self.student.endings[before:]) > MOST_SECONDS
            )
            enough = len(failing) == MOST_FAILING or ended == MOST_PROCESSES
            if enough or endless > MOST_ENDLESS or (failing and slow):
                break
        if failing and not endless and not slow:
            smaller = self._smaller(item, spec, variant, failing, verdict)
            small += [msgspec.Raw(smaller)] if smaller is not None else []
        self.student.end()
        return failing

    def _one_by_one(
        self, item: pytest.Function, spec: CheckSpec, variant: str
    ) -> Callable[[dict[str, Any]], Verdict]:
        """Return a function that judges one example, in a process that may have judged others."""
        fixtures, inner = self._fixtures(item), item.obj.hypothesis.inner_test

        def verdict(example: dict[str, Any]) -> Verdict:
            if not self.student.alive:
                self._begin(spec, variant)
            return self._outcome(lambda: inner(**fixtures, **example)).verdict

        return verdict

    def _smaller(
        self,
        item: pytest.Function,
        spec: CheckSpec,
        variant: str,
        failing: list[int],
        verdict: Callable[[dict[str, Any]], Verdict],
    ) -> bytes | None:
        """Let the engine look for a smaller example that fails, unless a small one is known."""
        fixtures = self._fixtures(item)
        examples = self._examples(item, spec, fixtures)
        smallest = min(len(examples[place]) for place in failing)
        if self.examples or smallest <= sorted(map(len, examples))[len(examples) // SMALL]:
            return None
        self._begin(spec, variant)
        passing = {
            raw for place, raw in enumerate(examples[: failing[-1]]) if place not in set(failing)
        }
        small = engine.search(
            item.obj,
            fixtures,
            spec.id,
            engine.count(item.obj, self.assignment.manifest.examples),
            passing,
            lambda example: (verdict(example) is not Verdict.PASSED, 1),
            SMALLER_CALLS,
        )
        return small if small is not None and len(small) < smallest else None
