"""Builds the box round the calling process, step by step, and proves at the end that it stands.

The order matters and is the order of this file: the parts that need privilege first (control group,
namespaces, an empty root), then the privilege goes (:func:`drop_privilege`), then the rules that
need none (:func:`confine`), then the proof (:func:`verify`). A step that fails raises, and the box
is never used: there is no falling back from inside.

A *plan* is the launcher's plain description of one box:

========== =====================================================================
level      "A+", "A", "B", "C" or "D"
runtime    absolute paths the interpreter needs: directories and files, read-only
hidden     directories among them to be seen empty (other people's packages)
executables the interpreter itself, for who must start it again
uid        the user id of this box's slot, or None to keep our own
home       working directory of the box
scratch    whether files can be written there
shown      folders and files to be seen besides, also where they lie in a hidden one; may be absent
bubblewrap path of that program, if it is to make the box; else absent
guest      what children become instead of serving Python (see ``guest.py``); else absent
limits     the worker's limits (see ``worker_limits`` of the sandbox)
========== =====================================================================
"""

from __future__ import annotations

import ctypes
import os
import resource
import tempfile
from typing import Any

from . import landlock, seccomp, syscalls

SCRATCH = "/tmp"
"""Where the scratch space is, unless the runtime lies below it."""

PROCESSES = 64
"""Processes and threads of one box together."""

STACK_BYTES = 64 << 20
ROOT_BYTES, ROOT_FILES = 1 << 20, 512
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")


def home_beside(runtime: list[str]) -> str:
    """Return a working directory for a box with *runtime*: no part of it, and above none of it."""
    return next(
        path
        for path in (SCRATCH, "/scratch", "/box")
        if not any(item == path or item.startswith(path + "/") for item in runtime)
    )


def folder_for(uid: int | None) -> str:
    """Return a new folder of the host that only *uid* (None: we) can use: a box's, where it has no
    scratch space.
    """
    folder = tempfile.mkdtemp(prefix="graders-box-")
    if uid is not None:
        os.chown(folder, uid, uid)
    return folder


def namespaced(level: str) -> bool:
    """Say whether boxes of *level* have namespaces, and so a root and a pid 1 of their own."""
    return level in ("A+", "A")


def leave_namespaces() -> None:
    """Go into new namespaces of every kind; without privilege by way of a user namespace."""
    flags = (
        syscalls.CLONE_NEWNS
        | syscalls.CLONE_NEWPID
        | syscalls.CLONE_NEWIPC
        | syscalls.CLONE_NEWUTS
        | syscalls.CLONE_NEWCGROUP
        | syscalls.CLONE_NEWNET
    )
    uid, gid = os.geteuid(), os.getegid()
    if uid == 0:
        syscalls.unshare(flags)
        return
    syscalls.unshare(flags | syscalls.CLONE_NEWUSER)
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", "%d %d 1" % (uid, uid)),
        ("gid_map", "%d %d 1" % (gid, gid)),
    ):
        with open("/proc/self/" + name, "w") as stream:
            stream.write(text)


def build_root(plan: dict[str, Any]) -> None:
    """Replace the whole file system by the runtime, three harmless devices and a small scratch
    space.
    """
    limits = plan["limits"]
    syscalls.mount("none", "/", None, syscalls.MS_REC | syscalls.MS_PRIVATE)
    syscalls.mount(
        "tmpfs",
        "/tmp",
        "tmpfs",
        syscalls.MS_NOSUID,
        "size=%d,nr_inodes=%d,mode=755" % (ROOT_BYTES, ROOT_FILES),
    )
    os.mkdir("/tmp/old")
    syscalls.pivot_root("/tmp", "/tmp/old")
    os.chdir("/")
    readonly = syscalls.ATTR_RDONLY | syscalls.ATTR_NOSUID
    for path in plan["runtime"]:
        _bind(path, readonly | syscalls.ATTR_NODEV)
    for path in plan["hidden"]:
        if os.path.isdir(path):
            syscalls.mount(
                "tmpfs", path, "tmpfs", syscalls.MS_NOSUID, "size=64k,nr_inodes=512,mode=755"
            )
    for path in plan.get("shown", ()):
        _bind(path, readonly | syscalls.ATTR_NODEV)
    for path in plan["hidden"]:
        if os.path.isdir(path):
            syscalls.set_mount_attributes(
                path, readonly | syscalls.ATTR_NODEV | syscalls.ATTR_NOEXEC, below=False
            )
    for path in DEVICES:
        _bind(path, syscalls.ATTR_NOSUID | syscalls.ATTR_NOEXEC)
    os.makedirs(plan["home"], exist_ok=True)
    syscalls.mount(
        "tmpfs",
        plan["home"],
        "tmpfs",
        syscalls.MS_NOSUID | syscalls.MS_NODEV | syscalls.MS_NOEXEC,
        "size=%d,nr_inodes=%d,mode=1777"
        % (max(4096, limits["scratch_bytes"]), limits["scratch_files"] + 1),
    )
    if not plan["scratch"]:
        syscalls.set_mount_attributes(
            plan["home"], readonly | syscalls.ATTR_NODEV | syscalls.ATTR_NOEXEC, below=False
        )
    syscalls.unmount("/old")
    os.rmdir("/old")
    # only the root itself: the scratch space below it stays writable
    syscalls.set_mount_attributes(
        "/", readonly | syscalls.ATTR_NODEV | syscalls.ATTR_NOEXEC, below=False
    )
    os.chdir(plan["home"])
    syscalls.set_host_name("box")


def _bind(path: str, attributes: int) -> None:
    """Show *path* of the old root at the same place; symbolic links on the way are made again."""
    source = "/old" + path
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.islink(source):
        if not os.path.lexists(path):
            os.symlink(os.readlink(source), path)
        return
    if os.path.isdir(source):
        os.makedirs(path, exist_ok=True)
    elif os.path.exists(source):
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o644))
    else:
        return
    syscalls.mount(source, path, None, syscalls.MS_BIND | syscalls.MS_REC)
    syscalls.set_mount_attributes(path, attributes)


def limit_resources(limits: dict[str, Any]) -> None:
    """Set the limits of the zygote, which its children inherit: hard ones, so that nothing raises
    them again.
    """
    for which, value in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_FSIZE, limits["file_bytes"]),
        (resource.RLIMIT_NOFILE, limits["open_files"]),
        (resource.RLIMIT_STACK, STACK_BYTES),
        (resource.RLIMIT_SIGPENDING, 256),
        (resource.RLIMIT_NICE, 0),
        (resource.RLIMIT_RTPRIO, 0),
    ):
        hard = resource.getrlimit(which)[1]
        value = int(value) if hard == resource.RLIM_INFINITY else min(int(value), hard)
        resource.setrlimit(which, (value, value))


def lower(which: int, value: int, soft_only: bool = False) -> None:
    """Lower the limit *which* to *value* for good (or its soft half), never above what is allowed."""
    hard = resource.getrlimit(which)[1]
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(which, (value, hard if soft_only else value))


def drop_privilege(uid: int | None) -> None:
    """Become the user *uid* (None: stay who we are) without a capability, a group, or a way back to
    either.
    """
    if os.geteuid() == 0:
        syscalls.drop_bounding_set()
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    syscalls.drop_capabilities()


def confine(plan: dict[str, Any]) -> None:
    """Put on the rules that need no privilege: Landlock (except at level D), then the box filter of
    system calls.
    """
    syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
    syscalls.prctl(syscalls.PR_SET_DUMPABLE, 0)
    level = plan["level"]
    guest = plan.get("guest")
    to_run = (
        [(path, landlock.READ | landlock.EXECUTE) for path in guest["executables"]] if guest else []
    )
    if plan["uid"] is not None or namespaced(
        level
    ):  # else it would count what else the person runs
        resource.setrlimit(resource.RLIMIT_NPROC, (PROCESSES, PROCESSES))
    if level == "D":
        pass
    elif namespaced(level):
        if landlock.abi():  # a second wall: the root holds nothing else anyway
            rules = [("/", landlock.READ)] + (
                [(plan["home"], landlock.SCRATCH)] if plan["scratch"] else []
            )
            devices = [(path, landlock.READ_FILE | landlock.WRITE_FILE) for path in DEVICES]
            landlock.confine(rules + devices + to_run)
    else:
        devices = [(path, landlock.READ_FILE | landlock.WRITE_FILE) for path in DEVICES]
        landlock.confine(_runtime_rules(plan) + devices + to_run)
    seccomp.install(
        seccomp.box_filter(may_exec=guest is not None, files_shared=not namespaced(level))
    )


def _runtime_rules(plan: dict[str, Any]) -> list[tuple[str, int]]:
    """Return what may be read where the whole file system is in sight: the runtime without its
    hidden folders.
    """
    rules = [(path, landlock.READ) for path in plan.get("shown", ())]
    if plan["scratch"]:
        rules.append((plan["home"], landlock.SCRATCH))
    for path in plan["runtime"]:
        if os.path.islink(path):
            continue  # leads to a folder that is named itself
        if not any(os.path.dirname(hidden) == path for hidden in plan["hidden"]):
            rules.append((path, landlock.READ))
            continue
        rules.append(
            (path, landlock.READ_DIR)
        )  # the importer lists the folder; its parts are granted one by one
        inner = [os.path.join(path, name) for name in os.listdir(path)]
        rules += [
            (item, landlock.READ)
            for item in inner
            if item not in plan["hidden"] and not os.path.islink(item)
        ]
    return rules


class NotConfined(Exception):
    """The finished box lacks a wall that its level promises."""


def verify(plan: dict[str, Any]) -> None:
    """Try the walls from inside; raises NotConfined naming the first that does not stand."""
    level, uid = plan["level"], plan["uid"]
    if any(syscalls.capabilities()):
        raise NotConfined("capabilities are left")
    if uid is not None and (
        os.getresuid() != (uid,) * 3 or os.getresgid() != (uid,) * 3 or os.getgroups()
    ):
        raise NotConfined("the user id is not the box's own")
    if (
        syscalls.prctl(syscalls.PR_GET_NO_NEW_PRIVS) != 1
        or syscalls.prctl(syscalls.PR_GET_DUMPABLE) != 0
    ):
        raise NotConfined("new privileges could be had")
    if syscalls.prctl(syscalls.PR_GET_SECCOMP) != 2:
        raise NotConfined("system calls are not filtered")
    if syscalls.LIBC.socket(1, 1, 0) != -1 or ctypes.get_errno() != 1:
        raise NotConfined("a socket can be made")
    if level != "D":
        for path in ("/proc", "/etc", "/root", "/home", "/var", "/sys"):
            seen = plan["runtime"] + plan.get("shown", [])
            within = namespaced(level) and any(item.startswith(path + "/") for item in seen)
            if not within and _readable(
                path
            ):  # a folder that leads to the runtime holds nothing else
                raise NotConfined("%s can be read" % path)
        if namespaced(level) and os.getpid() != 1:
            raise NotConfined("the box has no process ids of its own")


def _readable(path: str) -> bool:
    try:
        os.listdir(path)
    except OSError:
        return False
    return True
