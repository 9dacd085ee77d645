"""Values that outlive a run, in files of the user's cache folder.

A file is trusted only if this user owns it and its first line, the seal, matches its content, name
and namespace. So a truncated, moved or foreign file counts as absent. A folder that cannot be read
or written is no error, because a cache is only a convenience.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

import msgspec
import platformdirs

from graders.harness.content import atomic_write
from graders.harness.errors import GraderError

T = TypeVar("T")

Hook = Callable[..., Any]

SUFFIX = ".entry"


def cache_folder() -> Path:
    """Return the folder of all caches; the environment variable ``GRADER_CACHE`` overrides it.

    Raises GraderError if neither that variable nor the user's home is known.
    """
    override = os.environ.get("GRADER_CACHE")
    if override:
        return Path(override)
    try:
        return Path(platformdirs.user_cache_dir("grader", appauthor=False))
    except RuntimeError:
        raise GraderError(
            "the cache has no place, because this user has no home folder: "
            "set the environment variable GRADER_CACHE to a folder"
        ) from None


class Cache(Generic[T]):
    """Values of one type in one namespace, each under a key that is valid in a file name."""

    def __init__(
        self,
        namespace: str,
        kind: type[T],
        *,
        most: int | None = None,
        enc_hook: Hook | None = None,
        dec_hook: Hook | None = None,
        folder: Path | None = None,
    ) -> None:
        """*kind* is bytes, stored unchanged, or a type that msgspec stores as JSON.

        namespace: path of the entries' folder below *folder*, by default the cache folder;
        most: number of entries that the first save leaves, the newest; None leaves all;
        enc_hook, dec_hook: see ``msgspec.json``.
        """
        self._namespace = namespace
        self._kind = kind
        self._most = most
        self._enc_hook = enc_hook
        self._dec_hook = dec_hook
        self._parent = folder

    @property
    def _folder(self) -> Path:
        return (self._parent or cache_folder()) / self._namespace

    def load(self, key: str) -> T | None:
        """Return the value under *key*, or None if there is no trusted one."""
        try:
            seal, _, data = _read_owned(self._path(key)).partition(b"\n")
            if seal != self._seal(key, data):
                return None
            if self._kind is bytes:
                return cast(T, data)
            return msgspec.json.decode(data, type=self._kind, dec_hook=self._dec_hook)
        except (OSError, msgspec.DecodeError):
            return None

    def save(self, key: str, value: T) -> None:
        """Store *value* under *key*, atomically."""
        if isinstance(value, bytes):
            data: bytes = value
        else:
            data = msgspec.json.encode(value, enc_hook=self._enc_hook)
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            atomic_write(self._path(key), self._seal(key, data) + b"\n" + data, 0o600)
            self._prune()

    def __contains__(self, key: str) -> bool:
        """Return whether there is a file under *key*; only `load` verifies it."""
        return self._path(key).is_file()

    @contextlib.contextmanager
    def lock(self, key: str) -> Iterator[None]:
        """Hold the lock *key*, which excludes other processes.

        Without support for locks, or a writable folder, nothing is locked.
        """
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(ImportError, OSError):
                import fcntl

                self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                file = stack.enter_context((self._folder / f"{key}.lock").open("wb"))
                fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}{SUFFIX}"

    def _seal(self, key: str, data: bytes) -> bytes:
        digest = hashlib.blake2b(f"{self._namespace}\0{key}\0".encode(), digest_size=20)
        digest.update(data)
        return digest.hexdigest().encode()

    def _prune(self) -> None:
        """Remove all but the newest entries, once per run, because listing a folder can be slow."""
        most, self._most = self._most, None  # at once, because several threads may save
        if most is None:
            return
        entries = sorted(self._folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
        for path in entries[:-most]:
            path.unlink(missing_ok=True)


def _read_owned(path: Path) -> bytes:
    """Return the content of *path*. Raises PermissionError if it belongs to another user."""
    with path.open("rb") as file:
        if hasattr(os, "getuid") and os.fstat(file.fileno()).st_uid != os.getuid():
            raise PermissionError(f"{path} belongs to another user")
        return file.read()
