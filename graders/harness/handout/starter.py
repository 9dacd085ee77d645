"""Makes the starter for students from the reference, without the solutions.

Solutions are marked in the reference (:mod:`graders.harness.assignment.regions`). These are the
rules for files:

- a file that is empty once stripped is left out (so a tool for staff is one long region);
- files that programs leave behind (``LEFT_BEHIND``) are never copied;
- a file whose suffix is not in ``COMMENTS`` (a picture, a text) has no markers and is copied
  unchanged.
"""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from graders.harness.assignment.manifest import Manifest
from graders.harness.assignment.regions import COMMENTS, INSTEAD, StarterError, strip
from graders.harness.content import files_below
from graders.harness.sandbox.interface import SandboxRefused
from graders.harness.sandbox.java.jdk import find_jdk

JAVA = ">=17"
"""The releases of Java with which starters are compiled."""

TEMPLATE = Path(__file__).parent / "template"
NOTHING: Mapping[str, bytes] = {}


def starter_files(reference: Path) -> dict[str, bytes]:
    """Return the files of the starter for the folder ``reference``: relative posix name -> content.

    Raises ``StarterError`` if the folder is missing, a marker is wrong, a stripped Python file does
    not parse, or the stripped Java files do not compile (see ``unproved``).
    """
    if not reference.is_dir():
        raise StarterError(
            f"{reference}: no such folder; it must contain the reference for the starter"
        )

    files: dict[str, bytes] = {}
    for name, content in files_below(reference):
        comment = COMMENTS.get(PurePosixPath(name).suffix or PurePosixPath(name).name)
        if comment is None:
            files[name] = content
            continue
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            raise StarterError(
                f"{reference / name}: not UTF-8 text ({error}); save it as UTF-8"
            ) from None
        stripped = strip(text, comment, str(reference / name))
        if stripped.strip() or not text.strip():
            _prove(stripped, name, reference)
            files[name] = stripped.encode("utf-8")
    _prove_java(files, reference)
    return files


def _prove(stripped: str, name: str, reference: Path) -> None:
    """Raise ``StarterError`` if ``stripped`` should be Python but does not parse."""
    if not name.endswith(".py"):
        return
    try:
        ast.parse(stripped, filename=name)
    except SyntaxError as error:
        line = (error.text or "").strip()
        raise StarterError(
            f"{reference / name}: without its solutions, this is not Python: {error.msg} "
            f"at '{line}' (line {error.lineno} of the starter); "
            f"add a '# {INSTEAD} ...' line to the region there"
        ) from None


def unproved(names: Iterable[str]) -> str:
    """Return what ``starter_files`` cannot check for these files on this machine, or ""."""
    if not any(name.endswith(".java") for name in names):
        return ""
    try:
        find_jdk(JAVA)
    except SandboxRefused as error:
        return f"the stripped Java was not compiled: {error}"
    return ""


def _prove_java(files: Mapping[str, bytes], reference: Path) -> None:
    """Raise ``StarterError`` with the first error if the Java among ``files`` does not compile."""
    sources = [name for name in files if name.endswith(".java")]
    if not sources or unproved(sources):
        return
    compiler = find_jdk(JAVA).program("javac")
    with TemporaryDirectory() as folder:
        for name in sources:
            path = Path(folder, "source", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[name])
        run = subprocess.run(
            [
                compiler,
                "-encoding",
                "UTF-8",
                "-proc:none",
                "-nowarn",
                "-d",
                "../classes",
                *sources,
            ],
            cwd=Path(folder, "source"),
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    if run.returncode != 0:
        message = next(
            (line for line in run.stderr.splitlines() if ": error:" in line),
            run.stderr.strip()[:200],
        )
        raise StarterError(
            f"{reference}: without its solutions, this does not compile: {message} "
            f"(lines of the starter); add a '// {INSTEAD} ...' line to the region there"
        )


def common_files(manifest: Manifest) -> dict[str, bytes]:
    """Return files common to all starters: a Makefile, and a workflow that checks each push."""
    files = {}
    for name, content in files_below(TEMPLATE):
        if name != "check.py":
            files[name] = _filled_in(content.decode("utf-8"), manifest).encode()
    return files


def _filled_in(template: str, manifest: Manifest) -> str:
    """Return *template* with the values of *manifest*; lines about Java only if it has Java."""
    text = template.replace("@PLAY@", manifest.play)
    if manifest.java is not None:
        release = manifest.java.release.lstrip(">= ")
        text = text.replace("@RELEASE@", release).replace("# java: ", "")
    return "".join(line for line in text.splitlines(keepends=True) if "# java: " not in line)


def build(reference: Path, starter: Path, common: Mapping[str, bytes] = NOTHING) -> list[str]:
    """Write the starter for the folder ``reference`` into ``starter``; return the changed files.

    common: files of every starter; a file of the same name in the reference wins. Files that do not
    belong are removed, so ``stale(reference, starter)`` is empty afterwards. Nothing is written if
    the reference cannot be stripped. Raises ``StarterError`` as ``starter_files`` does.
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
    """Return the sorted names of the files that ``build`` would change in ``starter``.

    These include missing and surplus files. Raises ``StarterError`` as ``starter_files`` does.
    """
    return _differing({**common, **starter_files(reference)}, starter)


def _differing(files: Mapping[str, bytes], starter: Path) -> list[str]:
    """Return the sorted names of the files that differ between ``files`` and ``starter``."""
    present = dict(files_below(starter))
    return sorted({name for name, _ in files.items() ^ present.items()})
