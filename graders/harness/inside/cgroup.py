"""A control group for each box, if this process may make one. It caps the memory and the number of
processes of the whole box, which limits on single processes cannot.

Both versions of the interface are tried. On any obstacle (read-only, another user's, no controller)
there is no group, which means level A.
"""

from __future__ import annotations

import os

_KINDS = {
    # files: memory limit, swap limit, process limit, number of kills
    "cgroup": (
        "memory.limit_in_bytes",
        "memory.memsw.limit_in_bytes",
        "pids.max",
        "memory.oom_control",
    ),
    "cgroup2": ("memory.max", "memory.swap.max", "pids.max", "memory.events"),
}


def _mounts() -> list[tuple[str, str, str, str]]:
    """Return (mount point, root within the hierarchy, kind, options) of every mounted hierarchy."""
    mounts = []
    with open("/proc/self/mountinfo") as lines:
        for line in lines:
            left, _, right = line.partition(" - ")
            fields, kind = left.split(), right.split()
            if kind[0] in _KINDS:
                mounts.append((fields[4], fields[3], kind[0], kind[-1]))
    return mounts


def _own_groups() -> dict[str, str]:
    """Return the path of this process's group by controller; "" is the unified hierarchy."""
    paths = {}
    with open("/proc/self/cgroup") as lines:
        for line in lines:
            _number, controllers, path = line.rstrip("\n").split(":", 2)
            for controller in controllers.split(","):
                paths[controller] = path
    return paths


def _write(path: str, value: object) -> None:
    with open(path, "w") as stream:
        stream.write(str(value))


class ControlGroup:
    """The control group of one box: a folder in each hierarchy that has a limit."""

    def __init__(self, name: str, memory_bytes: int, processes: int) -> None:
        """Make the group. Raises OSError if no group that limits memory can be made."""
        self.folders: list[str] = []
        self.counter = ""
        try:
            self._make(name, memory_bytes, processes)
            if not self.counter:
                raise OSError("no control group that limits memory can be made here")
        except OSError:
            self.remove()
            raise

    def _make(self, name: str, memory_bytes: int, processes: int) -> None:
        own_groups = _own_groups()
        for point, root, kind, options in _mounts():
            memory, swap, pids, counter = _KINDS[kind]
            controllers = [""] if kind == "cgroup2" else options.split(",")
            group = next((own_groups[item] for item in controllers if item in own_groups), None)
            if group is None or not (kind == "cgroup2" or {"memory", "pids"} & set(controllers)):
                continue
            relative = os.path.relpath(group, root)
            for parent in (relative, os.path.dirname(relative), "."):
                # try further up, because the unified hierarchy forbids processes beside groups
                # with limits
                folder = os.path.normpath(os.path.join(point, parent, name))
                if not folder.startswith(point) or not self._try(
                    folder, memory, swap, pids, memory_bytes, processes
                ):
                    continue
                if os.path.exists(os.path.join(folder, memory)):
                    self.counter = os.path.join(folder, counter)
                break

    def _try(
        self,
        folder: str,
        memory: str,
        swap: str,
        pids: str,
        memory_bytes: int,
        processes: int,
    ) -> bool:
        try:
            os.mkdir(folder)
        except OSError:
            return False
        useful = False
        try:
            # the older interface counts memory and swap together
            swap_bytes = memory_bytes if "memsw" in swap else 0
            for name, value in (
                (memory, memory_bytes),
                (swap, swap_bytes),
                (pids, processes),
            ):
                path = os.path.join(folder, name)
                if os.path.exists(path):
                    _write(path, value)
                    useful = True
        except OSError:
            useful = False
        if useful:
            self.folders.append(folder)
        else:
            os.rmdir(folder)
        return useful

    def join(self) -> None:
        """Move this process, which has one thread, into the group.

        Moves the thread if the interface allows it, because moving a process takes the kernel ten
        idle milliseconds.
        """
        for folder in self.folders:
            threads = os.path.join(folder, "tasks")
            _write(
                threads if os.path.exists(threads) else os.path.join(folder, "cgroup.procs"),
                0,
            )

    def kills(self) -> int:
        """Return the number of processes that the kernel killed at the group's memory limit."""
        with open(self.counter) as stream:
            return kills_in(stream.read())

    def remove(self) -> bool:
        """Remove the group; return False while it holds processes."""
        for folder in list(self.folders):
            try:
                os.rmdir(folder)
            except FileNotFoundError:
                pass
            except OSError:
                return False
            self.folders.remove(folder)
        return True


def kills_in(text: str) -> int:
    """Return the number of kills in the *text* of the counter's file."""
    for line in text.splitlines():
        key, _, value = line.partition(" ")
        if key == "oom_kill":
            return int(value)
    return 0
