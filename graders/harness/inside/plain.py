"""Entry point of level E where systems cannot fork: one worker process, one connection over
standard input and output.

Needs no fork and no Unix-only module; where the ``resource`` module exists it also caps memory and
CPU. The first frame is ``["start", program, variant, limits, code]``; then :mod:`server` takes
over. What the student prints never reaches the pipe: descriptor 1 is moved away before any of their
code runs.

The code is that of the files of ours, so that not every process has to compile them: a list of
role, name and what :mod:`marshal` made of it. Another process has said it to the first frame
``["compile", program]``, and ended then: ``["compiled", code]``. It is given no file of the
submission.
"""

import os
import sys

OUT_OF_TIME = 152
"""Exit status of a process that has ended itself for its use of CPU time: what shells say of one
that SIGXCPU ended.
"""


def limit_resources(limits):
    """Apply what this system offers of *limits*: CPU seconds, address space, open files."""
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
        value = int(-(-value // 1))  # up: a CPU limit of 0 would end the process at once
        _soft, hard = resource.getrlimit(which)
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        try:
            resource.setrlimit(which, (value, value))
        except (ValueError, OSError):  # macOS refuses some of them; the wall clock remains
            pass


def watch(cpu_seconds):
    """Have this process end itself once it has used *cpu_seconds*: for systems that do not see to
    that.
    """
    import _thread
    import time

    def look():
        while True:
            left = cpu_seconds - time.process_time()
            if left <= 0:
                os._exit(OUT_OF_TIME)
            time.sleep(max(left, 0.05))

    _thread.start_new_thread(look, ())


def main():
    """Run one connection, then leave without running anything the student registered."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if entry and os.path.abspath(entry) != here]
    sys.path.insert(0, os.path.dirname(here))
    from inside import modules, server  # the folder's own name; "graders" does not exist in here

    del sys.path[0]

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
    channel = server.Channel(reader, writer, 64 << 20)
    message = channel.read()
    if message is None:
        return
    program = modules.Program.from_message(message[1])
    if message[0] == "compile":
        channel.write(["compiled", program.to_code()])
        return
    _start, _program, variant, limits, code = message
    channel.limit = limits["frame_bytes"]
    sys.setrecursionlimit(limits["recursion"])
    limit_resources(limits)
    program.add_code(code)
    server.Server(channel, program, variant, limits["output_chars"], limits["cpu_seconds"]).run()


if __name__ == "__main__":
    try:
        main()
    finally:
        os._exit(0)
