"""Entry point of level E on systems that cannot fork: one process for each connection, through
standard input and output.

It needs no fork and no Unix-only module. If there is a ``resource`` module, it also caps memory and
CPU time. After the first message, Start, :mod:`server` takes over. Output of the submission never
reaches the pipe, because descriptor 1 is moved away before any of its code runs.

Start carries the code of trusted files, so that not every process compiles them. The code comes
from another process, whose only message is Compile and which gets no file of the submission.
"""

from __future__ import annotations

import json
import math
import os
import sys
from typing import NoReturn

from ..protocol import messages
from ..protocol.config import ProcessLimits
from . import clocks, modules, package_imports, server, waits

OUT_OF_TIME = 152
"""Exit status of a process that used up its CPU time, as in shells after SIGXCPU."""


def limit_resources(limits: ProcessLimits) -> None:
    """Apply *limits* as far as this system supports them: CPU time, address space, open files."""
    try:
        import resource
    except ImportError:  # Windows
        watch(limits["cpu_seconds"])
        return
    wanted = (
        ("RLIMIT_CPU", limits["cpu_seconds"]),
        ("RLIMIT_AS", limits["memory_bytes"]),
        ("RLIMIT_NOFILE", limits["open_files"]),
        ("RLIMIT_CORE", 0),
        ("RLIMIT_FSIZE", limits["file_bytes"]),
    )
    for name, value in wanted:
        which = getattr(resource, name, None)
        if which is None:
            continue
        value = math.ceil(value)  # a CPU limit of 0 would end the process at once
        _soft, hard = resource.getrlimit(which)
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        try:
            resource.setrlimit(which, (value, value))
        except (
            ValueError,
            OSError,
        ):
            # macOS refuses some; the wall time limit remains
            pass


def watch(cpu_seconds: float) -> None:
    """End this process after *cpu_seconds*, on a system that cannot enforce the limit."""
    import _thread
    import time

    started = _thread.allocate_lock()
    started.acquire()

    def look() -> NoReturn:
        started.release()
        with waits.waiting(lambda: True):
            while (left := cpu_seconds - time.process_time()) > 0:
                clocks.real_sleep(max(left, 0.05))
        os._exit(OUT_OF_TIME)

    _thread.start_new_thread(look, ())
    started.acquire()  # the server counts threads, and this one is not the submission's
    clocks.TIME.own_threads = 1


def main(shared: str = "null") -> NoReturn:
    """Serve one connection, then exit without running the submission's exit handlers.

    *shared*: the submissions' packages, as JSON.
    """
    try:
        channel = open_channel()
        clocks.install()
        package_imports.show(json.loads(shared))
        serve(channel)
    finally:
        os._exit(0)


def open_channel() -> server.Channel:
    """Return a channel over standard input and output, which the submission then cannot find."""
    reader = os.dup(0)
    writer = os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    os.close(null)
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(reader, os.O_BINARY)
        msvcrt.setmode(writer, os.O_BINARY)
    return server.Channel(reader, writer, 64 << 20)


def serve(channel: server.Channel) -> None:
    """Handle the first message."""
    received = channel.read()
    if received is None:
        return
    first = messages.parse_to_plain(received)
    program = modules.Program.from_message(first.program)
    if isinstance(first, messages.Compile):
        channel.tell(messages.Compiled(program.to_code()))
        return
    limits = first.limits
    channel.limit = limits["frame_bytes"]
    sys.setrecursionlimit(limits["recursion"])
    limit_resources(limits)
    program.add_code(first.code)
    serving = server.Server(channel, program, limits["output_chars"])
    serving.prepare()
    serving.run(first.variant, limits["cpu_seconds"])
