"""Makes the starter for students from the reference, without the solutions.

Solutions are marked in the reference (:mod:`graders.harness.assignment.regions`). These are the
rules for files:

- a file that is empty once stripped is left out (so a tool for staff is one long region);
- files that programs leave behind (``LEFT_BEHIND``) are never copied;
- a file without comments (a picture, a text) has no markers and is copied unchanged.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from graders.harness.assignment.language import comment_in, language_at, languages
from graders.harness.assignment.manifest import Manifest
from graders.harness.assignment.regions import StarterError, strip
from graders.harness.content import files_below
from graders.harness.intake.select import IN_BUNDLES

TEMPLATE = Path(__file__).parent / "template"
NOTHING: Mapping[str, bytes] = {}


def starter_files(reference: Path) -> dict[str, bytes]:
    """Return the files of the starter for the folder ``reference``: relative posix name -> content.

    Raises ``StarterError`` if the folder is missing, a marker is wrong, or the stripped files do
    not parse or compile (see ``unproved``).
    """
    if not reference.is_dir():
        raise StarterError(
            f"{reference}: no such folder; it must contain the reference for the starter"
        )

    files: dict[str, bytes] = {}
    for name, content in files_below(reference):
        comment = comment_in(name)
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
            files[name] = stripped.encode("utf-8")
    for language in languages():
        sources = {name: data for name, data in files.items() if language_at(name) is language}
        if sources and not language.unproved():
            language.prove(sources, reference)
    return files


def unproved(names: Iterable[str]) -> str:
    """Return what ``starter_files`` cannot check for these files on this machine, or ""."""
    found = {language_at(name): None for name in names}
    reasons = [language.unproved() for language in found if language]
    return "; ".join(filter(None, reasons))


def common_files(manifest: Manifest) -> dict[str, bytes]:
    """Return files common to all starters: a Makefile, a workflow that checks each push, and a
    development container.
    """
    files = {}
    for name, content in files_below(TEMPLATE):
        if name not in IN_BUNDLES:  # those are in bundles, not in a starter's repository
            files[name] = _filled_in(content.decode("utf-8"), manifest).encode()
    return files


def _filled_in(template: str, manifest: Manifest) -> str:
    """Return *template* with the values of *manifest*."""
    language = manifest.written_in
    text = template.replace("@PLAY@", manifest.play)
    text = text.replace('"@TITLE@"', json.dumps(manifest.title, ensure_ascii=False))
    text = text.replace("@FEATURES@", json.dumps(language.features(manifest)))
    return text.replace("      # @STEPS@\n", language.steps(manifest))


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
