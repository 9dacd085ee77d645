"""An assignment asks for a linter by its name; the extension that has it may be missing, and judges otherwise."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import ModuleType

import pytest

from graders.extensions import style
from graders.harness import extensions
from graders.harness.assignment.manifest import load_assignment
from graders.harness.course.run.store import release_key
from graders.harness.reports.sentences import flag_text, note_text
from graders.harness.style.linters import open_linters
from tests.world import TOY

BLOCKY = load_assignment("csc148_2020_blocky")


def test_missing_extension_is_a_sentence_and_the_rest_is_graded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is a note and a flag, as for a missing package."""
    monkeypatch.setattr(extensions, "installed", dict)
    linters = open_linters(BLOCKY)
    found = linters.look({"goal.py": b"x = 1\n"})
    sentence = (
        "style was not checked: csc148_2020_blocky asks for python-ta, which the extension style "
        "adds: pip install 'fairgrader[style]'"
    )
    assert linters.lacking == sentence
    assert found.findings == found.unread == ()
    assert [note_text(note) for note in found.notes] == [sentence]
    assert [flag_text(flag) for flag in found.flags] == [sentence]
    assert linters.branch().look({}) == found


@pytest.mark.slow
def test_key_of_kept_results_covers_the_extension(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its code and its absence change the key of an assignment that asks for it, and of no other."""
    other = TOY.assignment
    before, of_other = release_key(BLOCKY), release_key(other)
    package = Path(shutil.copytree(extensions.home("style"), tmp_path / "style"))
    copied = ModuleType(style.__name__)
    copied.__file__ = str(package / "__init__.py")
    monkeypatch.setattr(extensions, "import_module", lambda name: copied)
    assert release_key(BLOCKY) == before
    answers = package / "answers.py"
    answers.write_text(answers.read_text() + "\n# a comment\n")
    assert release_key(BLOCKY) != before
    monkeypatch.setattr(extensions, "installed", dict)
    assert release_key(BLOCKY) != before
    assert release_key(other) == of_other
