"""Marks before the statements of a submission tell the lines that a call reaches, and change nothing else."""

from __future__ import annotations

import pytest

from graders.extensions.faults import advisor
from graders.extensions.faults.marked import COUNTED, LINES_OF
from graders.extensions.faults.noting import noted
from graders.harness.grading.grader import Graded
from graders.harness.result import to_json
from graders.harness.session.plan import ProcessPlan
from tests.adder import adder, bench_of, good, grader, needs_jdk, submission, with_add

pytestmark = needs_jdk

FIRST = 8
"""The line of the body of ``add``."""
ARGUMENT = 1
"""The first argument of each kind of body; ``add`` gets ten times the number of the kind more."""


def counted(files: dict[str, str]) -> dict[str, str]:
    """Return a submission with marks."""
    with bench_of(files) as bench:
        student = bench.sandbox.session
        student.begin(ProcessPlan(adder().manifest.limits, last=True))
        told: dict[str, bytes] = student.call(COUNTED, ())
        return {name: source.decode() for name, source in told.items()}


def reached(files: dict[str, str], *arguments: int) -> list[tuple[object, list[int]]]:
    """Return for each first argument the result of ``add`` in a submission with marks, and the lines that the call reaches."""
    with bench_of(files) as bench:
        student = bench.sandbox.session
        student.begin()
        return [
            (student.add(a, 2), student.call(LINES_OF, ("add", [a, 2]))["Sums.java"])
            for a in arguments
        ]


BODIES: dict[str, tuple[str, list[int]]] = {
    "a branch": ("if (a > 1) {\n  b = 0;\n} else {\n  b = 2;\n}\nreturn a + b;", [0, 3, 5]),
    "branches without braces": ("if (a > 1)\n  b = 0;\nelse if (a == 1)\n  b = 2;\nelse\n  b = 9;\nreturn a + b;", [0, 2, 3, 6]),
    "a condition of two lines": ("if (a == 1\n    && b == 2) {\n  return 3;\n}\nreturn 0;", [0, 1, 2]),
    "a statement of two lines": ("return a\n    + b;", [0, 1]),
    "loops without braces": (
        "int n = 0;\nfor (int i = 0; i < a; i++)\n  n++;\nwhile (n < 0)\n  n++;\nfor (int i : new int[0])\n  n += i;\n"
        "do\n  n += 0;\nwhile (n < 0);\nreturn n + b;", [0, 1, 2, 3, 5, 7, 8, 9, 10],
    ),
    "a labelled loop": ("out:\nfor (;;) {\n  while (true) {\n    if (a > 0) break out;\n    continue out;\n  }\n}\nreturn 3;", [0, 1, 2, 3, 7]),
    "a switch": ("switch (a) {\n  case 0:\n    return 9;\n  case 1:\n    b++;\n    break;\n  default:\n    return 8;\n}\nreturn b;", [0, 4, 5, 9]),
    "a switch with arrows": (
        "int n = 0;\nswitch (a) {\n  case 0 -> n = 9;\n  case 1 ->\n    n = 1;\n  default -> {\n    return 8;\n  }\n}\nreturn n + b;",
        [0, 1, 4, 9],
    ),
    "a switch that yields": ("int n = switch (a) {\n  case 1 -> {\n    int m = 1;\n    yield m;\n  }\n  default -> 8;\n};\nreturn n + b;", [0, 2, 3, 7]),
    "an exception": ("try {\n  if (a == 1) throw new RuntimeException();\n  return 0;\n} catch (RuntimeException e) {\n} finally {\n  b++;\n}\nreturn b;", [0, 1, 3, 5, 7]),
    "a lambda": ("Runnable r = () -> {\n  throw new RuntimeException();\n};\njava.util.function.IntSupplier s = () ->\n  3;\nreturn s.getAsInt();", [0, 3, 4, 5]),
    "a class in a method": ("class Pair {\n  int sum;\n  Pair() {\n    super();\n    sum = a + b;\n  }\n}\nreturn new Pair().sum;", [4, 7]),
    "two variables at once": ("final int c = a, d;\nd = b;\nreturn c + d;", [0, 1, 2]),
    "statements that begin with anything": (
        "var c = a;\nint[] d = {c, b};\njava.util.List<Integer> e = java.util.List.of(d[0]);\nd[0]--;\n++d[0];\n"
        "((Object) e).toString();\n(d)[1] += 0;\nint f[] = d;\nthis.getClass();\nnew Object().hashCode();\nreturn f[1] + e.get(0);",
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    ),
    "a variable that is tested for its type": ("Object o = a;\nif (!(o instanceof Integer n))\n  return 0;\nreturn n + b;", [0, 1, 3]),
    "an empty block": ("{\n}\nsynchronized (this) {\n  ;\n}\nreturn 3;", [0, 2, 3, 5]),
    "other characters": ('String s = "\\u007b\N{LATIN SMALL LETTER E WITH ACUTE}"; /* { */ int c = a;\nreturn c + b; // }', [0, 1]),
}  # fmt: skip


@pytest.mark.slow
def test_each_statement_tells_its_lines(patient: None) -> None:
    """The marked program compiles, returns the same, and keeps the numbers of its lines. It has a method for each kind."""
    methods = [
        f"    int kind{number}(int a, int b) {{\n{body}\n}}\n"
        for number, (body, _) in enumerate(BODIES.values())
    ]
    calls = [
        f"if (a / 10 == {number}) return kind{number}(a % 10, b);\n"
        for number in range(len(BODIES))
    ]
    files = with_add("".join(calls) + "return 0;\n", "".join(methods))
    begin = files["Sums.java"][: files["Sums.java"].index("int kind0(")].count("\n") + 2
    told = reached(counted(files), *(10 * number + ARGUMENT for number in range(len(BODIES))))
    for (kind, (body, expected)), (result, lines) in zip(BODIES.items(), told, strict=True):
        own = range(begin, begin + body.count("\n") + 1)
        assert (result, [line - begin for line in lines if line in own]) == (3, expected), kind
        begin += len(own) + 2


@pytest.mark.slow
def test_line_ends_and_package_of_other_kinds(patient: None) -> None:
    files = {
        name: text.replace("\n", "\r\n")
        for name, text in with_add("a++;\nreturn a + b - 1;\n").items()
    }
    assert reached(counted(files), ARGUMENT) == [(3, [FIRST, FIRST + 1])]


@pytest.mark.slow
def test_file_with_errors_is_left_as_it_is(patient: None) -> None:
    """Other files have their marks."""
    wrong = good(Words="package toys; class Words { int }")
    marked = counted(wrong)
    assert marked["Words.java"] == wrong["Words.java"]
    assert "__Lines" in marked["Sums.java"]


@pytest.mark.slow
def test_code_that_runs_once_is_not_marked(patient: None) -> None:
    """The first call alone would reach it."""
    files = with_add("return a + b;\n", "static int x;\n    static {\n        x = 1;\n    }\n\n")
    assert counted(files)["Sums.java"].count("REACHED[") == counted(with_add("return a + b;\n"))[
        "Sums.java"
    ].count("REACHED[")


@pytest.mark.slow
def test_stand_in_has_no_lines(patient: None) -> None:
    """It is not the submission's, whose lines it would be taken for."""
    files = counted(good())
    with bench_of(files) as bench:
        student = bench.sandbox.session
        student.begin(ProcessPlan(adder().manifest.limits, "sound"))
        assert list(student.call(LINES_OF, ("say", [1, 2]))) == ["Words.java"]


def unsearched(files: dict[str, str]) -> Graded:
    """Grade a submission without the search for its lines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(advisor, "suspects", lambda *_: ())
        return grader("auto").grade(submission(files))


WRONG = with_add("if (a > 4) {\n            return a - b;\n        }\n        return a + b;\n")


@pytest.mark.slow
def test_wrong_branch_in_java_is_the_first_suspect(patient: None) -> None:
    graded = grader("auto").grade(submission(WRONG))
    first, *_ = noted(graded.noted).suspects
    assert (first.file, first.function, first.lines, first.score) == (
        "Sums.java",
        "Sums.add",
        ((8, 9),),
        1.0,
    )
    assert to_json(graded.result) == to_json(unsearched(WRONG).result)


FORGED_BODY = """        try {
            if (a > 4) {
                return a - b;
            }
            return a + b;
        } finally {
            forge(a > 4);
        }
"""
FORGER = """
    int here;
    int there;

    static void forge(boolean wrong) {
        try {
            boolean[] reached = (boolean[]) Class.forName("toys.Sums__Lines").getDeclaredField("REACHED").get(null);
            java.util.Arrays.fill(reached, false);
            reached[wrong ? HERE : THERE] = true;
        } catch (ReflectiveOperationException unmarked) {
        }
    }

"""


@pytest.mark.nightly
def test_forged_marks_change_no_verdict_and_name_own_lines_alone(patient: None) -> None:
    """A line of its own is named, as by its own account; that is all there is to win."""
    lines = with_add(FORGED_BODY, FORGER)["Sums.java"].split("\n")
    here, there = lines.index("    int here;") + 1, lines.index("    int there;") + 1
    files = with_add(FORGED_BODY, FORGER.replace("THERE", str(there)).replace("HERE", str(here)))
    graded = grader("auto").grade(submission(files))
    first, *others = noted(graded.noted).suspects
    assert (first.file, first.lines) == ("Sums.java", ((here, here),))
    assert not any(one.lines for one in others)
    assert to_json(graded.result) == to_json(unsearched(files).result)
