"""Landlock's rules hold by themselves, without the filter of system calls that refuses the same in a box."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from graders.harness.inside import landlock, syscalls

VERSION = landlock.abi() if syscalls.supported() else 0

pytestmark = pytest.mark.skipif(not VERSION, reason="this kernel has no Landlock")


def errno_of(confine: Callable[[], None], deed: Callable[[], object]) -> int:
    """Return the number of the error of *deed* in a confined process; 0 if it succeeds."""
    pid = os.fork()
    if pid == 0:
        number = 255
        try:
            syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
            confine()
            deed()
            number = 0
        except OSError as error:
            number = error.errno or 255
        finally:
            os._exit(number)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def nothing() -> None:
    """Allow no file."""
    landlock.confine([])


def listen() -> None:
    """Bind a port."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))


EPERM, EACCES = 1, 13


@pytest.mark.parametrize(
    ("deed", "since"),
    [
        (lambda path: (path / "file").read_bytes(), 1),
        (lambda path: os.truncate(path / "file", 0), 3),
        (lambda path: listen(), 4),
    ],
    ids=["read", "truncate", "port"],
)
def test_what_no_rule_allows_is_refused(
    deed: Callable[[Path], object], since: int, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    assert errno_of(lambda: None, lambda: deed(tmp_path)) == 0
    if since > VERSION:
        pytest.skip(f"needs version {since} of Landlock")
    assert errno_of(nothing, lambda: deed(tmp_path)) == EACCES


@pytest.mark.skipif(VERSION < 6, reason="needs version 6 of Landlock")
def test_process_reaches_no_other_by_signal_or_abstract_socket(tmp_path: Path) -> None:
    name = f"\0{tmp_path}"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(name)
        server.listen()

        def connect() -> None:
            with socket.socket(socket.AF_UNIX) as client:
                client.connect(name)

        assert errno_of(lambda: None, connect) == 0
        assert errno_of(nothing, connect) == EPERM
    parent = os.getpid()
    assert errno_of(lambda: None, lambda: os.kill(parent, 0)) == 0
    assert errno_of(landlock.confine_signals, lambda: os.kill(parent, 0)) == EPERM
    assert errno_of(landlock.confine_signals, lambda: os.kill(os.getpid(), signal.SIGCONT)) == 0
    assert errno_of(landlock.confine_signals, (tmp_path / "file").touch) == 0
