"""Hostile Java costs only its own check and reaches nothing; a grader without a sandbox cannot stop it."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.extensions.java.jdk import find_jdk
from graders.harness.result import Status
from graders.harness.sandbox.interface import SandboxRefused
from tests import nightly
from tests.adder import WORLD, good, grade, grader, needs_jdk, verdicts, with_add
from tests.extensions.java.attacks import COSTS_ITS_OWN_CHECK, REACHES, Attack, members
from tests.once import once

pytestmark = [needs_jdk, pytest.mark.slow]
OTHERS = {
    "sums.count": "passed",
    "sums.count-again": "passed",
    "sums.two-steps": "passed",
    "words.say": "passed",
}


DAILY = {
    "exit",
    "endless loop",
    "loop that catches everything",
    "deadlock",
    "heap filled",
    "thread bomb",
    "threads left that keep busy",
    "flood of output",
    "answer in the driver's name",
}
"""One of each kind; the others are tried at night."""


@pytest.mark.parametrize(
    "attack",
    [
        pytest.param(
            attack, id=attack.name, marks=() if attack.name in DAILY else pytest.mark.nightly
        )
        for attack in COSTS_ITS_OWN_CHECK
    ],
)
def test_attack_costs_its_own_check_only(attack: Attack, request: pytest.FixtureRequest) -> None:
    """Its check ends with an expected verdict, and no other check is affected."""
    if "timeout" in attack.verdicts:
        request.getfixturevalue("hastier" if attack.dozes else "hasty")
    # words.say calls add, too: its stand-in protects it
    result = grade(with_add(attack.body, members(attack)))
    assert result.status is Status.GRADED
    found = verdicts(result)
    assert found.pop("sums.add") in attack.verdicts
    assert found == OTHERS


SPOILERS = {
    attack.name: attack for attack in COSTS_ITS_OWN_CHECK if attack.spoils in ("stops", "hangs")
}


@pytest.mark.nightly
@pytest.mark.parametrize("name", nightly.one_in(4, SPOILERS))
def test_attack_stops_or_hangs_a_grader_that_is_one_process(name: str, tmp_path: Path) -> None:
    """The attacks are real: in a process that submission and grader share, each ends or delays the grading."""
    spoils = SPOILERS[name].spoils
    assert weakly(name, tmp_path, to_hang=spoils == "hangs") == spoils


@pytest.mark.nightly
def test_weak_grader_grades_a_right_submission(tmp_path: Path) -> None:
    """The weak grader works for an honest submission."""
    assert weakly("right", tmp_path) == "done"


EASY = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto")
"""A virtual machine that runs for a second does not need the optimising compiler."""

HANGS_AFTER, PATIENCE = 1.2, 60.0
"""Seconds to wait for a grader that should hang, after its first output, and for any other.

The first is a hundred times what a grader takes that does not hang.
"""


def compiled(top: Path) -> None:
    """Compile the weak grader with each attack, and with the right submission, in folders of *top*."""
    ours = [Path(__file__).parent / "Weak.java", WORLD / "reference" / "adder" / "Given.java"]
    spoilt = {name: with_add(attack.body, members(attack)) for name, attack in SPOILERS.items()}
    programs = []
    for name, files in {"right": good(), **spoilt}.items():
        (top / name).mkdir()
        for file, text in files.items():
            (top / name / file).write_text(text)
        programs.append(
            ":".join(
                str(place) for place in (top / name, *ours, *(top / name / file for file in files))
            )
        )
    command = [
        find_jdk(">=17").program("java"),
        *EASY,
        Path(__file__).parent / "Compile.java",
        *programs,
    ]
    subprocess.run(command, check=True, capture_output=True)


def weakly(program: str, tmp_path: Path, to_hang: bool = False) -> str:
    """Return how a weak grader of *program* ends: "done", "stops" before the end, or "hangs"."""
    jdk = find_jdk(">=17")
    folder = once("weak graders in Java", compiled) / program
    limits = ["-Xmx64m", "-Xss512k"]
    said = tmp_path / "said"
    with (
        said.open("wb") as stderr,
        subprocess.Popen(
            [jdk.program("java"), *EASY, *limits, "-cp", folder, "Weak"],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
        ) as process,
    ):
        try:
            while process.poll() is None and not said.stat().st_size:
                time.sleep(0.02)  # the loop awaits a condition, not a time
            process.wait(HANGS_AFTER if to_hang else PATIENCE)
        except subprocess.TimeoutExpired:
            return "hangs"
        finally:
            process.kill()
    return "done" if "done" in said.read_text() else "stops"


@pytest.fixture
def port() -> Iterator[int]:
    """The port of a service on this machine."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize(
    ("choice", "name"),
    [
        pytest.param(
            choice,
            name,
            marks=() if choice == "box" or (choice, place) == ("plain", 0) else pytest.mark.nightly,
        )
        for choice in ("box", "C", "plain")
        for place, name in enumerate(REACHES)
    ],
)
def test_reach_is_held_where_the_table_says_so(
    name: str, choice: str, port: int, tmp_path: Path
) -> None:
    """Files, network and programs are out of reach at the levels of the table, and within reach at the others."""
    body, held = REACHES[name]
    tmp_path.chmod(0o777)
    planted = tmp_path / "planted"
    planted.write_text("a secret")
    planted.chmod(0o666)
    for parent in (tmp_path, *tmp_path.parents[:-1]):  # so that only the sandbox protects the file
        parent.chmod(parent.stat().st_mode | 0o001)
    try:
        level = grader(choice).backend.level.label
    except SandboxRefused as refusal:
        pytest.skip(f"this machine does not offer it: {refusal}")
    found = verdicts(grade(with_add(body.format(file=planted, port=port)), choice))
    assert found.pop("sums.add") == ("raised" if level in held else "passed")
    assert found == OTHERS
    if name == "write a file":
        assert planted.read_text() == ("a secret" if level in held else "A")


def test_hostile_static_block_costs_only_checks_that_load_its_class() -> None:
    """It ends the program, which spares the checks without its class."""
    result = grade(with_add("        return a + b;\n", "    static { System.exit(0); }\n\n"))
    assert set(verdicts(result).values()) == {"crashed", "passed"}
    assert verdicts(result)["words.say"] == "passed"


@pytest.mark.parametrize(
    ("name", "source"),
    [
        (
            "deep",
            "package toys; class Words { int x = " + "(" * 20_000 + "1" + ")" * 20_000 + "; }",
        ),
        ("wide", "package toys; class Words { String x = " + "+".join(['"a"'] * 20_000) + "; }"),
        (
            "generic",
            "package toys; class Words { "
            + "java.util.List<" * 3_000
            + "String"
            + ">" * 3_000
            + " x; }",
        ),
        ("zeros", "package toys; class Words { } " + "\0" * 100_000),
    ],
)
def test_source_that_harms_the_compiler_costs_its_own_file_only(
    name: str, source: str, patient: None
) -> None:
    """The compiler runs in the box, and its failure is a fault of that file alone."""
    result = grade(good(Words=source))
    found = verdicts(result)
    assert found.pop("words.say") in ("missing", "raised")
    assert set(found.values()) == {"passed"}
