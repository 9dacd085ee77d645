"""Tries imported checks on the reference: one that it fails is no right conversion."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from graders.extensions.shared.checks_of_tests import FileOfTests
from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.grading.grader import Grader
from graders.harness.grading.program import open_backend
from graders.harness.grading.reference import ReferenceFails
from graders.harness.reports.sentences import message_of
from graders.harness.result import not_passed, one_line
from graders.harness.sandbox.interface import Level, minimum_level


def proved(assignment: Assignment, forms: Sequence[FileOfTests], task: str) -> FileOfTests:
    """Return the checks that the reference passes, each in the first of its *forms* that it passes;
    further ones are refused. Raises GraderBroken and SandboxRefused.
    """
    file = forms[0]
    failed = failures(assignment, file, task)
    for form in forms[1:]:
        others = {check.id: check for check in form.checks if check.id in failed}
        checks = [others.get(check.id, check) for check in file.checks]
        if checks != [*file.checks]:
            file = replace(file, checks=tuple(checks))
            failed = failures(assignment, file, task)
    refused = [
        (check.function, f"the reference fails it as a check: {failed[check.id]}")
        for check in file.checks
        if check.id in failed
    ]
    kept = tuple(check for check in file.checks if check.id not in failed)
    return replace(file, checks=kept, refused=(*file.refused, *refused))


def failures(assignment: Assignment, file: FileOfTests, task: str) -> Mapping[str, str]:
    """Return the checks of *file* that the reference fails, with what it does."""
    ids = frozenset(check.id for check in file.checks)
    if not ids:
        return {}
    with TemporaryDirectory() as folder, forgetting_modules(Path(folder)):
        root = Path(folder)
        shutil.copytree(assignment.reference, root / "reference" / assignment.id)
        if assignment.starter.is_dir():
            shutil.copytree(assignment.starter, root / "starter" / assignment.id)
        grader = root / "graders" / assignment.id
        grader.mkdir(parents=True)
        for name in ("assignment.toml", "packages.lock"):
            if (assignment.grader / name).is_file():
                shutil.copy(assignment.grader / name, grader)
        for hidden in (False, True):
            text = file.module(lambda check: task, hidden=hidden)
            if text:
                (grader / f"test_imported{'_hidden' * hidden}.py").write_text(text, "utf-8")
        copy = load_assignment(assignment.id, root)
        backend = open_backend(copy, choice="auto", minimum=Level.parse(minimum_level()))
        with Grader(copy, backend) as trial:
            try:
                trial.record(only=ids)
            except ReferenceFails as fails:
                failed = not_passed(fails.result.checks)
                return {check.id: one_line(message_of(check)).strip()[:200] for check in failed}
    return {}


@contextmanager
def forgetting_modules(root: Path) -> Iterator[None]:
    """Let modules of checks below *root* be loaded again afterwards: pytest finds loaded ones by
    their names.
    """
    try:
        yield
    finally:
        for name, module in [*sys.modules.items()]:
            if (getattr(module, "__file__", None) or "").startswith(f"{root}/"):
                del sys.modules[name]
