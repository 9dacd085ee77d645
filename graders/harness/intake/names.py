"""Names out of a submission: which are safe, which are a tool's litter, how they are shown.

A name is data of the student's making. It is cleaned here once, so that nothing later (an importer,
a tool that writes the files to a disk of any system, a report) has to think of it again.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

_LITTER = frozenset(
    {
        "__macosx", "__pycache__", "desktop.ini", "thumbs.db", "node_modules",
        "site-packages", "dist-packages",
        "venv", "virtualenv", "$recycle.bin", "system volume information",
    }
)  # fmt: skip
"""What editors, systems and package tools leave behind, besides every name that starts with a dot.
"""

_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{device}{number}" for device in ("com", "lpt") for number in "0123456789¹²³"}
)
"""Names that open a device on Windows, with any suffix."""

_HOSTILE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control, format (bidi overrides too), surrogate, private, unassigned, line and paragraph
separators.
"""

_ABSOLUTE = re.compile(r"/|[A-Za-z]:")
_HIDDEN = re.compile(r"\.(?!\.?\Z)")
"""Names that begin with a dot, except "." and ".."."""

_UNSAFE = re.compile(r'^[- ]|[<>:"|?*]|[. ]\Z')
"""Parts of a name that some system or shell reads as something else."""

_COMMAND = re.compile(r"#(?=#\w*\[)")
"""Where a CI system would read a command to itself in a line of its log."""

_MAX_PART_BYTES = 255
_MAX_PATH_BYTES = 1024
_MAX_SHOWN = 60
_MAX_FILE_NAME = 80
"""Bytes: some letters take four of them, and disks count so."""


class OutsideName(Exception):
    """The name points outside the submission: `../x`, `/x`, `C:\\x`."""


def clean_path(raw: str) -> str:
    """Return an archive's or folder's entry name as a relative one with forward slashes, in
    Unicode's form C.

    A backslash is a separator (some Windows tools pack so); `.` and empty parts vanish, so that
    `./` becomes "". Raises OutsideName for what would leave the submission. Folders may have any
    name a student likes: they are unwrapped. What remains after that must be `is_safe`.
    """
    path = unicodedata.normalize("NFC", raw).replace("\\", "/")
    if _ABSOLUTE.match(path):
        raise OutsideName(raw)
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise OutsideName(raw)
    return "/".join(parts)


def is_safe(path: str) -> bool:
    """Return whether a cleaned path may be written to any system's disk, shown, and named on a
    command line.
    """
    return (
        all(map(_is_safe_part, path.split("/")))
        and len(path.encode()) <= _MAX_PATH_BYTES
    )


def _is_safe_part(part: str) -> bool:
    stem = part.split(".", 1)[0].rstrip().casefold()
    return (
        _UNSAFE.search(part) is None
        and _HOSTILE_CATEGORIES.isdisjoint(map(unicodedata.category, part))
        and stem not in _RESERVED
        and len(part.encode()) <= _MAX_PART_BYTES
    )


def is_litter(part: str) -> bool:
    """Return whether a file or folder of this name is a tool's, not the student's: `.git`,
    `__MACOSX`, `._block.py`.
    """
    return _HIDDEN.match(part) is not None or part.casefold() in _LITTER


def litter_in(path: str) -> str | None:
    """Return the first part of *path* (cleaned or not) that is a tool's, or None."""
    return next(filter(is_litter, path.replace("\\", "/").split("/")), None)


def folded(path: str) -> str:
    """Return what two names share that a disk which ignores case or Unicode form takes for one."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", path).casefold())


def _shown(character: str) -> str:
    hostile = unicodedata.category(character) in _HOSTILE_CATEGORIES
    return "\N{REPLACEMENT CHARACTER}" if hostile else character


def display(raw: str, length: int = _MAX_SHOWN) -> str:
    """Return *raw* fit for one line of a terminal, a log or a report: no control or bidi character,
    no command to a CI system, capped.
    """
    text = unicodedata.normalize("NFC", raw)
    shown = "".join(map(_shown, text[: length + 1]))
    shown = _COMMAND.sub("\N{REPLACEMENT CHARACTER}", shown)
    return shown if len(shown) <= length else shown[: length - 1] + "…"


def file_name(raw: str) -> str:
    """Return a name for a file or folder that every system takes: letters and digits of any script
    in their own case, dot, dash and underscore, nothing reserved.

    A name that has to be changed for that gets a short digest of the real one, so that two do not
    meet in one place. What comes out stays as it is when it goes in again. Names that differ by
    case alone stay different: where both are written, `folded` says whether a disk may take them
    for one.
    """
    composed = unicodedata.normalize("NFC", raw)
    safe = _within(re.sub(r"[^\w.-]+", "_", composed), _MAX_FILE_NAME).strip("._-")
    if not _is_safe_part(safe):
        safe = f"submission-{safe}"
    if safe == composed and safe:
        return safe
    digest = hashlib.blake2b(raw.encode("utf-8", "replace"), digest_size=4).hexdigest()
    return f"{_within(safe, _MAX_FILE_NAME - 9).rstrip('._-') or 'submission'}-{digest}"


def _within(text: str, size: int) -> str:
    """Return the beginning of *text* that takes no more than *size* bytes."""
    return text.encode("utf-8", "replace")[:size].decode("utf-8", "ignore")


def listing(raw_names: Iterable[str], most: int = 3) -> str:
    """Return the first few of these names, sorted, for display: "'a.py', 'b.py' and 4 more"."""
    shown = few(raw_names, most)
    text = ", ".join(map("'{}'".format, shown["names"]))
    return f"{text} and {shown['more']} more" if shown["more"] else text


def few(raw_names: Iterable[str], most: int = 3) -> dict[str, Any]:
    """Return the first few of these names, sorted and fit for display, as values of a note."""
    names = sorted(set(raw_names))
    return {
        "names": [display(name) for name in names[:most]],
        "more": len(names[most:]),
    }
