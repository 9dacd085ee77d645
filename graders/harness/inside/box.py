"""Builds the box round the calling process, step by step, and verifies it at the end.

The order matters and is the order of this file. First come the parts that need privilege (control
group, namespaces, an empty root). Then the privilege is dropped (:func:`drop_privilege`). Then come
the rules that need none (:func:`confine`), and the proof (:func:`verify`). A step that fails
raises, and the box is never used, because nothing falls back to a weaker box from inside.
"""

from __future__ import annotations

import ctypes
import os
import resource

from ..protocol.config import BoxConfig, ProcessLimits
from . import landlock, seccomp, syscalls

SCRATCH = "/tmp"
"""Path of the scratch space, unless the runtime lies below it."""

PROCESSES = 64
"""Maximum number of processes and threads of one box together."""

STACK_BYTES = 64 << 20
ROOT_BYTES, ROOT_FILES = 1 << 20, 512
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")


def home_beside(runtime: list[str]) -> str:
    """Return a working directory that is neither part of *runtime* nor above a part of it."""
    return next(
        path
        for path in (SCRATCH, "/scratch", "/box")
        if not any(item == path or item.startswith(path + "/") for item in runtime)
    )


def namespaced(level: str) -> bool:
    """Return whether boxes of *level* have namespaces, with their own root and process 1."""
    return level in ("A+", "A")


def leave_namespaces() -> None:
    """Enter new namespaces of every kind; without privilege, through a user namespace."""
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
        ("uid_map", f"{uid} {uid} 1"),
        ("gid_map", f"{gid} {gid} 1"),
    ):
        with open("/proc/self/" + name, "w") as stream:
            stream.write(text)


SEALED = syscalls.ATTR_RDONLY | syscalls.ATTR_NOSUID | syscalls.ATTR_NODEV
"""Attributes of a mount that a submission may read."""
_NOEXEC = SEALED | syscalls.ATTR_NOEXEC
_DEVICE = _NOEXEC & ~syscalls.ATTR_NODEV


def build_root(config: BoxConfig) -> None:
    """Replace the file system by the runtime, four harmless devices and a scratch space."""
    syscalls.mount("none", "/", None, syscalls.MS_REC | syscalls.MS_PRIVATE)
    _mount_memory("/tmp", syscalls.MS_NOSUID, ROOT_BYTES, ROOT_FILES, "755")
    os.mkdir("/tmp/old")
    syscalls.pivot_root("/tmp", "/tmp/old")
    os.chdir("/")
    for path in config["runtime"]:
        _bind(path, SEALED)
    hidden = [path for path in config["hidden"] if os.path.isdir(path)]
    for path in hidden:
        _mount_memory(path, syscalls.MS_NOSUID, 64 << 10, 512, "755")
    for path in config["shown"]:
        _bind(path, SEALED)
    for path in hidden:
        syscalls.set_mount_attributes(path, _NOEXEC, below=False)
    for path in DEVICES:
        # read-only, or a submission could set the times of the machine's own device
        _bind(path, _DEVICE)
    _make_scratch(config)
    syscalls.unmount("/old")
    os.rmdir("/old")
    # not below the root, because the scratch space there stays writable
    syscalls.set_mount_attributes("/", _NOEXEC, below=False)
    os.chdir(config["home"])
    syscalls.set_host_name("box")


def _make_scratch(config: BoxConfig) -> None:
    """Mount the working directory."""
    home, limits = config["home"], config["limits"]
    os.makedirs(home, exist_ok=True)
    flags = syscalls.MS_NOSUID | syscalls.MS_NODEV | syscalls.MS_NOEXEC
    size = max(4096, limits["scratch_bytes"])
    _mount_memory(home, flags, size, limits["scratch_files"] + 1, "1777")
    if not config["scratch"]:
        syscalls.set_mount_attributes(home, _NOEXEC, below=False)


def _mount_memory(path: str, flags: int, size: int, files: int, mode: str) -> None:
    """Mount a file system in memory at *path*, with at most *size* bytes."""
    syscalls.mount("tmpfs", path, "tmpfs", flags, f"size={size},nr_inodes={files},mode={mode}")


def _bind(path: str, attributes: int) -> None:
    """Bind *path* of the old root to the same path; copy it if it is a symbolic link."""
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


def limit_resources(limits: ProcessLimits) -> None:
    """Set hard limits on the zygote. Its children inherit them, and nothing raises them again."""
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
    """Lower the limit *which* to *value*, or to the hard limit if that is less.

    With *soft_only* the hard limit stays.
    """
    hard = resource.getrlimit(which)[1]
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(which, (value, hard if soft_only else value))


def drop_privilege(uid: int | None) -> None:
    """Drop every capability and become the user *uid* without groups, irreversibly.

    None keeps the user and its groups.
    """
    if os.geteuid() == 0:
        syscalls.drop_bounding_set()
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    syscalls.drop_capabilities()


def confine(config: BoxConfig) -> None:
    """Apply the rules that need no privilege: Landlock, then the system call filter."""
    syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
    syscalls.prctl(syscalls.PR_SET_DUMPABLE, 0)
    guest = config["guest"]
    has_root = namespaced(config["level"])
    # without its own user id, the limit would count other processes of the same user
    if config["uid"] is not None or has_root:
        resource.setrlimit(resource.RLIMIT_NPROC, (PROCESSES, PROCESSES))
    rules = [(path, landlock.READ_FILE | landlock.WRITE_FILE) for path in DEVICES]
    if guest is not None:
        rules += [(path, landlock.READ | landlock.EXECUTE) for path in guest["executables"]]
    if not has_root:
        landlock.confine(_runtime_rules(config) + rules)
    elif landlock.abi():  # a second wall, because the root holds nothing else anyway
        landlock.confine(_root_rules(config) + rules)
    box_filter = filter_of(config)
    seccomp.install(box_filter)


def filter_of(config: BoxConfig) -> bytes:
    """Return the filter of system calls; it is assembled once for all boxes of a kind."""
    return seccomp.box_filter(
        may_exec=config["guest"] is not None,
        # the devices of bubblewrap's boxes are the machine's, too
        files_shared=not namespaced(config["level"]) or bool(config["bubblewrap"]),
        writable=config["scratch"],
    )


def _root_rules(config: BoxConfig) -> list[tuple[str, int]]:
    """Return the rules for a box with its own root."""
    rules = [("/", landlock.READ)]
    if config["scratch"]:
        rules.append((config["home"], landlock.SCRATCH))
    return rules


def _runtime_rules(config: BoxConfig) -> list[tuple[str, int]]:
    """Return the rules for a box in the host's file system: the runtime without hidden folders."""
    rules = [(path, landlock.READ) for path in config["shown"]]
    if config["scratch"]:
        rules.append((config["home"], landlock.SCRATCH))
    for path in config["runtime"]:
        if os.path.islink(path):
            continue  # its target is in the list, too
        if not any(os.path.dirname(hidden) == path for hidden in config["hidden"]):
            rules.append((path, landlock.READ))
            continue
        # the importer lists the folder; its entries are granted one by one
        rules.append((path, landlock.READ_DIR))
        inner = [os.path.join(path, name) for name in os.listdir(path)]
        rules += [
            (item, landlock.READ)
            for item in inner
            if item not in config["hidden"] and not os.path.islink(item)
        ]
    return rules


class NotConfined(Exception):
    """The finished box lacks a wall that its level demands."""


def verify(config: BoxConfig) -> None:
    """Test the walls from inside. Raises NotConfined, which names the first that fails."""
    uid = config["uid"]
    if any(syscalls.capabilities()):
        raise NotConfined("the process still has capabilities")
    is_other_user = uid is not None and (
        os.getresuid() != (uid,) * 3 or os.getresgid() != (uid,) * 3 or os.getgroups()
    )
    if is_other_user:
        raise NotConfined("the user id is not the box's own")
    if syscalls.prctl(syscalls.PR_GET_NO_NEW_PRIVS) != 1:
        raise NotConfined("the process could gain new privileges")
    if syscalls.prctl(syscalls.PR_GET_DUMPABLE) != 0:
        raise NotConfined("other processes could read its memory")
    if syscalls.prctl(syscalls.PR_GET_SECCOMP) != 2:
        raise NotConfined("system calls are not filtered")
    if syscalls.LIBC.socket(1, 1, 0) != -1 or ctypes.get_errno() != 1:
        raise NotConfined("a socket can be made")
    for path in _forbidden(config):
        if _readable(path):
            raise NotConfined(f"{path} can be read")
    if namespaced(config["level"]) and os.getpid() != 1:
        raise NotConfined("the box has no process ids of its own")


def _forbidden(config: BoxConfig) -> list[str]:
    """Return folders that must be unreadable in the box."""
    forbidden = ["/proc", "/etc", "/root", "/home", "/var", "/sys"]
    if not namespaced(config["level"]):
        return forbidden
    # in the box's own root, a folder on the way to the runtime holds nothing else
    visible = config["runtime"] + config["shown"]
    return [path for path in forbidden if not any(item.startswith(path + "/") for item in visible)]


def _readable(path: str) -> bool:
    try:
        os.listdir(path)
    except OSError:
        return False
    return True
