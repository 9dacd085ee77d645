"""Makes the starter, which students receive, out of the reference by leaving out the solution.

The reference is marked with comments, in the file's own comment sign (``#`` or ``//``):

- the lines from ``# solution begins`` to ``# solution ends``, each alone on its line, are not in the starter,
  nor are the two markers; they may hold whole classes, imports, docstrings; they do not nest;
- ``# starter: TEXT``, inside or outside such a region, becomes ``TEXT`` at the indentation of the comment;
  ``# starter:`` alone becomes an empty line.

Everything else stays, byte for byte. Three rules decide about files, and there are no others:

- a file of which stripping leaves nothing is not in the starter (so a tool for staff is one long region);
- what a program left behind (``LEFT_BEHIND``) is never copied;
- a file whose suffix is not in ``COMMENTS`` (a picture, a text) has no markers and is copied as it is.

A misspelt marker would hand out a solution, so a line that nearly is a marker is an error.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from io import StringIO
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from graders.harness.errors import GraderError
from graders.harness.manifest import Manifest
from graders.harness.sandbox.interface import SandboxRefused
from graders.harness.sandbox.jdk import find_jdk

COMMENTS: Mapping[str, str] = {
    ".py": "#",
    ".java": "//",
    ".toml": "#",
    ".yml": "#",
    ".yaml": "#",
    "Makefile": "#",
}
"""The comment sign for each suffix, or for each whole name of files that have no suffix."""

LEFT_BEHIND = (
    "__pycache__",
    "*.class",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    ".hypothesis",
    ".DS_Store",
)
"""Patterns of the names of files and folders that programs leave behind."""

JAVA = ">=17"
"""The releases of Java that starters are compiled with."""

TEMPLATE = Path(__file__).parent / "bundle" / "template"
NOTHING: Mapping[str, bytes] = {}

BEGINS, ENDS, INSTEAD = "solution begins", "solution ends", "starter:"

_NEARLY = re.compile(r"solutions?[\W_]*(begin|start|end)|starter(\W*$| *:)", re.IGNORECASE)
_INDENTATION = re.compile(r"[ \t]*")


class StarterError(GraderError):
    """The reference cannot be turned into a starter; the message names the file and the line."""


def strip(text: str, comment: str, name: str = "text") -> str:
    """Return ``text`` without its solution regions.

    ``comment`` is the sign that begins a comment, ``name`` is what messages call the file. Line ends stay as
    they are. Raises ``StarterError`` for a region that is not closed, not opened or inside another one, and
    for a line that is nearly a marker.
    """
    kept: list[str] = []
    opened = 0  # the number of the line in which the present region begins; 0 outside of regions
    for number, line in enumerate(StringIO(text, newline=""), start=1):
        body = line.rstrip("\r\n")
        place = f"{name}, line {number}"
        marker = _marker(body, comment, place)
        if marker is None:
            if not opened:
                kept.append(line)
        elif marker == BEGINS:
            if opened:
                raise StarterError(
                    f"{place}: a solution begins inside the one that begins in line {opened}; "
                    f"close that one with '{comment} {ENDS}' first"
                )
            opened = number
        elif marker == ENDS:
            if not opened:
                raise StarterError(f"{place}: a solution ends that never began; put '{comment} {BEGINS}' before it")
            opened = 0
        else:
            kept.append(_replacement(body, marker) + line[len(body) :])
    if opened:
        raise StarterError(f"{name}, line {opened}: a solution begins that never ends; put '{comment} {ENDS}' after it")
    return "".join(kept)


def regions(text: str, comment: str, name: str = "text") -> list[str]:
    """Return what is in each solution region of ``text``, without markers and without what replaces it."""
    lines = list(StringIO(text, newline=""))
    return ["".join(lines[number - 1] for number in region) for region in region_lines(text, comment, name)]


def region_lines(text: str, comment: str, name: str = "text") -> list[list[int]]:
    """Return which lines, counted from 1, ``regions`` returns of each solution region of ``text``."""
    found: list[list[int]] = []
    inside = False
    for number, line in enumerate(StringIO(text, newline=""), start=1):
        marker = _marker(line.rstrip("\r\n"), comment, f"{name}, line {number}")
        if marker == BEGINS:
            inside = True
            found.append([])
        elif marker == ENDS:
            inside = False
        elif inside and marker is None:
            found[-1].append(number)
    return found


def _marker(body: str, comment: str, place: str) -> str | None:
    """Return the marker in the line ``body`` without its comment sign, or None if the line is not a marker.

    Raises ``StarterError``, which begins with ``place``, if the line is nearly a marker.
    """
    line = body.strip()
    if not line.startswith(comment):
        return None
    remark = line.removeprefix(comment).strip()
    if remark in (BEGINS, ENDS) or remark.startswith(INSTEAD):
        return remark
    if _NEARLY.match(remark):
        raise StarterError(
            f"{place}: '{line}' is nearly a marker; write '{comment} {BEGINS}', '{comment} {ENDS}' or "
            f"'{comment} {INSTEAD} TEXT', alone on the line"
        )
    return None


def _replacement(body: str, marker: str) -> str:
    """Return the line that the starter has in place of ``body``."""
    instead = marker.removeprefix(INSTEAD).strip()
    indentation = _INDENTATION.match(body)
    return indentation[0] + instead if instead and indentation else ""


def starter_files(reference: Path) -> dict[str, bytes]:
    """Return the files that the starter of the folder ``reference`` has, by their relative posix names.

    Raises ``StarterError`` if the folder is missing, a marker is wrong, a stripped Python file does not parse, or
    the stripped Java files do not compile (see ``unproved``).
    """
    if not reference.is_dir():
        raise StarterError(f"{reference}: there is no such folder, so there is no reference to make a starter from")

    files: dict[str, bytes] = {}
    for name, content in _read(reference):
        comment = COMMENTS.get(PurePosixPath(name).suffix or PurePosixPath(name).name)
        if comment is None:
            files[name] = content
            continue
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            raise StarterError(f"{reference / name}: not UTF-8 text ({error}); save it as UTF-8") from None
        stripped = strip(text, comment, str(reference / name))
        if stripped.strip() or not text.strip():
            _prove(stripped, name, reference)
            files[name] = stripped.encode("utf-8")
    _prove_java(files, reference)
    return files


def _prove(stripped: str, name: str, reference: Path) -> None:
    """Raise ``StarterError`` if ``stripped`` should be Python and is not."""
    if not name.endswith(".py"):
        return
    try:
        ast.parse(stripped, filename=name)
    except SyntaxError as error:
        line = (error.text or "").strip()
        raise StarterError(
            f"{reference / name}: without its solutions, this is not Python: {error.msg} at '{line}' "
            f"(line {error.lineno} of the starter); give the region there a '# {INSTEAD} ...' line"
        ) from None


def unproved(names: Iterable[str]) -> str:
    """Return what ``starter_files`` cannot prove on this machine about files of these names; "" if nothing."""
    if not any(name.endswith(".java") for name in names):
        return ""
    try:
        find_jdk(JAVA)
    except SandboxRefused as error:
        return f"whether the stripped Java compiles was not tried: {error}"
    return ""


def _prove_java(files: Mapping[str, bytes], reference: Path) -> None:
    """Raise ``StarterError`` if the Java among ``files`` does not compile, with the compiler's first complaint."""
    sources = [name for name in files if name.endswith(".java")]
    if not sources or unproved(sources):
        return
    compiler = find_jdk(JAVA).program("javac")
    with TemporaryDirectory() as folder:
        for name in sources:
            path = Path(folder, "source", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[name])
        ended = subprocess.run(
            [compiler, "-encoding", "UTF-8", "-proc:none", "-nowarn", "-d", "../classes", *sources],
            cwd=Path(folder, "source"),
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    if ended.returncode != 0:
        said = next((line for line in ended.stderr.splitlines() if ": error:" in line), ended.stderr.strip()[:200])
        raise StarterError(
            f"{reference}: without its solutions, this does not compile: {said} "
            f"(lines of the starter); give the region there a '// {INSTEAD} ...' line"
        )


def common_files(manifest: Manifest) -> dict[str, bytes]:
    """Return what every starter holds besides: a Makefile, and a workflow that checks each push."""
    found = {}
    for path in (path for path in sorted(TEMPLATE.rglob("*")) if path.is_file() and path.name != "check.py"):
        text = path.read_text(encoding="utf-8").replace("@PLAY@", manifest.play)
        if manifest.java is not None:
            text = text.replace("@RELEASE@", manifest.java.release.lstrip(">= ")).replace("# java: ", "")
        lines = [line for line in text.splitlines(keepends=True) if "# java: " not in line]
        found[path.relative_to(TEMPLATE).as_posix()] = "".join(lines).encode()
    return found


def build(reference: Path, starter: Path, common: Mapping[str, bytes] = NOTHING) -> list[str]:
    """Write the starter of the folder ``reference`` into the folder ``starter``; return what changed.

    With *common*, files that every starter holds. One of the same name in the reference wins.

    Files that do not belong there are removed, so that ``stale(reference, starter)`` is empty afterwards.
    Nothing is written if the reference cannot be stripped. Raises ``StarterError`` as ``starter_files`` does.
    """
    files = {**common, **starter_files(reference)}
    changed = _differing(files, starter)
    for name in changed:
        path = starter / name
        if name in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[name])
        else:
            path.unlink()
    return changed


def stale(reference: Path, starter: Path, common: Mapping[str, bytes] = NOTHING) -> list[str]:
    """Return the names, sorted, of the files in which ``starter`` is not what ``build`` would write.

    A file that is missing from the starter counts, and so does one too many. Raises ``StarterError`` as
    ``starter_files`` does.
    """
    return _differing({**common, **starter_files(reference)}, starter)


def _differing(files: Mapping[str, bytes], starter: Path) -> list[str]:
    """Return the names, sorted, that ``files`` and the folder ``starter`` do not agree about."""
    present = dict(_read(starter)) if starter.is_dir() else {}
    return sorted(name for name in files.keys() | present.keys() if files.get(name) != present.get(name))


def _read(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of every file in ``folder`` that a person put there, in the order of names."""
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        left_behind = any(fnmatchcase(part, pattern) for part in relative.parts for pattern in LEFT_BEHIND)
        if path.is_file() and not left_behind:
            yield relative.as_posix(), path.read_bytes()
