"""Entry point of level E where systems cannot fork: one worker process, one connection over
standard input and output.

Needs no fork and no Unix-only module; where the ``resource`` module exists it also caps memory and
CPU. The first message is Start; then :mod:`server` takes over. Output of the submission never
reaches the pipe: descriptor 1 is moved away before any of its code runs.

Start brings the code of trusted files, so that not every process has to compile them. Another
process made it, whose first message was Compile and which ended then. It gets no file of the
submission.
"""

from __future__ import annotations

import math
import os
import sys
from typing import NoReturn

from ..protocol import messages
from ..protocol.config import ProcessLimits
from . import modules, server

OUT_OF_TIME = 152
"""Exit status of a process that has used up its CPU time, as shells have it for SIGXCPU."""


def limit_resources(limits: ProcessLimits) -> None:
    """Apply *limits* as far as this system can: CPU seconds, address space, open files."""
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
            # macOS refuses some of them; the wall clock remains
            pass


def watch(cpu_seconds: float) -> None:
    """End this process once it has used *cpu_seconds*, on a system that does not."""
    import _thread
    import time

    def look() -> NoReturn:
        while True:
            left = cpu_seconds - time.process_time()
            if left <= 0:
                os._exit(OUT_OF_TIME)
            time.sleep(max(left, 0.05))

    _thread.start_new_thread(look, ())


def main() -> NoReturn:
    """Serve one connection, then leave without running anything that the submission registered."""
    try:
        serve(open_channel())
    finally:
        os._exit(0)


def open_channel() -> server.Channel:
    """Move standard input and output away from where the submission finds them."""
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
    """Read the first message and do what it demands."""
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
    server.Server(
        channel, program, first.variant, limits["output_chars"], limits["cpu_seconds"]
    ).run()
