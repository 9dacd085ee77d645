"""Starts boxes: one clean process per interpreter, started by exec before any secret could be in
its memory.

It holds nothing but the files of this folder, the standard library's modules that submissions use,
and the trusted part of the program that boxes run, loaded once so that every box has it at the cost
of a fork. The judge speaks to it over a Unix socket, the descriptor named by the first argument
(see ``protocol/messages.py``). With a second argument, a list of folders in JSON, it is the
launcher of lint servers: it loads python-ta from there, and its boxes show the parts that needed.

It ends, and all its boxes with it, when the judge that started it is gone. The boxes of another
judge end with that judge.
"""

from __future__ import annotations

import fcntl
import gc
import json
import os
import resource
import select
import shutil
import signal
import socket
import time
from typing import NoReturn

from ..protocol import control
from ..protocol.config import BoxConfig, BoxRequest
from ..protocol.messages import (
    Branch,
    Close,
    Closed,
    Open,
    Opened,
    Preload,
    parse_to_launcher,
)
from ..protocol.messages import Fault as FaultMessage
from . import (
    box,
    bubblewrap,
    cgroup,
    compiling,
    modules,
    preload,
    runtime,
    server,
    slot,
    syscalls,
    zygote,
)

READY_SECONDS = 20.0
MEMORY_MARGIN = 128 << 20


class Fault(Exception):
    """A box could not be made."""


class OpenBox:
    """The launcher's record of one box."""

    def __init__(self) -> None:
        self.pid = 0
        self.line: socket.socket | None = None
        self.slot: slot.Slot | None = None
        self.group: cgroup.Group | None = None
        self.folder = ""


class Launcher:
    """Serves the judge until it hangs up."""

    def __init__(self, channel: socket.socket) -> None:
        self.channel = channel
        self.judges: dict[int, socket.socket] = {channel.fileno(): channel}
        self.boxes: dict[tuple[int, object], OpenBox] = {}
        """By the descriptor of the judge they belong to, and the number it gave."""
        self.stale: list[cgroup.Group] = []
        self.runtime, self.hidden = runtime.find_runtime()
        self.executables = runtime.find_executables()
        self.shown: list[str] = []
        self.files = bubblewrap.sources()
        self.made = 0

    def run(self) -> None:
        """Serve. Ends every box before it returns."""
        poll = select.poll()
        poll.register(self.channel, select.POLLIN)
        try:
            while True:
                for judge, _event in poll.poll():
                    try:
                        self.serve(judge, poll)
                    except control.Broken:
                        if judge == self.channel.fileno():
                            return
                        poll.unregister(judge)
                        self.leave(judge)
        finally:
            for kept in self.boxes.values():
                self.close(kept)
            for _attempt in range(50):
                self.remove_groups()
                if not self.stale:
                    break
                time.sleep(0.01)

    def serve(self, judge: int, poll: select.poll) -> None:
        """Handle one message. Raises Broken when the judge is gone."""
        channel = self.judges[judge]
        received, descriptor = control.receive(channel)
        message = parse_to_launcher(received)
        if isinstance(message, Branch):
            if descriptor is not None:
                self.judges[descriptor] = socket.socket(fileno=descriptor)
                poll.register(descriptor, select.POLLIN)
        elif isinstance(message, Preload):
            preload_trusted(message)
        elif isinstance(message, Open):
            control.send(channel, self.answer_open(judge, message, descriptor))
        elif isinstance(message, Close):
            status, kills = self.close(self.boxes.pop((judge, message.box), None))
            control.send(channel, Closed(message.box, status, kills))

    def answer_open(
        self, judge: int, message: Open, descriptor: int | None
    ) -> Opened | FaultMessage:
        """Make a box; return the answer."""
        if descriptor is None:
            return FaultMessage(message.box, "no descriptor came with the message")
        try:
            self.boxes[judge, message.box] = self.open(message.request, descriptor)
            return Opened(message.box)
        except (Fault, OSError) as error:
            return FaultMessage(message.box, str(error))
        finally:
            os.close(descriptor)

    def leave(self, judge: int) -> None:
        """End the boxes of a judge that is gone."""
        for key in [key for key in self.boxes if key[0] == judge]:
            self.close(self.boxes.pop(key))
        self.judges.pop(judge).close()

    def configure(self, request: BoxRequest) -> BoxConfig:
        """Return the configuration of a box as *request* demands it, without a user id."""
        guest = request["guest"]
        needed = runtime.joined(self.runtime, guest)
        # no scratch space for a guest: one that is kept while another runs would pass files on
        scratch = (
            box.namespaced(request["level"])
            and not request["bubblewrap"]
            and guest is None
        )
        return BoxConfig(
            **request,
            runtime=needed,
            hidden=self.hidden,
            executables=self.executables,
            shown=self.shown,
            uid=None,
            home=box.home_beside(needed + self.executables + self.shown),
            scratch=scratch,
        )

    def open(self, request: BoxRequest, descriptor: int) -> OpenBox:
        """Make a box and return once it has proved its walls. Raises Fault or OSError."""
        config = self.configure(request)
        kept = OpenBox()
        try:
            if os.geteuid() == 0 and config["level"] != "C":
                kept.slot = slot.Slot()
                config["uid"] = kept.slot.uid
            if self.shown and not config["scratch"]:
                kept.folder = config["home"] = box.folder_for(config["uid"])
                config["scratch"] = True
            if config["level"] == "A+":
                kept.group = self.new_group(config)
            self.start_box(kept, config, descriptor)
        except BaseException:
            self.close(kept)
            raise
        return kept

    def new_group(self, config: BoxConfig) -> cgroup.Group:
        """Return a control group for one more box. Raises OSError."""
        self.made += 1
        memory = 2 * config["limits"]["memory_bytes"] + MEMORY_MARGIN
        return cgroup.Group(
            f"graders-{os.getpid()}-{self.made}", memory, 2 * box.PROCESSES
        )

    def start_box(self, kept: OpenBox, config: BoxConfig, descriptor: int) -> None:
        """Start the first process of a box and wait until it is ready. Raises Fault or OSError."""
        kept.line, other_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        kept.line.settimeout(READY_SECONDS)
        kept.pid = os.fork()
        if kept.pid == 0:
            start(config, descriptor, other_end, kept.group)
        other_end.close()
        if config["bubblewrap"]:
            boot = bubblewrap.first_message(self.files, config, kept.group is not None)
            kept.line.send(boot)
        elif box.namespaced(config["level"]):
            forked = self._hear(kept.line)
            # it has done its part: the forked process is our child now
            os.waitpid(kept.pid, 0)
            kept.pid = int(forked)
            try:
                kept.line.send(b"go")
            except OSError:  # it has already failed and reported why
                pass
        state = self._hear(kept.line)
        if state != "ready":
            raise Fault(f"the box is not sound: {state}")

    @staticmethod
    def _hear(line: socket.socket) -> str:
        """Return what a box's first process reports. Raises Fault if that is a failure."""
        try:
            state = line.recv(1000).decode("utf-8", "replace")
        except OSError as error:
            raise Fault(f"the box's first process does not answer: {error}") from None
        if state.startswith("fault "):
            raise Fault(state[6:])
        if not state:
            raise Fault("the box's first process ended before the box was ready")
        return state

    def close(self, kept: OpenBox | None) -> tuple[int, int]:
        """End a box and everything in it.

        Returns the exit status of its first process, or minus the signal, and the number of kills
        for want of memory.
        """
        status = kills = 0
        if kept is None:
            return status, kills
        if kept.pid:
            os.kill(kept.pid, signal.SIGKILL)
            word = os.waitpid(kept.pid, 0)[1]
            status = (
                -os.WTERMSIG(word) if os.WIFSIGNALED(word) else os.WEXITSTATUS(word)
            )
        self.end_orphans()
        if kept.line is not None:
            kept.line.close()
        if kept.group is not None:
            try:
                kills = kept.group.kills()
            except OSError:
                pass
            self.stale.append(kept.group)
        self.remove_groups()
        if kept.folder:
            shutil.rmtree(kept.folder, ignore_errors=True)
        if kept.slot is not None:
            kept.slot.release()
        return status, kills

    def remove_groups(self) -> None:
        """Remove the control groups whose processes have ended by now."""
        self.stale = [group for group in self.stale if not group.remove()]

    def end_orphans(self) -> None:
        """End processes whose box is gone, where no namespace did so: we have inherited them."""
        living = {kept.pid for kept in self.boxes.values()}
        for pid in children_of(os.getpid()):
            if pid not in living:
                try:
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
                except (ProcessLookupError, ChildProcessError):
                    pass


def preload_trusted(message: Preload) -> None:
    """Import the files of a trusted program for all boxes to come."""
    program = modules.Program.from_message(message.program)
    compiling.learn(program)
    server.preload(program, message.starter)
    gc.collect()
    gc.freeze()


def children_of(pid: int) -> list[int]:
    """Return the processes whose parent is *pid*."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as stream:
            return [int(word) for word in stream.read().split()]
    except OSError:  # this kernel has no such file
        return [
            int(name)
            for name in os.listdir("/proc")
            if name.isdigit() and parent_of(name) == pid
        ]


def parent_of(pid: str) -> int | None:
    """Return the parent of a process, or None if it has ended."""
    try:
        with open(f"/proc/{pid}/stat") as stream:
            return int(stream.read().rpartition(")")[2].split()[1])
    except (OSError, ValueError, IndexError):
        return None


def start(
    config: BoxConfig, descriptor: int, line: socket.socket, group: cgroup.Group | None
) -> NoReturn:
    """Become the first process of a box, by one more fork where it has namespaces."""
    try:
        report = line.detach()
        try:
            os.setsid()
            os.umask(0o022)
            counter = None
            if group is not None:
                counter = os.open(group.counter, os.O_RDONLY)
                group.join()
            namespaced = box.namespaced(config["level"]) and not config["bubblewrap"]
            if namespaced:
                box.leave_namespaces()
                pid = os.fork()
                if pid:
                    os.write(report, b"%d" % pid)
                    os._exit(0)
            null = os.open(os.devnull, os.O_RDWR)
            place(
                [null, null, null, descriptor, report]
                + ([] if counter is None else [counter])
            )
            report = zygote.LIFELINE
            if config["bubblewrap"]:
                bubblewrap.become(config, report)
            if namespaced:
                box.build_root(config)
            box.limit_resources(config["limits"])
            box.drop_privilege(config["uid"])
            if config["scratch"] and not namespaced:
                os.chdir(config["home"])
            if namespaced:
                # "go": our parent has gone, the launcher is the parent now
                os.read(report, 10)
            syscalls.end_with_parent()  # after the change of user, which clears it
        except BaseException as error:
            zygote.report_fault(report, error)
            os._exit(1)
        zygote.settle(config, counter is not None)
    finally:
        os._exit(0)


def place(descriptors: list[int]) -> None:
    """Make *descriptors* the descriptors 0, 1, 2, ... and close every other."""
    high = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, 100) for descriptor in descriptors]
    for number, descriptor in enumerate(high):
        os.dup2(descriptor, number, inheritable=True)
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    os.closerange(len(high), soft if 0 < soft < 65536 else 65536)


def main(channel: str, library: str = "") -> None:
    """Serve the judge at the other end of the descriptor *channel*.

    *library*: folders of a linter's packages, as JSON.
    """
    preload.preload()
    # Ctrl-C at the terminal stops the judge, and the launcher ends with it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    syscalls.prctl(syscalls.PR_SET_CHILD_SUBREAPER, 1)
    os.umask(0o022)
    launcher = Launcher(socket.socket(fileno=int(channel)))
    if library:
        from .lint.driver import prepare

        launcher.shown = prepare(json.loads(library))
    gc.collect()
    gc.freeze()  # forked processes share frozen objects, and their collector skips them
    launcher.run()
