"""Callbacks of a submission: a cached reply is sent without parsing the question, and only if it is allowed."""

from __future__ import annotations

import contextlib
import dataclasses
import json
from typing import Any

import pytest

from graders.harness.assignment.check import Misbehaved
from graders.harness.assignment.process_limits import Limits
from graders.harness.grading.budget import Budget
from graders.harness.protocol import frames, values
from graders.harness.result import Cause, CauseKind
from graders.harness.sandbox.interface import ProcessExit
from graders.harness.session import oracle
from graders.harness.session.callbacks import CallbackCache, Callbacks, NoAnswer
from graders.harness.session.plan import ProcessPlan
from graders.harness.session.session import Session
from tests.world import TOY

BOARD = [[0, 1], [2, (3, 4)], {"a": "b,c"}]


def asking(number: int, operation: str = "score", *arguments: object, call: int = 1) -> bytes:
    """Return the message of a callback."""
    return values.encode(["ask", call, number, operation, list(arguments)], 1 << 20)


def answered(questions: Callbacks, payload: bytes) -> tuple[bytes, bool]:
    """Return the reply to *payload*, made by parsing it."""
    _, _, number, operation, arguments = values.decode(payload)
    return questions.reply(payload, number, operation, arguments)


class Scores:
    """Answers `score`, and counts how often it does."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, *arguments: object) -> object:
        """Compute the answer once more."""
        self.times += 1
        return ["the score", list(arguments), (1, 2)]


def test_a_cached_reply_is_the_same_to_the_byte() -> None:
    """Only the number of the new question differs."""
    scores = Scores()
    questions = Callbacks({"score": scores}, Limits())
    assert questions.cached_reply(1, asking(1, "score", BOARD)) is None
    answered(questions, asking(1, "score", BOARD))
    fresh = Callbacks({"score": scores}, Limits())
    for number, call in ((2, 1), (10, 1), (1, 2), (123456789, 77)):
        payload = asking(number, "score", BOARD, call=call)
        assert questions.cached_reply(call, payload) == answered(fresh, payload)[0]
    assert questions.cached_reply(1, asking(2, "score", [[0, 1]])) is None
    assert questions.cached_reply(1, asking(2, "other", BOARD)) is None


def test_only_the_current_call_may_make_a_callback() -> None:
    """A message of another call is parsed and refused as usual."""
    questions = Callbacks({"score": Scores()}, Limits())
    answered(questions, asking(1))
    assert questions.cached_reply(1, asking(2)) is not None
    assert questions.cached_reply(2, asking(2)) is None
    assert questions.cached_reply(11, asking(2, call=1)) is None


@pytest.mark.parametrize(
    "number", ["007", "-1", "1e2", "1.0", " 1", "+1", "0x1", "", '"1"', "9" * 40, "1\n"]
)
def test_number_that_no_process_writes_is_parsed(number: str) -> None:
    """The reply contains the number, and no other text of the question."""
    questions = Callbacks({"score": Scores()}, Limits())
    answered(questions, asking(1))
    assert questions.cached_reply(1, b'["ask",1,%s,"score",[]]' % number.encode()) is None


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b'["ask"',
        b'["ask",1',
        b'["ask",1,',
        b'["ask",1,2',
        b'["ask",1,2,',
        b'["say",1,2,"score",[]]',
    ],
)
def test_other_messages_have_no_reply(payload: bytes) -> None:
    """Even a malformed question has none."""
    questions = Callbacks({"score": Scores()}, Limits())
    answered(questions, asking(1))
    assert questions.cached_reply(1, payload) is None


def test_cached_replies_count_as_callbacks() -> None:
    """The limit on callbacks includes them."""
    questions = Callbacks({"score": Scores()}, Limits(asks=3))
    answered(questions, asking(1))
    assert questions.cached_reply(1, asking(2)) is not None
    assert questions.cached_reply(1, asking(3)) is not None
    assert questions.cached_reply(1, asking(4)) is None
    reply, answers = answered(questions, asking(4))
    assert not answers
    assert json.loads(reply[frames.HEADER.size :])[0] == "refused"


def test_shared_answers_are_computed_once() -> None:
    """An answer in one check is cached for the next. Without the cache each check computes its own."""
    scores, replies = Scores(), CallbackCache()
    for _ in range(3):
        questions = Callbacks({"score": scores}, Limits(), replies)
        questions.cached_reply(1, asking(1)) or answered(questions, asking(1))
    assert scores.times == 1
    assert answered(Callbacks({"score": scores}, Limits()), asking(1))[1]
    assert scores.times == 2


def test_answers_of_other_submissions_are_reused() -> None:
    """The next submission uses them, beside its own new ones."""
    scores, first = Scores(), CallbackCache()
    answered(Callbacks({"score": scores}, Limits(), first), asking(1))
    second = CallbackCache(first.new)
    questions = Callbacks({"score": scores}, Limits(), second)
    assert questions.cached_reply(1, asking(1)) is not None
    assert not second.new
    answered(questions, asking(2, "score", BOARD))
    assert len(second.new) == len(first.new) == 1


def test_closed_callback_is_not_answered_from_the_cache() -> None:
    """A check with other callbacks, or none, must not disclose answers of a check that opens this one."""
    replies = CallbackCache()
    answered(Callbacks({"score": Scores()}, Limits(), replies), asking(1))
    for answers in ({}, {"moves": Scores()}, {"moves": Scores(), "score": Scores()}):
        questions = Callbacks(answers, Limits(), replies)
        assert questions.cached_reply(1, asking(2)) is None
    # weak: a cache that does not check the open operations
    assert Callbacks({"score": Scores()}, Limits(), replies).cached_reply(1, asking(2)) is not None


def test_cache_of_answers_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bounds are a number and a length; further answers are sent, but not cached."""
    replies = CallbackCache()
    monkeypatch.setattr("graders.harness.session.callbacks.MAX_CACHED", 3)
    questions = Callbacks({"score": Scores()}, Limits(), replies)
    for number in range(1, 6):
        assert answered(questions, asking(number, "score", number))[1]
    assert len(replies.new) == 3
    monkeypatch.setattr("graders.harness.session.callbacks.MAX_CACHED_BYTES", 100)
    small = CallbackCache()
    for key, length in ((b"a", 80), (b"large", 21), (b"b", 10), (b"c", 10), (b"d", 0)):
        small.add(key, b"x" * length)
    assert list(small.new) == [b"a", b"b", b"c"]


def test_refused_callback_is_not_cached() -> None:
    """A refusal is not cached."""

    def none(*_: object) -> object:
        raise NoAnswer("there is none")

    replies = CallbackCache()
    questions = Callbacks({"score": none}, Limits(), replies)
    assert json.loads(answered(questions, asking(1))[0][frames.HEADER.size :])[2] == "there is none"
    assert not replies.new
    assert questions.cached_reply(1, asking(2)) is None


# The reference that answers.


class Reference:
    """A session whose processes end at each call, for the given cause."""

    def __init__(self, kind: CauseKind) -> None:
        self.alive = False
        self.started = 0
        self._kind = kind

    def begin(self, plan: object) -> None:
        """Start a process."""
        self.alive = True
        self.started += 1

    def call(self, operation: str, arguments: tuple[object, ...]) -> object:
        """End it."""
        raise Misbehaved(Cause(self._kind))

    def end(self) -> None:
        """Note its end."""
        self.alive = False


@pytest.mark.parametrize(
    ("kind", "processes"),
    [(CauseKind.EXCEPTION, oracle.MAX_LOST), (CauseKind.CPU_LIMIT, 1), (CauseKind.MEMORY_LIMIT, 1)],
)
@pytest.mark.parametrize("is_weak", [False, True], ids=["", "weak"])
def test_reference_that_callbacks_end_is_not_started_without_bound(
    kind: CauseKind, processes: int, is_weak: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each process may use all CPU time that callbacks have. Without the bound a check starts 100 of them."""
    if is_weak:
        monkeypatch.setattr(oracle, "MAX_LOST", 10**9)
    session: Any = Reference(kind)
    answers = oracle.Oracle(lambda: (session, lambda: ProcessPlan(Limits())), {})
    for check in (1, 2):
        for _ in range(100):
            with pytest.raises(NoAnswer):
                answers.answer("score", ())
        if is_weak:
            assert session.started == (check if processes == 1 else 100 * check)
        else:
            assert session.started == check * processes
        answers.fresh()


def test_answers_take_part_of_the_budget_of_their_submission(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They also get no more time than it has left."""
    plans = []
    usual, usual_charge = Session.begin, Budget.charge_other

    def begin(self: Session, plan: ProcessPlan) -> None:
        plans.append(plan.limits.cpu_seconds)
        usual(self, plan)

    def charge(self: Budget, ending: ProcessExit) -> None:
        usual_charge(self, dataclasses.replace(ending, cpu_seconds=1e6))

    kept = TOY.grader.recorded()
    monkeypatch.setattr(Session, "begin", begin)
    monkeypatch.setattr(Budget, "charge_other", charge)
    with TOY.grader.bench(TOY.submission(), kept) as bench:
        bench.callback_oracle.answer("total", ([1, 2],))
        bench.callback_oracle.fresh()
        with contextlib.suppress(NoAnswer):
            bench.callback_oracle.answer("total", ([1, 2],))
        assert bench.budget.is_exhausted()
    assert plans[1] < 1 < plans[0]
