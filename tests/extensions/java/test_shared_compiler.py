"""One virtual machine compiles all submissions: none harms another there, and no submission's code runs in it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any

import pytest

from graders.extensions.java import jvm_box as boxes
from graders.extensions.java import jvm_messages, shared_compiler
from graders.extensions.java.jvm import CompileResult, Jvm
from graders.extensions.java.shared_compiler import SharedCompiler
from graders.harness.assignment.check import Misbehaved
from graders.harness.protocol import messages, values
from graders.harness.sandbox.interface import Box, Connection
from graders.harness.session.plan import ProcessPlan
from tests import nightly
from tests.adder import adder, bench_of, good, grader, needs_jdk, with_add

pytestmark = needs_jdk

Files = dict[str, bytes]


def encoded(files: dict[str, str]) -> Files:
    """Return the message with these files."""
    return {name: text.encode() for name, text in files.items()}


def open_box() -> Box:
    """Open a box for virtual machines, without files of a submission."""
    opened = []
    backend: Any = grader("auto").backend
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boxes, "JavaBox", lambda inner, *_: opened.append(inner))
        backend.open(boxes.ANY, adder().manifest.limits)
    return opened[0]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Jvm]:
    """The machines that start, in their order."""
    machines: list[Jvm] = []

    def start(connection: Connection) -> Jvm:
        machines.append(Jvm(connection))
        return machines[-1]

    monkeypatch.setattr(shared_compiler, "Jvm", start)
    return machines


@pytest.fixture
def common(started: list[Jvm]) -> Iterator[SharedCompiler]:
    """A shared compiler that has not compiled anything yet."""
    common = SharedCompiler(open_box)
    yield common
    common.close()


def alone(files: Files) -> CompileResult:
    """Return the result of these files in a machine that compiles nothing else."""
    box = open_box()
    connection = box.connect("own", 60.0)
    try:
        made = Jvm(connection).compiled(files, {}, 60.0)
        assert made is not None
        return made
    finally:
        connection.finish()
        box.close()


RIGHT = encoded(good())
OTHER = encoded(with_add("        return b + a;\n"))
WRONG = encoded(good(Words="package toys; class Words { int }"))

HARD = {
    "nesting too deep to read": "        return " + "(" * 20_000 + "a" + ")" * 20_000 + ";\n",
    "a text that grows at each step": "        final String s = "
    + " + ".join(f'"{"x" * 1000}{n}"' for n in range(4_000))
    + ";\n        return a + b;\n",
    "a method too large for a class file": "        int[] m = {"
    + "1, " * 30_000
    + "1};\n        return a + b;\n",
    "types that have to be found out": "        Object o = "
    + "java.util.List.of(" * 14
    + "1, 2"
    + ")" * 14
    + ";\n        return a + b;\n",
    "names of ours": "        return grader.Compiler.class.hashCode();\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", nightly.one_in(2, HARD))
def test_source_that_is_hard_to_compile_costs_the_next_submission_nothing(
    common: SharedCompiler, name: str
) -> None:
    """The next submission gets the same classes as from a separate machine."""
    assert common.compiled(RIGHT, {}) == alone(RIGHT)
    hard = encoded(with_add(HARD[name]))
    found = common.compiled(hard, {})
    assert found is None or found == alone(hard)
    assert common.compiled(OTHER, {}) == alone(OTHER)


@pytest.mark.slow
def test_compile_error_counts_only_if_the_machine_compiled_nothing_else(
    common: SharedCompiler,
) -> None:
    """Otherwise the submission's own machine must confirm the error."""
    assert common.compiled(WRONG, {}) == alone(WRONG)
    assert common.compiled(WRONG, {}) == alone(
        WRONG
    )  # as for another variant of the same submission
    assert common.compiled(RIGHT, {}) == alone(RIGHT)
    assert common.compiled(WRONG, {}) is None
    branch = common.branch()
    assert branch.compiled(WRONG, {}) is None
    assert branch.compiled(RIGHT, {}) == alone(RIGHT)


@pytest.mark.slow
def test_compile_error_from_a_fork_counts_only_for_the_first(common: SharedCompiler) -> None:
    """A parent does not know which submissions its forks have compiled."""
    assert common.branch().compiled(WRONG, {}) == alone(WRONG)
    assert common.branch().compiled(WRONG, {}) is None


def ends_in_the_middle(machine: Jvm, number: int) -> None:
    """Fork a process that sends compilation *number* to the machine, and ends before the answer."""
    pid = os.fork()
    if pid == 0:
        machine.send(jvm_messages.CompileClasses(number, OTHER, {}))
        os._exit(0)
    os.waitpid(pid, 0)


@pytest.mark.slow
def test_fork_that_ends_early_leaves_no_answer_for_the_next(
    common: SharedCompiler, started: list[Jvm]
) -> None:
    """Its late answer must not reach another submission, so the parent gets another machine."""
    branch = common.branch()
    (first,) = started
    ends_in_the_middle(first, 1)
    # weak: without the parent's check, the late answer is taken for the new one
    assert branch.compiled(RIGHT, {}) == alone(OTHER)
    ends_in_the_middle(first, 2)
    after = common.branch()
    assert len(started) == 2
    assert after.compiled(RIGHT, {}) == alone(RIGHT)


@pytest.mark.slow
def test_lost_machine_is_replaced_and_not_required(
    common: SharedCompiler, started: list[Jvm]
) -> None:
    """The submission compiles in every case."""
    assert common.compiled(RIGHT, {}) is not None
    started[-1].connection.finish()
    assert common.compiled(RIGHT, {}) == alone(RIGHT)
    branch = common.branch()
    started[-1].connection.finish()
    assert branch.compiled(RIGHT, {}) is None
    assert branch.reader("own", CompileResult({}, {}), RIGHT, 5.0) is None
    assert common.branch().compiled(RIGHT, {}) == alone(RIGHT)


# Code of a submission in the machine answers the next request before it is sent.
LIE = values.encode_frame(["compiled", 1, {}, {}], 1 << 10)
LIES = f"""
        Thread liar = new Thread(() -> {{
            try {{
                Thread.sleep(300);
                new java.io.FileOutputStream(java.io.FileDescriptor.out).write(new byte[] {{{", ".join(map(str, LIE))}}});
            }} catch (Exception e) {{
            }}
        }});
        liar.setDaemon(true);
        liar.start();
        return a + b;
"""


def answer(machine: Jvm) -> list[object]:
    """Return the next message of *machine*."""
    return values.decode(machine.connection.receive(time.monotonic() + 60.0))


@pytest.mark.slow
def test_code_in_the_shared_compiler_can_forge_its_reply(patient: None) -> None:
    """Weak: a machine that has loaded a submission lets it forge the result of the next."""
    box = open_box()
    connection = box.connect("own", 60.0)
    machine = Jvm(connection)
    liar = encoded(with_add(LIES))
    machine.send(jvm_messages.Load("own", alone(liar).classes, {}, liar))
    machine.send(messages.Call(1, "add", [1, 2]))
    while answer(machine) != ["return", 1, 3]:
        pass  # messages about imports
    assert answer(machine) == ["compiled", 1, {}, {}]  # before it was requested
    connection.finish()
    box.close()


@pytest.mark.slow
def test_shared_compiler_runs_nothing_of_a_submission(
    patient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No class of a submission is sent to that machine: its last reader has only sources."""
    sent: list[tuple[Jvm, messages.Message]] = []
    usual = Jvm.send

    def seen(self: Jvm, message: messages.Message) -> None:
        sent.append((self, message))
        usual(self, message)

    monkeypatch.setattr(Jvm, "send", seen)
    with bench_of(with_add(LIES)) as bench:
        student = bench.sandbox.session
        student.begin()
        assert student.add(1, 2) == 3
        student.begin(ProcessPlan(adder().manifest.limits, last=True))
        with pytest.raises(Misbehaved, match=r"name_missing: Sums\.java: class Sums"):
            student.add(1, 2)
    compilers = {
        id(machine) for machine, message in sent if isinstance(message, jvm_messages.CompileClasses)
    }
    loads = [
        (machine, message) for machine, message in sent if isinstance(message, jvm_messages.Load)
    ]
    loaded = [(id(machine) in compilers, bool(message.classes)) for machine, message in loads]
    assert (True, False) in loaded
    assert (False, True) in loaded
    assert (True, True) not in loaded


@pytest.mark.slow
def test_all_variants_of_a_submission_share_the_time_to_compile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without it each variant takes as long again. The time counts as CPU time of the next process."""
    monkeypatch.setattr(boxes, "COMPILE_SECONDS", 0.5)
    tried: list[object] = []
    monkeypatch.setattr(SharedCompiler, "compiled", lambda *arguments: tried.append(arguments))
    nested = "java.util.List.of(" * 60 + "1, 2" + ")" * 60  # each level takes several times as long
    with bench_of(with_add(f"        Object o = {nested};\n        return a + b;\n")) as bench:
        box: Any = bench.sandbox.session.box
        usual = Jvm.compiled

        def seen(self: Jvm, *arguments: Any) -> CompileResult | None:
            tried.append(arguments)
            return usual(self, *arguments)

        monkeypatch.setattr(Jvm, "compiled", seen)
        own = box.compiled("own")
        assert own.problems["Sums.java"][1] == "the compiler needed more than 0.5 s"
        tries = len(tried)
        assert box.compiled("sound").problems
        assert len(tried) == tries
        first = box.connect("own").finish().cpu_seconds
        again = box.connect("own").finish().cpu_seconds
        assert first - again > 0.4
