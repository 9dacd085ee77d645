"""Two halves do not make a whole: a program gains nothing by distinguishing a prefetch from a live run."""

from __future__ import annotations

from typing import Any

import pytest

from graders.harness.grading import grader as grader_module
from graders.harness.grading import prefetched
from graders.harness.grading.grader import Grader
from graders.harness.grading.prefetched import PrefetchedReplies
from graders.harness.replay import prefetch
from graders.harness.replay.prefetch import Replies, ReplyComparison
from graders.harness.result import CauseKind, Visibility
from graders.harness.sandbox.interface import SandboxError, SandboxRefused
from tests import nightly
from tests.classes import SERVER, burning
from tests.once import once
from tests.replay.walk import Run, run_on, without_prefetch
from tests.world import World, checks, forwarding, write_world

pytestmark = pytest.mark.usefixtures("recordings")

FUNCTIONS = ("first", "second", "third")

CHECKS = '''
def agree(function, numbers, right):
    for number in numbers:
        answer = function(number)
        if answer["value"] != right(number):
            fail("That is another number.")


@check("half.first", marks=4)
def test_first(student):
    """It gives the right numbers."""
    agree(student.first, range(4), lambda number: number + 1)


@check("half.given-up")
def test_given_up(student):
    """It gives the right numbers."""
    agree(student.third, range(4), lambda number: number * number)


@check("half.given-up-too")
def test_given_up_too(student):
    """It gives the right numbers."""
    agree(student.third, range(4, 8), lambda number: number * number)


@check("half.second", marks=3)
def test_second(student):
    """It gives the right numbers."""
    agree(student.second, range(4), lambda number: 2 * number)


@check("half.hidden-first", marks=4, visibility="hidden")
def test_hidden_first(student):
    """It gives the right numbers."""
    agree(student.first, range(10, 14), lambda number: number + 1)


@check("half.hidden-given-up", visibility="hidden")
def test_hidden_given_up(student):
    """It gives the right numbers."""
    agree(student.third, range(10, 14), lambda number: number * number)


@check("half.hidden-given-up-too", visibility="hidden")
def test_hidden_given_up_too(student):
    """It gives the right numbers."""
    agree(student.third, range(14, 18), lambda number: number * number)


@check("half.hidden-second", marks=3, visibility="hidden")
def test_hidden_second(student):
    """It gives the right numbers."""
    agree(student.second, range(10, 14), lambda number: 2 * number)
'''

RIGHT = """
def first(number):
    return {"value": number + 1}

def second(number):
    return {"value": 2 * number}

def third(number):
    return {"value": number * number}
"""

HALVES_BEGIN = (
    SERVER
    + """
import os, sys, threading

def ahead():
    TELL

def odd(number):
    return {"odd": 1} if number % 10 == 0 else {}
"""
)

HALVES = (
    HALVES_BEGIN
    + """
def first(number):
    return {"value": number + 1 if ahead() else -1, **odd(number)}

def second(number):
    if ahead():
        DEED
    return {"value": 2 * number, **odd(number)}

def third(number):
    THIRD
    return {"value": number * number}
"""
)
"""One half is right in the first process, the other one in all later ones.

The first answer of a check has one more key in both.
"""

TELLS = {
    "by the server's frame": """frame = sys._getframe()
    while "state" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["state"] is not None""",
    "by the form of the call": "return SERVER.channel.was_packed",
    "by a count of calls": """SERVER.served = getattr(SERVER, "served", 0) + 1
    return SERVER.served > 4""",
    "by a file": """if not hasattr(SERVER, "is_first"):
        SERVER.is_first = not os.path.exists("first")
        open("first", "w").close()
    return SERVER.is_first""",
}

DEEDS = {
    "another answer": 'return {"value": -1, **odd(number)}',
    "another answer in the last call": 'return {"value": 2 * number - (number % 10 == 3), **odd(number)}',
    "a loop": "while True: pass",
    "a wait without end": "threading.Event().wait()",
    "a crash": "os._exit(1)",
    "an exception": "raise ValueError",
    "a callback": "sandbox.ask('first', 1)",
    "a flood of text": "print('x' * 2_000_000)",
    "a flood of messages": "for _ in range(500): SERVER.channel.tell(SERVER.send.__globals__['messages'].Imported(SERVER.call_id, 'work'))",
    "too long an answer": "return {'value': 'x' * 4_000_000}",
    "too much memory": "raise MemoryError",
}


def halves(
    *, deed: str = "pass", third: str = "pass", tell: str = TELLS["by the server's frame"]
) -> str:
    """Return a program of two halves."""
    return HALVES.replace("TELL", tell).replace("DEED", deed).replace("THIRD", third)


@pytest.fixture(scope="module")
def world() -> World:
    """A world of functions that are independent of each other."""

    def write(root: Any) -> None:
        write_world(
            root,
            id="half",
            checks=CHECKS,
            driver=forwarding(work=FUNCTIONS),
            reference={"work.py": RIGHT},
            marks=18,
            limits={
                "cpu_seconds": 0.3,
                "least_cpu_seconds": 0.3,
                "hurried_cpu_seconds": 0.2,
                "wall_seconds": 10.0,
                "memory_mb": 256,
            },
        )

    return World(once("half", write), "half")


@pytest.fixture
def grader(world: World, monkeypatch: pytest.MonkeyPatch) -> Grader:
    """A grader with a shorter time limit for a prefetch than usual."""
    monkeypatch.setattr(prefetch, "SECONDS", 1.0)
    world.grader.recorded()
    return world.grader


def failed(run: Run) -> set[str]:
    """Return the checks that did not pass."""
    return {id_ for id_, verdict in run.verdicts.items() if verdict != "passed"}


FIRST = {"half.first", "half.hidden-first"}
SECOND = {"half.second", "half.hidden-second"}
GIVEN_UP = {f"half.{prefix}given-up{too}" for prefix in ("", "hidden-") for too in ("", "-too")}


@pytest.mark.slow
def test_right_program_is_decided_by_the_prefetch(grader: Grader) -> None:
    """This shows that no live run in these tests comes from a missing prefetch."""
    run = run_on(grader, RIGHT)
    assert not failed(run) and not run.live and not run.nondeterministic


@pytest.mark.slow
@pytest.mark.parametrize("deed", nightly.one_in(2, DEEDS))
def test_two_halves_do_not_make_a_whole(grader: Grader, deed: str) -> None:
    """The prefetch is right about one half, the live runs are right about the other."""
    run = run_on(grader, halves(deed=DEEDS[deed]))
    assert failed(run) == FIRST
    assert run.nondeterministic


@pytest.mark.slow
@pytest.mark.parametrize("deed", ["a loop", "a callback"])
def test_half_with_recorded_bytes_is_compared_too(grader: Grader, deed: str) -> None:
    """The prefetch of the other half has no definite end, so only this half can differ."""
    run = run_on(grader, halves(deed=DEEDS[deed]).replace(", **odd(number)", ""))
    assert failed(run) == FIRST
    assert run.nondeterministic


@pytest.mark.slow
def test_crash_in_a_prefetch_alone_is_flagged(grader: Grader) -> None:
    """A live process that reaches the last call has not crashed."""
    third = "ahead() and os._exit(1)"
    run = run_on(grader, halves(third=third).replace("else -1", "else number + 1"))
    assert not failed(run)
    assert run.nondeterministic


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tell", "deed"),
    [
        pytest.param(tell, deed, marks=pytest.mark.nightly if column else ())
        for tell in TELLS
        for column, deed in enumerate(["another answer", "a crash", "too long an answer"])
    ],
)
def test_way_of_detecting_a_prefetch_does_not_matter(grader: Grader, tell: str, deed: str) -> None:
    """The prefetch sends no call twice, so that no other process can answer it better.

    At A+ a file does not outlive its process, so such a program has the same half everywhere.
    """
    run = run_on(grader, halves(deed=DEEDS[deed], tell=TELLS[tell]))
    assert run.result.marks is not None and run.result.marks <= 12
    assert failed(run) >= FIRST or failed(run) >= SECOND


@pytest.mark.nightly
def test_hanging_checks_do_not_end_the_comparison(grader: Grader) -> None:
    """Two checks that hang end the prefetch before it reaches the other half."""
    run = run_on(grader, halves(deed=DEEDS["another answer"], third="while True: pass"))
    assert failed(run) == FIRST | GIVEN_UP
    assert run.nondeterministic


@pytest.mark.slow
def test_check_that_is_not_sent_is_no_half(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others that begin with the same operation hang in the prefetch, so that it leaves the check out."""
    monkeypatch.setattr(prefetched, "LATE_ALIKE", 1)
    program = halves(third="while ahead(): pass\n    number -= number % 10 < 4")
    given_up = {"half.given-up", "half.hidden-given-up"}
    run = run_on(grader, program)
    assert failed(run) == FIRST | given_up
    assert run.nondeterministic
    monkeypatch.setattr(PrefetchedReplies, "was_skipped", lambda *_: False)
    monkeypatch.setattr(PrefetchedReplies, "is_hopeless", lambda self, spec: "too" in spec.id)
    monkeypatch.setattr(
        PrefetchedReplies,
        "are_missing",
        lambda self, spec: self.of(spec) is None and "too" not in spec.id,
    )
    assert failed(run_on(grader, program)) == given_up


@pytest.mark.slow
def test_two_halves_make_a_whole_without_a_comparison(
    grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack shows why replies are compared."""
    monkeypatch.setattr(ReplyComparison, "answered", lambda *_, **__: None)
    assert not failed(run_on(grader, halves(deed=DEEDS["another answer"])))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "tell"),
    [
        pytest.param(
            level, tell, marks=() if level == "plain" and place < 2 else pytest.mark.nightly
        )
        for level in ("plain", "B", "C")
        for place, tell in enumerate(TELLS)
    ],
)
def test_two_halves_do_not_make_a_whole_at_any_level(world: World, level: str, tell: str) -> None:
    """In plain processes a file in the scratch folder may outlive its process."""
    program = halves(deed=DEEDS["another answer"], tell=TELLS[tell])
    try:
        with world.opened(level) as grader:
            alone = run_on(without_prefetch(grader), program)
            assert failed(run_on(grader, program)) >= failed(alone)
    except (SandboxRefused, SandboxError) as reason:
        pytest.skip(f"this machine has no such box: {reason}")


@pytest.mark.slow
def test_difference_in_a_check_that_fails_anyway_is_flagged(grader: Grader) -> None:
    """Both answers are wrong, and their difference is enough."""
    third = 'return {"value": -1 - ahead(), **odd(number)}'
    run = run_on(grader, halves(third=third).replace("else -1", "else number + 1"))
    assert failed(run) == GIVEN_UP
    assert run.nondeterministic


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "is_flagged"),
    [("<Cell object at 0x", False), ("ValueError: work.py, line ", False), ("line ", True)],
)
def test_line_of_an_exception_or_an_address_is_no_difference(
    grader: Grader, before: str, is_flagged: bool
) -> None:
    """A deterministic program cannot help either."""
    third = f'return {{"value": "{before}" + str(7 + ahead()), **odd(number)}}'
    run = run_on(grader, halves(third=third).replace("else -1", "else number + 1"))
    assert failed(run) == GIVEN_UP
    assert bool(run.nondeterministic) == is_flagged


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ahead", "live"),
    [
        ("raise ValueError('one')", "raise TypeError('other')"),
        ("raise ValueError('one')", "print('x' * 2_000_000)"),
        ("print('x' * 2_000_000)", "raise RecursionError"),
    ],
)
def test_replies_without_a_result_do_not_differ(grader: Grader, ahead: str, live: str) -> None:
    """Their texts may contain an address or a time."""
    third = f"\n    if ahead():\n        {ahead}\n    else:\n        {live}\n"
    run = run_on(grader, halves(third=third).replace("else -1", "else number + 1"))
    assert failed(run) == GIVEN_UP
    assert not run.nondeterministic


@pytest.mark.slow
@pytest.mark.parametrize(
    "result",
    [
        "type('Own', (dict,), {})(value=number + 1)",
        "{'value': type('Own', (int,), {})(number + 1)}",
        "{'value': number + 1, 'more': {1, 2}}",
        "{'value': number + 1, 'more': object()}",
        "{'value': number + 1, 'more': memoryview(b'1')}",
    ],
)
def test_result_that_cannot_be_packed_is_a_result(grader: Grader, result: str) -> None:
    """Live runs decide; the program does not count as nondeterministic."""
    run = run_on(grader, RIGHT.replace('{"value": number + 1}', result))
    assert not failed(run)
    assert not run.nondeterministic


@pytest.mark.nightly
def test_process_that_cannot_be_reset_is_no_difference(grader: Grader) -> None:
    """A leftover thread is one reason; the program may still be right."""
    thread = "import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
    run = run_on(grader, thread + RIGHT)
    assert run.live and not failed(run)
    assert not run.nondeterministic


@pytest.mark.slow
def test_crash_in_every_process_is_no_difference(grader: Grader) -> None:
    """Replies to earlier calls are lost if calls are sent ahead."""
    third = "number % 10 == 2 and os._exit(1)"
    run = run_on(grader, halves(third=third).replace("else -1", "else number + 1"))
    assert failed(run) == GIVEN_UP - {"half.given-up-too", "half.hidden-given-up-too"}
    assert not run.nondeterministic
    assert sorted(run.live) == sorted(failed(run))


# Consequences of a difference.


def visible(run: Run, visibility: Visibility) -> list[str]:
    """Return the checks of this visibility that were run live, in their order."""
    found = checks(run.result)
    return [id_ for id_ in run.live if found[id_].visibility is visibility]


@pytest.mark.slow
def test_nondeterministic_program_has_no_hidden_prefetch(
    grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All checks of both visibilities run live then, each of them once."""
    asked: list[str] = []
    usual = PrefetchedReplies.fetch

    def watched(self: PrefetchedReplies, spec: Any) -> Replies:
        asked.append(spec.id)
        return usual(self, spec)

    monkeypatch.setattr(PrefetchedReplies, "fetch", watched)
    run = run_on(grader, halves(deed=DEEDS["another answer"]))
    assert asked and not any("hidden" in id_ for id_ in asked)
    assert sorted(run.live) == sorted(run.verdicts)


@pytest.mark.slow
@pytest.mark.parametrize("deed", ["another answer", "a loop", "a crash"])
def test_difference_in_hidden_checks_leaves_public_ones_alone(grader: Grader, deed: str) -> None:
    """No public message may depend on a hidden call, so public checks do not run after one."""
    program = HALVES.replace("ahead()", "ahead(number)").replace(
        "TELL", TELLS["by the server's frame"].replace("return ", "return number >= 10 and ")
    )
    program = program.replace("else -1", "else number + 1 - 9 * (number >= 10)")
    run = run_on(grader, program.replace("DEED", DEEDS[deed]).replace("THIRD", "pass"))
    assert failed(run) == {"half.hidden-first"}
    assert run.nondeterministic
    assert not visible(run, Visibility.PUBLIC)


@pytest.mark.slow
def test_end_of_the_hidden_prefetch_leaves_public_checks_alone(
    grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All public checks have passed by the prefetch; then two hidden ones hang (attack 132)."""
    monkeypatch.setattr(grader_module, "MAX_LATE", 1)
    hangs = RIGHT.replace(
        'return {"value": number * number}',
        'while number >= 10: pass\n    return {"value": number * number}',
    )
    run = run_on(grader, hangs)
    assert failed(run) == {id_ for id_ in GIVEN_UP if "hidden" in id_}
    assert not visible(run, Visibility.PUBLIC)
    assert sorted(visible(run, Visibility.HIDDEN)) == sorted(
        id_ for id_ in run.verdicts if "hidden" in id_
    )


@pytest.mark.slow
def test_prefetch_is_charged_to_the_budget(grader: Grader) -> None:
    """The charge applies even if the prefetch decides every check."""
    run = run_on(grader, burning(0.02) + "burn()\n" + RIGHT)
    assert not failed(run) and not run.live
    # the program is loaded for each check
    assert run.submission_run.bench.budget.cpu_seconds > 0.1


@pytest.mark.slow
def test_budget_continues_when_checks_run_again(world: World) -> None:
    """The prefetch, the first live runs and those after a difference share one budget."""
    total, one = 1.0, 0.12  # five loads, and as much again for a slow machine's judge
    program = burning(one) + "burn()\n" + halves(deed=DEEDS["another answer"])
    with world.opened(total_cpu_seconds=total) as grader:
        run = run_on(grader, program)
    budget = run.submission_run.bench.budget
    assert budget.exhausted is not None and budget.exhausted.kind is CauseKind.TOTAL_CPU_LIMIT
    assert one < budget.cpu_seconds < total + 0.3
    causes = {id_: check.cause for id_, check in checks(run.result).items()}
    assert causes["half.hidden-second"] == budget.exhausted
    assert run.nondeterministic
