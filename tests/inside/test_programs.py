"""Programs that get arguments, read and write files, use standard error and end with a status."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graders.extensions.authoring.verification.record import record
from graders.harness.assignment.check import Misbehaved
from graders.harness.assignment.manifest import ManifestError
from graders.harness.assignment.program_scenario import (
    ProgramRun,
    program_run,
    sections_of,
    written,
)
from graders.harness.assignment.scenario import ScenarioError, read_scenario
from graders.harness.assignment.transcript import run_of
from graders.harness.grading.program import GraderBroken, open_backend
from graders.harness.sandbox.interface import Level, SandboxRefused
from tests.once import once
from tests.world import World, checks, outcomes, verdicts, write_world

COUNT = """
import sys
import time


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: count.py FILE...")
    total = 0
    for name in sys.argv[1:]:
        try:
            with open(name) as stream:
                total += len(stream.read().split())
        except FileNotFoundError:
            print(name, "is missing", file=sys.stderr)
    unit = input("Unit? ")
    print(total, unit)
    with open("total.txt", "w") as stream:
        stream.write(str(total) + "\\n")
    return 0 if total else 3


if __name__ == "__main__":
    sys.exit(main())
"""

HEADER = "title: it counts\ntask: all\nmarks: 1\nvisibility: public\nsource: the handout\n"
TWO_FILES = (
    HEADER
    + """arguments: a.txt 'b c.txt' none.txt

Unit? «words»
3 words
--- before a.txt
one two
--- before b c.txt
three
--- stderr
none.txt is missing
--- after total.txt
3
"""
)
NO_FILE = (
    HEADER.replace("it counts", "it explains")
    + "status: 1\n\n--- stderr\nusage: count.py FILE...\n"
)

CHECKS = '''
from graders.harness import each_scenario, load_assignment, replay_program, run_of, same_run
from pathlib import Path


@check("count.files")
@given(words=st.lists(st.sampled_from("ab"), min_size=1, max_size=3))
def test_files(student, reference, words):
    """It counts the words of a file."""
    call = ("count.py", ["x"], ["in.txt"], {"in.txt": " ".join(words)})
    got, want = run_of(student.run_program(*call)), run_of(reference.run_program(*call))
    same_run(got, want)
    expect(got.files, want.files)
    expect(got.stderr, "")


@each_scenario(load_assignment("counting", Path(__file__).parents[2]))
def test_scenario(student, scenario):
    """A scenario."""
    replay_program(student, scenario)
'''

BUILD: dict[str, Any] = {
    "id": "counting",
    "checks": CHECKS,
    "reference": {"count.py": COUNT},
    "scenarios": {"two-files.txt": TWO_FILES, "no-file.txt": NO_FILE},
    "calls": {"count": "*"},
    "files": {},
    "marks": 3,
    "transcript": {"program": "count.py"},
    "limits": {"cpu_seconds": 0.5},
    "shrink": {"calls": 0},
    "examples": 4,
}


def write(root: Path, **changes: Any) -> World:
    """Write a world of a program with files."""
    world = write_world(root, **{**BUILD, **changes})
    manifest = root / "graders/counting/assignment.toml"
    manifest.write_text(manifest.read_text().replace("[files]\n", "[files]\nscratch = true\n"))
    return world


@pytest.fixture(scope="module")
def world() -> World:
    """A world of a program with files."""
    return World(once("programs", write), "counting")


@pytest.mark.slow
@pytest.mark.usefixtures("recordings", "backend")
def test_right_program_passes_and_each_fault_costs_its_own_check(world: World) -> None:
    """The report shows the command line and the files, so that a student can try it."""
    assert set(verdicts(world.grade()).values()) == {"passed"}
    other = COUNT.replace("sys.exit(main())", "raise SystemExit(main())").replace(
        'print(name, "is missing", file=sys.stderr)', "sys.stderr.write(name + ' is missing\\n')"
    )
    assert set(verdicts(world.grade(count=other)).values()) == {"passed"}
    graded = world.grade(
        count=COUNT.replace(", file=sys.stderr", "")
        .replace("str(total)", "'0'")
        .replace("usage:", "use:")
    )
    told = outcomes(graded)
    assert told["scenario.two-files"][0] == "failed"
    assert told["scenario.no-file"] == (
        "failed",
        "The program prints other text on standard error than it should.",
    )
    shown = {
        part.label: getattr(part, "text", "") for part in checks(graded)["count.files"].exhibits
    }
    assert shown["command"] == "python count.py in.txt"
    assert shown["file in.txt"].startswith("a")
    status = world.grade(
        count=COUNT.replace(
            'sys.exit("usage: count.py FILE...")',
            'print("usage: count.py FILE...", file=sys.stderr); sys.exit(2)',
        )
    )
    assert outcomes(status)["scenario.no-file"] == (
        "failed",
        "The program ends with status 2 instead of 1.",
    )
    silent = world.grade(count=COUNT.replace('open("total.txt", "w")', 'open("sum.txt", "w")'))
    assert outcomes(silent)["scenario.two-files"] == (
        "failed",
        "The program leaves no file total.txt.",
    )
    labels = [part.label for part in checks(silent)["scenario.two-files"].exhibits]
    assert labels[0] == "command" and labels.count("command") == 1
    assert any(label.startswith("file ") for label in labels)
    broken = world.grade(count=COUNT.replace("total = 0", "total = zero"))
    assert outcomes(broken)["count.files"][0] == "raised"


@pytest.mark.slow
@pytest.mark.usefixtures("recordings", "backend")
def test_files_of_an_earlier_run_are_gone(world: World) -> None:
    """A file is gone before the next run, also one beside the working directory."""
    keeps = COUNT.replace(
        'if __name__ == "__main__":',
        "import os\nfor place in ('.', '..'):\n    path = os.path.join(place, 'kept')\n    if os.path.exists(path):\n"
        "        print('again')\n    try:\n        open(path, 'w').close()\n    except OSError:\n        pass\n\nif __name__ == '__main__':",
    )
    assert verdicts(world.grade(count=keeps))["scenario.two-files"] == "passed"


@pytest.mark.slow
def test_reference_records_its_scenarios(tmp_path: Path) -> None:
    """Typed lines, arguments and files are the author's; all else is written, and reads back the same."""
    bare = (
        TWO_FILES.replace("3 words\n", "")
        .replace("Unit? ", "")
        .replace("--- stderr\nnone.txt is missing\n--- after total.txt\n3\n", "")
    )
    world = write(tmp_path, scenarios={"two-files.txt": bare, "no-file.txt": NO_FILE})
    after = {one.path.stem: one.after for one in record(world.assignment)}
    assert after == {"two-files": TWO_FILES, "no-file": NO_FILE}


@pytest.mark.parametrize("content", ["", "a\n", "a", "\n", "--- stderr\n\\x\n", "a\n\nb", "a\\b\n"])
def test_section_reads_back_as_written(content: str, tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text("\n".join([HEADER, "x", *written("after f", content)]) + "\n")
    assert program_run(read_scenario(path, program="p.py")).sections == {"after f": content}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            HEADER + "\n--- file a\n",
            "line 7: a section is before FILE, after FILE or stderr, and there once",
        ),
        (
            HEADER + "\n--- stderr\n--- stderr\n",
            "line 7: a section is before FILE, after FILE or stderr, and there once",
        ),
        (HEADER + "status: one\n\n", "status must be a whole number, not 'one'"),
        (HEADER + "arguments: 'a\n\n", "arguments: No closing quotation"),
        (HEADER + "argument: a\n\n", "did you mean arguments"),
    ],
)
def test_bad_scenario_is_one_clear_line(text: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text(text)
    with pytest.raises(ScenarioError, match=problem):
        program_run(read_scenario(path, program="p.py"))


def test_run_of_any_other_shape_is_no_run() -> None:
    """The submission's side of the pipe can send anything."""
    run = run_of([["exit", 3], [], {"stderr": "x", "files": {"a": b"\xff"}}])
    assert (run.stderr, run.files) == ("x", {"a": b"\xff"})
    for more in (
        [{}],
        [{"stderr": "x"}],
        [{"stderr": 1, "files": {}}],
        [{"stderr": "", "files": {1: ""}}],
        [{"stderr": "", "files": {"a": 1}}],
        [{"stderr": "", "files": {}, "end": 1}],
        [[]],
        [None, None],
    ):
        with pytest.raises(Misbehaved):
            run_of([["exit", 3], [], *more])
    assert sections_of(ProgramRun((), (), None), run) == [
        "--- stderr",
        "x\\",
        "--- after a",
        "b'\\xff'\\",
    ]


def test_backend_without_scratch_space_is_refused_at_once(world: World) -> None:
    """The message names the reason; for levels see `tests/attacks/boundary/test_files.py`."""
    with pytest.raises(
        SandboxRefused,
        match=r"with files, which need the harness's own box, and at B and C a small",
    ):
        open_backend(world.assignment, choice="bubblewrap", minimum=Level.C)


@pytest.mark.slow
def test_files_without_scratch_in_the_manifest_are_refused(tmp_path: Path) -> None:
    """At every level, also where there is scratch space: so that the first grading says it."""
    world = write_world(tmp_path, **BUILD)
    with pytest.raises(GraderBroken, match=r"scratch = true below .files. of the manifest"):
        world.grade()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"transcript": {}}, "and nothing else"),
        ({"transcript": {"operation": "play"}}, 'has program = "FILE" and nothing else'),
        ({"transcript": {"program": "a.py", "settings": ["size"]}}, "and nothing else"),
        ({"calls": {}, "transcript": {"program": "a.py"}}, "needs the driver's operation"),
    ],
)
def test_impossible_table_of_transcripts_is_one_clear_line(
    changes: dict[str, Any], words: str, tmp_path: Path
) -> None:
    with pytest.raises(ManifestError, match=words):
        _ = write_world(tmp_path, **{**BUILD, **changes}).assignment
