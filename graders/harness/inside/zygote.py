"""The first process of a box: compiles the submission once and forks a fresh child for every
connection.

It imports what is the course's and ours, but runs no code of the submission, ever; only its
children do, each under the child filter, each ended for good before its end is reported. It knows
no secret. What it is told and what it answers (its control socket, judge to box):

=============================================== ======================================================================
``["program", program, limits]``                the first message; no answer
``["connect", n, variant, cpu_seconds]`` and a  fork child *n* to serve the descriptor, with so much CPU time:
descriptor                                      ``["child", n]`` once it is confined, or ``["fault", n, text]``
``["renew", n, cpu_seconds]``                   give child *n* so much CPU time from now on: ``["renewed", n, used]``,
                                                with what it used since the last time, or its start
``["finish", n, hung_up]``                      end child *n*: ``["ended", n, by_itself, status, cause, cpu_seconds,
                                                peak_kilobytes]``; *status* is the exit status or minus the signal,
                                                *cause* is "", "cpu" or "memory". *hung_up* says that the judge saw the
                                                child's end of the pipe close: it is then given a moment to be gone
=============================================== ======================================================================

It ends, and the box with it, when the judge or the launcher is gone.
"""

from __future__ import annotations

import gc
import math
import os
import resource
import select
import signal
import socket
import sys
import time
from typing import Any

from . import (
    afresh,
    box,
    cgroup,
    compiling,
    control,
    guest,
    landlock,
    modules,
    seccomp,
    server,
    syscalls,
)

HANG_UP_SECONDS = 0.5
CONTROL, LIFELINE, KILL_COUNTER = 3, 4, 5
"""Where the launcher puts the zygote's descriptors. There is no other but the standard ones, which
go to null.
"""

CHANNEL = 3
"""Where a child finds its connection."""

USUAL_TASKS = 24
"""Threads of a child that does nothing unusual: a virtual machine has some fifteen of its own."""


class Child(object):
    """One process that serves one connection."""

    def __init__(self, pid: int, kills: int, limit: float) -> None:
        self.pid = pid
        self.limit = limit  # CPU seconds
        self.since = 0.0  # CPU seconds used when it was last renewed
        self.kills = kills  # of the box's control group, for want of memory, when it was born
        self.clock = (~pid << 3) | 2  # the process's CPU clock, as clock_getcpuclockid(3) makes it
        self.out_of_time = False
        self.ended: tuple[int, Any] | None = None  # what wait4 said: status word, resource usage

    def kill(self) -> None:
        """End the process; it is still to be collected."""
        os.kill(self.pid, signal.SIGKILL)

    def reap(self, options: int) -> bool:
        """Collect the process if it has ended (or, without WNOHANG, when it ends)."""
        if self.ended is None:
            pid, status, usage = os.wait4(self.pid, options)
            if pid:
                self.ended = (status, usage)
        return self.ended is not None

    def cpu_seconds(self) -> float:
        """Return the CPU time used so far."""
        try:
            return time.clock_gettime(self.clock)
        except OSError:  # it has ended
            return 0.0


class Zygote(object):
    """Serves one box until it is told to end."""

    kind = Child

    def __init__(self, plan: dict[str, Any], counts_kills: bool) -> None:
        self.channel = socket.socket(
            socket.AF_UNIX, socket.SOCK_STREAM, 0, CONTROL
        )  # makes no call
        self.plan = plan
        self.counts_kills = counts_kills
        self.limits: dict[str, Any] = plan["limits"]
        self.program: Any = None
        self.guest: Any = plan.get("guest")
        self.children: dict[int, Child] = {}
        self.namespaced = os.getpid() == 1

    def run(self) -> None:
        """Serve. Returns when the judge or the launcher is gone."""
        _program, program, self.limits = control.receive(self.channel)[0]
        sys.setrecursionlimit(self.limits["recursion"])
        os.environ.clear()
        self.program = modules.Program.from_message(program)
        if self.guest is None:
            compiling.compile_program(self.program)
            server.import_ours(self.program)
            afresh.keep()
        gc.collect()
        gc.freeze()
        poll = select.poll()
        poll.register(self.channel, select.POLLIN)
        poll.register(LIFELINE, 0)
        while True:
            ready = dict(poll.poll(self.watch()))
            if LIFELINE in ready:
                return
            if ready:
                try:
                    message, descriptor = control.receive(self.channel)
                except control.Broken:
                    return
                if message[0] == "connect":
                    self.connect(message[1], message[2], message[3], descriptor)
                elif message[0] == "renew":
                    self.renew(message[1], message[2])
                else:
                    self.finish(message[1], message[2])

    def connect(
        self, number: int, variant: str, cpu_seconds: float, descriptor: int | None
    ) -> None:
        """Fork the child *number* to serve *descriptor*, and say so when it is confined."""
        if descriptor is None:
            control.send(self.channel, ["fault", number, "no descriptor came with the message"])
            return
        reader, writer = os.pipe()
        trouble = b""
        try:
            pid = self.fork()
            if pid == 0:
                self.be_child(variant, cpu_seconds, descriptor, writer)
            self.children[number] = self.kind(pid, self._kills(), cpu_seconds)
        except OSError as error:
            trouble = ("cannot fork in the box: %s" % error).encode()
        os.close(writer)
        os.close(descriptor)
        trouble = trouble or os.read(
            reader, 500
        )  # its end is closed without a word when the child is confined
        os.close(reader)
        if trouble:
            child = self.children.pop(number, None)
            if child is not None:
                child.kill()
                child.reap(0)
        control.send(
            self.channel, ["fault", number, trouble.decode()] if trouble else ["child", number]
        )

    def fork(self) -> int:
        """Fork. Children that leave no room for another are ended first: what they use up is their
        own doing.

        So that the new one finds room for its threads, too, the others may not have more than is
        usual. A limit that is tried is the only way to count them in here.
        """
        soft, hard = resource.getrlimit(resource.RLIMIT_NPROC)
        living = [child for child in self.children.values() if child.ended is None]
        if not living:
            return os.fork()
        try:
            if soft != resource.RLIM_INFINITY:
                resource.setrlimit(
                    resource.RLIMIT_NPROC, (min(soft, 2 + USUAL_TASKS * len(living)), hard)
                )
            return os.fork()
        except OSError:
            for child in living:
                child.kill()
                child.reap(0)
        finally:  # in the new child, too
            resource.setrlimit(resource.RLIMIT_NPROC, (soft, hard))
        return os.fork()

    def be_child(self, variant: str, cpu_seconds: float, descriptor: int, writer: int) -> None:
        """Serve *descriptor* under every rule a submission's process has; never returns."""
        command = None
        try:
            try:
                self.channel.detach()
                os.dup2(descriptor, CHANNEL)
                os.dup2(writer, CHANNEL + 1, inheritable=False)
                os.closerange(CHANNEL + 2, self.limits["open_files"])
                if self.guest is not None:
                    command = guest.Command(self.guest)
                    for standard in (0, 1):
                        os.dup2(CHANNEL, standard)
                    os.close(CHANNEL)
                os.setsid()
                self.confine_child(cpu_seconds, command)
                if command is not None:
                    command.become()
            except BaseException as error:
                os.write(
                    CHANNEL + 1,
                    ("the child is not confined: %r" % error).encode("ascii", "replace")[:500],
                )
                os._exit(1)
            os.close(CHANNEL + 1)
            channel = server.Channel(CHANNEL, CHANNEL, self.limits["frame_bytes"])
            server.Server(
                channel, self.program, variant, self.limits["output_chars"], cpu_seconds
            ).run()
        finally:
            os._exit(0)

    def confine_child(self, cpu_seconds: float, command: Any) -> None:
        """Put every rule on this process, a child; *command* is what it will become, if it is a
        guest's.
        """
        if not self.namespaced:
            syscalls.end_with_parent()
        if self.plan["level"] != "D":
            landlock.confine_signals()
        if self.guest is None:
            box.lower(resource.RLIMIT_AS, self.limits["memory_bytes"])
            # a backstop only: watch() is exact, and knows that it was the clock; the kernel counts
            # by ticks
            box.lower(resource.RLIMIT_CPU, int(math.ceil(2 * cpu_seconds)) + 5)
        else:
            guest.limit_memory(self.guest)
        seccomp.install(seccomp.child_filter(os.getpid(), command.address if command else 0))

    def renew(self, number: int, cpu_seconds: float) -> None:
        """Start the CPU time of the child *number* again."""
        child = self.children.get(number)
        if child is None:
            control.send(self.channel, ["fault", number, "there is no such child"])
            return
        now = child.cpu_seconds()
        used, child.since, child.limit = now - child.since, now, now + cpu_seconds
        control.send(self.channel, ["renewed", number, used])

    def watch(self) -> float | None:
        """End children whose CPU time is used up; return the milliseconds after which to look
        again.
        """
        soonest = None
        for child in self.children.values():
            if child.ended is None and not child.reap(os.WNOHANG):
                left = child.limit - child.cpu_seconds()
                if left <= 0:
                    child.out_of_time = True
                    child.kill()
                    left = child.limit
                soonest = left if soonest is None else min(soonest, left)
        return None if soonest is None else max(5.0, 1000.0 * soonest / (os.cpu_count() or 1))

    def finish(self, number: int, hung_up: bool) -> None:
        """End the child *number* for good, then say how it ended."""
        child = self.children.pop(number, None)
        if child is None:
            control.send(self.channel, ["fault", number, "there is no such child"])
            return
        by_itself = child.reap(os.WNOHANG)
        if hung_up and not by_itself:
            pause, deadline = 0.0002, time.monotonic() + HANG_UP_SECONDS
            while not by_itself and time.monotonic() < deadline:
                time.sleep(pause)
                pause = min(2 * pause, 0.02)
                by_itself = child.reap(os.WNOHANG)
        if not by_itself:
            child.kill()
            child.reap(0)
        self.sweep()
        assert child.ended is not None
        word, usage = child.ended
        status = -os.WTERMSIG(word) if os.WIFSIGNALED(word) else os.WEXITSTATUS(word)
        used = usage.ru_utime + usage.ru_stime
        cause = ""
        if child.out_of_time or (status == -signal.SIGKILL and by_itself and used >= child.limit):
            cause = "cpu"
        elif status == -signal.SIGKILL and by_itself and self._kills() > child.kills:
            cause = "memory"
        control.send(
            self.channel, ["ended", number, by_itself, status, cause, used, usage.ru_maxrss]
        )

    def sweep(self) -> None:
        """When no child is left, see to it that nothing of them is: no process, no file."""
        if self.children:
            return
        if self.namespaced:
            try:
                os.kill(-1, signal.SIGKILL)  # pid 1 of its own namespace: everything but itself
            except ProcessLookupError:
                pass
            while True:
                try:
                    os.waitpid(-1, 0)
                except ChildProcessError:
                    break
            if self.plan["scratch"]:
                empty(self.plan["home"])

    def _kills(self) -> int:
        return cgroup.kills_in(os.pread(KILL_COUNTER, 4096, 0).decode()) if self.counts_kills else 0


def settle(plan: dict[str, Any], counts_kills: bool) -> None:
    """Close the box round this process, prove it, say "ready" on the lifeline and serve; never
    returns.
    """
    try:
        try:
            poll = select.poll()
            poll.register(LIFELINE, 0)
            if poll.poll(0):
                os._exit(0)  # the launcher ended before we asked to end with it
            served = Zygote(plan, counts_kills)
            box.confine(plan)
            box.verify(plan)
            os.write(LIFELINE, b"ready")
        except BaseException as error:
            os.write(
                LIFELINE,
                ("fault %s" % (error if str(error) else repr(error))).encode("ascii", "replace")[
                    :900
                ],
            )
            os._exit(1)
        served.run()
    finally:
        os._exit(0)


def empty(folder: str) -> None:
    """Delete everything in *folder*, however deep, without ever using a long path."""
    number = 0
    names = os.listdir(folder)
    while names:
        path = os.path.join(folder, names.pop())
        try:
            os.unlink(path)
        except (IsADirectoryError, PermissionError):
            os.chmod(path, 0o700)
            for inner in os.listdir(
                path
            ):  # lift what it holds to the top, under names that are free
                source = os.path.join(path, inner)
                if not os.path.islink(source) and os.path.isdir(source):
                    os.chmod(source, 0o700)  # a directory is moved only by who may write to it
                lifted, number = "%d" % number, number + 1
                while os.path.lexists(os.path.join(folder, lifted)):
                    lifted, number = "%d" % number, number + 1
                os.rename(source, os.path.join(folder, lifted))
                names.append(lifted)
            os.rmdir(path)
