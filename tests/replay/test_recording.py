"""A recording in a file replaces the reference, even in a process without one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from graders.extensions.shared.exemplars import as_submission
from graders.harness.assignment.manifest import ROOT, Assignment, load_assignment
from graders.harness.grading.grader import Grader
from graders.harness.intake import Submission, submission_from_bytes
from graders.harness.replay import recording
from graders.harness.reports.sentences import message_of
from graders.harness.result import Result, Verdict, Visibility
from graders.harness.sandbox import find_interpreter
from graders.harness.sandbox.interface import Backend
from graders.harness.sandbox.plain_processes import PlainBackend
from tests.classes import SETTINGS, SUMS, some
from tests.exemplars import exemplars_of
from tests.world import TOY

BLOCKY = "csc148_2020_blocky"
Told = dict[str, tuple[str, str]]


def kept_below(cache: Path) -> list[Path]:
    """Return the files of recordings."""
    return list((cache / "recordings").rglob("*.entry"))


def told(result: Result) -> Told:
    """Return verdict and message of each check."""
    return {check.id: (check.verdict.value, message_of(check)) for check in result.checks}


def replayed(
    root: Path,
    assignment: Assignment,
    kept: recording.Recording,
    submissions: Sequence[Submission],
    *,
    only_public: bool = False,
    sandbox: str = "auto",
) -> list[Told]:
    """Grade in a process that finds the world below *root* and a recording, but no reference."""
    file = root / "recording.json"
    file.write_bytes(recording.to_bytes(kept))
    request: dict[str, Any] = {
        "assignment": assignment.id,
        "root": str(root),
        "recording": str(file),
        "submissions": [
            {name: data.decode() for name, data in one.files.items()} for one in submissions
        ],
        "only_public": only_public,
        "sandbox": sandbox,
        "limits": msgspec.to_builtins(assignment.manifest.limits),
        "shrink": assignment.manifest.shrink.calls,
    }
    (root / "request.json").write_text(json.dumps(request))
    path = os.pathsep.join(
        [str(root), *([str(ROOT)] if not (root / "graders" / "harness").is_dir() else [])]
    )
    run = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("replay.py")), str(root / "request.json")],
        capture_output=True, text=True, check=False, cwd=root, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return [
        {check: (said[0], said[1]) for check, said in one.items()} for one in json.loads(run.stdout)
    ]


def without_search(assignment: Assignment) -> Assignment:
    """Return the assignment without the slow search for small examples, which changes no verdict."""
    manifest = assignment.manifest
    shrink = msgspec.structs.replace(manifest.shrink, calls=0)
    return msgspec.structs.replace(
        assignment, manifest=msgspec.structs.replace(manifest, shrink=shrink)
    )


def without_reference(into: Path) -> Path:
    """Return a copy of the toy world with a starter instead of a reference."""
    root = TOY.copy(into).root
    (root / "starter" / "toy").mkdir(parents=True)
    for name in TOY.assignment.files.course:
        shutil.copy(root / "reference" / "toy" / name, root / "starter" / "toy" / name)
    shutil.rmtree(root / "reference")
    return root


@pytest.mark.slow
@pytest.mark.usefixtures("recordings")
@pytest.mark.parametrize("sandbox", ["auto", pytest.param("plain", marks=pytest.mark.nightly)])
def test_recording_gives_the_verdicts_of_the_reference(
    tmp_path: Path, backend: Backend, sandbox: str
) -> None:
    """The same verdicts and messages with only the recording; a check with callbacks does not run there."""
    chosen = PlainBackend(find_interpreter(">=3.8")) if sandbox == "plain" else backend
    names = ("right", "wrong", "missing", "remembering")
    sums = {
        name: SUMS[name]
        for name in (names if sandbox == "plain" else (*names, "crashing", "asking"))
    }
    submissions = some(sums)
    assignment = without_search(SETTINGS.load() if sandbox == "auto" else TOY.assignment)
    grader = Grader(assignment, chosen)
    here = [told(grader.grade(one).result) for one in submissions]
    there = replayed(
        without_reference(tmp_path / "away"),
        assignment,
        grader.recorded(),
        submissions,
        sandbox=sandbox,
    )
    for name, one, other in zip(sums, here, there, strict=True):
        assert other.pop("words.describe") == ("not_run", ""), name
        one.pop("words.describe")
        assert other == one, name


@pytest.mark.slow
def test_recording_is_kept_in_a_file_and_found_again(cache: Path, backend: Backend) -> None:
    """The second grading reads examples and answers from the cache, the same to the last byte."""
    first = Grader(TOY.assignment, backend).recorded()
    (file,) = kept_below(cache)
    written = file.stat().st_mtime_ns
    second = Grader(TOY.assignment, backend).recorded()
    assert second == first
    assert kept_below(cache) == [file]
    assert file.stat().st_mtime_ns == written


@pytest.mark.slow
def test_recording_is_the_same_in_every_sandbox(cache: Path, backend: Backend) -> None:
    """A recording from a box serves a plain process, so it must be equal to the byte."""
    boxed = Grader(TOY.assignment, backend).recorded()
    plain = Grader(TOY.assignment, PlainBackend(find_interpreter(TOY.assignment.manifest.python)))
    assert boxed.seconds
    assert recording.lasting(plain.record()) == recording.lasting(boxed)
    plain.recorded()
    assert len(kept_below(cache)) == 1


@pytest.mark.slow
def test_one_process_records_for_all(
    cache: Path, backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others wait for it. Without a usable cache each makes its own."""
    made = []

    def record(grader: Grader) -> recording.Recording:
        made.append(grader)
        time.sleep(0.3)
        return recording.Recording(
            examples={"some.check": [msgspec.Raw(b"[1]")]}, seconds={"some.check": 0.1}
        )

    monkeypatch.setattr(Grader, "record", record)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: Grader(TOY.assignment, backend).recorded(), range(4)))
    assert len(made) == 1
    assert found == [found[0]] * 4
    monkeypatch.setenv("GRADER_CACHE", os.devnull)
    assert Grader(TOY.assignment, backend).recorded() == found[0]
    assert len(made) == 2


@pytest.mark.slow
def test_damaged_recording_is_made_again(
    cache: Path, backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A truncated file, or other content under its name, is not a recording."""
    first = Grader(TOY.assignment, backend).recorded()
    (file,) = kept_below(cache)
    whole = file.read_bytes()
    made = []

    def record(grader: Grader) -> recording.Recording:
        made.append(grader)
        return first

    monkeypatch.setattr(Grader, "record", record)
    for times, damage in enumerate((b"", whole[:-1], b'{"examples": []}', b"\xff\xfe"), start=1):
        file.write_bytes(damage)
        assert Grader(TOY.assignment, backend).recorded() == first
        assert len(made) == times
        assert file.read_bytes() == whole
    assert Grader(TOY.assignment, backend).recorded() == first
    assert len(made) == 4, "what is whole is read"


@pytest.mark.slow
@pytest.mark.usefixtures("recordings")
def test_right_programs_never_need_the_reference(tmp_path: Path, backend: Backend) -> None:
    """The recording has every example and answer of the toy's checks."""
    grader = Grader(TOY.assignment, backend)
    (there,) = replayed(
        without_reference(tmp_path / "away"),
        TOY.assignment,
        grader.recorded(),
        some({"right": SUMS["right"]}),
    )
    assert {verdict for verdict, _ in there.values()} == {"passed", "not_run"}


# The same for a real assignment.

AT_LEAST = 8
SOME = 12
"""Every twelfth exemplar that fits is graded here (all are graded elsewhere), and at least this number."""


def installed_without_reference(into: Path, assignment: Assignment) -> Path:
    """Return a copy of the whole program with one assignment, without its reference and exemplars."""
    left_out = shutil.ignore_patterns("__pycache__", "exemplars")
    shutil.copytree(ROOT / "graders", into / "graders", ignore=left_out)
    for folder in (assignment.starter, assignment.scenarios):
        shutil.copytree(folder, into / folder.relative_to(ROOT))
    return into


@pytest.mark.nightly
def test_recording_gives_the_verdicts_of_the_reference_for_exemplars(
    tmp_path: Path, backend: Backend
) -> None:
    """Public checks of Blocky, on right exemplars and on faulty ones that a public check must find, in parts.

    This grader's recording is the one that all tests share.
    """
    assignment = without_search(load_assignment(BLOCKY))
    grader = Grader(assignment, backend)
    reference = submission_from_bytes(
        "reference",
        {name: (assignment.reference / name).read_bytes() for name in assignment.files.submitted},
        assignment,
    )
    public = {
        check.id
        for check in grader.grade(reference, only_public=True).result.checks
        if check.visibility is Visibility.PUBLIC
    }
    fitting = [
        one
        for one in exemplars_of(assignment.id)
        if (one.kind == "right" or one.must_fail & public)
        and Verdict.TIMEOUT not in one.verdicts.values()
    ]
    submissions = [as_submission(one, assignment) for one in fitting[::SOME]]
    here = [told(grader.grade(one, only_public=True).result) for one in submissions]
    away = installed_without_reference(tmp_path / "away", assignment)
    there = replayed(away, assignment, grader.recorded(), submissions, only_public=True)
    assert len(there) == len(submissions) >= AT_LEAST
    assert {verdict for one in here for verdict, _ in one.values()} >= {
        "passed",
        "failed",
        "not_run",
    }
    for submission, one, other in zip(submissions, here, there, strict=True):
        for check in public:
            assert other[check][0] == one[check][0], (
                submission.name,
                check,
                other[check],
                one[check],
            )
