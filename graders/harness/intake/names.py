"""Names of submitted files: cleaning, safety, by-products of tools, display.

A name is hostile data. It is cleaned here once, for all later uses: an importer, a tool that writes
files to a disk of any system, a report.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from graders.harness.result import BLANK

_LITTER = frozenset(
    {
        "__macosx",
        "__pycache__",
        "desktop.ini",
        "thumbs.db",
        "node_modules",
        "site-packages",
        "dist-packages",
        "venv",
        "virtualenv",
        "$recycle.bin",
        "system volume information",
    }
)
"""By-products of editors, systems and package tools, besides every name that starts with a dot."""

_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{device}{number}" for device in ("com", "lpt") for number in "0123456789¹²³"}
)
"""Names that open a device on Windows, with any suffix."""

_HOSTILE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control, format (with bidi overrides), surrogate, private, unassigned, line and paragraph
separators.
"""

_ABSOLUTE = re.compile(r"/|[A-Za-z]:")
_HIDDEN = re.compile(r"\.(?!\.?\Z)")
"""Names that begin with a dot, except "." and ".."."""

_OWN_SUFFIXES = (".csv", ".html", ".json", ".log", ".toml", ".txt")
"""Suffixes of the files that the grader and staff keep beside the folders of submissions."""
_OWN_FOLDERS = frozenset({"desk"})
"""Names of folders beside those of submissions."""
_UNSAFE = re.compile(r'^[- ]|[<>:"|?*]|[. ]\Z')
"""Parts of a name that some system or shell interprets."""

_COMMAND = re.compile(r"#(?=#\w*\[)")
"""Beginning of a command to a CI system within a line of its log."""

_MAX_PART_BYTES = 255
_MAX_PATH_BYTES = 1024
_MAX_SHOWN = 60
_MAX_FILE_NAME = 80
"""In bytes, as disks count; a character may take four."""


class OutsideName(Exception):
    """The name points outside the submission: `../x`, `/x`, `C:\\x`."""


def clean_path(raw: str) -> str:
    """Return an entry's name as a relative path with forward slashes, in Unicode's form C.

    A backslash is a separator, because some Windows tools write it. `.` and empty parts are
    removed, so that `./` becomes "". Raises OutsideName for a path that leaves the submission.
    Folders may have any name, because they are unwrapped. The rest of the path must be `is_safe`.
    """
    path = _composed(raw).replace("\\", "/")
    if _ABSOLUTE.match(path):
        raise OutsideName(raw)
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise OutsideName(raw)
    return _composed("/".join(parts))


def _composed(raw: str) -> str:
    """Return *raw* in Unicode's form C; unchanged if it is too long to be a safe path.

    Marks on a letter take the square of their number.
    """
    return unicodedata.normalize("NFC", raw) if len(raw) <= _MAX_PATH_BYTES else raw


def squared_length(raw: str) -> int:
    """Return how long it takes to compose *raw* at most, as a number of steps."""
    return 0 if raw.isascii() or len(raw) > _MAX_PATH_BYTES else len(raw) ** 2


def is_safe(path: str) -> bool:
    """Return whether a cleaned path is safe on any disk, in reports and on command lines."""
    return all(map(_is_safe_part, path.split("/"))) and len(path.encode()) <= _MAX_PATH_BYTES


def _is_safe_part(part: str) -> bool:
    stem = part.split(".", 1)[0].rstrip().casefold()
    return (
        _UNSAFE.search(part) is None
        and _HOSTILE_CATEGORIES.isdisjoint(map(unicodedata.category, part))
        and stem not in _RESERVED
        and len(part.encode()) <= _MAX_PART_BYTES
    )


def is_litter(part: str) -> bool:
    """Return whether a name is a by-product of a tool: `.git`, `__MACOSX`, `._block.py`."""
    return _HIDDEN.match(part) is not None or part.casefold() in _LITTER


def litter_in(path: str) -> str | None:
    """Return the first part of *path* (cleaned or not) that is a by-product of a tool, or None."""
    return next((item for item in path.replace("\\", "/").split("/") if is_litter(item)), None)


def folded(path: str) -> str:
    """Return a key that is equal for names that some disk, ignoring case or form, identifies."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", path).casefold())


def _visible(character: str) -> str:
    hostile = unicodedata.category(character) in _HOSTILE_CATEGORIES
    hostile = hostile or BLANK.match(character) is not None
    return "\N{REPLACEMENT CHARACTER}" if hostile else character


def display(raw: str, length: int = _MAX_SHOWN) -> str:
    """Return *raw* for one line of a terminal, log or report: capped, without control and bidi
    characters and commands to a CI system.
    """
    text = _composed(raw[: _MAX_PATH_BYTES + 1])
    visible = "".join(map(_visible, text[: length + 1]))
    visible = _COMMAND.sub("\N{REPLACEMENT CHARACTER}", visible)
    return visible if len(visible) <= length else visible[: length - 1] + "…"


def file_name(raw: str) -> str:
    """Return a file name that every system accepts: letters and digits of any script, dot, dash and
    underscore, nothing reserved, and not the name of a file of a class's folder.

    A name that has to change gets a short digest of the original, so that two names stay different.
    The function is idempotent. Case is kept, so compare names by `folded` before writing both.
    """
    composed = _composed(raw)
    safe = _within(re.sub(r"[^\w.-]+", "_", composed), _MAX_FILE_NAME).strip("._-")
    if not _is_safe_part(safe):
        safe = f"submission-{safe}"
    is_own = safe.lower().endswith(_OWN_SUFFIXES) or safe.lower() in _OWN_FOLDERS
    if safe == composed and safe and not is_own:
        return safe
    digest = hashlib.blake2b(raw.encode("utf-8", "replace"), digest_size=4).hexdigest()
    return f"{_within(safe, _MAX_FILE_NAME - 9).rstrip('._-') or 'submission'}-{digest}"


def _within(text: str, size: int) -> str:
    """Return the longest beginning of *text* with at most *size* bytes."""
    return text.encode("utf-8", "replace")[:size].decode("utf-8", "ignore")


def listing(raw_names: Iterable[str], most: int = 3) -> str:
    """Return the first of the sorted names for display: "'a.py', 'b.py' and 4 more"."""
    first = few(raw_names, most)
    text = ", ".join(map("'{}'".format, first["names"]))
    return f"{text} and {first['more']} more" if first["more"] else text


def few(raw_names: Iterable[str], most: int = 3) -> dict[str, Any]:
    """Return the first of the sorted names, ready for display, as values of a note."""
    names = sorted(set(raw_names))
    return {
        "names": [display(name) for name in names[:most]],
        "more": len(names[most:]),
    }
