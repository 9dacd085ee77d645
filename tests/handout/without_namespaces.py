"""Runs a program as in a hosted container that forbids namespaces: ``without_namespaces.py [-u UID] PROGRAM ...``.

Root only. The program runs in a user namespace that maps every id to itself and allows no further namespaces. So root
keeps its rights over files and users in there. Nothing outside changes.
"""

import ctypes
import glob
import os
import sys

NEW_USER_NAMESPACE = 0x10000000


def enter(ready, mapped):
    """Enter the namespace, wait for its ids, and forbid all others."""
    if ctypes.CDLL(None, use_errno=True).unshare(NEW_USER_NAMESPACE):
        raise OSError(ctypes.get_errno(), "unshare")
    os.close(ready)
    os.read(mapped, 1)
    for path in glob.glob("/proc/sys/user/max_*_namespaces"):
        with open(path, "w") as stream:
            stream.write("0")


def main(words):
    """Run the program; return its exit status."""
    uid = None
    if words[0] == "-u":
        uid, words = int(words[1]), words[2:]
    ready_read, ready = os.pipe()
    mapped, mapped_write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ready_read)
        os.close(mapped_write)
        enter(ready, mapped)
        if uid is not None:
            os.setgroups([])
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
        os.execvp(words[0], words)
    os.close(ready)
    os.read(ready_read, 1)
    for kind in ("uid", "gid"):
        with open(f"/proc/{child}/{kind}_map", "w") as stream:
            stream.write("0 0 4294967295")
    os.write(mapped_write, b".")
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
