"""Submissions in Java are graded like others: each fault costs its own checks."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from graders.extensions.java import jvm_box
from graders.extensions.java.guest import guest_of
from graders.extensions.java.jars import JavaBuildError, JavaSources, archive_classes, build_jars
from graders.extensions.java.jdk import find_jdk
from graders.harness.assignment.check import Misbehaved
from graders.harness.assignment.manifest import Java
from graders.harness.grading.grader import GraderOptions
from graders.harness.protocol import values
from graders.harness.reports.sentences import cause_text, message_of
from graders.harness.result import Text, to_json
from graders.harness.sandbox import reuse as reuse_module
from graders.harness.sandbox.interface import SandboxRefused
from graders.harness.session.plan import ProcessPlan
from graders.harness.session.session import Session
from tests import nightly
from tests.adder import (
    WORLD,
    adder,
    bench_of,
    checks,
    good,
    grade,
    grader,
    needs_jdk,
    submission,
    verdicts,
    with_add,
)
from tests.extensions.java.attacks import COSTS_ITS_OWN_CHECK, members

pytestmark = needs_jdk
ALL = ("sums.add", "sums.count", "sums.count-again", "sums.two-steps", "words.say")


def all_but(*ids: str, verdict: str) -> dict[str, str]:
    """Return the verdicts of a submission in which these checks end so, and all others pass."""
    return {check: verdict if check in ids else "passed" for check in ALL}


@pytest.fixture
def session(patient: None) -> Iterator[Session]:
    """A session on the reference in a new virtual machine."""
    with bench_of(good()) as bench:
        bench.sandbox.session.begin()
        yield bench.sandbox.session


@pytest.mark.slow
def test_reference_has_full_marks_and_the_starter_none() -> None:
    """Right code passes, and unwritten code fails."""
    assert verdicts(grade(good())) == all_but(verdict="passed")
    starter = {
        name: (WORLD / "starter" / "adder" / name).read_text()
        for name in ("Sums.java", "Words.java")
    }
    assert grade(starter).marks == 0


@pytest.mark.slow
def test_static_state_does_not_pass_from_check_to_check() -> None:
    """Static fields and the system's properties are fresh in each check."""
    # a program that counts in the system's properties is wrong in every check but the first of a machine
    sums = good()["Sums.java"].replace(
        "        counted += 1;\n", '        counted = 1 + Integer.getInteger("n", 0);\n'
    )
    sums = sums.replace(
        "        return counted;\n",
        '        System.setProperty("n", "" + counted);\n        return counted;\n',
    )
    assert verdicts(grade(good(Sums=sums))) == all_but(verdict="passed")


@pytest.fixture
def session_on(patient: None) -> Iterator[Callable[[str, str], Session]]:
    """A function that opens a session on a submission with another body of ``add``, and more members."""
    with contextlib.ExitStack() as stack:

        def open_one(body: str, more: str = "") -> Session:
            return stack.enter_context(bench_of(with_add(body, more))).sandbox.session

        yield open_one


SHARED_GENERATOR = """
    private static long step(long state) {
        return (state * 0x5DEECE66DL + 0xBL) & ((1L << 48) - 1);
    }

    private static int served() {
        long one = (long) (StrictMath.random() * (1L << 53));
        long two = (long) (StrictMath.random() * (1L << 53));
        long state = 0;
        for (long low = 0; low < 1L << 22; low++) {
            long second = step(one >>> 27 << 22 | low);
            long third = step(second);
            if (second >>> 21 == (one & (1L << 27) - 1) && third >>> 22 == two >>> 27) {
                state = step(third);
            }
        }
        int message = (int) (state >>> 1 & 0x7FFFF);
        int served = message >>> 3 == 0x2A17 ? (message & 7) + 1 : 1;
        while ((step(step(step(step(state)))) >>> 1 & 0x7FFFF) != (0x2A17 << 3 | served)) {
            StrictMath.random();
            state = step(step(state));
        }
        return served;
    }

"""
"""Leaves, in the generator of StrictMath, a number that the next check finds: how many there were."""
SEEDS_OF_THE_MACHINE = """
    private static final long MASK = (1L << 48) - 1;

    private static long seed() {
        java.util.Random random = new java.util.Random();
        long one = random.nextInt() & 0xFFFFFFFFL;
        long two = random.nextInt() & 0xFFFFFFFFL;
        for (long low = 0; low < 1L << 16; low++) {
            long state = one << 16 | low;
            if ((state * 0x5DEECE66DL + 0xBL & MASK) >>> 16 == two) {
                return (state - 0xBL) * 0xDFE05BCB1365L & MASK ^ 0x5DEECE66DL;
            }
        }
        return 0;
    }

    private static int served() {
        long one = seed();
        long two = seed();
        long series = 8682522807148012L;
        for (int made = 0; made < 1000; made++) {
            series *= 1181783497276652981L;
            long nanoseconds = (two ^ series * 1181783497276652981L) - (one ^ series) & MASK;
            if (nanoseconds < 200_000_000L) {
                return made;
            }
        }
        return -1;
    }

"""
"""Finds out how many generators without a seed the machine has made, from the seeds of two of them."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "more", [SHARED_GENERATOR, SEEDS_OF_THE_MACHINE], ids=["shared-generator", "seeds"]
)
def test_random_numbers_do_not_pass_from_check_to_check(
    session_on: Callable[..., Session], monkeypatch: pytest.MonkeyPatch, more: str
) -> None:
    """They are numbers of the whole machine, which no loading of classes sets back."""
    for module in (reuse_module, jvm_box):  # a busy machine may be slow to reset a process
        monkeypatch.setattr(module, "FRESH_SECONDS", 60.0)
    student = session_on("        return served();\n", more)
    found = []
    for _ in range(3):
        student.begin()
        found.append(student.add(1, 2))
        student.end()
    assert found[0] != -1
    assert len(set(found)) == 1


@pytest.mark.slow
def test_crash_of_a_machine_is_reported_as_one(session_on: Callable[..., Session]) -> None:
    """Its message went to the judge's connection, which took it for a reply of more than 2048 kB."""
    student = session_on(
        "        try {\n"
        '            var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");\n'
        "            field.setAccessible(true);\n"
        "            ((sun.misc.Unsafe) field.get(null)).putInt(0L, a);\n"
        "        } catch (ReflectiveOperationException e) { throw new RuntimeException(e); }\n"
        "        return a + b;\n"
    )
    student.begin()
    with pytest.raises(Misbehaved, match="signal"):
        student.add(1, 2)


@pytest.mark.slow
def test_machine_with_threads_that_no_group_knows_is_not_used_again(
    session_on: Callable[..., Session],
) -> None:
    """Threads that Unsafe removes from their group use up the box's limit. The next machine still starts."""
    attack = next(
        attack for attack in COSTS_ITS_OWN_CHECK if attack.name.startswith("threads left that no")
    )
    student = session_on(attack.body, members(attack))
    for reuse in (False, False, True):
        student.begin(ProcessPlan(adder().manifest.limits, reuse=reuse))
        assert student.add(1, 2) == 0
        assert student.count(2) == [1, 2]
        student.end()


@pytest.mark.slow
def test_no_file_of_a_machine_is_left_for_the_next(session_on: Callable[..., Session]) -> None:
    """No file passes from check to check, although a machine is kept while the next one runs."""
    student = session_on(
        '        try (var out = new java.io.FileOutputStream("note", true)) { out.write(a); }\n'
        "        catch (java.io.IOException e) { return -1; }\n"
        '        return (int) new java.io.File("note").length();\n'
    )
    for _ in range(2):
        student.begin()
        assert student.add(1, 2) == -1
        student.end()


@pytest.mark.slow
def test_last_machine_has_run_nothing(
    session_on: Callable[..., Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The survey's findings count, so it never uses a machine that ran a check, although checks may share one."""
    for module in (reuse_module, jvm_box):  # a busy machine may be slow to reset a process
        monkeypatch.setattr(module, "FRESH_SECONDS", 60.0)
    student = session_on(
        "        int before = java.util.TimeZone.getDefault().getRawOffset();\n"
        '        java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone("GMT+01:00"));\n'
        "        return before;\n"
    )
    found = []
    for reuse in (True, True, False):
        student.begin(ProcessPlan(adder().manifest.limits, reuse=reuse))
        found.append(student.add(1, 2))
        student.end()
    assert found == [0, 3_600_000, 0]
    student.begin(ProcessPlan(adder().manifest.limits, last=True))
    with pytest.raises(
        Misbehaved, match=r"name_missing: Sums\.java: class Sums"
    ):  # it has only sources
        student.add(1, 2)


PLAIN_DATA = (
    None, True, False, 0, -7, 2**53, -(2**60), 2**80, 10**18 - 1, -(10**18), 2**63 - 1, -(2**63), 10**19,
    1.5, -2e-7, 1e22, -0.0, float("inf"), "", 'a"b\\c\n\té€\U0001f600', b"\0\xff",
    [], [1, [2, [None]]], {1: "a", "b": [2]},
)  # fmt: skip


@pytest.mark.slow
def test_plain_data_comes_back_unchanged(session: Session) -> None:
    """The Java worker's wire keeps type, value and sign, like the judge's."""
    for value in PLAIN_DATA:
        assert repr(session.echo(value)) == repr(value)


@pytest.mark.slow
def test_not_a_number_and_tuples_come_back(session: Session) -> None:
    """NaN equals nothing, not even itself, and still comes back. Tuples arrive as lists."""
    assert session.echo(float("nan")) != session.echo(float("nan"))
    assert session.lists((1, (2,))) == [2, [1, [2]]]


@pytest.mark.slow
def test_value_that_is_too_large_is_refused(session: Session) -> None:
    """A value above the size of a frame is an error of its call, and the worker continues."""
    with pytest.raises(Misbehaved) as caught:
        session.text(400_000)
    assert "too large" in cause_text(caught.value.cause)


@pytest.mark.nightly
def test_compiler_messages_reach_the_student_with_file_and_line() -> None:
    sums = good()["Sums.java"].replace("return a + b;", "return a + b")
    found = checks(grade(good(Sums=sums)))
    assert {check: one.verdict.value for check, one in found.items()} == all_but(
        *ALL[:4], verdict="missing"
    )
    assert (
        message_of(found["sums.add"])
        == "Sums.java does not compile: ';' expected (as Java 17) (Sums.java, line 8)"
    )


@pytest.mark.nightly
def test_file_that_does_not_compile_costs_only_checks_that_need_it() -> None:
    """The other files are compiled and graded without it."""
    words = good()["Words.java"].replace("String say", "Strong say")
    assert verdicts(grade(good(Words=words))) == all_but("words.say", verdict="missing")
    found = message_of(checks(grade(good(Words=words)))["words.say"])
    assert found.startswith(
        "Words.java does not compile: cannot find symbol; symbol:   class Strong"
    )


@pytest.mark.slow
def test_missing_file_costs_only_checks_that_need_it() -> None:
    """The other files are compiled and graded."""
    found = checks(grade(good(Sums=None)))
    assert {check: one.verdict.value for check, one in found.items()} == all_but(
        *ALL[:4], verdict="missing"
    )
    assert message_of(found["sums.add"]) == "Sums.java was not handed in"


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("line", "told"),
    [("package other;", "in the package other"), ("", "in no package"), ("package toys.more;", "in the package toys.more")],
)  # fmt: skip
def test_wrong_package_is_named(line: str, told: str) -> None:
    """One sentence names the package."""
    found = checks(grade(good(Words=good()["Words.java"].replace("package toys;", line))))
    assert (
        message_of(found["words.say"]) == f"Words.java is {told}, but has to be in the package toys"
    )


@pytest.mark.slow
def test_stand_in_and_replaced_method_limit_the_cost_of_a_fault() -> None:
    """Stand-ins for files and for single methods make callbacks to the judge."""
    wrong = (
        good()["Sums.java"]
        .replace("return from + Given.STEP;", "return from;")
        .replace("return a + b;", "return a;")
    )
    assert verdicts(grade(good(Sums=wrong))) == all_but("sums.add", verdict="failed")


@pytest.mark.slow
def test_replaced_method_does_not_fix_a_file_that_does_not_compile() -> None:
    """The error is inside a method that a variant replaces, but the whole file is unusable."""
    wrong = good()["Sums.java"].replace("return from + Given.STEP;", "return from + ;")
    assert verdicts(grade(good(Sums=wrong))) == all_but(*ALL[:4], verdict="missing")


@pytest.mark.slow
def test_exceptions_are_shown_with_type_text_and_line() -> None:
    found = checks(grade(with_add('        throw new IllegalStateException("no " + (a - a));\n')))
    assert found["sums.add"].verdict.value == "raised"
    assert message_of(found["sums.add"]) == "IllegalStateException: no 0 (Sums.java, line 8)"


@pytest.mark.slow
def test_exceptions_are_shown_with_their_trace_and_the_printed_text() -> None:
    """The outermost line first, the innermost marked."""
    found = checks(
        grade(
            with_add(
                '        System.out.println("so far");\n        throw new IllegalStateException();\n'
            )
        )
    )
    shown = {one.label: one.text for one in found["sums.add"].exhibits if isinstance(one, Text)}
    assert shown["it printed"] == "so far"
    assert shown["in your code"].split("\n")[-3:] == [
        "Sums.java, line 9",
        "    throw new IllegalStateException();",
        "    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
    ]


@pytest.mark.slow
def test_infinite_loop_is_shown_by_its_method_and_loop(hasty: None) -> None:
    """Every line of the loop that may be running gives the same message."""
    loop = "        int n = 0;\n        while (n < 9) {\n            n = Math.max(0, n - 1);\n        }\n        return n;\n"
    found = checks(grade(with_add(loop)))
    assert found["sums.add"].verdict.value == "timeout"
    shown = {one.label: one.text for one in found["sums.add"].exhibits if isinstance(one, Text)}
    assert "    while (n < 9) {\n    ^^^^^^^^^^^^^^^" in shown["still running"]
    assert shown["still running"].startswith("Sums.java, line ")


DOWN = """    private static int down(int depth) {
        try {
            return down(depth + 1);
        } catch (StackOverflowError end) {
            return depth;
        }
    }

"""


@pytest.mark.nightly
def test_recursion_that_runs_at_home_runs_here(
    tmp_path: Path, session_on: Callable[..., Session]
) -> None:
    """It may be several times as deep as in a machine with the default stack, whatever it compiles."""
    main = f"    public static void main(String[] none) {{ System.out.println(down(0)); }}\n{DOWN}"
    (tmp_path / "Home.java").write_text(f"class Home {{\n{main}}}\n")
    command = [find_jdk(">=17").program("java"), tmp_path / "Home.java"]
    at_home = int(subprocess.run(command, check=True, capture_output=True).stdout)
    student = session_on("        return down(0);\n", DOWN)
    student.begin()
    assert student.add(1, 2) > 3 * at_home > 0


@pytest.mark.slow
def test_worker_is_no_part_of_what_students_may_import() -> None:
    """The grader's own classes do not exist for the compiler of submissions."""
    sums = good()["Sums.java"].replace("package toys;", "package toys;\nimport grader.Sandbox;")
    found = checks(grade(good(Sums=sums)))["sums.add"]
    assert found.verdict.value == "missing" and "package grader does not exist" in message_of(found)


@pytest.mark.slow
def test_further_files_and_classes_of_the_course_are_ignored() -> None:
    """The course's classes replace submitted ones, and other files are not compiled."""
    files = good() | {
        "Given.java": "package toys; public class Given { static final int STEP = 50; }"
    }
    files["More.java"] = "no Java at all"
    assert verdicts(grade(files)) == all_but(verdict="passed")
    inside = good(Words=good()["Words.java"] + "\nclass Given { static final int STEP = 50; }\n")
    assert verdicts(grade(inside)) == all_but(verdict="passed")


@pytest.mark.slow
@pytest.mark.parametrize("choice", nightly.one_in(4, ["box", "bubblewrap", "C", "plain"]))
def test_same_bytes_in_every_sandbox_and_without_a_prefetch(
    choice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = with_add(
        "        return a == 7 ? 0 : a + b;\n" if choice != "plain" else "        return a;\n"
    )
    want = to_json(grade(wrong))
    try:
        other = grader(choice)
    except SandboxRefused as refusal:
        pytest.skip(f"this machine does not offer it: {refusal}")
    assert to_json(other.grade(submission(wrong)).result) == want
    monkeypatch.setattr(other, "options", GraderOptions(prefetch=False))
    assert to_json(other.grade(submission(wrong)).result) == want


@pytest.mark.slow
def test_missing_jdk_is_an_error_with_the_package_to_install() -> None:
    with pytest.raises(SandboxRefused, match="apt install default-jdk"):
        find_jdk("99")
    with pytest.raises(SandboxRefused, match='write "17" or ">=17"'):
        find_jdk("seventeen")


@pytest.mark.slow
def test_driver_that_does_not_compile_is_a_grader_fault() -> None:
    """It breaks the grader, not the submission."""
    sources = JavaSources({"Driver.java": b"package driver; class Driver { int }"}, {}, {})
    with pytest.raises(JavaBuildError, match=r"driver/Driver\.java:1: error"):
        build_jars(find_jdk(adder().manifest.java.release), sources)


@pytest.mark.slow
def test_machines_start_from_an_archive_of_classes(tmp_path: Path) -> None:
    """It is made once, from the starter. Without it nothing else changes."""
    jdk, limits = find_jdk(">=17"), adder().manifest.limits
    made = build_jars(
        jdk, JavaSources({"Driver.java": b"package driver; public class Driver { }"}, {}, {})
    )
    jars = replace(made, archive=tmp_path / "worker.jsa")
    guest = guest_of(jdk, jars, Java(release=">=17", package="toys", stack_mb=8), limits)
    starter = {"Sums.java": b"package toys; class Sums { }"}
    archive_classes(guest, replace(jars, archive=tmp_path / "nowhere" / "worker.jsa"), starter)
    archive_classes(guest, jars, starter)
    assert jars.archive.stat().st_size > 1_000_000
    frame = values.encode_frame(["fresh", 1], 1000)
    for _ in range(2):
        done = subprocess.run(
            guest["argv"], env=guest["environment"], input=frame, capture_output=True, check=True
        )
        assert values.decode(done.stdout[4:]) == ["fresh", 1, True]
        jars.archive.write_bytes(b"no archive")
