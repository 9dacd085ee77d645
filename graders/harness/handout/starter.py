"""Makes the starter, which students receive, out of the reference by leaving out the solution.

What is left out is marked in the reference (:mod:`graders.harness.assignment.regions`). Three rules
decide about files, and there are no others:

- a file of which stripping leaves nothing is not in the starter (so a tool for staff is one long
  region);
- what a program left behind (``LEFT_BEHIND``) is never copied;
- a file whose suffix is not in ``COMMENTS`` (a picture, a text) has no markers and is copied as it
  is.
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
"""The releases of Java that starters are compiled with."""

TEMPLATE = Path(__file__).parent / "template"
NOTHING: Mapping[str, bytes] = {}


def starter_files(reference: Path) -> dict[str, bytes]:
    """Return the files that the starter of the folder ``reference`` has, by their relative posix
    names.

    Raises ``StarterError`` if the folder is missing, a marker is wrong, a stripped Python file does
    not parse, or the stripped Java files do not compile (see ``unproved``).
    """
    if not reference.is_dir():
        raise StarterError(
            f"{reference}: no such folder; the starter is made from the reference there"
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
    """Raise ``StarterError`` if ``stripped`` should be Python and is not."""
    if not name.endswith(".py"):
        return
    try:
        ast.parse(stripped, filename=name)
    except SyntaxError as error:
        line = (error.text or "").strip()
        raise StarterError(
            f"{reference / name}: without its solutions, this is not Python: {error.msg} "
            f"at '{line}' "
            f"(line {error.lineno} of the starter); give the region there a '# {INSTEAD} ...' line"
        ) from None


def unproved(names: Iterable[str]) -> str:
    """Return what ``starter_files`` cannot prove on this machine about files of these names; "" if
    nothing.
    """
    if not any(name.endswith(".java") for name in names):
        return ""
    try:
        find_jdk(JAVA)
    except SandboxRefused as error:
        return f"whether the stripped Java compiles was not tried: {error}"
    return ""


def _prove_java(files: Mapping[str, bytes], reference: Path) -> None:
    """Raise ``StarterError`` if the Java among ``files`` does not compile, with the compiler's
    first complaint.
    """
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
    if ended.returncode != 0:
        said = next(
            (line for line in ended.stderr.splitlines() if ": error:" in line),
            ended.stderr.strip()[:200],
        )
        raise StarterError(
            f"{reference}: without its solutions, this does not compile: {said} "
            f"(lines of the starter); give the region there a '// {INSTEAD} ...' line"
        )


def common_files(manifest: Manifest) -> dict[str, bytes]:
    """Return what every starter holds besides: a Makefile, and a workflow that checks each push."""
    files = {}
    for name, content in files_below(TEMPLATE):
        if name != "check.py":
            files[name] = _filled_in(content.decode("utf-8"), manifest).encode()
    return files


def _filled_in(template: str, manifest: Manifest) -> str:
    """Return a template with the words of *manifest*, with its lines about Java if it has Java."""
    text = template.replace("@PLAY@", manifest.play)
    if manifest.java is not None:
        release = manifest.java.release.lstrip(">= ")
        text = text.replace("@RELEASE@", release).replace("# java: ", "")
    return "".join(
        line for line in text.splitlines(keepends=True) if "# java: " not in line
    )


def build(
    reference: Path, starter: Path, common: Mapping[str, bytes] = NOTHING
) -> list[str]:
    """Write the starter of the folder ``reference`` into the folder ``starter``; return what
    changed.

    With *common*, files that every starter holds. One of the same name in the reference wins.

    Files that do not belong there are removed, so that ``stale(reference, starter)`` is empty
    afterwards. Nothing is written if the reference cannot be stripped. Raises ``StarterError`` as
    ``starter_files`` does.
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


def stale(
    reference: Path, starter: Path, common: Mapping[str, bytes] = NOTHING
) -> list[str]:
    """Return the names, sorted, of the files in which ``starter`` is not what ``build`` would
    write.

    A file that is missing from the starter counts, and so does one too many. Raises
    ``StarterError`` as ``starter_files`` does.
    """
    return _differing({**common, **starter_files(reference)}, starter)


def _differing(files: Mapping[str, bytes], starter: Path) -> list[str]:
    """Return the names, sorted, that ``files`` and the folder ``starter`` do not agree about."""
    present = dict(files_below(starter))
    return sorted({name for name, _ in files.items() ^ present.items()})
