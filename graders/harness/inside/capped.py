"""Places for files at levels that forbid a box to mount one: small file systems of the machine.

A box without namespaces shares the machine's file systems, and no rule of the kernel caps what one
process writes there. A mount's own size does, and counts deleted files that are still open or
mapped. Containers have such a mount, ``/dev/shm``, and staff can add more. A place belongs to one
judge at a time, so that no submission writes into another's room.
"""

from __future__ import annotations

import fcntl
import glob
import os
import tempfile

from ..protocol.config import ProcessLimits
from ..protocol.messages import BUSY
from .uid_lease import FIRST_UID, LAST_UID

PATTERNS = ("/dev/shm", "/run/graders-files/*")
LARGEST = 256 << 20
"""Bytes of the largest mount that counts as small."""
MOST_INODES = 1 << 22
PREFIX = "graders-box-"
LOOK_MILLISECONDS = 10.0


class SmallFileSystem:
    """A small file system that one judge has to itself until its last box is gone."""

    def __init__(self, folder: str) -> None:
        """Take *folder* and delete what a killed launcher left there. Raises OSError."""
        self.folder = folder
        self.boxes = 0
        self.lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for name in os.listdir(folder):
                if name.startswith(PREFIX):
                    _remove_leftover(os.path.join(folder, name))
        except BaseException:
            os.close(self.lock)
            raise

    def leave(self) -> None:
        """Count a box less; leave the place to other judges if it was the last."""
        self.boxes -= 1
        if self.boxes <= 0:
            os.close(self.lock)


def enter(place: SmallFileSystem | None, needed: int) -> SmallFileSystem:
    """Return the *place* that this judge has or had, for a further box; or take one. Raises
    OSError.
    """
    if place is None or not place.boxes:
        place = _take(needed)
    place.boxes += 1
    return place


def _take(needed: int) -> SmallFileSystem:
    """Return a place with *needed* free bytes that no other judge has. Raises OSError."""
    reason = (
        f"no file system of at most {LARGEST >> 20} MB is mounted at /dev/shm or below"
        f" {os.path.dirname(PATTERNS[1])}, to cap files"
    )
    for folder in candidates():
        try:
            place = SmallFileSystem(folder)
        except BlockingIOError:
            reason = BUSY
            continue
        found = os.statvfs(folder)
        if found.f_bavail * found.f_frsize >= needed:
            return place
        place.leave()
        reason = f"{folder} has less than {needed >> 20} MB left for files"
    raise OSError(reason)


def candidates() -> list[str]:
    """Return the folders at which this machine has a small file system mounted."""
    return [
        folder
        for pattern in PATTERNS
        for folder in sorted(glob.glob(pattern))
        if os.path.ismount(folder) and _is_small(os.statvfs(folder))
    ]


def _is_small(found: os.statvfs_result) -> bool:
    return 0 < found.f_blocks * found.f_frsize <= LARGEST and 0 < found.f_files <= MOST_INODES


def _remove_leftover(path: str) -> None:
    """Delete a box's folder, unless somebody else has made it."""
    owner = os.lstat(path).st_uid
    if owner == os.geteuid() or FIRST_UID <= owner <= LAST_UID:
        remove(path)


class Meter:
    """Measures what a box has written to its place since its beginning."""

    def __init__(self, folder: str, limits: ProcessLimits) -> None:
        self.folder = folder
        written, made = self._used()
        self.bytes = written + limits["scratch_bytes"]
        self.files = made + limits["scratch_files"]

    def _used(self) -> tuple[int, int]:
        found = os.statvfs(self.folder)
        blocks = found.f_blocks - found.f_bfree
        return blocks * found.f_frsize, found.f_files - found.f_ffree

    def exceeded(self) -> bool:
        """Return whether there is more than the limits allow."""
        written, made = self._used()
        return written > self.bytes or made > self.files


def new_folder(uid: int | None, parent: str | None = None) -> str:
    """Return a new folder that only *uid* can use; None means this process's user.

    It is below *parent*, or in the folder for temporary files.
    """
    folder = tempfile.mkdtemp(prefix=PREFIX, dir=parent)
    if uid is not None:
        os.chown(folder, uid, uid)
    return folder


def remove(folder: str) -> None:
    """Delete *folder* with everything in it. Raises OSError."""
    empty(folder)
    os.rmdir(folder)


def empty(folder: str) -> None:
    """Delete everything in *folder*, at any depth, without using a long path."""
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
                    try:
                        os.rmdir(source)
                        continue
                    except OSError:  # not empty: to move it, it must be writable
                        os.chmod(source, 0o700)
                while os.path.lexists(os.path.join(folder, str(number))):
                    number += 1
                os.rename(source, os.path.join(folder, str(number)))
                names.append(str(number))
            os.rmdir(path)
