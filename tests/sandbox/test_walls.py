"""The walls of a box, each by itself, as the system shows them from outside.

An attack from inside does not see most of them, because the filter of system calls refuses it before.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from graders.harness.inside import box, cgroup, runtime
from graders.harness.sandbox.interface import Box, Level
from tests.attacks.boundary.stand import descendants
from tests.sandbox.talk import once

OpenBox = Callable[..., Box]

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root sees what a box has")


def first_process(open_box: OpenBox) -> Path:
    """Open a box with namespaces; return the folder in /proc of its first process."""
    before = descendants(os.getpid())
    opened = open_box(work="")
    if opened.level < Level.A:
        pytest.skip("there are no namespaces here")
    opened.connect("own").finish()  # after it, the process that compiles is gone, too
    (pid,) = descendants(os.getpid()) - before
    return Path(f"/proc/{pid}")


def test_box_shares_no_namespace(open_box: OpenBox) -> None:
    folder = first_process(open_box)
    for kind in ("cgroup", "ipc", "mnt", "net", "pid", "uts"):
        assert (folder / "ns" / kind).readlink() != Path("/proc/self/ns", kind).readlink(), kind


def test_box_does_not_tell_the_name_of_the_machine(open_box: OpenBox) -> None:
    opened = open_box(work="import os\ndef name():\n    return os.uname().nodename")
    if opened.level >= Level.A:
        assert once(opened, "name") == ["return", "box"]


def test_mounts_of_a_box_are_sealed(open_box: OpenBox) -> None:
    """Only the scratch space can be written, only the runtime executed, and no mount comes or goes with the machine's."""
    folder = first_process(open_box)
    mounts = {}
    for line in (folder / "mountinfo").read_text().splitlines():
        fields = line.partition(" - ")[0].split()
        point, options, shared = fields[4], fields[5], fields[6:]
        assert not shared, line
        mounts[point] = set(options.split(","))
    seen, hidden = runtime.find_runtime(None)
    executable = {point for point, found in mounts.items() if "noexec" not in found}
    assert executable <= {*seen} - {*hidden}
    assert mounts.pop(box.SCRATCH) >= {"rw", "nosuid", "nodev", "noexec"}
    for point, found in mounts.items():
        sealed = {"ro", "nosuid"} if point in box.DEVICES else {"ro", "nosuid", "nodev"}
        assert found >= sealed, point


def test_control_group_has_each_limit() -> None:
    """Each that this system has."""
    try:
        group = cgroup.ControlGroup(f"graders-test-{os.getpid()}", 64 << 20, 7)
    except OSError as reason:
        if os.access("/sys/fs/cgroup/memory", os.W_OK):
            raise
        pytest.skip(str(reason))
    expected = {
        "memory.limit_in_bytes": 64 << 20,
        "memory.memsw.limit_in_bytes": 64 << 20,
        "memory.max": 64 << 20,
        "memory.swap.max": 0,
        "pids.max": 7,
    }
    files = [Path(folder, name) for folder in group.folders for name in expected]
    found = {path.name: int(path.read_text()) for path in files if path.exists()}
    assert group.remove()
    assert found == {name: expected[name] for name in found}
    assert {"memory.limit_in_bytes", "memory.max"} & found.keys()
    if os.access("/sys/fs/cgroup/pids", os.W_OK):
        assert "pids.max" in found
    assert not any(path.exists() for path in files)


def test_group_without_a_limit_of_memory_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Level A+ promises that limit; what was made of the group is gone."""
    make = os.mkdir
    made = []

    def mkdir(path: str, mode: int = 0o777) -> None:
        if list(Path(path).parent.glob("memory.*")):
            raise PermissionError
        make(path, mode)
        made.append(path)

    monkeypatch.setattr(os, "mkdir", mkdir)
    with pytest.raises(OSError, match="no control group that limits memory"):
        cgroup.ControlGroup(f"graders-test-{os.getpid()}", 64 << 20, 7)
    assert not any(map(os.path.exists, made))


@pytest.mark.parametrize(
    "text", ["oom_kill_disable 0\nunder_oom 1\noom_kill 3\n", "max 9\noom 8\noom_kill 3\n"]
)
def test_kills_for_lack_of_memory_are_counted(text: str) -> None:
    """In both versions of the interface; a limit that was met kills nobody."""
    assert cgroup.kills_in(text) == 3
