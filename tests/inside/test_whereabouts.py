"""The location of a process whose time is nearly up: the function that does not return."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from graders.harness.inside import modules, server
from graders.harness.inside.whereabouts import SAMPLES, Whereabouts
from graders.harness.protocol import frames, messages, values

SOURCE = """
import time

def helper():
    return sum(range(50))

def spin(until):
    while time.process_time() < until:
        helper()

def fast():
    helper()
"""


@pytest.fixture(autouse=True)
def no_timer_left() -> Iterator[None]:
    """Restore the process's timer and handler."""
    before = signal.getsignal(signal.SIGPROF)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


def functions(name: str) -> dict[str, Any]:
    """Return the functions of SOURCE, compiled as a file *name*."""
    made: dict[str, Any] = {}
    exec(compile(SOURCE, name, "exec"), made)
    return made


def told_while(run: Callable[[], object], seconds: float) -> list[str]:
    """Return the locations reported while *run* runs, if the process has *seconds* left."""
    told: list[str] = []
    looking = Whereabouts(frozenset({"game.py"}), lambda line, seconds: told.append(line))
    looking.watch(time.process_time() + seconds)
    run()
    looking.stop()
    return told


@pytest.mark.slow
def test_loop_is_located_in_the_function_that_runs_it() -> None:
    """The functions that it calls come and go."""
    spin = functions("game.py")["spin"]
    told = told_while(lambda: spin(time.process_time() + 0.6), 0.5)
    assert told[-1] in ("game.py, line 8", "game.py, line 9")
    assert len(told) <= len(SAMPLES)


@pytest.mark.slow
def test_code_outside_the_submission_is_not_reported() -> None:
    """Nobody could look it up."""
    spin = functions("other.py")["spin"]
    assert set(told_while(lambda: spin(time.process_time() + 0.6), 0.5)) == {""}


@pytest.mark.slow
def test_time_of_the_call_is_reported_with_each_line() -> None:
    """The judge decides by it whether the call takes long; the process has worked before."""
    spin = functions("game.py")["spin"]
    told: list[tuple[float, float]] = []
    looking = Whereabouts(
        frozenset({"game.py"}), lambda line, seconds: told.append((seconds, time.process_time()))
    )
    looking.watch(time.process_time() + 0.5)
    spin(time.process_time() + 0.15)
    before, called = len(told), time.process_time()
    looking.begin_call()
    spin(called + 0.5)
    assert 0 < before < len(told) <= len(SAMPLES)
    assert all(0 <= seconds <= now - called for seconds, now in told[before:])
    assert told[-1][0] > 0.2


@pytest.mark.slow
def test_nothing_is_reported_after_stop() -> None:
    """A process without a call is not watched."""
    told: list[str] = []
    looking = Whereabouts(frozenset({"game.py"}), lambda line, seconds: told.append(line))
    looking.watch(time.process_time() + 0.2)
    looking.stop()
    functions("game.py")["spin"](time.process_time() + 0.3)
    assert told == []


@pytest.mark.slow
def test_exception_while_reporting_is_contained() -> None:
    """The interrupted program continues."""

    def broken(_place: str, _seconds: float) -> None:
        raise RuntimeError

    looking = Whereabouts(frozenset({"game.py"}), broken)
    looking.watch(time.process_time() + 0.2)
    functions("game.py")["spin"](time.process_time() + 0.3)


def test_report_between_messages_neither_loses_nor_repeats_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The signal may come while a message is made, sent or read. Then no location is sent, and each message arrives once."""
    reader, writer = os.pipe()
    serving = server.Server(
        server.Channel(reader, writer, 1 << 16), modules.Program({}, {}, {}, {}), 1000
    )
    serving.call_id, serving.calling = 7, True
    encode, write = values.encode_frame, os.write

    def interrupted(step: Callable[..., Any]) -> Callable[..., Any]:
        def done(*arguments: Any) -> Any:
            result = step(*arguments)
            if "busy" not in str(arguments[:1]):
                serving.tell_busy("game.py, line 8", 0.25)
            return result

        return done

    monkeypatch.setattr(server, "encode_frame", interrupted(encode))
    monkeypatch.setattr(server.os, "write", interrupted(write))
    for number in range(3):
        serving.channel.tell(messages.Importing(7, f"part{number}"))
    serving.tell_busy("game.py, line 9", 0.5)
    arrived = frames.split(os.read(reader, 1 << 16))
    told = [values.decode(frame[frames.HEADER.size :]) for frame in arrived]
    assert told == [
        *(["importing", 7, f"part{number}"] for number in range(3)),
        ["busy", 7, "game.py, line 9", "", 0.5],
    ]
    os.close(reader)
    os.close(writer)


def test_report_loses_no_message_of_a_hostile_program() -> None:
    """The signal comes after the program has looked up the held messages and before it adds its own."""
    reader, writer = os.pipe()
    serving = server.Server(
        server.Channel(reader, writer, 1 << 16), modules.Program({}, {}, {}, {}), 1000
    )
    serving.calling = True
    held = serving.channel.held
    serving.tell_busy("game.py, line 8", 0.25)
    held.append(b"its own")
    serving.channel.tell(messages.Imported(7, "game"))
    assert b"its own" in os.read(reader, 1 << 16)
    os.close(reader)
    os.close(writer)
