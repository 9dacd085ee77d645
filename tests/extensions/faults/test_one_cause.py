"""One change that explains most failures of a submission is a flag for staff: it changes no verdict and no mark."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from graders.extensions.faults import advisor, one_cause, repairs
from graders.extensions.faults.changing_box import ChangingBox
from graders.extensions.faults.noting import noted
from graders.extensions.faults.repairs import rewritten
from graders.extensions.faults.standins import StandIn, stand_ins
from graders.extensions.faults.suspects import Spectrum
from graders.harness.assignment.manifest import Shrink, Variant
from graders.harness.grading import variants
from graders.harness.grading.benches import Benches
from graders.harness.grading.checks import Check
from graders.harness.grading.grader import Graded, Grader
from graders.harness.grading.lines import Sources
from graders.harness.grading.plugin import ChecksPlugin, run_pytest
from graders.harness.grading.program import open_backend
from graders.harness.grading.variants import VariantRun, Workbench
from graders.harness.intake import Submission
from graders.harness.reports.audience import Audience, redact
from graders.harness.reports.sentences import flag_text
from graders.harness.result import FlagCode, Verdict
from graders.harness.sandbox.interface import Level
from graders.harness.session.plan import Observer
from tests.once import once
from tests.world import TOY, World, forwarding, verdicts, write_world

CASES = 12
WORK = """
LIMIT = 100

def _doubled(number):
    return 2 * number


def twice(number):
    return min(_doubled(number), LIMIT)


class Counter:
    def __init__(self):
        self.value = 0

    def add(self, number):
        self.value = self._sum(number)
        return self.value

    def _sum(self, number):
        return self.value + twice(number)


def counted(number):
    return Counter().add(number)


def shout(text):
    print(text + "!")
"""
CHECKS = """
@check("work.twice")
def test_twice(student, reference):
    "It doubles."
    expect(student.twice(3), reference.twice(3))

@check("work.counted")
def test_counted(student, reference):
    "It counts."
    expect(student.counted(5), 10)
""" + "\n".join(
    f"""
@check("shout.{number}", visibility="{"public" if number % 2 else "hidden"}")
def test_shout_{number}(student, reference):
    "It shouts."
    expect(student.shouted("a{number}"), reference.shouted("a{number}"))
"""
    for number in range(CASES)
)
DRIVER = (
    forwarding(work=("twice", "counted"))
    + """

def shouted(text):
    return sandbox.at_terminal([], sandbox.require("work", "shout"), text)
"""
)
REWRITINGS = """
def quieter(shown, typed):
    return shown.replace("?", "!")


def lowered(shown, typed):
    return shown.lower()
"""


@pytest.fixture(scope="module")
def world() -> World:
    """An assignment with twelve checks of printed text, and a rewriting of it."""
    return World(
        once(
            "one-cause",
            lambda root: write_world(
                root,
                checks=CHECKS,
                driver=DRIVER,
                reference={"work.py": WORK},
                files={"graders/tiny/rewritings.py": REWRITINGS},
                rewritings={"quieter": "exclamation marks", "lowered": "small letters"},
            ),
        )
    )


def cause(graded: Graded) -> dict[str, Any] | None:
    """Return the values of the flag of one cause, or None."""
    found = [flag.values for flag in graded.result.flags if flag.code is FlagCode.ONE_CAUSE]
    assert len(found) <= 1
    return found[0] if found else None


def changed(old: str, new: str) -> str:
    assert old in WORK
    return WORK.replace(old, new)


@pytest.mark.slow
def test_habit_of_printing_is_one_cause(world: World) -> None:
    graded = world.grade(work=changed('text + "!"', 'text + "?"'))
    assert cause(graded) == {
        "repair": "output",
        "text": "exclamation marks",
        "checks": CASES,
        "failed": CASES,
        "passing": sorted(f"shout.{number}" for number in range(CASES)),
        "task": "",
        "marks": 2,
        "repaired": 14,
        "full": 14,
    }


@pytest.mark.slow
def test_two_habits_of_printing_are_one_cause(world: World) -> None:
    """With either of them, every reply is still wrong."""
    found = cause(world.grade(work=changed('text + "!"', 'text.upper() + "?"')))
    assert found is not None
    assert found["text"] == "exclamation marks, and small letters"
    assert found["checks"] == CASES


@pytest.mark.slow
def test_slip_of_printing_hides_no_other_fault(world: World) -> None:
    """It is no one cause of all, and the checks that fail without it, too, tell the other fault."""
    loud = 'print((text if text < "a7" else 2 * text) + "?")'
    found = noted(world.grade(work=changed('print(text + "!")', loud)).noted)
    assert [(one.kind, one.sentence) for one in found.evident] == [
        ("output", "one slip is in them: with exclamation marks, 9 of 12 pass")
    ]
    assert sorted(found.behind) == ["shout.7", "shout.8", "shout.9"]
    assert not found.behind.keys() & {*found.cured}
    assert all(found.behind[id_] != found.symptoms[id_] for id_ in found.behind)


@pytest.mark.slow
def test_wrong_name_of_an_import_is_one_cause(world: World) -> None:
    """The line of the import is reported by the sandbox, and changed as text."""
    helper = {"helper.py": "SIGN = '!'\n"}
    graded = world.grade({**helper, "work.py": "import helpr\n" + WORK})
    assert set(verdicts(graded).values()) == {"missing"}
    found = cause(graded)
    assert found is not None
    assert (found["repair"], found["line"], found["name"], found["meant"]) == (
        "import",
        1,
        "helpr",
        "helper",
    )
    assert (found["checks"], found["marks"], found["repaired"]) == (14, 0, 14)


@pytest.mark.slow
def test_line_that_keeps_a_file_from_loading_is_one_cause(world: World) -> None:
    graded = world.grade(work=WORK + "\nprint(1 / 0)\n")
    found = cause(graded)
    assert found is not None
    assert (found["repair"], found["file"]) == ("line", "work.py")
    assert found["checks"] == 14


@pytest.mark.slow
def test_wrong_function_is_one_cause(world: World) -> None:
    """The reference's function replaces the student's, which prints the wrong text in another way for each check."""
    graded = world.grade(work=changed('print(text + "!")', "print(len(text) * text)"))
    found = cause(graded)
    assert found is not None
    assert (found["repair"], found["name"], found["checks"]) == ("function", "shout", CASES)


@pytest.mark.slow
def test_two_causes_are_none(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """No function is reached by wrong calls of both probes, so none is tried. If the lines are unknown,
    each half of the functions helps one of the probes, so no function is tried alone.
    """
    tried: list[list[str]] = []

    def of_functions(files: Any, some: Any) -> Any:
        tried.append([one.name for one in some])
        return repairs.of_functions(files, some)

    monkeypatch.setattr(one_cause, "of_functions", of_functions)
    monkeypatch.setattr(one_cause, "_scopes", lambda failed: [(failed, False)])
    broken = changed('print(text + "!")', "print(len(text) * text)").replace(
        "2 * number", "3 * number"
    )
    assert cause(world.grade(work=broken)) is None
    assert tried == []
    monkeypatch.setattr(advisor, "all_spectra", lambda *_: [])
    assert cause(world.grade(work=broken)) is None
    assert tried == [["twice", "Counter.__init__"], ["Counter.add", "counted", "shout"]]


@pytest.mark.slow
def test_changed_programs_share_a_box(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The functions of the reference are tried half by half, each time on two checks."""
    monkeypatch.setattr(advisor, "all_spectra", lambda *_: [])  # which leave one function
    opened = []
    usual = ChangingBox.open

    def opened_as(self: ChangingBox, program: Any, limits: Any) -> ChangingBox:
        opened.append(self)
        return usual(self, program, limits)

    monkeypatch.setattr(ChangingBox, "open", opened_as)
    assert cause(world.grade(work=changed('print(text + "!")', "print(len(text) * text)")))
    assert len(opened) > len(set(opened)) == 1


@pytest.mark.slow
def test_rewriting_that_cures_nothing_opens_no_box(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The printed text is known, so it is rewritten, and the checks read that."""
    heard: list[Any] = []
    usual = Benches.of_submission

    def of_submission(self: Benches, *arguments: Any, **more: Any) -> Any:
        heard.append(getattr(more.get("heard"), "__self__", None))
        return usual(self, *arguments, **more)

    monkeypatch.setattr(Benches, "of_submission", of_submission)
    monkeypatch.setattr(
        repairs.Tools, "stand_ins", property(lambda _: [])
    )  # also of a tool that is there
    assert cause(world.grade(work=changed('text + "!"', 'text + "??"'))) is None
    assert not any(heard)
    assert cause(world.grade(work=changed('text + "!"', 'text + "?"')))
    assert any(heard)


@pytest.mark.slow
def test_failed_check_costs_no_reading_of_frames(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """pytest filters the traceback of each failure, of which it shows nothing here."""
    read: list[Any] = []
    monkeypatch.setattr(
        pytest.Function,
        "_traceback_filter",
        lambda self, error: read.append(error) or error.traceback,
    )
    graded = world.grade(work=changed("2 * number", "3 * number"))
    assert "failed" in verdicts(graded).values()
    assert not read


@pytest.mark.slow
def test_few_failures_are_not_searched(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_cause, "repairs", lambda *_: pytest.fail("searched"))
    graded = world.grade(work=changed("2 * number", "3 * number"))
    assert list(verdicts(graded).values()).count("passed") == CASES


@pytest.mark.slow
def test_verdicts_and_marks_do_not_depend_on_the_search(world: World) -> None:
    """Apart from its flag the result is the same as without it, and students see no flag."""
    work = changed('text + "!"', 'text + "?"')
    manifest = msgspec.structs.replace(world.assignment.manifest, shrink=Shrink(calls=0))
    assignment = msgspec.structs.replace(world.assignment, manifest=manifest)
    with Grader(assignment, open_backend(assignment, choice="auto", minimum=Level.E)) as without:
        plain = without.grade(world.submission(work=work)).result
    found = world.grade(work=work).result
    assert found.checks == plain.checks
    assert (found.marks, found.tasks) == (plain.marks, plain.tasks)
    assert plain.flags == ()
    assert redact(found, Audience.STUDENT).result.flags == ()


SPY = """
import inspect
import sys


def twice(number):
    return 0


def counted(number):
    return 0


def shout(text):
    secret = [name for name in globals() if name.startswith("_doubled")]
    cells = [cell.cell_contents for cell in (twice.__closure__ or ())]
    raise RuntimeError(f"the reference: {twice.__code__.co_names} {cells} {secret}")
"""


@pytest.mark.slow
def test_program_that_reads_a_stand_in_shows_it_to_nobody(world: World) -> None:
    """The reference's function is in the box of a repair. Its output is compared there, and never part of a result."""
    graded = world.grade(work=SPY)
    shown = repr(graded.result) + repr(graded.log)
    assert "the reference: ()" in shown  # the student's own run
    assert "_doubled" not in shown.replace("startswith", "")
    assert cause(graded) is None


@pytest.mark.slow
def test_search_runs_no_check_that_is_wrong_in_the_prefetch(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody reads how a changed program fails: each of the submission's own failures is run live once, and no other."""
    ran: list[str] = []
    usual = variants.run_in

    def run_in(bench: Workbench, check: Check, variant: str, observer: Observer) -> VariantRun:
        ran.append(check.id)
        return usual(bench, check, variant, observer)

    monkeypatch.setattr(variants, "run_in", run_in)
    broken = changed('print(text + "!")', "print(len(text) * text)").replace(
        "2 * number", "3 * number"
    )
    graded = world.grade(work=broken)
    assert sorted(ran) == sorted(one.id for one in graded.result.checks)
    assert set(verdicts(graded).values()) == {"failed"}


@pytest.mark.slow
def test_one_example_refuses_a_repair_that_changes_nothing() -> None:
    """The other examples need not run; but a program that is right on this one may still fail on them."""
    found: list[Check] = []
    run_pytest(
        TOY.assignment, ChecksPlugin(TOY.assignment, lambda checks, invoke: found.extend(checks))
    )
    total = next(check for check in found if check.id == "sums.total")
    wrong = TOY.good["sums.py"].replace(
        "sum(numbers)", "sum(numbers) // (len(numbers) < 2) + (numbers == [20])"
    )
    with TOY.grader.bench(TOY.submission(sums=wrong), TOY.grader.recorded()) as bench:
        verdicts_on = [
            one_cause.verdict_on(bench, total, "own", [b'[{"d":[["numbers",%s]]}]' % numbers])
            for numbers in (b"[20]", b"[20,1]", b"[1]")
        ]
    assert verdicts_on == [Verdict.FAILED, Verdict.RAISED, Verdict.PASSED]


def test_repair_is_tried_in_the_variants_that_it_changes() -> None:
    """A variant with a file of its own instead of the changed one runs the same program as before."""
    files = {"a.py": b"old", "b.py": b"old"}
    own_files = {"only-b": Variant(files={"a.py": "standins/a.py"}), "sound": Variant(files={})}
    manifest = SimpleNamespace(variants=own_files)
    benches: Any = SimpleNamespace(assignment=SimpleNamespace(manifest=manifest))
    unused: Any = None
    search = one_cause.Search(benches, unused, Submission("ada", files), unused, unused)
    reached = {
        name: search._reached(repairs.Repair("function", {**files, name: b"new"})) for name in files
    }
    assert reached == {"a.py": {"own", "sound"}, "b.py": {"own", "only-b", "sound"}}
    rewritten = repairs.Repair("output", files, {}, lambda shown, typed: shown)
    assert search._reached(rewritten) == {"own", "only-b", "sound"}


@pytest.mark.parametrize(
    ("calls", "suspected"), [({}, ["get"]), ({"a": ("Box",)}, ["make", "get"])]
)
def test_call_of_an_object_says_nothing_of_what_made_it(calls: Any, suspected: list[str]) -> None:
    """The functions that a wrong call does not reach are no suspects, unless calls share objects."""
    files = {"a.py": b"def make():\n    pass\n\ndef get():\n    pass\n"}
    manifest = SimpleNamespace(variants={}, calls=calls)
    benches: Any = SimpleNamespace(assignment=SimpleNamespace(manifest=manifest))
    run: Any = SimpleNamespace(failures={})
    check: Any = SimpleNamespace(id="box.get")
    unused: Any = None
    wrong = Spectrum(is_wrong=True, places=frozenset([("a.py", 5)]), check=check.id)
    code: Any = SimpleNamespace(sources=Sources(files))
    search = one_cause.Search(benches, unused, Submission("ada", files), run, code, [wrong])
    both = [StandIn("a.py", name, b"") for name in ("make", "get")]
    assert [one.name for one in search._concerned(both, check)] == suspected


def test_one_cause_is_looked_for_among_the_checks_of_one_subject() -> None:
    """A smart player that never tries fails ten checks; two faults beside it hide it in its task."""
    ids = [f"player.smart-{number}" for number in range(9)]
    ids += ["player.create", "player.random", "scenario.smart", "block.swap"]
    failed: list[Any] = [
        SimpleNamespace(id=id_, spec=SimpleNamespace(task=id_.partition(".")[0])) for id_ in ids
    ]
    assert [(len(scope), is_subject) for scope, is_subject in one_cause._scopes(failed)] == [
        (13, False),
        (11, False),
        (10, True),
    ]
    others = [SimpleNamespace(id=f"goal.{n}", spec=SimpleNamespace(task="goal")) for n in range(8)]
    assert [is_subject for _, is_subject in one_cause._scopes([*failed, *others])] == [False, False]


@pytest.mark.slow
def test_search_ends_with_its_time(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without time nothing is reported: a part of the search would depend on the machine."""
    monkeypatch.setattr(one_cause, "CPU_SECONDS", 0.0)
    graded = world.grade(work=changed('text + "!"', 'text + "?"'))
    assert cause(graded) is None
    assert FlagCode.TIME_USED_UP not in [flag.code for flag in graded.result.flags]


def test_stand_in_stands_before_the_main_guard_and_brings_its_helpers() -> None:
    starter = "class Counter:\n    def add(self, number):\n        pass\n"
    by_name = {
        one.name: one
        for one in stand_ins({"work.py": WORK.encode()}, {"work.py": starter.encode()})
    }
    assert {*by_name} == {"twice", "Counter.__init__", "Counter.add", "counted", "shout"}
    own = b"class Counter:\n    value = 1\n\ndef twice(n):\n    return n\n\nif __name__ == '__main__':\n    print(twice(60))\n"
    content = by_name["twice"].laid_over(own)
    assert content.index(b"_doubled") < content.index(b"if __name__")
    namespace: dict[str, Any] = {"__name__": "work"}
    exec(content, namespace)
    assert [namespace["twice"](3), namespace["twice"](60)] == [6, 100]
    assert "_doubled" not in namespace
    exec(by_name["Counter.add"].laid_over(own), namespace)
    assert namespace["Counter"]().add(3) == 4


def test_public_helper_goes_along_if_the_handout_names_the_functions() -> None:
    """A student has no function of that name, or another one."""
    work = b"def is_line(n):\n    return n > 3\n\ndef won(n):\n    return is_line(n) and lines(n)\n\ndef lines(n):\n    return n\n"
    (one, other) = stand_ins({"a.py": work}, {}, ["won", "lines"])
    assert (one.name, other.name) == ("won", "lines")
    namespace: dict[str, Any] = {}
    exec(
        one.laid_over(b"def is_line(n):\n    return None\n\ndef lines(n):\n    return 5\n"),
        namespace,
    )
    assert [namespace["won"](number) for number in (3, 4)] == [False, 5]
    assert namespace["is_line"](4) is None


def test_file_of_any_bytes_takes_a_stand_in() -> None:
    """No file of a submission is parsed here."""
    (one,) = stand_ins({"a.py": b"def f():\n    return 1\n"}, {})
    deep = b"(" * 100_000
    assert one.laid_over(deep).startswith(deep)


@pytest.mark.parametrize(
    "answer",
    [
        [],
        {},
        "a",
        7,
        None,
        [["printed"]],
        [["printed", 3]],
        [["typed"], ["printed", "a"]],
        {"a": [["printed", "x", "y"]]},
    ],
)
def test_answer_of_any_shape_is_rewritten(answer: Any) -> None:
    rewritten(answer, lambda shown, typed: shown + str(typed))


def test_every_printed_text_is_rewritten_with_the_typed_lines() -> None:
    answer = [["returned", None], [["printed", "a"], ["typed", "x"], ["printed", "b"]]]
    expected = [["returned", None], [["printed", "a1"], ["typed", "x"], ["printed", "b1"]]]
    assert rewritten(answer, lambda shown, typed: f"{shown}{len(typed)}") == expected


def test_line_that_is_typed_besides_does_not_count_with_what_it_shows() -> None:
    """Before, a program that needs a tick more than it should had no cause."""
    events = [["printed", "*"], ["typed", ""], ["printed", "*"], ["typed", "Q"], ["starved"]]
    student = SimpleNamespace(call=lambda _operation, arguments: [arguments, events])
    heard = repairs.Repair("input", {}, retyping=lambda lines: [None, *lines]).heard(student)
    arguments, answer = heard.call("play", (["Q"],))
    assert arguments == (["", "Q"],)
    assert answer == [["printed", "*"], ["typed", "Q"], ["starved"]]


@pytest.mark.slow
def test_sentence_names_the_change_and_the_marks(world: World) -> None:
    graded = world.grade(work=changed('text + "!"', 'text + "?"'))
    (flag,) = graded.result.flags
    assert flag_text(flag) == (
        "one cause for 12 of 12 failed checks: they pass with exclamation marks "
        "(14 of 14 marks instead of 2): decide what it is to cost"
    )


def test_lines_for_whoever_tries_the_program_are_left_out() -> None:
    """Before, no cause was named for a question on top of a program, or a forgotten breakpoint."""
    source = (
        b'import os\nname = input("name? ")\ncount = 3\n\n\ndef run():\n    breakpoint()\n'
        b'    print("a")\n    os.system("clear")\n\n\nif True:\n    print("b")\n'
    )
    found = list(repairs.repairs(TOY.assignment, {"game.py": source, "a.txt": b"input()"}, [], []))
    assert [(one.kind, one.values["line"]) for one in found] == [
        ("line", 2),
        ("line", 7),
        ("line", 9),
    ]
    assert found[1].values["code"] == "breakpoint()"
    lines = [one.files["game.py"].split(b"\n")[one.values["line"] - 1] for one in found]
    assert lines == [b"pass", b"    pass", b"    pass"]
    (top,) = repairs.repairs(TOY.assignment, {"game.py": b"breakpoint()\n"}, [], [])
    assert top.values["line"] == 1
