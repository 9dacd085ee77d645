"""Lists the checks of an assignment by collecting them; nothing is graded or sandboxed."""

from __future__ import annotations

import contextlib
import hashlib
from typing import NoReturn

import msgspec
import pytest

from graders.harness.assignment.manifest import Assignment
from graders.harness.content import add_content, cache_folder, own_bytes, write_whole
from graders.harness.grading.grader import GraderBroken
from graders.harness.grading.judge import Judge
from graders.harness.grading.plugin import ChecksPlugin, run_checks
from graders.harness.replay.recording import Listed, Recording, add_grader


class _Collecting(ChecksPlugin):
    """Ends before checks would be run."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self) -> bool:
        return True


def collect(assignment: Assignment, *, unfinished: bool = False) -> list[Listed]:
    """Return all checks of *assignment*, in the order of its modules.

    *unfinished*: their marks need not fit yet. Raises GraderBroken if they break a rule.
    """
    judge = Judge(
        assignment=assignment,
        open_session=_nobody,
        open_reference=None,
        open_asked=None,
        kept=Recording(),
        recorder=True,
        unfinished=unfinished,
    )
    run_checks(assignment, _Collecting(judge))
    if judge.errors:
        raise GraderBroken("\n".join(judge.errors))
    return judge.kept.checks


def collected_ids(assignment: Assignment) -> list[str]:
    """Return the ids of all checks, from the cache if nothing has changed since the last time.

    It is for a shell that completes a line, which cannot wait. Raises GraderBroken.
    """
    digest = hashlib.blake2b(digest_size=16)
    add_grader(assignment, digest)
    add_content(assignment.scenarios.rglob("*"), assignment.scenarios, digest)
    path = cache_folder() / "checks" / f"{assignment.id}.json"
    with contextlib.suppress(OSError, msgspec.DecodeError):
        cached = msgspec.json.decode(own_bytes(path), type=_CachedIds)
        if cached.digest == digest.hexdigest():
            return cached.ids
    ids = sorted(one.spec.id for one in collect(assignment))
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, msgspec.json.encode(_CachedIds(digest.hexdigest(), ids)))
    return ids


class _CachedIds(msgspec.Struct, frozen=True):
    digest: str
    ids: list[str]


def _nobody() -> NoReturn:
    raise AssertionError("nothing is run where checks are only collected")
