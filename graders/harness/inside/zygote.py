"""The first process of a box: compiles the submission once and forks a fresh child for every
connection.

It imports the trusted part of the program, but runs no code of the submission, ever; only its
children do, each under the child filter, each ended for good before its end is reported. It knows
no secret. The judge speaks to it over its control socket (see ``protocol/messages.py``); the first
message is the program. It ends, and the box with it, when the judge or the launcher is gone.

The launcher waits at the lifeline for "ready", or "fault" with the reason; before that, where the
box has namespaces, for the number of the forked process, which it answers by "go".
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
from typing import Any, NoReturn

from ..protocol import control
from ..protocol.config import BoxConfig, Guest, ProcessLimits
from ..protocol.messages import Child as ChildMessage
from ..protocol.messages import (
    Connect,
    Ended,
    Fault,
    Finish,
    Message,
    Program,
    Renew,
    Renewed,
    parse_to_zygote,
)
from . import (
    box,
    cgroup,
    compiling,
    exec_target,
    landlock,
    modules,
    seccomp,
    server,
    syscalls,
)

HANG_UP_SECONDS = 0.5
CONTROL, LIFELINE, KILL_COUNTER = 3, 4, 5
"""Where the launcher puts the zygote's descriptors; 0 to 2 go to null, and there is no other."""

CHANNEL = 3
"""Where a child finds its connection."""

USUAL_TASKS = 24
"""Threads of a child that does nothing unusual: a virtual machine has some fifteen of its own."""


class Child:
    """One process that serves one connection."""

    def __init__(self, pid: int, kills: int, limit: float) -> None:
        self.pid = pid
        self.limit = limit
        """CPU seconds."""
        self.since = 0.0
        """CPU seconds used when it was last renewed."""
        self.kills = kills
        """Kills for want of memory in the box's control group before it was forked."""
        self.clock = (~pid << 3) | 2
        """The process's CPU clock, as clock_getcpuclockid(3) makes it."""
        self.out_of_time = False
        self.ended: tuple[int, resource.struct_rusage] | None = None
        """Status word and resource usage, from wait4."""

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


class Zygote:
    """Serves one box until the judge or the launcher is gone."""

    kind = Child

    limits: ProcessLimits
    """Of the program; the first message brings both."""

    def __init__(self, guest: Guest | None, scratch: str, counts_kills: bool) -> None:
        """*scratch*: a folder that is emptied when no child is left, or ""."""
        # makes no system call
        self.channel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, CONTROL)
        self.guest = guest
        self.scratch = scratch
        self.counts_kills = counts_kills
        self.program = modules.Program({}, {}, {})
        self.children: dict[int, Child] = {}
        self.namespaced = os.getpid() == 1

    def run(self) -> None:
        """Serve. Returns when the judge or the launcher is gone."""
        first = parse_to_zygote(control.receive(self.channel)[0])
        assert isinstance(first, Program)
        self.limits = first.limits
        sys.setrecursionlimit(self.limits["recursion"])
        os.environ.clear()
        self.program = modules.Program.from_message(first.program)
        if self.guest is None:
            compiling.compile_program(self.program)
            server.import_trusted(self.program)
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
                    received, descriptor = control.receive(self.channel)
                except control.Broken:
                    return
                control.send(self.channel, self.answer(received, descriptor))

    def answer(self, received: list[Any], descriptor: int | None) -> Message:
        """Do what one message demands; return the answer."""
        message = parse_to_zygote(received)
        if isinstance(message, Connect):
            return self.connect(message, descriptor)
        if isinstance(message, Renew):
            return self.renew(message)
        if isinstance(message, Finish):
            return self.finish(message)
        return Fault(0, "the zygote has its program")

    def connect(self, message: Connect, descriptor: int | None) -> ChildMessage | Fault:
        """Fork a child to serve *descriptor*; return the answer when it is confined."""
        number = message.child
        if descriptor is None:
            return Fault(number, "no descriptor came with the message")
        reader, writer = os.pipe()
        reason = b""
        try:
            pid = self.fork()
            if pid == 0:
                self.be_child(message, descriptor, writer)
            self.children[number] = self.kind(pid, self._kills(), message.cpu_seconds)
        except OSError as error:
            reason = f"cannot fork in the box: {error}".encode()
        os.close(writer)
        os.close(descriptor)
        # the child closes its end without a word when it is confined
        reason = reason or os.read(reader, 500)
        os.close(reader)
        if not reason:
            return ChildMessage(number)
        child = self.children.pop(number, None)
        if child is not None:
            child.kill()
            child.reap(0)
        return Fault(number, reason.decode())

    def fork(self) -> int:
        """Fork. Children that leave no room for another one are ended first.

        The new child needs room for its threads, so the others may not have more than is usual.
        Trying a limit is the only way to count threads in here.
        """
        soft, hard = resource.getrlimit(resource.RLIMIT_NPROC)
        living = [child for child in self.children.values() if child.ended is None]
        if not living:
            return os.fork()
        try:
            if soft != resource.RLIM_INFINITY:
                resource.setrlimit(
                    resource.RLIMIT_NPROC,
                    (min(soft, 2 + USUAL_TASKS * len(living)), hard),
                )
            return os.fork()
        except OSError:
            for child in living:
                child.kill()
                child.reap(0)
        finally:  # in the new child, too
            resource.setrlimit(resource.RLIMIT_NPROC, (soft, hard))
        return os.fork()

    def be_child(self, message: Connect, descriptor: int, writer: int) -> NoReturn:
        """Serve *descriptor* under every rule a submission's process has."""
        try:
            try:
                self.become_child(message.cpu_seconds, descriptor, writer)
            except BaseException as error:
                reason = f"the child is not confined: {error!r}"
                os.write(CHANNEL + 1, reason.encode("ascii", "replace")[:500])
                os._exit(1)
            os.close(CHANNEL + 1)
            channel = server.Channel(CHANNEL, CHANNEL, self.limits["frame_bytes"])
            server.Server(
                channel,
                self.program,
                message.variant,
                self.limits["output_chars"],
                message.cpu_seconds,
            ).run()
        finally:
            os._exit(0)

    def become_child(self, cpu_seconds: float, descriptor: int, writer: int) -> None:
        """Leave everything behind but the connection, and confine this process.

        Returns only if the child serves Python; a guest's program takes its place.
        """
        self.channel.detach()
        os.dup2(descriptor, CHANNEL)
        os.dup2(writer, CHANNEL + 1, inheritable=False)
        os.closerange(CHANNEL + 2, self.limits["open_files"])
        command = None
        if self.guest is not None:
            command = exec_target.Command(self.guest)
            for standard in (0, 1):
                os.dup2(CHANNEL, standard)
            os.close(CHANNEL)
        os.setsid()
        self.confine_child(cpu_seconds, command)
        if command is not None:
            command.become()

    def confine_child(
        self, cpu_seconds: float, command: exec_target.Command | None
    ) -> None:
        """Put every rule on this process, a child; *command* is the guest's, if it becomes one."""
        if not self.namespaced:
            syscalls.end_with_parent()
        landlock.confine_signals()
        if self.guest is None:
            box.lower(resource.RLIMIT_AS, self.limits["memory_bytes"])
            # a backstop only: watch() is exact, and knows that it was the clock; the kernel counts
            # by ticks
            box.lower(resource.RLIMIT_CPU, math.ceil(2 * cpu_seconds) + 5)
        else:
            exec_target.limit_memory(self.guest)
        seccomp.install(
            seccomp.child_filter(os.getpid(), command.address if command else 0)
        )

    def renew(self, message: Renew) -> Renewed | Fault:
        """Start the CPU time of a child again."""
        child = self.children.get(message.child)
        if child is None:
            return Fault(message.child, "there is no such child")
        now = child.cpu_seconds()
        used, child.since, child.limit = (
            now - child.since,
            now,
            now + message.cpu_seconds,
        )
        return Renewed(message.child, used)

    def watch(self) -> float | None:
        """End children whose CPU time is used up.

        Returns after how many milliseconds to look again, None if there is no child.
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
        return (
            None
            if soonest is None
            else max(5.0, 1000.0 * soonest / (os.cpu_count() or 1))
        )

    def finish(self, message: Finish) -> Ended | Fault:
        """End a child for good; return how it ended."""
        child = self.children.pop(message.child, None)
        if child is None:
            return Fault(message.child, "there is no such child")
        by_itself = child.reap(os.WNOHANG)
        if message.hung_up and not by_itself:
            by_itself = await_end(child)
        if not by_itself:
            child.kill()
            child.reap(0)
        self.sweep()
        assert child.ended is not None
        word, usage = child.ended
        status = -os.WTERMSIG(word) if os.WIFSIGNALED(word) else os.WEXITSTATUS(word)
        used = usage.ru_utime + usage.ru_stime
        was_killed = status == -signal.SIGKILL and by_itself
        cause = ""
        if child.out_of_time or (was_killed and used >= child.limit):
            cause = "cpu"
        elif was_killed and self._kills() > child.kills:
            cause = "memory"
        return Ended(message.child, by_itself, status, cause, used, usage.ru_maxrss)

    def sweep(self) -> None:
        """When no child is left, end every process and delete every file that they left."""
        if self.children:
            return
        if self.namespaced:
            end_all_others()
            if self.scratch:
                empty(self.scratch)

    def _kills(self) -> int:
        return (
            cgroup.kills_in(os.pread(KILL_COUNTER, 4096, 0).decode())
            if self.counts_kills
            else 0
        )


def await_end(child: Child) -> bool:
    """Give a child that has hung up a moment; return whether it ends by itself."""
    pause, deadline = 0.0002, time.monotonic() + HANG_UP_SECONDS
    while time.monotonic() < deadline:
        time.sleep(pause)
        pause = min(2 * pause, 0.02)
        if child.reap(os.WNOHANG):
            return True
    return False


def end_all_others() -> None:
    """End every other process of the namespace whose first process this is."""
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        pass
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            break


def report_fault(line: int, error: BaseException) -> None:
    """Send the launcher the reason why there is no box."""
    os.write(
        line, f"fault {str(error) or repr(error)}".encode("ascii", "replace")[:900]
    )


def settle(config: BoxConfig, counts_kills: bool) -> NoReturn:
    """Close the box round this process, prove it, report "ready" and serve."""
    try:
        try:
            poll = select.poll()
            poll.register(LIFELINE, 0)
            if poll.poll(0):
                os._exit(0)  # the launcher ended before we asked to end with it
            scratch = config["home"] if config["scratch"] else ""
            zygote = Zygote(config["guest"], scratch, counts_kills)
            box.confine(config)
            box.verify(config)
            os.write(LIFELINE, b"ready")
        except BaseException as error:
            report_fault(LIFELINE, error)
            os._exit(1)
        zygote.run()
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
            for inner in os.listdir(path):
                # move its entries up to *folder* under unused names
                source = os.path.join(path, inner)
                if not os.path.islink(source) and os.path.isdir(source):
                    os.chmod(source, 0o700)  # only a directory's own user may move it
                while os.path.lexists(os.path.join(folder, str(number))):
                    number += 1
                os.rename(source, os.path.join(folder, str(number)))
                names.append(str(number))
            os.rmdir(path)
