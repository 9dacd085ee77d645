"""Compiles a program in the zygote, without letting what it compiles harm it.

The compiler can be made to crash, to loop and to eat memory by what it is given. So a throw-away process, under limits,
compiles every submitted file first; the zygote then compiles those that came through. The others stay as they are: who
imports one compiles it in a process of their own, so that one such file costs only the checks that need it.

Files of ours are compiled once, by the launcher, if it has been told them (:func:`learn`).
"""

from __future__ import annotations

import os
import resource
import select
import signal
import time
from typing import Any

from . import box

FILE_SECONDS = 2
TOTAL_SECONDS = 6.0
BYTES = 256 << 20


_KNOWN: dict[tuple[str, bytes], Any] = {}
"""By name and source of a file of ours: its code."""


def learn(program: Any) -> None:
    """Compile the files of *program*, all of them ours, for all processes that will be forked."""
    for _role, name, source in program.sources():
        try:
            _KNOWN[name, source] = compile(source, name, "exec", dont_inherit=True)
        except Exception:  # whoever imports it will hear
            pass


def compile_program(program: Any) -> None:
    """Compile every file of *program* that does no harm when it is compiled."""
    sources = list(program.sources())
    harmless = try_compiling([item for item in sources if item[0] == "submitted"])
    for role, name, source in sources:
        if role != "submitted" and (name, source) in _KNOWN:
            program.compiled[role, name] = _KNOWN[name, source]
        elif role != "submitted" or name in harmless:
            try:
                program.compile_one(role, name, source)
            except Exception:  # it will be raised again, with its line, by the import
                pass


def try_compiling(sources: list[tuple[str, str, bytes]]) -> set[str]:
    """Return the names of those *sources* (role, name, text) that a throw-away process compiled within the limits."""
    harmless: set[str] = set()
    deadline = time.monotonic() + TOTAL_SECONDS
    place = 0
    while place < len(sources) and time.monotonic() < deadline:
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            _compile_all(sources[place:], writer)
        os.close(writer)
        poll = select.poll()
        poll.register(reader, select.POLLIN)
        while place < len(sources):
            left = deadline - time.monotonic()
            answer = os.read(reader, 1) if left > 0 and poll.poll(left * 1000) else b""
            if answer == b"y":
                harmless.add(sources[place][1])
            elif not answer:
                break
            place += 1
        os.close(reader)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        place += 1  # the one it died of; or past the end
    return harmless


def _compile_all(sources: list[tuple[str, str, bytes]], writer: int) -> None:
    """Compile *sources* and report each with a byte; never returns."""
    try:
        box.lower(resource.RLIMIT_AS, BYTES)
        for _role, name, source in sources:
            box.lower(resource.RLIMIT_CPU, int(time.process_time()) + FILE_SECONDS, soft_only=True)
            try:
                compile(source, name, "exec", dont_inherit=True)
                answer = b"y"
            except BaseException:
                answer = b"n"
            os.write(writer, answer)
    finally:
        os._exit(0)
