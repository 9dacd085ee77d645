"""Changes of a graded class that happen at once, or not at all.

A change writes its new files below a *draft*, a folder in that of the class. At the end the draft
is renamed to `READY`: from then on the change has happened, and its files are moved into their
places, `STATE` last. If that is interrupted, even by ``kill -9``, whoever next reads or changes the
class moves the rest. Nobody reads a draft, so one that was interrupted earlier changes nothing.

Readers wait while files are moved, and changes wait for each other.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from graders.harness.content import locked, write_file, write_readable
from graders.harness.documents import parse_json
from graders.harness.errors import GraderError
from graders.harness.intake.names import display

STATE = "class.json"
"""See `class_file`."""
LOCK = "class.lock"
"""Held by a change alone, and by readers together."""
OF_DRAFT = ".lock"
"""End of the name of a draft's own lock."""
DRAFT = ".draft-"
"""Beginning of a draft's name. Its process holds the lock of a file beside it."""
READY = ".ready"
GONE = ".gone.json"
"""File of a draft: the places of files that the change removes."""


class Draft:
    """New files of a class. A place is a path relative to the class's folder."""

    def __init__(self, before: Path, after: Path) -> None:
        self.before = before
        """The class's folder."""
        self.after = after
        """The files in this folder replace those at the same places of `before`."""
        self._gone: set[str] = set()
        self._added: dict[str, Callable[[bytes], bytes]] = {}

    def remove(self, place: str) -> None:
        """Remove the file at *place*, unless the draft has one there at the end."""
        self._gone.add(place)

    def add_to(self, place: str, added: Callable[[bytes], bytes]) -> None:
        """Replace the file at *place* by what *added* makes of its content at the moment of the
        change; b"" if there is none.
        """
        self._added[place] = added

    def copy(self, names: Iterable[str], source: str, target: str) -> None:
        """Copy those of the files *names* that the class's folder at *source* has into the draft's
        folder at *target*.
        """
        (self.after / target).mkdir(parents=True, exist_ok=True)
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(self.before / source / name, self.after / target / name)

    def take_effect(self) -> None:
        """Replace the files. The caller holds the class's lock. Raises GraderError."""
        for place, added in self._added.items():
            path = self.before / place
            with _writing(self.before):
                content = path.read_bytes() if path.exists() else b""
            write_file(self.after / place, added(content))
        gone = [place for place in self._gone if not (self.after / place).exists()]
        write_readable(self.after / GONE, sorted(gone))
        with _writing(self.before):
            os.replace(self.after, self.before / READY)
        _move(self.before)


@contextlib.contextmanager
def changing(folder: Path) -> Iterator[Draft]:
    """Yield a change of the class in *folder*, which happens at the end of the ``with`` statement
    if no exception ends it; all others wait until then. Raises GraderError.
    """
    with _alone(folder), _draft(folder) as draft:
        yield draft
        draft.take_effect()


@contextlib.contextmanager
def changing_slowly(folder: Path) -> Iterator[Draft]:
    """Yield a change as `changing` does; others wait only while files are moved. What they change
    before that is replaced.
    """
    with contextlib.ExitStack() as stack:
        with _alone(folder):
            draft = stack.enter_context(_draft(folder))
        yield draft
        with _alone(folder):
            draft.take_effect()


@contextlib.contextmanager
def unchanged(folder: Path) -> Iterator[None]:
    """Keep the class in *folder* from changing while it is read, after the rest of an interrupted
    change is moved. Raises GraderError if that is impossible.
    """
    while True:
        with contextlib.ExitStack() as stack:
            # without a lock, nobody has changed it yet, or this system has none
            with contextlib.suppress(ImportError, OSError):
                import fcntl

                file = stack.enter_context((folder / LOCK).open("rb"))
                fcntl.flock(file, fcntl.LOCK_SH)
            if not (folder / READY).exists():
                yield
                return
        try:
            with _alone(folder):
                pass
        except GraderError as error:
            raise GraderError(
                f"{display(str(folder), 200)}: a change was interrupted halfway, and cannot be "
                f"finished ({error}): repeat this as somebody who may write there"
            ) from None


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the lock of the class; move the rest of an interrupted change first."""
    with locked(folder / LOCK):
        _move(folder)
        yield


@contextlib.contextmanager
def _draft(folder: Path) -> Iterator[Draft]:
    """Yield a change with an empty draft; remove drafts of processes that were killed. The caller
    holds the class's lock.
    """
    for lock in folder.glob(f"{DRAFT}*{OF_DRAFT}"):
        if not _is_held(lock):
            _remove_draft(lock)
    after = folder / f"{DRAFT}{secrets.token_hex(4)}"
    lock = after.with_name(f"{after.name}{OF_DRAFT}")
    with locked(lock):
        try:
            with _writing(folder):
                after.mkdir()
            yield Draft(folder, after)
        finally:
            _remove_draft(lock)


def _remove_draft(lock: Path) -> None:
    shutil.rmtree(lock.with_name(lock.name.removesuffix(OF_DRAFT)), ignore_errors=True)
    lock.unlink(missing_ok=True)


def _is_held(lock: Path) -> bool:
    with contextlib.suppress(ImportError, FileNotFoundError), lock.open("ab") as file:
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def _move(folder: Path) -> None:
    """Move the files of `READY` into their places, or what an interruption left of them. Raises
    GraderError.
    """
    ready = folder / READY
    if not ready.exists():
        return
    with _writing(folder):
        gone = ready / GONE
        for place in parse_json(gone.read_bytes(), list[str]) if gone.exists() else ():
            _remove(folder, place)
        gone.unlink(missing_ok=True)
        files = [path for path in ready.rglob("*") if path.is_file()]
        for path in sorted(files, key=(ready / STATE).__eq__):
            target = folder / path.relative_to(ready)
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(path, target)
        shutil.rmtree(ready)


def _remove(folder: Path, place: str) -> None:
    """Remove a file, and the folders below *folder* that are empty then."""
    path = folder / place
    path.unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # not empty, or never there
        for above in path.relative_to(folder).parents:
            if above != Path():
                (folder / above).rmdir()


@contextlib.contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise GraderError(
            f"cannot write below {display(str(folder), 200)}: {error.strerror}"
        ) from None
