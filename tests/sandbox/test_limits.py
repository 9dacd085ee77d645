"""Every limit of the system that a process gets, at its value."""

from __future__ import annotations

from collections.abc import Callable

from graders.harness.inside import box
from graders.harness.sandbox.interface import Box, Level
from graders.harness.sandbox.plain_processes import process_limits
from tests.sandbox.conftest import LIMITS
from tests.sandbox.talk import call

OpenBox = Callable[..., Box]

WORK = """
import os
import resource

def limits():
    names = ["AS", "CORE", "CPU", "FSIZE", "MEMLOCK", "MSGQUEUE", "NICE", "NOFILE", "NPROC", "RTPRIO", "SIGPENDING", "STACK"]
    return {name: resource.getrlimit(getattr(resource, "RLIMIT_" + name)) for name in names}

def leads_its_session():
    return os.getsid(0) == os.getpid()
"""


def test_process_has_each_limit_and_cannot_raise_it(open_box: OpenBox) -> None:
    """The CPU time is a backstop: the first process of the box is exact."""
    opened = open_box(work=WORK)
    connection = opened.connect("own", 1.5)
    kind, found = call(connection, "call", "limits")
    assert (kind, call(connection, "call", "leads_its_session")) == ("return", ["return", True])
    connection.finish()
    given = process_limits(LIMITS)
    expected = {
        "AS": given["memory_bytes"],
        "CORE": 0,
        "CPU": 8,
        "FSIZE": given["file_bytes"],
        "MEMLOCK": 0,
        "MSGQUEUE": 0,
        "NICE": 0,
        "NOFILE": given["open_files"],
        "NPROC": box.PROCESSES,
        "RTPRIO": 0,
        "SIGPENDING": 256,
        "STACK": box.STACK_BYTES,
    }
    if opened.level <= Level.C:  # the user's other processes count there
        del expected["NPROC"], found["NPROC"]
    assert found == {name: (value, value) for name, value in expected.items()}
