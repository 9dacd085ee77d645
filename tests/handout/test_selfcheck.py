"""Arguments of check.py and `grader check`: the nearest name for a typo, and python-ta only where it is wanted."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec
import pytest

from graders.extensions.style import linter
from graders.harness.assignment.manifest import Deduction, load_assignment
from graders.harness.errors import GraderError
from graders.harness.handout import selfcheck, student
from graders.harness.intake import IntakeError

BLOCKY = load_assignment("csc148_2020_blocky")


@pytest.mark.parametrize(
    ("argument", "hint"),
    [("--faild", "did you mean --failed?"), ("--stile", "did you mean --style?")],
)
def test_misspelt_option_gets_the_nearest(
    argument: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        selfcheck.main([argument])
    assert ended.value.code == 2
    assert hint in capsys.readouterr().err


def refusal(path: Path) -> str:
    """Return why *path* is refused."""
    with pytest.raises(GraderError) as error:
        selfcheck.check(BLOCKY, path, selfcheck.CheckOptions())
    return str(error.value)


def test_misspelt_file_gets_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "goal.py").write_text("")
    assert refusal(tmp_path / "goals.py").endswith(
        "goals.py: no such file or folder; did you mean goal.py?"
    )
    assert refusal(tmp_path / "xyz").endswith("xyz: no such file or folder; --only selects checks")


def test_file_of_another_name_is_asked_about() -> None:
    """A student can rename it, and needs no option."""
    doubtful = IntakeError("staff read this")
    doubtful.choices = {"a1.py": ["my_a1.py"]}
    asked = "a1.py is missing: is it 'my_a1.py'? Then name it a1.py, in this folder."
    assert selfcheck.reason(doubtful) == asked
    assert selfcheck.reason(IntakeError("it is no zip")) == "it is no zip"


def test_python_ta_is_installed_unless_asked_only_if_marks_depend_on_it() -> None:
    """It is six times as large as all other packages together."""
    manifest = BLOCKY.manifest
    lists = student.requirements(manifest)
    assert (
        b"python-ta" not in lists["requirements.txt"]
        and b"python-ta==" in lists["requirements-style.txt"]
    )
    rule = Deduction(name="style", rules=("python-ta*",), marks=1, cap=10, reason="the handout")
    marked = msgspec.structs.replace(manifest, deductions=(rule,))
    assert b"python-ta==" in student.requirements(marked)["requirements.txt"]
    assert list(student.requirements(msgspec.structs.replace(manifest, linters={}))) == [
        "requirements.txt"
    ]


def test_bundle_is_not_built_without_python_ta(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Students install the release that was tried here. This is said before the reference is graded."""

    def absent(name: str) -> Any:
        if name == "python-ta":
            raise metadata.PackageNotFoundError(name)
        return usual(name)

    usual = metadata.metadata
    monkeypatch.setattr(metadata, "metadata", absent)
    monkeypatch.setattr(student, "recordings", lambda assignment: pytest.fail("it is graded"))
    with pytest.raises(student.BundleError) as caught:
        student.build(BLOCKY, tmp_path)
    assert str(caught.value) == (
        "the bundle names the release of python-ta that is installed here, and there is none: pip install 'fairgrader[style]'"
    )
    assert list(tmp_path.iterdir()) == []


def test_bundle_without_python_ta_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Rules of the course are still looked at. A checkout has another advice."""
    bundle = msgspec.structs.replace(BLOCKY, reference=tmp_path / "none")
    assert selfcheck.without_absent_linters(bundle) == (bundle, "")
    monkeypatch.setattr(linter, "lacking", lambda: "python-ta is not installed")
    left, advice = selfcheck.without_absent_linters(bundle)
    assert left.manifest.linters == {} and left.manifest.survey == BLOCKY.manifest.survey
    assert "check.py --style" in advice
    assert selfcheck.without_absent_linters(BLOCKY) == (BLOCKY, "")


def test_releases_too_new_for_python_310_have_a_second_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An older release of the package serves there."""
    monkeypatch.setattr(student.metadata, "version", lambda name: "6.1")
    monkeypatch.setattr(student.metadata, "metadata", lambda name: {"Requires-Python": ">=3.11"})
    assert (
        student.tested_release("tiny")
        == 'tiny==6.1 ; python_version >= "3.11"\ntiny ; python_version < "3.11"\n'
    )
    monkeypatch.setattr(student.metadata, "metadata", lambda name: {"Requires-Python": ">=3.10"})
    assert student.tested_release("tiny") == "tiny==6.1\n"
