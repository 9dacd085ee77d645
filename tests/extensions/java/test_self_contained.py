"""A machine decides a second check only if nothing that the submission did there can make it another than a new one."""

from __future__ import annotations

from typing import Any

import pytest

from graders.extensions.faults.changing_box import in_one_box
from graders.extensions.java import jvm, jvm_box
from graders.extensions.java.jvm import Jvm
from graders.harness.assignment.check import Misbehaved
from graders.harness.replay.recording import Recording
from graders.harness.sandbox import reuse as reuse_module
from graders.harness.session.session import Session
from tests.adder import bench_of, grader, needs_jdk, with_add
from tests.once import once
from tests.world import World, write_world

pytestmark = needs_jdk
ADD = "        return a + b;\n"


def is_self_contained(body: str, more: str = "") -> bool:
    """Return whether a submission with this body of ``add`` is self-contained."""
    with bench_of(with_add(body + ADD if body else ADD, more)) as bench:
        box: Any = bench.sandbox.session.box
        made = box.compiled("own")
        assert made.problems == {}
        return bool(made.self_contained)


HARMLESS = {
    "nothing of the library": "",
    "lists, texts and numbers": (
        "var l = new java.util.ArrayList<Integer>(java.util.List.of(1)); l.add(Math.max(a, b)); java.util.Collections.sort(l);\n"
        'for (int n : l) { System.out.println("n" + n + l.get(0)); } switch ("" + a) { case "1": b++; break; default: b += 0; }'
    ),
    "random numbers": "new java.util.Random(a).nextInt(5);",
    "random numbers as the starter makes them": "class Own { static java.util.Random gen = new java.util.Random(); } Own.gen.nextInt(5);",
    "random numbers between other fields": 'class Own { static int[] all = {1, 2}; static java.util.Random gen = new java.util.Random(); static String text = "n" + all[1]; } Own.gen.nextInt(5);',
    "a function": "class Own implements java.util.function.IntUnaryOperator { public int applyAsInt(int x) { return x; } } new Own().applyAsInt(a);",
    "an exception of a kind": "try { a = 1 / (a - a); } catch (ArithmeticException e) { a = e.getMessage().length() - 14 + a; }",
    "a class of its own": "class Own extends RuntimeException implements Comparable<Own> { public int compareTo(Own o) { return 0; } } new Own().compareTo(null);",
    "a sleep": "try { Thread.sleep(1); } catch (InterruptedException e) { a++; }",
    "colours": "java.awt.Color c = java.awt.Color.RED; c.getRed();",
}
MAY_LEAVE_SOMETHING = {
    "a lambda, whose class has a number": "java.util.function.IntUnaryOperator f = x -> x + 1; f.applyAsInt(a);",
    "the name of a lambda's class": "Runnable f = () -> {}; f.getClass().getName();",
    "properties": 'System.setProperty("a", "b");',
    "a thread": "new Thread(() -> {}).start();",
    "a thread's own type": "class Own extends Thread {} new Own().start();",
    "a value of a thread": "new ThreadLocal<Integer>().set(1);",
    "the default locale": "java.util.Locale.setDefault(java.util.Locale.FRANCE);",
    "the default time zone": "java.util.TimeZone.setDefault(null);",
    "reflection": 'try { Class.forName("a.B"); } catch (ClassNotFoundException e) { }',
    "a text for all": 'if ("a".intern() == "b") { a++; }',
    "random numbers for all": "Math.random();",
    "the same of another class": "StrictMath.random();",
    "random numbers without a seed": "new java.util.Random().nextInt(5);",
    "random numbers made by a reference": "java.util.function.Supplier<java.util.Random> f = java.util.Random::new; f.get();",
    "random numbers at the start, twice": "class Own { static java.util.Random gen = new java.util.Random(), more = new java.util.Random(); } Own.gen.nextInt(5);",
    "random numbers at the start, repeatedly": "class Own { static java.util.Random gen; static { do { gen = new java.util.Random(); } while (gen.nextBoolean()); } } Own.gen.nextInt(5);",
    "random numbers at the start, perhaps": "class Own { static boolean on; static java.util.Random gen; static { if (on) { gen = new java.util.Random(); } } } Own.gen.nextInt(5);",
    "random numbers at the start, or an exception": "class Own { static int zero; static java.util.Random gen; static { try { zero = 1 / zero; gen = new java.util.Random(); } catch (ArithmeticException e) { } } } Own.gen.nextInt(5);",
    "random numbers of two classes": "class Own { static java.util.Random gen = new java.util.Random(); } class Two { static java.util.Random gen = new java.util.Random(); } Own.gen = Two.gen;",
    "random numbers at the start and later": "class Own { static java.util.Random gen = new java.util.Random(); void more() { gen = new java.util.Random(); } } new Own().more();",
    "lists in random order": "java.util.Collections.shuffle(new java.util.ArrayList<Integer>());",
    "an identity": "new Object().hashCode();",
    "an identity of its own": "this.hashCode();",
    "the identity of anything": "System.identityHashCode(this);",
    "an order by identity": "new java.util.HashSet<Object>().add(this);",
    "a set in random order": "java.util.Set.of(a, b + 2000);",
    "any error": "try { a++; } catch (Throwable e) { a--; }",
    "a stack overflow": "try { a++; } catch (StackOverflowError e) { a--; }",
    "anything, by finally": "try { a++; } finally { b++; }",
    "the time": "System.nanoTime();",
    "a file": 'new java.io.File("a").exists();',
    "a reference to a method": "Runnable r = System::gc; r.run();",
}  # fmt: skip


@pytest.mark.parametrize("kind", HARMLESS)
def test_submission_that_uses_members_without_state_is_self_contained(
    patient: None, kind: str
) -> None:
    assert is_self_contained(HARMLESS[kind])


@pytest.mark.parametrize("kind", MAY_LEAVE_SOMETHING)
def test_submission_that_may_leave_something_is_not(patient: None, kind: str) -> None:
    assert not is_self_contained(MAY_LEAVE_SOMETHING[kind])


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["sound", "sound-step"])
def test_stand_ins_may_use_the_harness(patient: None, variant: str) -> None:
    with bench_of(with_add(ADD)) as bench:
        box: Any = bench.sandbox.session.box
        assert box.compiled(variant).self_contained


def test_object_with_a_last_word_is_not_self_contained(patient: None) -> None:
    """The machine calls it at any time."""
    assert not is_self_contained("", "protected void finalize() {}\n\n")


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch) -> list[Jvm]:
    """The machines that start, in their order; a busy one may be slow to reset."""
    for module in (reuse_module, jvm, jvm_box):
        monkeypatch.setattr(module, "FRESH_SECONDS", 60.0)
    started: list[Jvm] = []
    usual = Jvm.__init__

    def seen(self: Jvm, connection: Any) -> None:
        usual(self, connection)
        started.append(self)

    monkeypatch.setattr(Jvm, "__init__", seen)
    return started


def served(student: Session, times: int = 3) -> list[object]:
    """Return the results of ``add`` in this number of checks."""
    found: list[object] = []
    for _ in range(times):
        student.begin()
        try:
            found.append(student.add(1, 2))
        except Misbehaved as error:
            found.append(str(error))
        student.end()
    return found


COUNTS = "        counted += 1;\n        return counted;\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        "",
        '        System.out.println("n" + a);\n',
        "        int n = a;\n        for (int i = 0; i < 300_000_000; i++) { n = n * 31 + i; }\n        if (n == 7) { return n; }\n",
    ],
    ids=["quick", "with output", "long enough to report its line"],
)
def test_self_contained_submission_has_one_machine_and_nothing_of_its_own_is_left(
    patient: None, machines: list[Jvm], body: str
) -> None:
    """Also if the machine sends more than results."""
    with bench_of(with_add(body + COUNTS)) as bench:
        student = bench.sandbox.session
        student.begin()  # compiles
        before = len(machines)
        assert served(student) == [1, 1, 1]
    assert len(machines) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        f'        System.setProperty("a", "b");\n{COUNTS}',
        '        System.out.println("" + new Object());\n' + COUNTS,
        '        if (a > 0) throw new IllegalStateException("" + new int[0]);\n' + COUNTS,
        "        return add(a, b + 0) + 1;\n",
    ],
    ids=["a property", "a printed identity", "an identity in an exception", "a stack overflow"],
)
def test_other_submission_has_a_new_machine_for_each_check(
    patient: None, machines: list[Jvm], body: str
) -> None:
    """The next check could see traces of the one before."""
    with bench_of(with_add(body)) as bench:
        student = bench.sandbox.session
        student.begin()
        before = len(machines)
        found = served(student)
        assert len(machines) >= before + 2
        assert len({str(one).split("@")[0] for one in found}) == 1


def served_by_changes(machines: list[Jvm], *bodies: str) -> tuple[list[object], list[int]]:
    """Return what ``add`` returns in changes of a submission, and the machines that have started behind each."""
    found: list[object] = []
    started = []
    with in_one_box(grader("auto").benches):
        for body in bodies:
            with bench_of(with_add(body)) as bench:
                found += served(bench.sandbox.session, 1)
            started.append(len(machines))
    return found, started


@pytest.mark.slow
def test_changes_of_a_self_contained_submission_share_a_machine(
    patient: None, machines: list[Jvm]
) -> None:
    """Each has its own classes, and nothing of the change before."""
    found, started = served_by_changes(machines, COUNTS, ADD, COUNTS, COUNTS)
    assert found == [1, 3, 1, 1]
    assert len(set(started)) == 1


@pytest.mark.slow
def test_change_of_another_submission_has_a_machine_of_its_own(
    patient: None, machines: list[Jvm]
) -> None:
    """The next change could see traces of the one before, though it would leave none itself."""
    trace = f'        System.setProperty("a", "b");\n{COUNTS}'
    found, started = served_by_changes(machines, COUNTS, trace, COUNTS)
    assert found == [1, 1, 1]
    assert started[0] < started[1] < started[2]


@pytest.mark.slow
def test_changes_that_do_not_compile_share_a_compiler(patient: None, machines: list[Jvm]) -> None:
    """The box's own machine, which reports errors, starts once; files that compile now are served again."""
    found, started = served_by_changes(
        machines, COUNTS, "        return a +;\n", "        return;\n", ADD
    )
    assert (found[0], found[3]) == (1, 3)
    assert all("Sums.java" in str(one) for one in found[1:3])
    assert started[1:] == [started[0] + 1] * 3


@pytest.mark.slow
def test_output_is_told_by_a_machine_that_served_before(patient: None, machines: list[Jvm]) -> None:
    with bench_of(with_add('        System.out.println("n" + a);\n' + ADD)) as bench:
        student = bench.sandbox.session
        student.begin()
        before = len(machines)
        for _ in range(2):
            student.begin()
            student.add(1, 2)
            assert student.printed == "n1"
            student.end()
        assert len(machines) == before


DRIVER = """
package driver;

import grader.Sandbox;

public final class Driver {
    private static int calls = 5;

    private Driver() {}

    public static int called(int n) throws Throwable {
        Sandbox.create(Sandbox.constructor(Sandbox.type("Sums")));
        return ++calls;
    }
}
"""


@pytest.fixture(scope="module")
def keeping() -> World:
    """An assignment whose driver counts its calls."""
    return World(
        once(
            "keeping-driver",
            lambda root: write_world(
                root,
                id="keeping",
                checks='''
                @check("a.b")
                def test_called(student):
                    """The first call is the sixth."""
                    expect(student.called(1), 6)
                ''',
                driver={"Driver.java": DRIVER},
                reference={"Sums.java": "package toys;\n\npublic class Sums {\n}\n"},
                starter={"Sums.java": "package toys;\n\npublic class Sums {\n}\n"},
                java={"release": ">=17", "package": "toys"},
            ),
        ),
        "keeping",
    )


@pytest.mark.slow
def test_variables_of_the_driver_are_as_before_the_first_call(keeping: World) -> None:
    """Else the second check on one machine would count on."""
    with keeping.grader.bench(keeping.submission(), Recording()) as bench:
        student = bench.sandbox.session
        found = []
        for _ in range(2):
            student.begin()
            found += [student.called(1), student.called(1)]
            student.end()
    assert found == [6, 7, 6, 7]


@pytest.mark.slow
def test_reference_is_right(keeping: World) -> None:
    assert keeping.grade().result.marks == 1
