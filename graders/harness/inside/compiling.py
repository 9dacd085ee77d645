"""Compiles a program in the zygote, without letting what it compiles harm it.

The compiler can be made to crash, to loop and to eat memory by what it is given. So a throw-away
process, under limits, compiles every submitted file, and hands over the code of those that came
through. The others stay as they are: who imports one compiles it in a process of their own, so that
one such file costs only the checks that need it.

Files of ours are compiled once, by the launcher, if it has been told them (:func:`learn`).
"""

from __future__ import annotations

import marshal
import os
import resource
import select
import signal
import struct
import time
from types import CodeType
from typing import Any

from . import box

FILE_SECONDS = 2
TOTAL_SECONDS = 6.0
BYTES = 256 << 20
CODE_BYTES = 64 << 20
"""Length of the code of all files, at most; constants that the compiler works out can make it long.
"""

_LENGTH = struct.Struct(">I")


_KNOWN: dict[tuple[str, bytes], Any] = {}
"""By name and source of a file of ours: its code."""


def learn(program: Any) -> None:
    """Compile the files of *program*, all of them ours, for all processes that will be forked."""
    for role, name, source in program.sources():
        try:
            program.compile_one(role, name, source)
            _KNOWN[name, source] = program.compiled[role, name]
        except Exception:  # whoever imports it will hear
            pass


def compile_program(program: Any) -> None:
    """Compile every file of *program* that does no harm when it is compiled."""
    sources = list(program.sources())
    submitted = try_compiling([item for item in sources if item[0] == "submitted"])
    for role, name, source in sources:
        if role == "submitted":
            if name in submitted:
                program.compiled[role, name] = submitted[name]
        elif (name, source) in _KNOWN:
            program.compiled[role, name] = _KNOWN[name, source]
        else:
            try:
                program.compile_one(role, name, source)
            except Exception:  # it will be raised again, with its line, by the import
                pass


def try_compiling(sources: list[tuple[str, str, bytes]]) -> dict[str, CodeType]:
    """Return the code of those *sources* (role, name, text) that a throw-away process compiled
    within the limits.

    Whoever could make it send anything else would have to take over the compiler; then they had
    this process, too, if it compiled by itself.
    """
    compiled: dict[str, CodeType] = {}
    room = CODE_BYTES
    deadline = time.monotonic() + TOTAL_SECONDS
    place = 0
    while place < len(sources) and time.monotonic() < deadline:
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            _compile_all(sources[place:], writer)
        os.close(writer)
        while place < len(sources):
            code = _received(reader, deadline, room)
            if code is None:
                break
            room -= len(code)
            try:
                loaded = marshal.loads(code)
                if isinstance(loaded, CodeType):
                    compiled[sources[place][1]] = loaded
            except (ValueError, EOFError, TypeError, MemoryError):
                pass  # it is no Python, or the process broke
            place += 1
        os.close(reader)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        place += 1  # the one it died of; or past the end
    return compiled


def _received(reader: int, deadline: float, most: int) -> bytes | None:
    """Return the code of the next file, nothing where it is no Python.

    None if none comes before the *deadline*, or more than *most* bytes would.
    """
    poll = select.poll()
    poll.register(reader, select.POLLIN)

    def exactly(count: int) -> bytes | None:
        parts = []
        while count:
            left = deadline - time.monotonic()
            part = (
                os.read(reader, min(count, 1 << 20)) if left > 0 and poll.poll(left * 1000) else b""
            )
            if not part:
                return None
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    head = exactly(_LENGTH.size)
    length = 0 if head is None else _LENGTH.unpack(head)[0]
    return None if head is None or length > most else exactly(length)


def _compile_all(sources: list[tuple[str, str, bytes]], writer: int) -> None:
    """Compile *sources* and hand over the code of each, after its length, 0 where it has none.
    Never returns.
    """
    try:
        box.lower(resource.RLIMIT_AS, BYTES)
        for _role, name, source in sources:
            box.lower(resource.RLIMIT_CPU, int(time.process_time()) + FILE_SECONDS, soft_only=True)
            try:
                code = marshal.dumps(compile(source, name, "exec", dont_inherit=True))
                answer = memoryview(_LENGTH.pack(len(code)) + code)
            except BaseException:
                answer = memoryview(_LENGTH.pack(0))
            while answer:
                answer = answer[os.write(writer, answer) :]
    finally:
        os._exit(0)
