"""A child of the box: calls, and answers to its questions."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from graders.harness.inside import server
from graders.harness.inside.failures import AskRefused, Missing
from graders.harness.inside.modules import Program
from graders.harness.protocol import messages

DRIVER = "_grader.driver"


class Channel:
    """Keeps what is sent, and has *answers* for what is read."""

    was_packed = False

    def __init__(self, *answers: list[Any]) -> None:
        self.answers = list(answers)
        self.sent: list[messages.Message] = []

    def read(self) -> list[Any] | None:
        """See `server.Channel`."""
        return self.answers.pop(0)

    def write(self, message: messages.Message, in_packed_form: bool = False) -> None:
        """See `server.Channel`."""
        self.sent.append(message)

    tell = write


def served(*answers: list[Any]) -> tuple[server.Server, Channel]:
    """Return a server, and its channel."""
    channel: Any = Channel(*answers)
    made = server.Server(channel, Program({}, {}, {}), 100)
    made.threads = len(sys._current_frames())
    return made, channel


def driver_with(**functions: Callable[..., Any]) -> ModuleType:
    """Return a driver with these functions of its own."""
    driver = ModuleType(DRIVER)
    for name, function in functions.items():
        function.__module__ = DRIVER
        setattr(driver, name, function)
    return driver


def test_operations_are_public_functions_of_the_driver_itself() -> None:
    driver = driver_with(own=lambda: 1, _private=lambda: 2)
    vars(driver)["imported"] = lambda: 3
    assert server.operation_of(driver, "own")() == 1
    for name in ("_private", "imported", "absent"):
        with pytest.raises(Missing):
            server.operation_of(driver, name)


@pytest.mark.parametrize("leaves_one", [True, False])
def test_process_with_one_thread_more_makes_no_call(leaves_one: bool) -> None:
    made, channel = served()
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    if leaves_one:
        thread.start()
    made.answer(messages.Call(1, "own", []), driver_with(own=lambda: 1))
    end.set()
    refused = messages.MissingReply(1, "", messages.THREADS_LEFT, "", "", "")
    assert channel.sent == [refused if leaves_one else messages.Return(1, 1)]
    if leaves_one:
        thread.join()


@pytest.mark.parametrize("is_shared", [True, False])
def test_process_of_several_checks_sends_no_output(is_shared: bool) -> None:
    made, channel = served()
    made.is_shared = is_shared
    made.answer(messages.Call(1, "own", []), driver_with(own=lambda: made.out.write("a")))
    printed = [] if is_shared else [messages.Printed(1, "a")]
    assert channel.sent == [*printed, messages.Return(1, 1)]


def test_answer_to_another_question_is_none() -> None:
    made, _ = served(["answer", 1, "right"], ["answer", 1, "of the first"])
    assert made.ask("score") == "right"
    with pytest.raises(AskRefused):
        made.ask("score")
