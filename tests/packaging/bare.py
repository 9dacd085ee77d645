"""Commands that a person types after ``pip install`` of the wheel, without extras, in an empty folder.

    python -m tests.packaging.bare VENV

runs them with VENV's ``grader``, and ends with status 1 at the first that is not as it should be. The workflow *checks* does
this with what pip installs from its index, and `test_bare` with this environment's packages. The standard library alone is used.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

IDS = (
    "comp250_blocky",
    "csc148_2018_blocky",
    "csc148_2020_blocky",
    "csse7030_connect4",
    "ics32_columns",
)
A = "csc148_2020_blocky"
TA = r"pip install 'fairgrader\[style\]'"
INSTALLED = "was installed with grader, and its files are not changed there: do this in a checkout of the project"

Command = tuple[str, int, str]
"""What is typed after ``grader``, the exit status, and a pattern in what it prints."""


COMMANDS: tuple[Command, ...] = (
    ("--version", 0, r"^grader \d+\.\d+\.\d+(\.dev\d+)?, Python 3\.\d+\.\d+$"),
    ("--help", 0, "examples:"),
    ("list", 0, "Connect 4"),
    ("list --ids", 0, "\n".join(IDS)),
    ("doctor", 0, r"pip\s+install\s+'fairgrader\[cluster\]'"),
    # a submission, and a class
    (
        f"exemplars {A} --write class rotate-not-inside perimeter-by-leaf",
        0,
        "^class/rotate-not-inside$",
    ),
    (f"grade {A} class/rotate-not-inside", 0, TA),
    (f"grade {A} class/rotate-not-inside --json", 0, '"status": ?"graded"'),
    (f"grade {A} class --dry-run", 0, "2 "),
    (f"grade {A} class --out marks", 0, "gradebook and reports: marks"),
    (
        f"grade {A} class --out marks --dask tcp://127.0.0.1:1",
        2,
        r"pip install 'fairgrader\[cluster\]'",
    ),
    (f"check {A} class/rotate-not-inside", 1, "rotate"),
    *[
        (f"report marks/rotate-not-inside --format {form}", 0, "rotate")
        for form in ("html", "text", "json", "markdown", "junit", "gradescope", "markus")
    ],
    ("report marks --format canvas", 0, "Points Possible"),
    ("explain marks/rotate-not-inside", 0, "wrong answer"),
    ("replay marks/rotate-not-inside block.rotate-deep class/rotate-not-inside", 1, "rotate"),
    ("report marks --for sheet", 0, "rotate-not-inside"),
    ("report marks --for sheet --out sheet.csv", 0, "sheet.csv"),
    ("decide marks --sheet sheet.csv", 0, "comments: 0 new"),
    ("report marks --for sheet --out sheet.xlsx", 2, r"pip install 'fairgrader\[tutoring\]'"),
    ("desk marks", 2, r"pip install 'fairgrader\[tutoring\]'"),
    ("desk marks --apply", 0, "2 people"),
    ("decide marks rotate-not-inside --comment Good --by Ann --yes", 0, "comment: Good"),
    ("decide marks", 0, "comment"),
    ("hand-back marks --for gradescope --out back", 0, "pages for 2 people"),
    (f"similar {A} class", 0, "2 submissions"),
    # what authors do with an assignment that was installed
    (f"try {A} block.rotate-deep", 0, "rotate-not-inside"),
    (f"exemplars {A} --run rotate-not-inside", 0, "1 of 1"),
    (f"exemplars {A} faulty/mine --from class/rotate-not-inside", 2, INSTALLED),
    (f"verify {A} --only starter", 0, "its baseline"),
    (f"refresh {A}", 2, INSTALLED),
    ("refresh ics32_columns --only scenarios --check", 0, "up to date"),
    (f"refresh {A} --only scenarios --check", 2, "write them by hand"),
    (f"doctor {A} --install", 2, "names no packages"),
    (f"import {A} class", 2, "has a driver"),
    (f"play {A}", 2, "pip install pygame-ce$"),
    ("play ics32_columns --help", 0, "Play Columns"),
    ("completion bash", 2, r"pip install 'fairgrader\[completion\]'"),
    # an assignment of their own
    (
        "new dial --title Dial",
        2,
        "^grader: there is no checkout to write to: name a folder .* by --root DIR or GRADER_ROOT$",
    ),
    ("list --root course", 2, "^grader: --root: there is no folder course$"),
    ("new dial --title Dial --root course", 0, "It already works"),
    ("--root course grade dial course/reference/dial", 0, "8 / 8"),
    ("--root course refresh dial", 0, "up to date"),
    ("--root course try dial function.examples", 0, "reference"),
    ("--root course verify dial --only starter", 0, "its baseline"),
    ("--root course bundle student dial", 0, "^wrote dist/dial-student "),
)
"""In their order: later ones read what earlier ones write."""


def of_each(id: str, *, jdk: bool) -> Iterator[Command]:
    """Yield the commands for one assignment."""
    yield f"list {id}", 0, "marks"
    yield f"exemplars {id}", 0, "faulty/"
    yield f"refresh {id}", 2, f"^grader: {id} {INSTALLED}$"
    yield f"refresh {id} --only starter --check", 0, "up to date"
    yield f"bundle gradescope {id}", 0, f"^wrote dist/{id}-gradescope.zip$"
    if id != "comp250_blocky":
        yield (
            f"bundle student {id}",
            2,
            f"^grader: the bundle names the release of python-ta .* and there is none: {TA}$",
        )
    elif jdk:
        yield f"bundle student {id}", 0, "^wrote dist/comp250_blocky-student and "


OPTIMISED = (
    f"grade {A} class/rotate-not-inside",
    3,
    "^grader: this Python leaves out the asserts and docstrings of checks",
)
"""Run with PYTHONOPTIMIZE=2."""


def files_of(package: Path) -> dict[str, int]:
    """Return the files of the installed package with the times of their last change."""
    found = (path for path in package.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {str(path): path.stat().st_mtime_ns for path in found}


def problems(venv: Path, folder: Path) -> Iterator[str]:
    """Run all commands with the ``grader`` of *venv* in *folder*, which is empty; yield what is wrong."""
    (package,) = venv.glob("lib/python*/site-packages/graders")
    before = files_of(package)
    unwanted = ("PYTHONPATH", "PYTHONOPTIMIZE", "GRADER_ROOT")
    environment = {name: value for name, value in os.environ.items() if name not in unwanted}
    environment["GRADER_CACHE"] = str(folder / "cache")

    def problem(command: Command, **variables: str) -> str:
        typed, status, pattern = command
        done = subprocess.run(
            [venv / "bin" / "grader", *typed.split()], cwd=folder, env={**environment, **variables},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
        printed = done.stdout + done.stderr
        right = (
            done.returncode == status
            and re.search(pattern, printed, re.MULTILINE)
            and "Traceback" not in printed
        )
        return (
            ""
            if right
            else f"grader {typed}: status {done.returncode}, not {status} with {pattern!r}:\n{printed[-2000:]}"
        )

    jdk = bool(os.environ.get("JAVA_HOME") or shutil.which("javac"))
    table = [*COMMANDS, *(command for id in IDS for command in of_each(id, jdk=jdk))]
    for command in table:
        if found := problem(command):
            yield found
    if found := problem(OPTIMISED, PYTHONOPTIMIZE="2", GRADER_CACHE=str(folder / "other")):
        yield found
    shown = subprocess.run(
        [venv / "bin" / "grader", "--help"], capture_output=True, text=True, check=True
    ).stdout
    known = set(re.findall(r"^    ([a-z-]+)(?:  |$)", shown, re.MULTILINE))
    tried = {word for typed, _status, _pattern in table for word in typed.split()}
    if known - tried:
        yield f"no command is tried of: {', '.join(sorted(known - tried))}"
    if files_of(package) != before:
        yield f"the files of {package} have changed"


def main() -> int:
    """Print what is wrong; return the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        wrong = list(problems(Path(sys.argv[1]).resolve(), Path(folder)))
    print("\n\n".join(wrong) or "all commands are as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
