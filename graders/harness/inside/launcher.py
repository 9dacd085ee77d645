"""Starts boxes: one process for each interpreter, started by exec so that it never holds a secret.

It holds only the files of this folder, the library modules that submissions use, and the trusted
part of the program that boxes run. They are loaded once, so that a box gets them for the cost of a
fork. The judge talks to it over a Unix socket, whose descriptor is the first argument (see
``protocol/messages.py``). The second argument, in JSON, is the files of a linter, or null. With it,
the launcher loads the linter, and its boxes show the files that this needs. The third is the
assignment's packages, or null.

It ends, with all its boxes, when the judge that started it is gone. The boxes of another judge end
with that judge.
"""

from __future__ import annotations

import fcntl
import gc
import importlib.util
import json
import os
import resource
import select
import signal
import socket
from contextlib import suppress
from typing import NoReturn

from ..protocol import control
from ..protocol.config import BoxConfig, BoxRequest, LinterFiles, Packages
from ..protocol.messages import (
    Branch,
    Close,
    Closed,
    NotMade,
    Open,
    Opened,
    Preload,
    parse_to_launcher,
)
from . import (
    box,
    bubblewrap,
    capped,
    cgroup,
    clocks,
    compiling,
    modules,
    package_imports,
    preload,
    runtime,
    server,
    syscalls,
    uid_lease,
    zygote,
)

READY_SECONDS = 20.0
MEMORY_MARGIN = 128 << 20


class BoxError(Exception):
    """A box could not be made."""


class OpenBox:
    """The launcher's record of one box."""

    def __init__(self) -> None:
        self.pid = 0
        self.line: socket.socket | None = None
        self.uid_lease: uid_lease.UidLease | None = None
        self.group: cgroup.ControlGroup | None = None
        self.folder = ""
        self.place: capped.SmallFileSystem | None = None


class Launcher:
    """Serves the judge until it hangs up."""

    def __init__(self, channel: socket.socket, shared: Packages | None = None) -> None:
        """*shared*: packages that every box has; they are loaded already."""
        self.channel = channel
        self.packages = shared
        self.judges: dict[int, socket.socket] = {channel.fileno(): channel}
        self.boxes: dict[tuple[int, object], OpenBox] = {}
        """By the descriptor of the judge, and the judge's number of the box."""
        self.places: dict[int, capped.SmallFileSystem] = {}
        """By the descriptor of the judge that has, or had, the place."""
        self.stale: list[cgroup.ControlGroup] = []
        self.runtime, self.hidden = runtime.find_runtime(shared)
        self.executables = runtime.find_executables()
        self.shown: list[str] = []
        self.files = bubblewrap.sources()
        self.group_count = 0
        self.in_memory: set[str] = set()
        """Paths whose files have been read ahead, or will be soon."""
        self.readers: set[int] = set()
        """Processes that read files ahead."""

    def run(self) -> None:
        """Serve; end every box before returning."""
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
            for open_box in self.boxes.values():
                self.close(open_box)
            for _attempt in range(50):
                self.remove_groups()
                if not self.stale:
                    break
                clocks.real_sleep(0.01)

    def serve(self, judge: int, poll: select.poll) -> None:
        """Handle one message. Raises Broken if the judge is gone."""
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

    def answer_open(self, judge: int, message: Open, descriptor: int | None) -> Opened | NotMade:
        """Make a box; return the answer."""
        if descriptor is None:
            return NotMade(message.box, "no descriptor came with the message")
        try:
            self.boxes[judge, message.box] = self.open(message.request, descriptor, judge)
            return Opened(message.box)
        except (BoxError, OSError) as error:
            return NotMade(message.box, str(error))
        finally:
            os.close(descriptor)

    def leave(self, judge: int) -> None:
        """End the boxes of a judge that is gone."""
        for key in [key for key in self.boxes if key[0] == judge]:
            self.close(self.boxes.pop(key))
        self.judges.pop(judge).close()

    def configure(self, request: BoxRequest) -> BoxConfig:
        """Return the configuration of a box for *request*, without a user id."""
        guest = request["guest"]
        needed = runtime.joined(self.runtime, guest)
        # no scratch space for a guest: an idle one could pass files on to the next
        scratch = (
            box.namespaced(request["level"])
            and not request["bubblewrap"]
            and guest is None
            and request["files"] != "nothing"
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
            capped=False,
            packages=self.packages,
        )

    def open(self, request: BoxRequest, descriptor: int, judge: int) -> OpenBox:
        """Make a box and return it after it has proved its walls. Raises BoxError or OSError."""
        config = self.configure(request)
        open_box = OpenBox()
        try:
            if os.geteuid() == 0 and config["level"] != "C":
                open_box.uid_lease = uid_lease.UidLease()
                config["uid"] = open_box.uid_lease.uid
            self.give_folder(open_box, config, judge)
            if box.namespaced(config["level"]) and not self.shown:
                self.read_ahead(config)
            if config["level"] == "A+":
                open_box.group = self.new_group(config)
            self.start_box(open_box, config, descriptor)
        except BaseException:
            self.close(open_box)
            raise
        return open_box

    def read_ahead(self, config: BoxConfig) -> None:
        """Begin to read all files that a box shows into memory, once.

        A submission cannot take them out again. So it leaves nothing there by which files it reads,
        and the time that another one needs to read them tells nothing. At levels B and C the whole
        machine is visible, and such a rule would promise more than they hold. Nor is it done for
        linters, which run no submission.
        """
        paths = {*config["runtime"]} - self.in_memory
        if not paths:
            return
        self.in_memory |= paths
        pid = os.fork()
        if pid == 0:
            try:
                syscalls.end_with_parent()
                os.nice(10)
                runtime.read_ahead(sorted(paths), config["hidden"])
            finally:
                os._exit(0)
        self.readers.add(pid)

    def give_folder(self, open_box: OpenBox, config: BoxConfig, judge: int) -> None:
        """Give a box that mounts none a folder for files, if it has to have one. Raises OSError."""
        needed = self.shown or config["files"] in ("needed", "trusted")
        if config["scratch"] or not needed:
            return
        parent = None
        config["capped"] = config["files"] == "needed"
        if config["capped"]:
            room = config["limits"]["scratch_bytes"]
            place = capped.enter(self.places.get(judge), room)
            open_box.place = self.places[judge] = place
            parent = place.folder
        open_box.folder = config["home"] = capped.new_folder(config["uid"], parent)
        config["scratch"] = True

    def new_group(self, config: BoxConfig) -> cgroup.ControlGroup:
        """Return a new control group. Raises OSError."""
        self.group_count += 1
        memory = 2 * config["limits"]["memory_bytes"] + MEMORY_MARGIN
        return cgroup.ControlGroup(
            f"graders-{os.getpid()}-{self.group_count}", memory, 2 * box.PROCESSES
        )

    def start_box(self, open_box: OpenBox, config: BoxConfig, descriptor: int) -> None:
        """Start the first process of a box and wait for "ready". Raises BoxError or OSError."""
        open_box.line, other_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        open_box.line.settimeout(READY_SECONDS)
        box.filter_of(config)  # assembled here, for all boxes to be forked
        open_box.pid = os.fork()
        if open_box.pid == 0:
            start(config, descriptor, other_end, open_box.group)
        other_end.close()
        if config["bubblewrap"]:
            counts_kills = open_box.group is not None
            boot = bubblewrap.first_message(self.files, config, counts_kills)
            open_box.line.send(boot)
        elif box.namespaced(config["level"]):
            forked = self.receive_state(open_box.line)
            # the first process has ended, and the forked process is a child of this one now
            os.waitpid(open_box.pid, 0)
            open_box.pid = int(forked)
            with suppress(OSError):  # it has already failed and reported why
                open_box.line.send(b"go")
        state = self.receive_state(open_box.line)
        if state != "ready":
            raise BoxError(f"the box reported {state!r} instead of being ready")

    @staticmethod
    def receive_state(line: socket.socket) -> str:
        """Return the state that a box's first process reports. Raises BoxError if it has failed."""
        try:
            state = _received(line).decode("utf-8", "replace")
        except OSError as error:
            raise BoxError(f"the box's first process does not answer: {error}") from None
        if state.startswith("fault "):
            raise BoxError(state[6:])
        if not state:
            raise BoxError("the box's first process ended before the box was ready")
        return state

    def close(self, open_box: OpenBox | None) -> tuple[int, int]:
        """End a box and all its processes.

        Returns the exit status of its first process, or minus the signal, and the number of kills
        for lack of memory.
        """
        status = kills = 0
        if open_box is None:
            return status, kills
        if open_box.pid:
            os.kill(open_box.pid, signal.SIGKILL)
            word = os.waitpid(open_box.pid, 0)[1]
            status = -os.WTERMSIG(word) if os.WIFSIGNALED(word) else os.WEXITSTATUS(word)
        self.end_orphans()
        if open_box.line is not None:
            open_box.line.close()
        if open_box.group is not None:
            with suppress(OSError):
                kills = open_box.group.kills()
            self.stale.append(open_box.group)
        self.remove_groups()
        if open_box.folder:
            capped.remove(open_box.folder)
        if open_box.place is not None:
            open_box.place.leave()
        if open_box.uid_lease is not None:
            open_box.uid_lease.release()
        return status, kills

    def remove_groups(self) -> None:
        """Remove the control groups whose processes have ended."""
        self.stale = [group for group in self.stale if not group.remove()]

    def end_orphans(self) -> None:
        """End this process's adopted children, whose box is gone and had no namespace."""
        self.readers = {pid for pid in self.readers if not os.waitpid(pid, os.WNOHANG)[0]}
        living = {open_box.pid for open_box in self.boxes.values()} | self.readers
        for pid in children_of(os.getpid()):
            if pid not in living:
                try:
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
                except (ProcessLookupError, ChildProcessError):
                    pass


def _received(line: socket.socket) -> bytes:
    """Return the next message of a box's first process. Raises OSError.

    If it has failed before it read "go", the kernel tells that first, and its message after that.
    """
    with suppress(ConnectionResetError):
        return line.recv(1000)
    return line.recv(1000)


def preload_trusted(message: Preload) -> None:
    """Import the files of a trusted program for all boxes to come."""
    program = modules.Program.from_message(message.program)
    compiling.learn(program)
    server.preload(program, message.starter)
    gc.collect()
    gc.freeze()


def children_of(pid: int) -> list[int]:
    """Return the children of *pid*."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as stream:
            return list(map(int, stream.read().split()))
    except OSError:  # this kernel has no such file
        return [
            int(name) for name in os.listdir("/proc") if name.isdigit() and parent_of(name) == pid
        ]


def parent_of(pid: str) -> int | None:
    """Return the parent of a process, or None if it has ended."""
    try:
        with open(f"/proc/{pid}/stat") as stream:
            return int(stream.read().rpartition(")")[2].split()[1])
    except (OSError, ValueError, IndexError):
        return None


def start(
    config: BoxConfig, descriptor: int, line: socket.socket, group: cgroup.ControlGroup | None
) -> NoReturn:
    """Become the first process of a box, after another fork if it has namespaces."""
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
            renumber(
                [null, null, null, descriptor, report] + ([] if counter is None else [counter])
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
                # wait for "go": then the launcher is this process's parent
                os.read(report, 10)
            syscalls.end_with_parent()  # after the change of user, which resets it
        except BaseException as error:
            zygote.report_fault(report, error)
            os._exit(1)
        zygote.settle(config, counter is not None)
    finally:
        os._exit(0)


def renumber(descriptors: list[int]) -> None:
    """Renumber *descriptors* as 0, 1, 2, ... and close all others."""
    high = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, 100) for descriptor in descriptors]
    for number, descriptor in enumerate(high):
        os.dup2(descriptor, number, inheritable=True)
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    os.closerange(len(high), soft if 0 < soft < 65536 else 65536)


def load_linter(files: LinterFiles) -> list[str]:
    """Load the linter of these *files*; return the paths that its boxes have to show."""
    spec = importlib.util.spec_from_file_location("linter_driver", files["driver"])
    assert spec is not None and spec.loader is not None
    driver = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(driver)
    names: list[str] = driver.prepare(files["folders"])
    return names


def main(channel: str, linter: str = "null", shared: str = "null") -> None:
    """Serve the judge at the other end of the descriptor *channel*.

    *linter*: its files, *shared*: the submissions' packages, as JSON.
    """
    preload.preload()
    shared_packages = json.loads(shared)
    package_imports.show(shared_packages)
    # Ctrl-C stops the judge, and the launcher ends with it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    syscalls.prctl(syscalls.PR_SET_CHILD_SUBREAPER, 1)
    os.umask(0o022)
    launcher = Launcher(socket.socket(fileno=int(channel)), shared_packages)
    files = json.loads(linter)
    if files is not None:
        launcher.shown = load_linter(files)
    gc.collect()
    gc.freeze()  # forked processes share frozen objects, and their collectors skip them
    launcher.run()
