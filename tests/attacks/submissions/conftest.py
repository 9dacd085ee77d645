"""Fixtures: targets planted on the machine, and one grader for each backend and level that it offers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import msgspec
import pytest

from graders.harness.assignment.manifest import Assignment
from graders.harness.grading.grader import Grader
from graders.harness.replay import prefetch
from graders.harness.result import Result, to_json
from graders.harness.sandbox import Offer, find_interpreter, probe, select_backend
from graders.harness.sandbox.interface import Level
from graders.harness.sandbox.plain_processes import PlainBackend
from tests.attacks.submissions.attack import Attack, Evidence
from tests.attacks.submissions.planted import (
    Planted,
    adopt_orphans,
    left_behind,
    processes_below_us,
)
from tests.world import TOY, with_limits

CPU_SECONDS = 0.4
"""Twenty times the time that any right check of the toy assignment needs."""

PATIENT_CPU_SECONDS = 8.0
"""For attacks that do much work and must not end in a timeout: a busy machine may double their time."""

SHRINK_CALLS = 3

PREFETCH_SECONDS = 0.5
"""Time limit of a prefetch: waiting checks run live sooner, with the same verdict."""


@cache
def offers() -> tuple[Offer, ...]:
    """Return the machine's ways to isolate, strongest first; bubblewrap once, at its best level."""
    found: list[Offer] = []
    for offer in probe(find_interpreter(TOY.assignment.manifest.python)):
        known = offer.backend == "bubblewrap" and any(
            other.backend == "bubblewrap" for other in found
        )
        if offer.offered and not known:
            found.append(offer)
    return tuple(found)


SPAWNED = Offer(
    "spawned", Level.E, True, "a new interpreter for each check, as where a system cannot fork"
)


def name_of(offer: Offer) -> str:
    """Return a way's name in test ids."""
    return f"{offer.backend} {offer.level.label}"


def toy_with(cpu_seconds: float, wall_seconds: float | None = None) -> Assignment:
    """Return the toy assignment with short limits and little search, so that hostile submissions take little time."""
    changes: dict[str, float] = {"cpu_seconds": cpu_seconds}
    if wall_seconds is not None:
        changes["wall_seconds"] = wall_seconds
    assignment = with_limits(TOY.assignment, **changes)
    shrink = msgspec.structs.replace(assignment.manifest.shrink, calls=SHRINK_CALLS)
    manifest = msgspec.structs.replace(assignment.manifest, shrink=shrink)
    return msgspec.structs.replace(assignment, manifest=manifest)


@dataclass
class Way:
    """One backend at one level, grading the toy assignment."""

    name: str
    level: Level
    grader: Grader
    right: bytes
    """The result of the right submission, before any attack."""
    ours: set[int]
    """Processes that belong to the backend and may stay."""

    def grade(self, attack: Attack, planted: Planted) -> tuple[Result, Evidence]:
        """Grade *attack* and collect the evidence."""
        usual = self.grader.benches.assignment
        cpu_seconds = (
            usual.manifest.limits.cpu_seconds if attack.loses_by_time else PATIENT_CPU_SECONDS
        )
        self.grader.benches.assignment = toy_with(cpu_seconds, attack.wall_seconds)
        try:
            result = self.grader.grade(planted.submission(attack)).result
        finally:
            self.grader.benches.assignment = usual
        seen = Evidence(
            verdicts={check.id: check.verdict.value for check in result.checks},
            messages=to_json(result).decode(),
            # a process that is expected to stay sleeps for a minute, so a shorter wait is enough
            left=left_behind(self.ours, patience=0.5 if self.level in attack.open_at else 2.0),
            reached=planted.reached(),
            written=planted.written(),
        )
        return result, seen

    def grade_right(self) -> bytes:
        """Grade the right submission."""
        return to_json(self.grader.grade(TOY.submission()).result)


@pytest.fixture(scope="session")
def planted() -> Iterator[Planted]:
    """Secrets, services and a folder on this machine; this process also has a token in its environment."""
    adopt_orphans()
    with pytest.MonkeyPatch.context() as patch:
        place = Planted()
        patch.setenv("GRADER_TOKEN", place.secret.read_text())
        yield place
        place.close()
    adopt_orphans(False)


_WAYS: dict[str, Way] = {}


@pytest.fixture
def way(request: pytest.FixtureRequest, planted: Planted) -> Way:
    """The way that the test is for, opened once."""
    return _opened(request.param)


@pytest.fixture
def way_over_each_pipe(request: pytest.FixtureRequest, planted: Planted) -> Way:
    """The strongest way (a socket) and a spawned process (two pipes), which is enough for tests of frames."""
    return _opened(request.param)


def _opened(offer: Offer) -> Way:
    name = name_of(offer)
    if name not in _WAYS:
        python = find_interpreter(TOY.assignment.manifest.python)
        choice = "bubblewrap" if offer.backend == "bubblewrap" else offer.level.label
        backend = (
            PlainBackend(python) if offer is SPAWNED else select_backend(python, choice=choice)
        )
        # the system counts a spawned process's CPU time in whole seconds
        grader = Grader(toy_with(1.0 if offer is SPAWNED else CPU_SECONDS), backend)
        opened = Way(name, offer.level, grader, b"", set())
        opened.right = opened.grade_right()
        _WAYS[name] = opened
    _WAYS[name].ours = set(processes_below_us())
    return _WAYS[name]


@pytest.fixture(autouse=True)
def _impatient_prefetch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prefetch, "SECONDS", PREFETCH_SECONDS)


@pytest.fixture(scope="session", autouse=True)
def _close_ways() -> Iterator[None]:
    yield
    for opened in _WAYS.values():
        opened.grader.close()
    _WAYS.clear()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize tests with `way`: each backend and level in turn. All but the strongest are slow.

    At night only, frames are tried over two pipes, but for incomplete ones: the judge reads a socket and a pipe alike.
    So is a forger between the strongest box and a plain process.
    """
    for fixture, ways in (("way", offers), ("way_over_each_pipe", lambda: (offers()[0], SPAWNED))):
        if fixture in metafunc.fixturenames and "attack" not in metafunc.fixturenames:
            found = [*dict.fromkeys(ways())]
            by_day = {
                "payload": found[:1],
                "guess": [found[0], found[-1]],
            }
            due = next((by_day[one] for one in by_day if one in metafunc.fixturenames), found)
            cases = [
                pytest.param(
                    offer,
                    id=name_of(offer),
                    marks=[
                        *([pytest.mark.slow] if place else []),
                        *([] if offer in due else [pytest.mark.nightly]),
                    ],
                )
                for place, offer in enumerate(found)
            ]
            metafunc.parametrize(fixture, cases, indirect=True)
