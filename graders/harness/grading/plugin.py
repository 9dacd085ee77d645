"""The pytest plugin: collects checks, and lets a grading run them instead of pytest's own loop."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import pytest_timeout  # type: ignore[import-untyped]

from graders.harness.assignment.check import MARK, CheckSpec, spec_of
from graders.harness.assignment.collection import validate
from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.naming import did_you_mean
from graders.harness.errors import GraderError
from graders.harness.grading.budget import LAST_RESORT_SECONDS
from graders.harness.grading.calls_by_name import by_name
from graders.harness.grading.checks import Check, Invoke, Selection, in_cases
from graders.harness.grading.faults import told
from graders.harness.grading.fixtures import SESSIONS
from graders.harness.grading.outcome import NOT_FINISHED, Outcome
from graders.harness.grading.program import GraderBroken, refuse_optimised_python
from graders.harness.replay.recording import Listed
from graders.harness.result import Text, Verdict
from graders.harness.sandbox.interface import SandboxError
from graders.harness.session.timers import wall_clock

# pytest with nothing of the machine's: no other plugin, no configuration file, no output, no cache.
PYTEST_OPTIONS = (
    "--disable-plugin-autoload",
    "-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:logging", "-p", "no:doctest",
    "-p", "no:unittest", "-p", "no:junitxml", "-p", "no:pastebin", "-p", "no:faulthandler",
    "-p", "no:setuponly", "-p", "no:stepwise", "-p", "no:debugging", "-p", "no:setupplan",
    "-p", "no:legacypath", "-p", "no:subtests",
    # these search all memory, for warnings that are ignored here
    "-p", "no:unraisableexception", "-p", "no:threadexception",
    "-c", os.devnull, "--import-mode=importlib", "--assert=plain", "-s",
    # else pytest runs the conftest.py of every folder above the checks, whoever put it there
    "--noconftest",
    "-W", "ignore",
)  # fmt: skip

PYTEST_VARIABLES = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "_ARGCOMPLETE")
"""Variables that people set for their own tests; a shell sets the last to complete a `grader` line.
"""

Loop = Callable[[list[Check], Invoke], None]
"""Runs collected checks, each through the given function."""


class LiveCall:
    """One run of a check, while pytest calls its test."""

    def __init__(self, run: Callable[[], Outcome]) -> None:
        self.run = run
        self.outcome: Outcome | None = None
        self.error: GraderError | None = None


CALL = pytest.StashKey[LiveCall]()


class ChecksPlugin:
    """Collects the checks of one assignment and hands them to a loop."""

    def __init__(
        self,
        assignment: Assignment,
        loop: Loop,
        selection: Selection | None = None,
        *,
        validated: Sequence[Listed] | None = None,
        unfinished: bool = False,
    ) -> None:
        """Run the checks of *selection* by *loop*.

        validated: the checks of a recording of this state of the grader, which keep the rules;
        None if there is no recording.
        unfinished: the marks of the checks need not fit the manifest yet.
        """
        self._assignment = assignment
        self._loop = loop
        self._selection = selection or Selection()
        self._validated = validated
        self._unfinished = unfinished
        self.listed: list[Listed] = []
        """All checks that were collected, in the order of their modules."""
        self.errors: list[str] = []
        self.failure: BaseException | None = None
        """The exception of the loop; None if it raised none."""
        self._checks: list[Check] = []

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Keep the checks, validate them, and leave out those that are not selected."""
        try:
            if not self.errors:  # without a module that does not load, nothing can fit
                self._choose(config, items)
        except GraderError as error:
            self.errors.append(str(error))
        if self.errors:
            self._checks = []
        items[:] = [check.item for check in self._checks]

    def _choose(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        left_out = set(self._assignment.manifest.leave_out)
        serving = by_name(self._assignment.manifest)
        found = (Check.of(item, serving) for item in items)
        checks = in_cases([check for check in found if check is not None])
        checks = [check for check in checks if not left_out & set(check.spec.tags)]
        self.listed = [Listed(check.spec, check.title) for check in checks]
        by_hand = config.getoption("keyword", default="") or any("::" in a for a in config.args)
        if not by_hand and self.listed != self._validated:
            # with some picked by hand, their sums cannot fit the manifest
            pairs: list[tuple[pytest.Item, CheckSpec]] = [
                (check.item, check.spec) for check in checks
            ]
            validate(pairs, self._assignment, unfinished=self._unfinished)
        self._checks = [check for check in checks if self._selection.includes(check.spec)]

    def pytest_exception_interact(
        self,
        node: pytest.Item | pytest.Collector,
        call: pytest.CallInfo[object],
        report: object,
    ) -> None:
        """Keep the reason why a module or a check could not be set up: the grader is broken."""
        is_test = isinstance(report, pytest.TestReport)
        if call.excinfo is None or (is_test and call.when == "call"):
            return
        error = call.excinfo.value
        if isinstance(error, pytest.FixtureLookupError):
            name = error.argname or ""
            hint = did_you_mean(name, SESSIONS)
            hint = hint or ": a check gets student, reference and what @given draws"
            self.errors.append(f"{node.nodeid} asks for {name}, which does not exist{hint}")
        elif is_test and not isinstance(error, pytest.fail.Exception):
            self.errors.append(f"{node.nodeid}: {told(error, self._assignment)}")
        elif not is_test:
            wrapped = isinstance(error, pytest.Collector.CollectError)
            cause = (wrapped and error.__cause__) or error
            self.errors.append(told(cause, self._assignment))

    def pytest_internalerror(
        self, excrepr: object, excinfo: pytest.ExceptionInfo[BaseException]
    ) -> None:
        """Keep a fault of the machinery."""
        self.errors.append(f"{type(excinfo.value).__name__}: {excinfo.value}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Hand the checks to the loop."""
        if self.errors or session.config.option.collectonly:
            return True
        checks = sorted(self._checks, key=lambda check: check.is_hidden)
        try:
            self._loop(checks, lambda check, run: self._invoke(session, check, run))
        except (
            pytest.exit.Exception,
            KeyboardInterrupt,
            session.Failed,
            session.Interrupted,
        ):
            raise
        except BaseException as error:
            self.failure = error
        return True

    def _invoke(self, session: pytest.Session, check: Check, run: Callable[[], Outcome]) -> Outcome:
        """Have pytest call *check*, whose test is *run*. Raises GraderError."""
        call = session.config.stash[CALL] = LiveCall(run)
        session.config.hook.pytest_runtest_protocol(item=check.item, nextitem=None)
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        if session.shouldstop:
            raise session.Interrupted(session.shouldstop)
        if call.error is not None:
            raise call.error
        if self.errors:
            raise GraderBroken("\n".join(self.errors))
        return call.outcome or NOT_FINISHED


def run_pytest(assignment: Assignment, plugin: ChecksPlugin) -> None:
    """Have pytest collect the assignment's checks and run them by *plugin*'s loop.

    Raises GraderBroken if they cannot be collected, and what the loop raises.
    """
    refuse_optimised_python()
    folder = assignment.grader
    root = str(folder.parents[1])
    # without the latter, pytest lists every folder from the top of the disk down to this one
    options = [*PYTEST_OPTIONS, "--rootdir", root, "--confcutdir", root]
    last_resort = assignment.manifest.limits.total_wall_seconds + LAST_RESORT_SECONDS
    options.append(f"--timeout={last_resort}")
    # hundreds of files, and no check
    options += [f"--ignore={path}" for path in sorted(assignment.proofs) if path.is_dir()]
    set_by_people = {name: os.environ.pop(name) for name in PYTEST_VARIABLES if name in os.environ}
    _forget_other_folders(folder)
    serving = by_name(assignment.manifest)
    try:
        with serving.loading(folder) if serving else nullcontext():
            # for a name behind -p, pytest would look through all installed packages
            plugins = [sys.modules[__name__], pytest_timeout, plugin]
            status = pytest.main([*options, str(folder)], plugins=plugins)
    finally:
        os.environ.update(set_by_people)
    if plugin.failure is not None:
        raise plugin.failure
    if plugin.errors:
        raise GraderBroken("\n".join(plugin.errors))
    if status == pytest.ExitCode.INTERRUPTED:  # pytest keeps Ctrl-C to itself
        raise KeyboardInterrupt
    fine = (
        pytest.ExitCode.OK,
        pytest.ExitCode.TESTS_FAILED,
        pytest.ExitCode.NO_TESTS_COLLECTED,
    )
    if status not in fine:
        raise GraderBroken(f"pytest ended with {status!r} before the checks were done")


def _forget_other_folders(folder: Path) -> None:
    """Forget loaded modules of an assignment with the same id in another folder.

    pytest looks a module up by its name, ``graders.ID.test_ID``, which both have.
    """
    package = f"{folder.parent.name}.{folder.name}"
    for name, module in list(sys.modules.items()):
        if name == package or name.startswith(f"{package}."):
            file = getattr(module, "__file__", None)
            places = [file] if file else getattr(module, "__path__", [])
            if not any(Path(place).is_relative_to(folder) for place in places):
                del sys.modules[name]


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark of checks known."""
    config.addinivalue_line("markers", f"{MARK}(spec): a graded check; use graders.harness.check")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a check as its grading says; leave every other test to pytest."""
    spec = spec_of(pyfuncitem)
    call = pyfuncitem.config.stash.get(CALL, None)
    if spec is None or call is None:
        return None
    pyfuncitem.repr_failure = partial(_shown, pyfuncitem)  # type: ignore[method-assign]
    try:
        outcome = call.outcome = call.run()
    except GraderError as error:
        broken = GraderBroken(f"{spec.id}: {error}")
        call.error = error if isinstance(error, SandboxError) else broken
        pytest.fail(str(broken), pytrace=False)
    if outcome.verdict is not Verdict.PASSED:
        reason = "" if outcome.cause is None else outcome.cause.summary()
        lines = [f"{spec.id}: {outcome.verdict.value}: {reason}"]
        lines += [
            f"{part.label}: {part.text}" for part in outcome.exhibits if isinstance(part, Text)
        ]
        lines += [outcome.log] if outcome.log else []
        pytest.fail("\n".join(lines), pytrace=False)
    return True


def _shown(item: pytest.Function, error: pytest.ExceptionInfo[BaseException]) -> Any:
    """Return what pytest shows of a check that ended by *error*: its message, if it has failed.

    pytest shows the same, but looks up the path of each frame before.
    """
    if isinstance(error.value, pytest.fail.Exception):
        return str(error.value)
    return type(item).repr_failure(item, error)


@pytest.hookimpl(optionalhook=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: Any) -> bool | None:
    """Set pytest-timeout's timer for a check, which raises SubmissionOutOfTime.

    Its own handler writes to a terminal, which there is not, and fails by an AssertionError, which
    would be a wrong answer.
    """
    if item.config.stash.get(CALL, None) is None:
        return None
    timer = contextlib.ExitStack()
    timer.enter_context(wall_clock(settings.timeout))
    item.cancel_timeout = timer.close  # type: ignore[attr-defined]  # pytest-timeout calls it
    return True


@pytest.fixture(scope="session")
def student(request: pytest.FixtureRequest) -> None:
    """The submission: its attributes are the driver's operations."""
    _require_grading(request.config)


@pytest.fixture(scope="session")
def reference(request: pytest.FixtureRequest) -> None:
    """The reference solution: the oracle, with the same operations."""
    _require_grading(request.config)


def _require_grading(config: pytest.Config) -> None:
    """Fail if no grading runs the checks; the sessions are passed by the grading."""
    if config.stash.get(CALL, None) is None:
        pytest.fail(
            "checks need a submission: pytest graders/ASSIGNMENT --submission PATH",
            pytrace=False,
        )
