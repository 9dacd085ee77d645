"""The first process of a box: compiles the submission once and forks a child for each connection.

It imports the trusted part of the program, but never runs code of the submission. Only its children
do, each under the child filter, and each is dead before its end is reported. The zygote holds no
secret. The judge talks to it over its control socket (see ``protocol/messages.py``); the first
message is the program. It ends, and the box with it, when the judge or the launcher is gone.

The launcher waits at the lifeline for "ready", or "fault" with the reason. If the box has
namespaces, it first waits for the id of the forked process, and answers "go".
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
from contextlib import suppress
from typing import Any, NoReturn

from ..protocol import control
from ..protocol.config import BoxConfig, Guest, ProcessLimits
from ..protocol.messages import (
    Change,
    Child,
    Connect,
    Ended,
    Finish,
    LoadProgram,
    Message,
    NotMade,
    Renew,
    Renewed,
    parse_to_zygote,
)
from . import (
    box,
    capped,
    cgroup,
    clocks,
    compiling,
    exec_target,
    landlock,
    modules,
    package_imports,
    seccomp,
    server,
    syscalls,
)

HANG_UP_SECONDS = 0.5
CONTROL, LIFELINE, KILL_COUNTER = 3, 4, 5
"""The zygote's descriptors, numbered by the launcher; 0 to 2 are null, and there is no other."""

(CHANNEL,) = seccomp.CHANNEL
"""Descriptor of a child's connection."""

put_at = os.dup2  # in a child, os has another for the program

USUAL_COMPILING = 0.2
"""CPU seconds: some times what the largest right program of an assignment takes."""

USUAL_TASKS = 24
"""Threads that an ordinary child needs at most: a virtual machine has about fifteen."""


class ChildProcess:
    """A process that serves one connection."""

    def __init__(self, pid: int, kills: int, limit: float) -> None:
        self.pid = pid
        self.limit = limit
        """CPU seconds."""
        self.since = 0.0
        """CPU seconds used at the last renewal."""
        self.kills = kills
        """Kills for lack of memory in the box's control group before the fork."""
        self.clock = (~pid << 3) | 2
        """Id of the process's CPU clock, computed like clock_getcpuclockid(3)."""
        self.out_of_time = False
        self.out_of_room = False
        self.ended: tuple[int, resource.struct_rusage] | None = None
        """Status word and resource usage, from wait4."""

    def kill(self) -> None:
        """Kill the process, without collecting it."""
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

    kind = ChildProcess

    limits: ProcessLimits
    """The program's limits, from the first message."""

    def __init__(self, guest: Guest | None, scratch: str, counts_kills: bool) -> None:
        """*scratch*: a folder to empty when no child is left, or ""."""
        self.channel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, CONTROL)
        self.guest = guest
        self.scratch = scratch
        self.counts_kills = counts_kills
        self.program = modules.Program({}, {}, {})
        self.server: server.Server | None = None
        """The beginning of each child; None if the children are a guest's."""
        self.children: dict[int, ChildProcess] = {}
        self.namespaced = os.getpid() == 1
        self.has_descriptors = guest is None and hasattr(os, "memfd_create")
        """Whether a child's standard input and output are files of its own."""
        self.unpaid = 0.0
        """CPU seconds of unusual compiling that no ended child has reported yet."""
        self.meter: capped.Meter | None = None
        """Measures files if no mount of the box's own caps them."""

    def run(self) -> None:
        """Serve. Returns when the judge or the launcher is gone."""
        first = parse_to_zygote(control.receive(self.channel)[0])
        assert isinstance(first, LoadProgram)
        self.limits = first.limits
        sys.setrecursionlimit(self.limits["recursion"])
        package_imports.reset()
        self.program = modules.Program.from_message(first.program)
        if self.guest is None:
            compiling.compile_program(self.program)
            self.unpaid += beyond_usual(seconds_of_ended())
            server.import_trusted(self.program)
            self.prepare_server()
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
                answer = self.answer(received, descriptor)
                if answer is not None:
                    control.send(self.channel, answer)

    def prepare_server(self) -> None:
        """Do for all children what does not depend on the connection."""
        channel = server.Channel(CHANNEL, CHANNEL, self.limits["frame_bytes"])
        output_cap = self.limits["output_chars"]
        self.server = server.Server(channel, self.program, output_cap, self.has_descriptors)
        self.server.prepare()

    def answer(self, received: list[Any], descriptor: int | None) -> Message | None:
        """Handle one message; return the answer, if it has one."""
        message = parse_to_zygote(received)
        if isinstance(message, Change):
            before = seconds_of_ended()
            self.program = compiling.changed(self.program, message.submitted)
            self.unpaid += beyond_usual(seconds_of_ended() - before)
            self.prepare_server()
            return None
        if isinstance(message, Connect):
            return self.connect(message, descriptor)
        if isinstance(message, Renew):
            return self.renew(message)
        if isinstance(message, Finish):
            return self.finish(message)
        return NotMade(0, "the zygote already has its program")

    def connect(self, message: Connect, descriptor: int | None) -> Child | NotMade:
        """Fork a child to serve *descriptor*; return the answer after it is confined."""
        number = message.child
        if descriptor is None:
            return NotMade(number, "no descriptor came with the message")
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
        # a child that is confined closes its end and writes nothing
        reason = reason or os.read(reader, 500)
        os.close(reader)
        if not reason:
            return Child(number)
        child = self.children.pop(number, None)
        if child is not None:
            child.kill()
            child.reap(0)
        return NotMade(number, reason.decode())

    def fork(self) -> int:
        """Fork, after ending children whose threads leave no room for the new child.

        Threads cannot be counted in here, so a lower limit is tried.
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
        """Serve *descriptor* under all rules for a submission's process."""
        try:
            try:
                self.become_child(message.cpu_seconds, descriptor, writer)
            except BaseException as error:
                reason = f"the child is not confined: {error!r}"
                os.write(CHANNEL + 1, reason.encode("ascii", "replace")[:500])
                os._exit(1)
            os.close(CHANNEL + 1)
            assert self.server is not None, "a guest's program has taken over"
            self.server.run(message.variant, message.cpu_seconds)
        finally:
            os._exit(0)

    def become_child(self, cpu_seconds: float, descriptor: int, writer: int) -> None:
        """Keep only the connection, and confine this process.

        Returns only if the child serves Python. Otherwise the process becomes the guest's program.
        """
        self.channel.detach()
        put_at(descriptor, CHANNEL)
        put_at(writer, CHANNEL + 1, inheritable=False)
        os.closerange(CHANNEL + 2, self.limits["open_files"])
        # flags of an open file are its processes' in common, so each child opens its own
        null = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            put_at(null, standard)
        os.close(null)
        if self.has_descriptors:
            for standard in seccomp.STANDARD:
                file = os.memfd_create("standard")
                put_at(file, standard)
                os.close(file)
        command = None
        if self.guest is not None:
            command = exec_target.GuestCommand(self.guest)
            for standard in seccomp.PROGRAM_CHANNEL:
                put_at(CHANNEL, standard)
            os.close(CHANNEL)
        os.setsid()
        self.confine_child(cpu_seconds, command)
        if command is not None:
            command.become()

    def confine_child(self, cpu_seconds: float, command: exec_target.GuestCommand | None) -> None:
        """Apply all rules to this process, a child; *command* starts the guest, if there is one."""
        if not self.namespaced:
            syscalls.end_with_parent()
        landlock.confine_signals()
        if self.guest is None:
            box.lower(resource.RLIMIT_AS, self.limits["memory_bytes"])
            # a backstop: watch() is exact and reports the reason, but the kernel counts by ticks
            box.lower(resource.RLIMIT_CPU, math.ceil(2 * cpu_seconds) + 5)
        else:
            exec_target.limit_memory(self.guest)
        seccomp.install(seccomp.child_filter(os.getpid(), command.address if command else 0))

    def renew(self, message: Renew) -> Renewed | NotMade:
        """Restart the CPU time limit of a child."""
        child = self.children.get(message.child)
        if child is None:
            return NotMade(message.child, "there is no such child")
        now = child.cpu_seconds()
        used = now - child.since
        child.since, child.limit = now, now + message.cpu_seconds
        return Renewed(message.child, used)

    def watch(self) -> float | None:
        """End children whose CPU time is used up.

        Returns the milliseconds until the next check, or None if there is no child.
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
        if soonest is None:
            return None
        pause = max(5.0, 1000.0 * soonest / (os.cpu_count() or 1))
        return pause if self.meter is None else self.look(self.meter, pause)

    def look(self, meter: capped.Meter, pause: float) -> float:
        """End children if there are too many files; return *pause*, at most until the next look."""
        if meter.exceeded():
            for child in self.children.values():
                if not child.reap(os.WNOHANG):
                    child.out_of_room = True
                    child.kill()
        return min(pause, capped.LOOK_MILLISECONDS)

    def finish(self, message: Finish) -> Ended | NotMade:
        """End a child and return how it ended."""
        child = self.children.pop(message.child, None)
        if child is None:
            return NotMade(message.child, "there is no such child")
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
        elif child.out_of_room:
            cause = "files"
        elif was_killed and self._kills() > child.kills:
            cause = "memory"
        unpaid, self.unpaid = self.unpaid, 0.0
        return Ended(message.child, by_itself, status, cause, used + unpaid, usage.ru_maxrss)

    def sweep(self) -> None:
        """If no child is left, end all other processes and empty the scratch space."""
        if self.children:
            return
        if self.namespaced:
            end_all_others()
        if self.scratch:
            capped.empty(self.scratch)

    def _kills(self) -> int:
        if not self.counts_kills:
            return 0
        return cgroup.kills_in(os.pread(KILL_COUNTER, 4096, 0).decode())


def beyond_usual(seconds: float) -> float:
    """Return the part of the *seconds* of compiling that a submission pays: no usual one pays, so
    that its processes take as long wherever they run.
    """
    return max(0.0, seconds - USUAL_COMPILING)


def seconds_of_ended() -> float:
    """Return the CPU time of all children that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def await_end(child: ChildProcess) -> bool:
    """Wait for a child that has hung up; return whether it ends by itself."""
    pause, deadline = 0.0002, time.monotonic() + HANG_UP_SECONDS
    while time.monotonic() < deadline:
        clocks.real_sleep(pause)
        pause = min(2 * pause, 0.02)
        if child.reap(os.WNOHANG):
            return True
    return False


def end_all_others() -> None:
    """End every other process of this namespace. This process is its first."""
    with suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            break


def report_fault(line: int, error: BaseException) -> None:
    """Send the launcher the reason why the box could not be made."""
    os.write(line, f"fault {str(error) or repr(error)}".encode("ascii", "replace")[:900])


def settle(config: BoxConfig, counts_kills: bool) -> NoReturn:
    """Close the box round this process, verify it, report "ready" and serve."""
    try:
        try:
            poll = select.poll()
            poll.register(LIFELINE, 0)
            if poll.poll(0):
                # the launcher ended before this process asked to end with it
                os._exit(0)
            scratch = config["home"] if config["scratch"] else ""
            zygote = Zygote(config["guest"], scratch, counts_kills)
            if config["capped"]:
                zygote.meter = capped.Meter(config["home"], config["limits"])
            box.confine(config)
            box.verify(config)
            os.write(LIFELINE, b"ready")
        except BaseException as error:
            report_fault(LIFELINE, error)
            os._exit(1)
        zygote.run()
    finally:
        os._exit(0)
