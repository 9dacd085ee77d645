"""A live call takes messages of its own number, and no other."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import pytest

from graders.harness.assignment.process_limits import Limits
from graders.harness.protocol import messages, values
from graders.harness.result import CauseKind
from graders.harness.session.exchange import Exchange, ThreadsLeft
from graders.harness.session.memory import HangMemory, ImportMemory
from graders.harness.session.message_loop import CallFailed
from graders.harness.session.plan import ProcessPlan
from tests.session.test_message_loop import Script

NUMBER = 7
LIMITS = Limits()

MESSAGES = (
    messages.Return(NUMBER, [1, 2]),
    messages.Raise(NUMBER, "ValueError", "", "", "error"),
    messages.MissingReply(NUMBER, "", "name_missing", "", "", ""),
    messages.Output(NUMBER),
    messages.Importing(NUMBER, "m"),
    messages.Imported(NUMBER, "m"),
    messages.Printed(NUMBER, "a"),
    messages.Busy(NUMBER, "", "", 0.0),
    messages.Ask(NUMBER, 1, "f", []),
)
"""All messages with the number of a call that a process may send."""


class Answering(Script):
    """A connection to a process that sends its messages after the call."""

    def quiet(self) -> bool:
        """See `Connection`."""
        return True


def answered(*sent: NamedTuple, number: int = NUMBER) -> Any:
    """Return the result of a call to a process that sends these messages."""
    connection: Any = Answering(*(values.encode(messages.to_list(one), 1 << 20) for one in sent))
    imports = ImportMemory(HangMemory(lambda _: [], is_cold=False))
    exchange = Exchange(ProcessPlan(LIMITS), LIMITS, imports, "f", (), number)
    return exchange.run(connection, time.monotonic() + 60)


def test_result_of_this_call_is_its_result() -> None:
    assert answered(messages.Printed(NUMBER, "a"), MESSAGES[0]) == [1, 2]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
@pytest.mark.parametrize("number", [0, NUMBER - 1, NUMBER + 1])
def test_message_of_another_call_ends_this_one(message: Any, number: int) -> None:
    """Otherwise a program could answer a call with what it knows from an earlier one."""
    with pytest.raises(CallFailed) as failed:
        answered(message._replace(call=number), MESSAGES[0])
    assert failed.value.failure.cause.kind is CauseKind.CHANNEL_ABUSE


def test_process_is_not_replaced_before_it_has_made_a_call() -> None:
    """A program could say without end that threads are left."""
    with pytest.raises(ThreadsLeft):
        answered(messages.MissingReply(NUMBER, "", messages.THREADS_LEFT, "", "", ""))
    with pytest.raises(CallFailed):
        answered(messages.MissingReply(1, "", messages.THREADS_LEFT, "", "", ""), number=1)
