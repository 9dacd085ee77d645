"""The wheel without its extras: every command ends as it should, and none with a traceback."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from graders.harness.content import DISTRIBUTION
from tests.packaging import bare
from tests.packaging.test_wheel import link, wheels

__all__ = ["wheels"]

pytestmark = [pytest.mark.nightly, pytest.mark.slow]


def needed(name: str) -> dict[str, None]:
    """Return the packages that *name* needs without extras, and those that they need."""
    found: dict[str, None] = {}
    for text in distribution(name).requires or []:
        one = Requirement(text)
        if one.marker is None or one.marker.evaluate({"extra": ""}):
            found |= {one.name: None, **needed(one.name)}
    return found


@pytest.fixture
def venv(wheels: tuple[Path, Path], tmp_path: Path) -> Path:
    """An environment with both wheels and what it needs, and nothing else."""
    folder = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    packages = folder / Path(sysconfig.get_path("purelib")).relative_to(sys.prefix)
    for name in needed(DISTRIBUTION):
        for file in distribution(name).files or []:
            target = packages / file
            if ".." not in file.parts and "__pycache__" not in file.parts:
                target.parent.mkdir(parents=True, exist_ok=True)
                link(str(file.locate()), str(target))
    command = [
        sys.executable,
        "-m",
        "pip",
        "--quiet",
        "--python",
        str(folder / "bin" / "python"),
        "install",
    ]
    subprocess.run(
        [*command, "--no-index", "--no-deps", "--no-compile", *map(str, wheels)],
        check=True,
        capture_output=True,
    )
    return folder


def test_every_command_of_a_bare_installation(venv: Path, tmp_path: Path) -> None:
    """The workflow *checks* runs the same table in an environment that pip made."""
    for name in ("python_ta", "openpyxl", "starlette", "argcomplete", "distributed", "pygame"):
        assert not list(venv.glob(f"lib/python*/site-packages/{name}"))
    folder = tmp_path / "empty"
    folder.mkdir()
    assert list(bare.problems(venv, folder)) == []
