"""README and documents: their commands end as stated, their links have targets, and the names in them exist."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import pytest

from graders.harness.assignment.manifest import ROOT
from graders.harness.cli import parser
from tests import command_line
from tests.docs.document import anchors, links, mentioned, steps, typed
from tests.docs.workplace import fresh_copy
from tests.once import cache_with_recordings

DOCUMENTS = (
    ROOT / "README.md",
    *sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - {ROOT / "README.md"}),
)


OPTIONS = command_line.options(parser())
"""Options of `grader` itself."""
COMMANDS = command_line.commands()

each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results that documents reuse from each other, also across the processes of pytest-xdist."""
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "kept-by-documents"


def link_all(source: Path, target: Path) -> None:
    """Link every file below *source* into *target*, and keep files that exist."""
    for path in source.rglob("*.json"):
        (target / path.relative_to(source)).parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            os.link(path, target / path.relative_to(source))


PROMPT = {"README.md"}
"""Documents whose commands `make test` runs; those of the others run at night."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "document",
    [
        pytest.param(path, marks=() if path.name in PROMPT else pytest.mark.nightly)
        for path in DOCUMENTS
    ],
    ids=lambda path: path.name,
)
def test_commands_end_as_the_document_states(document: Path, tmp_path: Path, kept: Path) -> None:
    """The commands run in order in a fresh copy of the repository.

    Each document has its own cache, with the results of other documents: a result's key covers all of its inputs.
    Recordings and python-ta's replies are shared by all tests.
    """
    text = document.read_text(encoding="utf-8")
    if not steps(text):
        return
    workplace = fresh_copy(tmp_path)
    cache = cache_with_recordings(tmp_path / "cache")
    link_all(kept, cache)
    workplace.follow(text)
    link_all(cache, kept)


@each_document
def test_targets_of_links_and_pictures_exist(document: Path) -> None:
    """A link with an anchor needs that heading in its file."""
    wrong = []
    for target in links(document.read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        file = (document.parent / path).resolve() if path else document
        if not file.exists() or (
            anchor and anchor not in anchors(file.read_text(encoding="utf-8"))
        ):
            wrong.append(target)
    assert wrong == []


@each_document
def test_command_lines_are_valid(document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The real parser accepts every `grader ...` in a block of commands."""
    wrong = []
    for arguments in typed(document.read_text(encoding="utf-8"), "grader"):
        try:
            parser().parse_args(arguments)
        except SystemExit as end:
            if end.code:
                wrong.append(
                    f"grader {' '.join(arguments)}: {capsys.readouterr().err.splitlines()[-1]}"
                )
    assert wrong == []


@each_document
def test_commands_named_in_prose_exist(document: Path) -> None:
    """A `grader ...` in running text may omit parts, but its command and options exist.

    The list of changes also names commands of earlier releases.
    """
    earlier = {"distil"} if document.name == "CHANGELOG.md" else set()
    wrong = []
    for arguments in mentioned(document.read_text(encoding="utf-8"), "grader"):
        command = next(iter(arguments), "--help")
        options = {
            word.partition("=")[0].strip("[]")
            for word in arguments
            if word.strip("[]").startswith("--")
        }
        known = command_line.options(COMMANDS[command]) if command in COMMANDS else OPTIONS
        if (
            not (command in {*COMMANDS, *OPTIONS, *earlier} or command.isupper())
            or not options <= known
        ):
            wrong.append(f"grader {' '.join(arguments)}")
    assert wrong == []


def test_every_document_is_linked() -> None:
    """Each document is linked from the README, directly or through other documents."""
    reached, waiting = {DOCUMENTS[0]}, [DOCUMENTS[0]]
    while waiting:
        document = waiting.pop()
        for target in links(document.read_text(encoding="utf-8")):
            path = (document.parent / target.partition("#")[0]).resolve()
            if path.suffix == ".md" and path not in reached and path.is_file():
                reached.add(path)
                waiting.append(path)
    assert sorted(path.name for path in set(DOCUMENTS) - reached) == []
