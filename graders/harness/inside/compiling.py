"""Compiles a program for the zygote, safely.

A hostile source can make the compiler crash, loop or use up memory. So a throw-away process, under
limits, compiles every submitted file and sends the code of those that compile. The others stay
sources. The process that imports such a file compiles it, so that it costs only the checks that
need it.

The launcher compiles trusted files once, if it has them before (:func:`learn`).
"""

from __future__ import annotations

import functools
import marshal
import os
import resource
import select
import signal
import time
from contextlib import suppress
from types import CodeType
from typing import NoReturn

from ..protocol import frames
from . import box
from .modules import Program

Source = tuple[str, str, bytes]
"""Role, name and text of a file."""

FILE_SECONDS = 2
TOTAL_SECONDS = 6.0
BYTES = 256 << 20
CODE_BYTES = 64 << 20
"""Maximum bytes of code of all files: folded constants can make it long."""

_KNOWN: dict[tuple[str, bytes], CodeType] = {}
"""Code of trusted files by name and source."""


def learn(program: Program) -> None:
    """Compile the files of *program*, all trusted, for all processes to be forked."""
    for role, name, source in program.sources():
        with suppress(Exception):  # the import raises it again, with its line
            program.compile_one(role, name, source)
            _KNOWN[name, source] = program.compiled[role, name]


def compile_program(program: Program) -> None:
    """Compile every file of *program* that compiles without harm."""
    compile_submitted(program)
    for role, name, source in program.sources():
        if role == "submitted":
            continue
        if (name, source) in _KNOWN:
            program.compiled[role, name] = _KNOWN[name, source]
        else:
            with suppress(Exception):  # the import raises it again, with its line
                program.compile_one(role, name, source)


def compile_submitted(program: Program) -> None:
    """Compile every submitted file of *program* without code that compiles without harm."""
    sources = [
        item
        for item in program.sources()
        if item[0] == "submitted" and item[:2] not in program.compiled
    ]
    for name, code in try_compiling(program, sources).items():
        program.compiled["submitted", name] = code


def changed(program: Program, submitted: dict[str, bytes]) -> Program:
    """Return *program* with other submitted files, of which only new ones are compiled."""
    after = program.with_submission(submitted)
    after.compiled = {
        (role, name): code
        for (role, name), code in program.compiled.items()
        if role != "submitted" or program.submitted[name] == submitted.get(name)
    }
    compile_submitted(after)
    return after


def try_compiling(program: Program, sources: list[Source]) -> dict[str, CodeType]:
    """Return the code of the *sources* of *program* that a throw-away process compiles within its
    limits.

    Only a file that takes over the compiler could make it send anything else. Such a file could
    take over this process too, if this process compiled it.
    """
    compiled: dict[str, CodeType] = {}
    bytes_left = CODE_BYTES
    deadline = time.monotonic() + TOTAL_SECONDS
    index = 0
    while index < len(sources) and time.monotonic() < deadline:
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            _compile_all(program, sources[index:], writer)
        os.close(writer)
        receive = functools.partial(_receive, reader, deadline)
        while index < len(sources):
            try:
                code = frames.read(receive, bytes_left)
            except frames.FrameTooLarge:
                break
            if code is None:
                break
            bytes_left -= len(code)
            try:
                loaded = marshal.loads(code)
                if isinstance(loaded, CodeType):
                    compiled[sources[index][1]] = loaded
            except (ValueError, EOFError, TypeError, MemoryError):
                pass  # the file does not compile, or the process broke
            index += 1
        os.close(reader)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        index += 1  # skip the file that ended the process
    return compiled


def _receive(reader: int, deadline: float, count: int) -> bytes:
    """Return up to *count* bytes from a pipe; none at its end or after *deadline*."""
    poll = select.poll()
    poll.register(reader, select.POLLIN)
    left = deadline - time.monotonic()
    return os.read(reader, count) if left > 0 and poll.poll(left * 1000) else b""


def _compile_all(program: Program, sources: list[Source], writer: int) -> NoReturn:
    """Compile *sources* of *program* and send the code of each in a frame; an empty frame if one
    does not compile.
    """
    try:
        box.lower(resource.RLIMIT_AS, BYTES)
        for role, name, source in sources:
            box.lower(
                resource.RLIMIT_CPU,
                int(time.process_time()) + FILE_SECONDS,
                soft_only=True,
            )
            try:
                code = marshal.dumps(program.code_of(role, name, source))
                frame = frames.pack(code)
            except BaseException:
                frame = frames.pack(b"")
            frames.write_all(functools.partial(os.write, writer), frame)
    finally:
        os._exit(0)
