"""Fitted to attacks 127 and 132: a program answers one check with what another check's calls told an earlier process.

A later call may hold the right answer to an earlier one. A process that has seen it can tell a later process, if only by
the number of processes that there have been. Each program is tried at the levels A+, B and C and in plain processes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.harness.grading.grader import Grader
from graders.harness.grading.prefetched import PrefetchedReplies
from graders.harness.sandbox.interface import SandboxError, SandboxRefused
from tests.once import once
from tests.replay.walk import run_on, without_prefetch
from tests.world import World, forwarding, verdicts, write_world

pytestmark = pytest.mark.usefixtures("recordings")

LEVELS = ("A+", "B", "C", "plain")

CHECKS = '''
@check("cards.score", visibility="hidden")
def test_score(student, reference):
    """The score is the sum of the cards."""
    cards = reference.deal(5)
    expect(student.score(cards), sum(cards))


@check("cards.deal", visibility="hidden")
def test_deal(student, reference):
    """It deals the right cards."""
    expect(student.deal(5), reference.deal(5))
'''
RIGHT = """
def deal(number):
    return [1000 + number * number % 7] * 12

def score(cards):
    return sum(cards)
"""

REMEMBERS = """
import os, threading

def note(value):
    NOTE

def noted():
    READ

def deal(number):
    return [noted()] * 12

def score(cards):
    note(cards[0])
    return sum(cards)
"""
"""Cannot deal, and learns the cards from the calls of another check."""

MEANS = {
    "a file": (
        "open('cards', 'w').write(str(value))",
        "return int(open('cards').read()) if os.path.exists('cards') else 0",
    ),
    "numbers of processes": (
        "for _ in range(100 * (value - 999)):\n"
        "        one = threading.Thread(target=int)\n        one.start()\n        one.join()",
        "past = (os.getpid() - os.getppid()) // 100\n    return 999 + past if past else 0",
    ),
}
"""How a process tells later ones what it has learned, and how these read it."""


def remembering(means: str) -> str:
    """Return a program that cannot deal, and tells its later processes the cards by these means."""
    note, read = MEANS[means]
    return REMEMBERS.replace("NOTE", note).replace("READ", read)


@pytest.fixture(scope="module")
def cards() -> World:
    """A world whose calls of one check hold the answers of another."""

    def write(root: Path) -> None:
        write_world(
            root,
            id="cards",
            checks=CHECKS,
            driver=forwarding(work=("deal", "score")),
            reference={"work.py": RIGHT},
        )

    return World(once("cards", write), "cards")


@pytest.fixture(
    params=[
        pytest.param(one, marks=() if one in (LEVELS[0], LEVELS[-1]) else pytest.mark.nightly)
        for one in LEVELS
    ]
)
def grader(request: pytest.FixtureRequest, cards: World) -> Iterator[Grader]:
    """A grader at each level that this machine offers."""
    try:
        with cards.opened(request.param) as opened:
            opened.recorded()
            yield opened
    except (SandboxRefused, SandboxError) as reason:
        pytest.skip(f"this machine has no such box: {reason}")


@pytest.mark.slow
@pytest.mark.parametrize("means", MEANS)
def test_no_call_that_holds_an_answer_comes_before_that_answer_is_decided(
    grader: Grader, means: str
) -> None:
    """The check whose answers the other's calls hold is decided first, with and without a prefetch."""
    for one in (grader, without_prefetch(grader)):
        assert run_on(one, remembering(means)).verdicts["cards.deal"] == "failed"


@pytest.mark.slow
def test_process_that_has_seen_an_answer_would_tell_a_later_one(
    cards: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the rule the program passes at every level: here at the strongest."""
    monkeypatch.setattr(PrefetchedReplies, "waits", lambda *_: False)
    run = run_on(cards.grader, remembering("numbers of processes"))
    assert run.verdicts == {"cards.deal": "passed", "cards.score": "passed"}


@pytest.mark.slow
def test_right_program_is_decided_by_one_prefetch(cards: World) -> None:
    """Its answers are right before the calls that hold them are sent, so nothing waits."""
    run = run_on(cards.grader, RIGHT)
    assert set(run.verdicts.values()) == {"passed"}
    assert not run.live


def test_check_that_is_chosen_alone_waits_for_no_other(cards: World) -> None:
    """Its calls hold answers to a check that is not run at all."""
    graded = cards.grader.grade(cards.submission(), only=frozenset(["cards.score"]))
    assert verdicts(graded)["cards.score"] == "passed"


def test_order_in_a_file_does_not_matter(cards: World) -> None:
    """The check that comes first in the file is the one whose calls hold answers."""
    traces = cards.grader.recorded().traces
    assert {id_: trace.discloses for id_, trace in traces.items()} == {
        "cards.deal": (),
        "cards.score": ("cards.deal",),
    }
