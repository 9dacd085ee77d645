"""The pytest plugin: collects checks, gives them ``student`` and ``reference``, and runs them
through the judge.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

from graders.harness.assignment.check import MARK, spec_of, title_of
from graders.harness.assignment.collection import validate
from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.naming import did_you_mean
from graders.harness.errors import GraderError
from graders.harness.grading.faults import told
from graders.harness.grading.judge import Judge
from graders.harness.replay.recording import Listed
from graders.harness.result import Text, Verdict

# pytest with nothing of the machine's: no other plugin, no configuration file, no output, no cache.
PYTEST_OPTIONS = (
    "--disable-plugin-autoload", "-p", "graders.harness.grading.plugin", "-p", "pytest_timeout",
    "-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:logging", "-p", "no:doctest", "-p", "no:unittest",
    "-p", "no:junitxml", "-p", "no:pastebin", "-p", "no:faulthandler", "-p", "no:setuponly", "-p", "no:stepwise",
    "-p", "no:debugging", "-p", "no:setupplan", "-p", "no:legacypath", "-p", "no:subtests",
    # they search all memory, for warnings we ignore
    "-p", "no:unraisableexception", "-p", "no:threadexception",
    "-c", os.devnull, "--import-mode=importlib", "--assert=plain", "-s",
    # else pytest runs the conftest.py of every folder above the checks, whoever put it there
    "--noconftest",
    "--timeout=900", "-W", "ignore",
)  # fmt: skip

PYTEST_VARIABLES = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "_ARGCOMPLETE")
"""What a person may have set for tests of their own; and by the last a shell asks `grader`, not
pytest.
"""

JUDGE = pytest.StashKey[Judge]()


def run_checks(assignment: Assignment, plugin: ChecksPlugin) -> int | pytest.ExitCode:
    """Have pytest collect the assignment's checks and run them as *plugin* says; return how it
    ended.
    """
    folder = assignment.grader
    # without the latter, pytest lists every folder from the top of the disk down to this one
    root = ["--rootdir", str(folder.parents[1]), "--confcutdir", str(folder.parents[1])]
    root += [
        f"--ignore={path}" for path in sorted(assignment.proofs) if path.is_dir()
    ]  # hundreds of files, no check
    of_the_machine = {name: os.environ.pop(name) for name in PYTEST_VARIABLES if name in os.environ}
    try:
        return pytest.main([*PYTEST_OPTIONS, *root, str(folder)], plugins=[plugin])
    finally:
        os.environ.update(of_the_machine)


class ChecksPlugin:
    """Has pytest collect the checks that one :class:`Judge` is to run."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge

    def pytest_configure(self, config: pytest.Config) -> None:
        """Let hooks and fixtures find the judge."""
        config.stash[JUDGE] = self.judge

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Keep the checks, validate them, leave out those that the policy does not run."""
        try:
            self._choose(config, items)
        except GraderError as error:
            self.judge.errors.append(str(error))
            items.clear()

    def _choose(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        if self.judge.errors:  # without a module that does not load, nothing can fit
            items.clear()
            return
        without = set(self.judge.assignment.manifest.leave_out)
        found = [(item, spec) for item in items if (spec := spec_of(item)) is not None]
        checks = [(item, spec) for item, spec in found if not without & set(spec.tags)]
        listed = [Listed(spec, title_of(item, spec)) for item, spec in checks]
        if config.getoption("keyword", default="") or any("::" in str(a) for a in config.args):
            pass  # a person picks some checks by hand: their sums cannot fit the manifest
        elif (
            listed != self.judge.kept.checks
        ):  # these have been validated: a recording is of this state of the grader
            validate(checks, self.judge.assignment, unfinished=self.judge.unfinished)
        self.judge.choose(listed)
        chosen = {spec.id for spec, _ in self.judge.to_run}
        items[:] = [item for item, spec in checks if spec.id in chosen]

    def pytest_exception_interact(
        self, node: pytest.Item | pytest.Collector, call: pytest.CallInfo[object], report: object
    ) -> None:
        """Remember what could not be collected, or not be given what it asks for: the grader is
        broken then.
        """
        told_already = (
            isinstance(report, pytest.TestReport)
            and call.when == "call"
            and not self.judge.recorder
        )
        if (
            call.excinfo is None
            or told_already
            or isinstance(call.excinfo.value, pytest.fail.Exception)
        ):
            return
        error, assignment = call.excinfo.value, self.judge.assignment
        if isinstance(error, pytest.FixtureLookupError):
            name = error.argname or ""
            said = did_you_mean(name, ("student", "reference"))
            said = said or ": a check gets student, reference and what @given draws"
            self.judge.errors.append(f"{node.nodeid} asks for {name}, which does not exist{said}")
        elif isinstance(report, pytest.TestReport):
            self.judge.errors.append(f"{node.nodeid}: {told(error, assignment)}")
        else:
            wrapped = isinstance(error, pytest.Collector.CollectError)
            self.judge.errors.append(told((wrapped and error.__cause__) or error, assignment))

    def pytest_internalerror(
        self, excrepr: object, excinfo: pytest.ExceptionInfo[BaseException]
    ) -> None:
        """Remember a fault of the machinery."""
        self.judge.errors.append(f"{type(excinfo.value).__name__}: {excinfo.value}")


class JudgePlugin(ChecksPlugin):
    """Runs the checks on one submission, in this process."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Open the sandbox after collection, close everything at the end."""
        try:
            if session.items and not self.judge.errors and not session.config.option.collectonly:
                self.run(session)
                self.judge.survey()
            return True
        finally:
            self.judge.end()

    def run(self, session: pytest.Session) -> None:
        """Judge the collected checks. May raise SandboxFault."""
        run_judged(session, self.judge)


def run_judged(session: pytest.Session, judge: Judge) -> None:
    """Judge the collected checks: by recorded answers, and those that these do not pass by running
    them.
    """
    judge.start()
    run_items(session, judge.left(session.items))  # type: ignore[arg-type]


def run_items(session: pytest.Session, items: Iterable[pytest.Item]) -> None:
    """Have pytest run *items*, one after the other."""
    for item in items:
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        if session.shouldstop:
            raise session.Interrupted(session.shouldstop)


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark of checks known."""
    config.addinivalue_line("markers", f"{MARK}(spec): a graded check; use graders.harness.check")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a check through the judge; leave every other test to pytest."""
    spec = spec_of(pyfuncitem)
    judge = pyfuncitem.config.stash.get(JUDGE, None)
    if spec is None or judge is None:
        return None
    try:
        judge.judge(pyfuncitem, spec)
    except GraderError as error:
        judge.errors.append(f"{spec.id}: {error}")
        pytest.exit(judge.errors[-1], returncode=pytest.ExitCode.INTERNAL_ERROR)
    outcome = judge.judged[-1].outcome
    if outcome.verdict is not Verdict.PASSED:
        why = "" if outcome.cause is None else outcome.cause.summary()
        shown = [f"{spec.id}: {outcome.verdict.value}: {why}"]
        shown += [f"{e.label}: {e.text}" for e in outcome.exhibits if isinstance(e, Text)]
        pytest.fail("\n".join(shown) + ("\n" + outcome.log if outcome.log else ""), pytrace=False)
    return True


@pytest.fixture(scope="session")
def student(request: pytest.FixtureRequest) -> Any:
    """The submission: its attributes are the driver's operations."""
    judge = request.config.stash.get(JUDGE, None)
    if judge is None:
        pytest.fail(
            "checks need a submission: pytest graders/ASSIGNMENT --submission PATH", pytrace=False
        )
    return judge.student


@pytest.fixture(scope="session")
def reference(request: pytest.FixtureRequest) -> Any:
    """The reference solution: the oracle, with the same operations."""
    judge = request.config.stash.get(JUDGE, None)
    if judge is None:
        pytest.fail(
            "checks need a submission: pytest graders/ASSIGNMENT --submission PATH", pytrace=False
        )
    return judge.reference
