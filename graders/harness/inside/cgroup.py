"""A control group per box, where this process may make one: caps on the memory and processes of a
box as a whole.

Limits of single processes do not add up to a total; a group's do. Both versions of the interface
are tried. Any obstacle (read-only, another user's, no such controller) means that there is no group
here, which is level A.
"""

from __future__ import annotations

import os

_KINDS = {
    # files: memory limit, swap limit, process limit, count of kills
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
    found = []
    with open("/proc/self/mountinfo") as lines:
        for line in lines:
            left, _, right = line.partition(" - ")
            fields, kind = left.split(), right.split()
            if kind[0] in _KINDS:
                found.append((fields[4], fields[3], kind[0], kind[-1]))
    return found


def _places() -> dict[str, str]:
    """Return the path of this process's group by controller; the unified hierarchy is ""."""
    places = {}
    with open("/proc/self/cgroup") as lines:
        for line in lines:
            _number, controllers, path = line.rstrip("\n").split(":", 2)
            for controller in controllers.split(","):
                places[controller] = path
    return places


def _write(path: str, value: object) -> None:
    with open(path, "w") as stream:
        stream.write(str(value))


class Group:
    """One box's control group: a folder in each hierarchy that counts here."""

    def __init__(self, name: str, memory_bytes: int, processes: int) -> None:
        """Make the group. Raises OSError if none that limits memory can be made."""
        self.folders: list[str] = []
        self.counter = ""
        try:
            self._make(name, memory_bytes, processes)
            if not self.counter:
                raise OSError(0, "no control group that limits memory can be made here")
        except OSError:
            self.remove()
            raise

    def _make(self, name: str, memory_bytes: int, processes: int) -> None:
        places = _places()
        for point, root, kind, options in _mounts():
            memory, swap, pids, counter = _KINDS[kind]
            controllers = [""] if kind == "cgroup2" else options.split(",")
            own = next((places[item] for item in controllers if item in places), None)
            if own is None or not (
                kind == "cgroup2" or {"memory", "pids"} & set(controllers)
            ):
                continue
            relative = os.path.relpath(own, root)
            for parent in (relative, os.path.dirname(relative), "."):
                # processes may not sit beside groups with limits in the unified hierarchy: try
                # further up
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
            # the older interface counts both together
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
        """Move this process, which has but one thread, into the group.

        Where the interface knows of threads, that is what is moved: the kernel keeps a process
        waiting for ten milliseconds, with nothing to do, until all its threads can be moved.
        """
        for folder in self.folders:
            threads = os.path.join(folder, "tasks")
            _write(
                threads
                if os.path.exists(threads)
                else os.path.join(folder, "cgroup.procs"),
                0,
            )

    def kills(self) -> int:
        """Return how many processes the kernel has ended because the group used up its memory."""
        with open(self.counter) as stream:
            return kills_in(stream.read())

    def remove(self) -> bool:
        """Remove the group; False while something is still in it."""
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
    """Return the count of kills in the text of the counting file."""
    for line in text.splitlines():
        key, _, value = line.partition(" ")
        if key == "oom_kill":
            return int(value)
    return 0
