"""Starts boxes: one clean process per interpreter, started by exec before any secret could be in
its memory.

It holds nothing but the files of this folder, the standard library's modules that submissions use,
and what is ours of the program that boxes run, loaded once so that every box has them at the cost
of a fork. ``python -S -s -B launcher.py DESCRIPTOR``; the judge speaks to it over that descriptor,
a Unix socket. With a further argument, a list of folders in JSON, it is the launcher of lint
servers: it loads python-ta from there, and its boxes show what that needed.


===================================== ==========================================================================
``["open", id, plan]`` + descriptor   make a box after *plan* (level, limits) whose zygote serves the descriptor:
                                      ``["opened", id]``, or ``["fault", id, text]``
``["close", id]``                     end box *id* and all that is in it: ``["closed", id, status, kills]``: how its
                                      first process ended (minus the signal), and how often memory ran out in it
``["branch"]`` + descriptor           serve another judge at that descriptor, a Unix socket: no answer
``["ours", program, starter]``        import the files of a program, all of them ours, for the boxes to come, and have
                                      its rules read the starter's files, which they compare with: no answer
===================================== ==========================================================================

It ends, and all its boxes with it, when the judge that started it is gone; the boxes of another
judge end with that.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import select
import shutil
import signal
import socket
import sys
import time

READY_SECONDS = 20.0
MEMORY_MARGIN = 128 << 20


class Fault(Exception):
    """A box could not be made."""


class OpenBox(object):
    """What the launcher keeps of one box."""

    def __init__(self) -> None:
        self.pid = 0
        self.line: socket.socket | None = None
        self.slot: slot.Slot | None = None
        self.group: cgroup.Group | None = None
        self.folder = ""


class Launcher(object):
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
        """Do what one message asks for. Raises Broken when the judge is gone."""
        channel = self.judges[judge]
        message, descriptor = control.receive(channel)
        if message[0] == "ours":
            program = modules.Program.from_message(message[1])
            compiling.learn(program)
            server.learn(program, message[2])
            afresh.keep()
            gc.collect()
            gc.freeze()
            return
        if message[0] == "branch":
            if descriptor is not None:
                self.judges[descriptor] = socket.socket(fileno=descriptor)
                poll.register(descriptor, select.POLLIN)
            return
        key = (judge, message[1])
        if message[0] == "open":
            try:
                self.boxes[key] = self.open(message[2], descriptor)
                answer = ["opened", message[1]]
            except (Fault, OSError) as error:
                answer = ["fault", message[1], str(error)]
            if descriptor is not None:
                os.close(descriptor)
        else:
            answer = ["closed", message[1]] + list(self.close(self.boxes.pop(key, None)))
        control.send(channel, answer)

    def leave(self, judge: int) -> None:
        """End the boxes of a judge that is gone."""
        for key in [key for key in self.boxes if key[0] == judge]:
            self.close(self.boxes.pop(key))
        self.judges.pop(judge).close()

    def open(self, plan: dict[str, object], descriptor: int | None) -> OpenBox:
        """Make a box and return once it has proved its walls. Raises Fault or OSError."""
        level = plan["level"]
        guest = plan.get("guest")
        plan["runtime"], plan["hidden"], plan["uid"] = (
            runtime.joined(self.runtime, guest),
            self.hidden,
            None,
        )
        plan["executables"] = self.executables
        plan["home"] = box.home_beside(plan["runtime"] + self.executables + self.shown)
        # not for a guest: one that is kept while another runs would pass files on to it
        plan["scratch"] = box.namespaced(level) and "bubblewrap" not in plan and guest is None
        kept = OpenBox()
        try:
            if os.geteuid() == 0 and level != "C":
                kept.slot = slot.Slot()
                plan["uid"] = kept.slot.uid
            if self.shown:
                plan["shown"] = self.shown
                if not plan["scratch"]:
                    kept.folder = plan["home"] = box.folder_for(plan["uid"])
                    plan["scratch"] = True
            if level == "A+":
                self.made += 1
                memory = 2 * plan["limits"]["memory_bytes"] + MEMORY_MARGIN
                kept.group = cgroup.Group(
                    "graders-%d-%d" % (os.getpid(), self.made), memory, 2 * box.PROCESSES
                )
            kept.line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            kept.line.settimeout(READY_SECONDS)
            kept.pid = os.fork()
            if kept.pid == 0:
                start(plan, descriptor, theirs, kept.group)
            theirs.close()
            if "bubblewrap" in plan:
                kept.line.send(bubblewrap.first_message(self.files, plan, kept.group is not None))
            elif box.namespaced(level):
                forked = self._hear(kept.line)
                os.waitpid(kept.pid, 0)  # it has done its part: the box's first process is ours now
                kept.pid = int(forked)
                try:
                    kept.line.send(b"go")
                except OSError:  # it has failed already, and said why
                    pass
            said = self._hear(kept.line)
            if said != "ready":
                raise Fault("the box is not sound: %s" % said)
        except BaseException:
            self.close(kept)
            raise
        return kept

    @staticmethod
    def _hear(line: socket.socket) -> str:
        try:
            said = line.recv(1000).decode("utf-8", "replace")
        except OSError as error:
            raise Fault("the box's first process does not answer: %s" % error) from None
        if said.startswith("fault "):
            raise Fault(said[6:])
        if not said:
            raise Fault("the box's first process ended before the box was ready")
        return said

    def close(self, kept: OpenBox | None) -> tuple[int, int]:
        """End a box and everything in it. Returns how its first process ended and how often memory
        ran out.
        """
        status = kills = 0
        if kept is None:
            return status, kills
        if kept.pid:
            os.kill(kept.pid, signal.SIGKILL)
            word = os.waitpid(kept.pid, 0)[1]
            status = -os.WTERMSIG(word) if os.WIFSIGNALED(word) else os.WEXITSTATUS(word)
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
        """Remove the control groups whose last process the kernel has let go of by now."""
        self.stale = [group for group in self.stale if not group.remove()]

    def end_orphans(self) -> None:
        """End processes whose box is gone (where no namespace did so): they are our children now,
        by inheritance.
        """
        ours = {kept.pid for kept in self.boxes.values()}
        for pid in children_of(os.getpid()):
            if pid not in ours:
                try:
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
                except (ProcessLookupError, ChildProcessError):
                    pass


def children_of(pid: int) -> list[int]:
    """Return the processes whose parent is *pid*."""
    try:
        with open("/proc/%d/task/%d/children" % (pid, pid)) as stream:
            return [int(word) for word in stream.read().split()]
    except OSError:
        pass
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open("/proc/%s/stat" % name) as stream:
                    if int(stream.read().rpartition(")")[2].split()[1]) == pid:
                        found.append(int(name))
            except (OSError, ValueError, IndexError):
                continue
    return found


def start(
    plan: dict[str, object], descriptor: int, line: socket.socket, group: cgroup.Group | None
) -> None:
    """Become the first process of a box (by way of one more fork where there are namespaces); never
    returns.
    """
    try:
        report = line.detach()
        try:
            os.setsid()
            os.umask(0o022)
            counter = None
            if group is not None:
                counter = os.open(group.counter, os.O_RDONLY)
                group.join()
            wrapped = "bubblewrap" in plan
            namespaced = box.namespaced(plan["level"]) and not wrapped
            if namespaced:
                box.leave_namespaces()
                pid = os.fork()
                if pid:
                    os.write(report, b"%d" % pid)
                    os._exit(0)
            null = os.open(os.devnull, os.O_RDWR)
            place([null, null, null, descriptor, report] + ([] if counter is None else [counter]))
            report = zygote.LIFELINE
            if wrapped:
                bubblewrap.become(plan, report)
            if namespaced:
                box.build_root(plan)
            box.limit_resources(plan["limits"])
            box.drop_privilege(plan["uid"])
            if plan["scratch"] and not namespaced:
                os.chdir(plan["home"])
            if namespaced:
                os.read(report, 10)  # "go": our parent has gone, the launcher is the parent now
            syscalls.end_with_parent()  # after the change of user, which clears it
        except BaseException as error:
            os.write(
                report,
                ("fault %s" % (error if str(error) else repr(error))).encode("utf-8", "replace")[
                    :900
                ],
            )
            os._exit(1)
        zygote.settle(plan, counter is not None)
    finally:
        os._exit(0)


def place(descriptors: list[int]) -> None:
    """Make *descriptors* the descriptors 0, 1, 2, ... and close every other."""
    import fcntl

    high = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, 100) for descriptor in descriptors]
    for number, descriptor in enumerate(high):
        os.dup2(descriptor, number, inheritable=True)
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    os.closerange(len(high), soft if 0 < soft < 65536 else 65536)


def main() -> None:
    """Serve the judge at the other end of the descriptor named on the command line."""
    preload.preload()
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # a person at the terminal stops the judge, which ends us
    syscalls.prctl(syscalls.PR_SET_CHILD_SUBREAPER, 1)
    os.umask(0o022)
    launcher = Launcher(socket.socket(fileno=int(sys.argv[1])))
    if len(sys.argv) > 2:
        from inside.lint import driver as lint_driver

        launcher.shown = lint_driver.prepare(json.loads(sys.argv[2]))
    gc.collect()
    gc.freeze()  # whoever is forked shares it, and need not look through it
    launcher.run()


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if entry and os.path.abspath(entry) != here]
    sys.path.append(os.path.dirname(here))
    # the folder's own name: "graders" does not exist in here
    from inside import (
        afresh,
        box,
        bubblewrap,
        cgroup,
        compiling,
        control,
        modules,
        preload,
        runtime,
        server,
        slot,
        syscalls,
        zygote,
    )

    sys.path.pop()
    main()
