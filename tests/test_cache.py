"""A cache loads only its own undamaged files, and an unusable cache is no error."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from graders.harness.cache import Cache, cache_folder
from graders.harness.errors import GraderError
from tests.fixtures import cache

__all__ = ["cache"]

KINDS = {
    "bytes": (bytes, b"PK\n\x00"),
    "numbers": (list[float], [1.0, 2.5]),
    "verdicts": (dict[str, bool], {"a": True}),
}


def entry_of(folder: Path) -> Path:
    """Return the only file of a cache."""
    (path,) = (path for path in folder.rglob("*") if path.is_file())
    return path


@pytest.mark.parametrize("kind", KINDS)
def test_a_saved_value_is_loaded(cache: Path, kind: str) -> None:
    type_, value = KINDS[kind]
    assert Cache("some/where", type_).load("key") is None
    Cache("some/where", type_).save("key", value)
    loaded = Cache("some/where", type_)
    assert (loaded.load("key"), "key" in loaded, "other" in loaded) == (value, True, False)
    path = entry_of(cache)
    assert path.parent == cache / "some" / "where"
    assert (path.stat().st_mode & 0o077, path.parent.stat().st_mode & 0o077) == (0, 0)


def test_user_without_a_home_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container or a service: no variable names a home, and the list of users does not have this one."""

    def unlisted(uid: int) -> pwd.struct_passwd:
        raise KeyError(uid)

    monkeypatch.setattr(pwd, "getpwuid", unlisted)
    for name in ("GRADER_CACHE", "HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(GraderError, match="GRADER_CACHE"):
        cache_folder()


@pytest.mark.slow
def test_every_damaged_file_counts_as_absent(cache: Path) -> None:
    """Truncated or changed in one byte anywhere, or empty. The next save replaces the file."""
    store = Cache("numbers", list[float])
    store.save("key", [1.0, 2.0])
    path = entry_of(cache)
    whole = path.read_bytes()
    for place in range(len(whole)):
        for damaged in (
            whole[:place],
            whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :],
        ):
            path.write_bytes(damaged)
            assert store.load("key") is None
    path.write_bytes(b"[1.0, 2.0]")
    assert store.load("key") is None
    store.save("key", [1.0, 2.0])
    assert path.read_bytes() == whole


def test_a_moved_file_counts_as_absent(cache: Path) -> None:
    """The seal covers the key and the namespace."""
    Cache("one", bytes).save("key", b"x")
    data = entry_of(cache).read_bytes()
    (cache / "other").mkdir()
    (cache / "one" / "other.entry").write_bytes(data)
    (cache / "other" / "key.entry").write_bytes(data)
    assert Cache("one", bytes).load("key") == b"x"
    assert Cache("one", bytes).load("other") is None
    assert Cache("other", bytes).load("key") is None


def test_a_value_of_another_type_counts_as_absent(cache: Path) -> None:
    Cache("one", list[float]).save("key", [1.0])
    assert Cache("one", dict[str, bool]).load("key") is None


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away"
)
def test_a_file_of_another_user_counts_as_absent(cache: Path) -> None:
    Cache("one", bytes).save("key", b"x")
    os.chown(entry_of(cache), 12345, -1)
    assert Cache("one", bytes).load("key") is None


def test_the_newest_entries_are_left(cache: Path) -> None:
    """The first save of an object prunes, if it has a limit."""
    for number in range(6):
        Cache("all", bytes).save(f"{number}", b"x")
        Cache("some", bytes, most=2).save(f"{number}", b"x")
        os.utime(cache / "some" / f"{number}.entry", (number, number))
    assert len(list((cache / "all").iterdir())) == 6
    assert sorted(path.stem for path in (cache / "some").iterdir()) == ["4", "5"]


def test_a_cache_that_cannot_be_used_is_no_error(cache: Path) -> None:
    """Nothing is stored, and every process gets the lock."""
    cache.write_bytes(b"a file in the place of the folder")
    store = Cache("one", bytes)
    store.save("key", b"x")
    with store.lock("key"), Cache("one", bytes).lock("key"):
        assert store.load("key") is None


def test_an_error_under_a_lock_is_raised(cache: Path) -> None:
    """Only errors of the lock itself are ignored."""
    with pytest.raises(OSError, match="mine"), Cache("one", bytes).lock("key"):
        raise OSError("mine")


HOLDING = """
import sys
from graders.harness.cache import Cache
with Cache("one", bytes).lock("key"):
    print("held", flush=True)
    sys.stdin.readline()
"""


@pytest.mark.slow
def test_a_lock_waits_for_another_process(cache: Path) -> None:
    pytest.importorskip("fcntl")
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDING], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    entered = threading.Event()

    def enter() -> None:
        with Cache("one", bytes).lock("key"):
            entered.set()

    threading.Thread(target=enter, daemon=True).start()
    assert not entered.wait(0.3)
    holder.communicate(b"\n")
    assert entered.wait(20)


def test_the_environment_names_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By default it is the user's cache folder."""
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("GRADER_CACHE")
    assert cache_folder().name == "grader"
