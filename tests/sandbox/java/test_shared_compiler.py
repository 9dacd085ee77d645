"""One machine compiles for all: what one submission does to it costs no other one, and nothing runs there."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

from graders.harness.assignment.check import Misbehaved
from graders.harness.protocol import messages, values
from graders.harness.sandbox.interface import Box
from graders.harness.sandbox.java import jvm_box as boxes
from graders.harness.sandbox.java.jvm import CompileResult, Jvm
from graders.harness.sandbox.java.shared_compiler import SharedCompiler
from graders.harness.session.plan import ProcessPlan
from tests.adder import adder, bench_of, good, grader, needs_jdk, with_add

pytestmark = needs_jdk

Files = dict[str, bytes]


def encoded(files: dict[str, str]) -> Files:
    """What is sent of a submission."""
    return {name: text.encode() for name, text in files.items()}


def open_box() -> Box:
    """A box for machines, with nothing of a submission's in it."""
    inner = grader("auto").backend._inner  # type: ignore[attr-defined]
    return inner.open(boxes.ANY, boxes.whole_machine(adder().manifest.limits))


@pytest.fixture
def common() -> Iterator[SharedCompiler]:
    """A machine for all that has compiled for nobody yet."""
    common = SharedCompiler(open_box)
    yield common
    common.close()


def alone(files: Files) -> CompileResult:
    """What comes of a submission in a machine that compiles nothing else."""
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
    "a method too large for a class file": "        int[] m = {" + "1, " * 30_000 + "1};\n        return a + b;\n",
    "types that have to be found out": "        Object o = "
    + "java.util.List.of(" * 14
    + "1, 2"
    + ")" * 14
    + ";\n        return a + b;\n",
    "names of ours": "        return grader.Compiler.class.hashCode();\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HARD)
def test_what_is_hard_to_compile_costs_the_next_one_nothing(common: SharedCompiler, name: str) -> None:
    """The next one has the very classes that it has from a machine of its own."""
    assert common.compiled(RIGHT, {}) == alone(RIGHT)
    hard = encoded(with_add(HARD[name]))
    found = common.compiled(hard, {})
    assert found is None or found == alone(hard)
    assert common.compiled(OTHER, {}) == alone(OTHER)


def test_that_something_does_not_compile_is_told_by_a_machine_that_has_seen_nobody_else(common: SharedCompiler) -> None:
    """Otherwise the submission's own machine has to find it wrong, too."""
    assert common.compiled(WRONG, {}) == alone(WRONG)
    assert common.compiled(WRONG, {}) == alone(WRONG)  # as another variant of the same
    assert common.compiled(RIGHT, {}) == alone(RIGHT)
    assert common.compiled(WRONG, {}) is None
    branch = common.branch()
    assert branch.compiled(WRONG, {}) is None
    assert branch.compiled(RIGHT, {}) == alone(RIGHT)


def test_a_fork_tells_it_only_for_the_first_one(common: SharedCompiler) -> None:
    """A parent does not know what its forks have had compiled."""
    assert common.branch().compiled(WRONG, {}) == alone(WRONG)
    assert common.branch().compiled(WRONG, {}) is None


def ends_in_the_middle(machine: Jvm, number: int) -> None:
    """Have a fork ask the machine to compile something, as its compilation *number*, and end before it answers."""
    pid = os.fork()
    if pid == 0:
        machine.send(messages.CompileClasses(number, OTHER, {}))
        os._exit(0)
    os.waitpid(pid, 0)


def test_a_fork_that_ends_in_the_middle_leaves_no_answer_to_the_next(common: SharedCompiler) -> None:
    """What it had asked for is no answer to somebody else: the parent gets another machine."""
    branch = common.branch()
    first = branch._machine
    assert first is not None
    ends_in_the_middle(first, 1)
    # weak: who does not look after it takes that for an answer
    assert branch.compiled(RIGHT, {}) == alone(OTHER)
    ends_in_the_middle(first, 2)
    after = common.branch()
    assert after._machine is not first
    assert after.compiled(RIGHT, {}) == alone(RIGHT)


def test_machine_that_is_gone_is_replaced_and_none_is_needed(common: SharedCompiler) -> None:
    """Whatever has become of it, a submission compiles."""
    assert common.compiled(RIGHT, {}) is not None
    assert common._machine is not None
    common._machine.connection.finish()
    assert common.compiled(RIGHT, {}) == alone(RIGHT)
    branch = common.branch()
    assert branch._machine is not None
    branch._machine.connection.finish()
    assert branch.compiled(RIGHT, {}) is None
    assert branch.reader("own", CompileResult({}, {}), RIGHT, 5.0) is None
    assert common.branch().compiled(RIGHT, {}) == alone(RIGHT)


# What a submission does that runs in the machine: it answers for the next one before that is even asked for.
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


def test_code_that_runs_where_others_are_compiled_answers_for_the_compiler(patient: None) -> None:
    """Weak: a machine into which a submission was loaded tells what that one wants of the next."""
    box = open_box()
    connection = box.connect("own", 60.0)
    machine = Jvm(connection)
    liar = encoded(with_add(LIES))
    machine.send(messages.Load("own", alone(liar).classes, {}, liar))
    machine.send(messages.Call(1, "add", [1, 2]))
    while answer(machine) != ["return", 1, 3]:
        pass  # it tells of imports
    assert answer(machine) == ["compiled", 1, {}, {}]  # before anybody has asked
    connection.finish()
    box.close()


def test_nothing_of_a_submission_runs_where_others_are_compiled(patient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """No class of a submission is sent to that machine: who is asked last there has sources alone."""
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
    compilers = {id(machine) for machine, message in sent if isinstance(message, messages.CompileClasses)}
    loads = [(machine, message) for machine, message in sent if isinstance(message, messages.Load)]
    loaded = [(id(machine) in compilers, bool(message.classes)) for machine, message in loads]
    assert (True, False) in loaded
    assert (False, True) in loaded
    assert (True, True) not in loaded
