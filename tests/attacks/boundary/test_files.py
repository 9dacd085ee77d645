"""Files at levels without mounts: attacks 175 to 179, in a small file system of the machine.

The reaches ``fill_scratch`` to ``delete_scratch_of_another`` are tried in `test_reach.py`.
"""

from __future__ import annotations

import os
import signal
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from graders.harness.assignment.process_limits import Limits
from graders.harness.inside import capped, syscalls
from graders.harness.sandbox import choice, find_interpreter, launched, select_backend
from graders.harness.sandbox.interface import Backend, Box, SandboxNotMade
from graders.harness.sandbox.launched import LaunchedBackend, LauncherProcess
from graders.harness.sandbox.plain_processes import process_limits
from tests.attacks.boundary import stand
from tests.attacks.boundary.test_fail_closed import elsewhere, selected
from tests.sandbox.talk import call

pytestmark = pytest.mark.skipif(
    not syscalls.supported() or os.geteuid() != 0,
    reason="only root can mount a small file system for the test",
)
LIMITS = Limits(cpu_seconds=2.0, scratch_mb=2, scratch_files=100)
SHM = Path("/dev/shm")


@pytest.fixture
def python() -> str:
    return find_interpreter(">=3.10")


def in_container(deed: Callable[[], Any], megabytes: int = 16) -> Any:
    """Return the result of *deed* where nothing can be mounted, but a small file system was."""

    def inside() -> Any:
        stand.mount_small(megabytes)
        stand.enter_container()
        return deed()

    result = elsewhere(inside)
    if isinstance(result, str) and "Landlock" in result:
        pytest.skip(result)
    return result


def attack(box: Box, *names: str) -> list[bool | str]:
    """Return whether each attack, all in one process, succeeded; or why the process ended."""
    connection = box.connect("own")
    results: list[bool | str] = []
    try:
        for name in names:
            results.append(bool(call(connection, "attack", name, {})[1]))
    except Exception:
        results.append(connection.finish().cause.value)
    connection.finish()
    return results


def opened(backend: Backend) -> Box:
    return backend.open(stand.program(files=True), LIMITS)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["B", "C"])
def test_files_of_a_check_are_gone_before_the_next(python: str, level: str) -> None:
    """Attack 178. Within one check the same attack finds what it has left."""

    def deed() -> Any:
        backend = select_backend(python, choice=level, scratch=True)
        box = opened(backend)
        seen = [
            attack(box, "leave_files_behind", "leave_files_behind"),
            attack(box, "leave_files_behind"),
        ]
        during = len(os.listdir(SHM))
        box.close()
        backend.close()
        return seen, during, os.listdir(SHM)

    assert in_container(deed) == [[[False, True], [False]], 1, []]


@pytest.mark.slow
@pytest.mark.parametrize("trusted", [False, True])
def test_a_flood_of_files_ends_its_process(python: str, trusted: bool) -> None:
    """Attacks 175 and 176. They win in a box whose folder nothing caps, which only a reference gets."""

    def deed() -> Any:
        backend = select_backend(python, choice="B", scratch=True)
        program = stand.program(files=True)
        program.trusted = trusted
        box = backend.open(program, LIMITS)
        names = ("fill_scratch", "fill_scratch_unseen", "many_files_in_scratch")
        seen = [attack(box, name) for name in names]
        box.close()
        backend.close()
        return seen

    assert in_container(deed, megabytes=64) == [[True] if trusted else ["files"]] * 3


@pytest.mark.slow
def test_files_that_a_killed_launcher_left_are_deleted(python: str) -> None:
    """Attack 178: the next grading begins in an empty place."""

    def deed() -> Any:
        backend = select_backend(python, choice="B", scratch=True)
        box = opened(backend)
        attack(box, "leave_files_behind")
        assert isinstance(backend, LaunchedBackend)
        assert isinstance(backend.starter, LauncherProcess)
        os.kill(backend.starter.pid, signal.SIGKILL)
        left = os.listdir(SHM)
        after = select_backend(python, choice="B", scratch=True)
        again = opened(after)
        found = os.listdir(SHM)
        again.close()
        return len(left), len(found), left == found

    assert in_container(deed) == [1, 1, False]


@pytest.mark.slow
def test_second_grading_waits_for_the_place_of_the_first(python: str) -> None:
    """It gets the place when the first one leaves it."""

    def deed() -> Any:
        first, second = (select_backend(python, choice="B", scratch=True) for _ in range(2))
        box = opened(first)
        with ThreadPoolExecutor() as pool:
            waiting = pool.submit(opened, second)
            with pytest.raises(TimeoutError):
                waiting.result(0.5)
            box.close()
            waiting.result().close()
        return "served"

    assert in_container(deed) == "served"


@pytest.mark.slow
def test_two_gradings_never_share_a_place(python: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Attack 179: nobody fills another's room. The second is refused if the first stays too long."""
    monkeypatch.setattr(launched, "PLACE_SECONDS", 0.3)

    def deed() -> Any:
        first, second = (select_backend(python, choice="B", scratch=True) for _ in range(2))
        box = opened(first)
        try:
            opened(second)
        except SandboxNotMade as refused:
            said = str(refused)
        box.close()
        opened(second).close()
        return said

    assert capped.BUSY in in_container(deed)


@pytest.mark.slow
def test_large_file_system_is_no_cap(python: str) -> None:
    """An assignment with files is refused there, and the message says what would do."""
    said = in_container(lambda: selected(python, choice="B", scratch=True), megabytes=300)
    assert (
        "no file system of at most 256 MB is mounted at /dev/shm or below /run/graders-files"
        in said
    )
    assert in_container(lambda: selected(python, choice="B", scratch=True)) == "box B"


@pytest.mark.slow
def test_place_must_have_room(python: str) -> None:
    """A place that is full already would end right programs."""
    assert "has less than 8 MB left" in in_container(
        lambda: selected(python, choice="B", scratch=True), megabytes=4
    )


def test_every_way_without_bubblewrap_may_have_files() -> None:
    assert {way.backend for way in choice.WITH_SCRATCH} == {"box", "plain"}


@dataclass
class Mount:
    """The figures of a file system, in blocks of 4 kB."""

    blocks: int = (256 << 20) // 4096
    free: int = 8
    files: int = 1 << 22
    is_mount: bool = True

    def statvfs(self, _path: str) -> os.statvfs_result:
        """See `os.statvfs`."""
        return os.statvfs_result(
            (4096, 4096, self.blocks, self.free, self.free, self.files, 0, 0, 0, 255)
        )


def mounted(mount: Mount, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let *folder* be the only place for files, on *mount*."""
    monkeypatch.setattr(capped, "PATTERNS", (str(folder), "/run/none/*"))
    monkeypatch.setattr(os, "statvfs", mount.statvfs)
    monkeypatch.setattr(os.path, "ismount", lambda _path: mount.is_mount)


@pytest.mark.parametrize(
    ("mount", "is_place"),
    [
        (Mount(), True),
        (Mount(blocks=(256 << 20) // 4096 + 1), False),
        (Mount(blocks=0), False),
        (Mount(files=(1 << 22) + 1), False),
        (Mount(files=0), False),  # the number of files has no limit
        (Mount(is_mount=False), False),
    ],
    ids=str,
)
def test_place_for_files_is_a_small_mount(
    mount: Mount, is_place: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounted(mount, tmp_path, monkeypatch)
    assert capped.candidates() == [str(tmp_path)] * is_place


def test_place_belongs_to_a_judge_until_its_last_box_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It needs as much room as is asked for."""
    mounted(Mount(), tmp_path, monkeypatch)
    with pytest.raises(OSError, match="less than"):
        capped.enter(None, 8 * 4096 + 1)
    place = capped.enter(None, 8 * 4096)
    assert capped.enter(place, 8 * 4096) is place
    for _box in range(2):
        with pytest.raises(BlockingIOError):
            capped.SmallFileSystem(str(tmp_path))
        place.leave()
    capped.SmallFileSystem(str(tmp_path)).leave()


def test_meter_counts_what_came_after_its_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {"blocks": 1000, "free": 900, "files": 500, "free_files": 400}
    monkeypatch.setattr(
        os,
        "statvfs",
        lambda _path: os.statvfs_result(
            (
                4096,
                4096,
                found["blocks"],
                found["free"],
                found["free"],
                found["files"],
                found["free_files"],
                0,
                0,
                255,
            )
        ),
    )
    meter = capped.Meter(str(tmp_path), process_limits(LIMITS))
    for change in ({"free": 900 - 512}, {"free_files": 300}):
        found |= change
        assert not meter.exceeded()
    for change in ({"free": 900 - 513}, {"free": 900, "free_files": 299}):
        found |= change
        assert meter.exceeded()


def test_folder_of_somebody_else_is_not_deleted(tmp_path: Path) -> None:
    """A leftover belongs to a box's user, or to this one."""
    theirs, ours = tmp_path / "graders-box-theirs", tmp_path / "graders-box-ours"
    for folder in (theirs, ours):
        folder.mkdir()
        (folder / "closed").mkdir(mode=0)
    os.chown(theirs, stand.USER, stand.USER)
    (tmp_path / "notes").mkdir()
    place = capped.SmallFileSystem(str(tmp_path))
    assert sorted(os.listdir(tmp_path)) == [theirs.name, "notes"]
    place.leave()
    assert stat.S_ISDIR(theirs.stat().st_mode)
