"""The lint server: python-ta's messages reach the result, and no submission controls, silences, enters or stops it.

Each attack is also shown to succeed without the defence: against python-ta in its usual use, in the submission's own
folder, or against the driver without its protection.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import wait
from fractions import Fraction
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from graders.extensions.shared.exemplars import Exemplar, build
from graders.extensions.style import answers
from graders.extensions.style import linter as style
from graders.extensions.style.answers import LintAnswer, parse_answer, refusal
from graders.harness.assignment.manifest import Assignment, Deduction, LinterPlan, load_assignment
from graders.harness.assignment.process_limits import Limits
from graders.harness.content import ROOT
from graders.harness.grading import budget
from graders.harness.grading.program import read_folder
from graders.harness.inside.modules import Program
from graders.harness.processes.jobs import Settings
from graders.harness.processes.pool import seconds_for_one
from graders.harness.result import Finding, Flag, FlagCode, Note, NoteCode
from graders.harness.sandbox import launched
from graders.harness.sandbox.choice import linter_python, open_backend
from graders.harness.sandbox.interface import (
    ExitReason,
    Level,
    ProcessExit,
    SandboxError,
    SandboxRefused,
)
from graders.harness.sandbox.interpreters import find_interpreter, find_release, newest_interpreter
from graders.harness.style.survey import Surveyed
from tests import nightly
from tests.course.processes import wait_for
from tests.nightly import IDS
from tests.once import once
from tests.style.deducted import deducted, marked

BLOCKY = load_assignment("csc148_2020_blocky")
PLAN = BLOCKY.manifest.linters[style.NAME]
EVERY_FILE = msgspec.structs.replace(PLAN, files=())


def flagged(reason: str) -> tuple[Flag, ...]:
    """Return the flag of a linter that is not available."""
    return (Flag(FlagCode.LINTER_UNAVAILABLE, {"reason": reason}),)


ASSIGNMENTS = [
    assignment
    for assignment in map(load_assignment, IDS)
    if style.NAME in assignment.manifest.linters
]

UNFINISHED = {
    "abstract-method",
    "no-name-in-module",
    "assignment-from-no-return",
    "fixme",
    "unused-argument",
    "unused-import",
    "unnecessary-pass",
    "missing-class-docstring",
    "super-init-not-called",
}
"""Messages of python-ta about an unwritten body, or about a fixed name."""

MESSY = b'''"""A goal."""
from __future__ import annotations
import subprocess
from block import Block


class Goal:
    """A goal."""
    def score(self, board: Block) -> int:
        """Return it."""
        unused = 1   #  noqa
        return board.size+ 1  # noqa


def late(x: int) -> str:
    """Return nothing, at times."""
    if x > 1:
        return 'x'
'''
BLOCK = b'''"""A block."""


class Block:
    """A block.

    size: how large it is
    """

    size: int

    def __init__(self) -> None:
        """Make it."""
        self.size = 1
'''
FILES = {"block.py": BLOCK, "goal.py": MESSY}


@pytest.fixture(scope="module")
def linter() -> Iterator[style.Linter]:
    """Return Blocky's linter in the strongest box of this machine, without its cache."""
    opened = style.open_linter(BLOCKY, PLAN)
    opened.open()
    assert not opened.lacking
    opened.keep = False
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def usual(linter: style.Linter) -> Surveyed:
    """Return its report on `FILES`, for comparison."""
    return linter.look(FILES)


def rules(surveyed: Surveyed, file: str = "") -> set[str]:
    """Return the rules of the findings (in *file*), without their common prefix."""
    return {
        f.rule.removeprefix(answers.PYTHON_TA) for f in surveyed.findings if file in ("", f.file)
    }


OBEYS_NOQA = """
isolated = isolate

def isolate(folder):
    import pycodestyle
    usual = pycodestyle.noqa
    isolated(folder)
    pycodestyle.noqa = usual
"""
IMPORTS_NUMPY = "IMPORTED_BY_LINTERS = ()\n"
WITHOUT_TRIPWIRE = "def set_tripwire(folder):\n    pass\n"
KEEPS_ITS_PACKAGE = 'OWN_PACKAGE = ""\n'
WAITS = """
checked = check

def check(folder, names, config):
    import select

    for name in names:
        with open(os.path.join(folder, name), "rb") as stream:
            if b"asleep" in stream.read():
                select.poll().poll(60_000)
    return checked(folder, names, config)
"""
"""A linter that waits at some files, as one that a source has taken over can."""
IS_SLOW = """
usual_lint = lint

def lint(config, names, files, library):
    import select

    if SAMPLE not in names:
        select.poll().poll(100_000)
    return usual_lint(config, names, files, library)
"""


def driver_with(folder: Path, *ends: str) -> Path:
    """Write a driver to *folder* that ends with other definitions; beside it is the sample file."""
    shutil.copy(style.DRIVER.parent / style.SAMPLE, folder)
    driver = folder / "driver.py"
    driver.write_text("\n\n".join([style.DRIVER.read_text(), *ends]))
    return driver


def with_driver(linter: style.Linter, *ends: str, plan: LinterPlan = PLAN) -> style.Linter:
    """Return a linter like *linter* whose driver has other definitions. It shares the launcher, so do not close it."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(style, "DRIVER", driver_with(Path(folder), *ends))
        weak = style.Linter(BLOCKY, plan, linter.backend)
    weak.keep = False
    return weak


PLAINLY = """
import io, os, resource, sys
import python_ta
from python_ta.checkers import static_type_checker

for folder in sys.argv[2:]:
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[1]), int(sys.argv[1]) + 1))
        os.chdir(folder)
        out = io.StringIO()
        python_ta.check_all(['goal.py'], output=out, config={'output-format': 'pyta-json', 'disable': [
            'incompatible-argument-type', 'incompatible-assignment', 'list-item-type-mismatch', 'unsupported-operand-types',
            'union-attr-error', 'dict-item-type-mismatch']})
        print(out.getvalue(), file=open('told', 'w'), flush=True)
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
SEVERAL_TIMES = 3
"""Limit of CPU seconds for python-ta here, once it is loaded. Ordinary files take less than one."""


def as_people_do(top: Path) -> None:
    """Write attacks to folders below *top*, and call python-ta from Python in each; save its exit code and output."""
    folders = [top / name for name in ATTACKS]
    for folder, files in zip(folders, ATTACKS.values(), strict=True):
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    command = [sys.executable, "-c", PLAINLY, str(SEVERAL_TIMES), *map(str, folders)]
    run = subprocess.run(command, cwd=top, capture_output=True, text=True, timeout=300, check=False)
    (top / "ended").write_text(run.stdout)


@pytest.fixture(scope="module")
def plainly() -> dict[str, tuple[int, str]]:
    """Return exit code and output of python-ta in its usual use, for each of `ATTACKS`."""
    top = once("python-ta-as-people-call-it", as_people_do)
    told = [
        (top / name / "told").read_text() if (top / name / "told").exists() else ""
        for name in ATTACKS
    ]
    ended = map(int, (top / "ended").read_text().split())
    return dict(zip(ATTACKS, zip(ended, told, strict=True), strict=True))


# Messages and findings.


@pytest.mark.slow
@pytest.mark.parametrize(
    "assignment",
    [
        pytest.param(one, id=one.id, marks=pytest.mark.nightly if place else ())
        for place, one in enumerate(ASSIGNMENTS)
    ],
)
def test_references_and_starters_pass(linter: style.Linter, assignment: Assignment) -> None:
    """The reference has no message; the starter only those about unwritten bodies."""
    names, plan = assignment.files.solved, assignment.manifest.linters[style.NAME]
    its = style.Linter(
        assignment, plan, linter.backend
    )  # a lint server is the same for all assignments
    its.keep = False
    untouched = Exemplar("reference", "right", "", "", "reference", frozenset(), {}, {}, {})
    assert its.look(build(untouched, assignment.reference, names)).findings == ()
    assert rules(its.look(read_folder(assignment.starter, names))) <= UNFINISHED


@pytest.mark.slow
def test_messages_are_findings(usual: Surveyed) -> None:
    """Each has the rule, the position, a sentence and the source. None of them is a breach."""
    found = usual
    assert found.flags == ()
    assert found.notes == ()
    assert {f.file for f in found.findings} == {"goal.py"}
    assert {f.severity for f in found.findings} == {"note"}
    assert rules(found) >= {
        "forbidden-import",
        "unused-variable",
        "missing-return-statement",
        "pep8-errors",
    }
    (one,) = [f for f in found.findings if f.rule == "python-ta/forbidden-import"]
    assert (one.file, one.line) == ("goal.py", 3)
    assert "subprocess" in one.message
    assert "spec 13" in one.source
    assert "E9999" in one.source


@pytest.mark.slow
def test_same_findings_warm_cold_and_kept(
    linter: style.Linter, usual: Surveyed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A preloaded fork in a box, a new plain process, and the cache give the same findings."""
    warm = usual
    assert linter.look(FILES) == warm
    cold = style.open_linter(BLOCKY, PLAN, choice="plain")
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path))
    assert cold.look(FILES) == warm
    assert len(list(tmp_path.rglob("*.entry"))) == 1
    monkeypatch.setattr(style, "Session", None)
    assert cold.look(FILES) == warm


@pytest.mark.slow
def test_lint_server_is_not_started_for_a_cached_submission(
    linter: style.Linter, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Grading the same files again does not wait for python-ta; one changed byte does."""
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path))
    monkeypatch.setattr(linter, "keep", True)
    found = linter.look(FILES)
    started = []

    def none_here(*_: object, **__: object) -> None:
        started.append(True)
        raise SandboxRefused("there is none here")

    monkeypatch.setattr(style, "select_linter", none_here)
    again = style.open_linter(BLOCKY, PLAN)
    again.look_ahead(FILES)
    assert (again.look(FILES), again.lacking, started) == (found, "", [])
    for_many = style.open_linter(BLOCKY, PLAN)
    large = {**FILES, "goal.py": MESSY + b"#" * style.MOST_BYTES}
    for files in (FILES, large, {"notes.txt": b"none of it is Python"}):
        for_many.open_for(files)
        assert for_many.look(files).flags != flagged("style was not checked: there is none here")
    assert (for_many.look(FILES), started) == (found, [])
    changed = {**FILES, "goal.py": MESSY + b"\n"}
    other = style.open_linter(BLOCKY, PLAN)
    other.look_ahead(changed)
    assert other.look(changed).flags == flagged("style was not checked: there is none here")
    assert started == [True]
    for_many.open_for(changed)
    assert for_many.look(changed).flags == flagged("style was not checked: there is none here")
    assert started == [True, True]


@pytest.mark.slow
def test_grading_that_ends_early_does_not_wait(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The end, for example by Ctrl-C, also ends python-ta in the middle of its work."""
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(style, "DRIVER", driver_with(tmp_path, IS_SLOW))
    opened = style.open_linter(BLOCKY, PLAN)
    opened.look_ahead(FILES)
    assert opened.ahead is not None
    _files, found = opened.ahead
    while opened.backend is None:
        time.sleep(0.05)
    assert not wait([found], timeout=1).done
    opened.close()
    assert wait([found], timeout=20).done


@pytest.mark.slow
@pytest.mark.parametrize(
    "clean",
    [b'{"reports": {"goal.py": []}', b'{"reports":{"goal.py":[],"block.py":[]},"refused":{}}'],
    ids=["truncated", "whole"],
)
def test_a_damaged_cache_entry_is_not_used(
    linter: style.Linter, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, clean: bytes
) -> None:
    """The lint server runs again, even if the entry was replaced by a report without messages."""
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path))
    monkeypatch.setattr(linter, "keep", True)
    right = linter.look(FILES)
    (kept,) = tmp_path.rglob("*.entry")
    seal = kept.read_bytes().partition(b"\n")[0]
    for damaged in (clean, seal + b"\n" + clean, kept.read_bytes()[:-1]):
        kept.write_bytes(damaged)
        assert linter.look(FILES) == right


def test_without_python_ta_the_rest_is_graded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Staff get one clear line, also as a flag. There is no finding."""
    monkeypatch.setattr(style, "PACKAGES", ("python-ta", "no-such-package-of-ours"))
    opened = style.open_linter(BLOCKY, PLAN)
    found = opened.look(FILES)
    line = "style was not checked: no-such-package-of-ours is not installed (pip install 'fairgrader[style]')"
    note = Note(NoteCode.LINTER_UNAVAILABLE, {"reason": line})
    assert found == Surveyed(notes=(note,), flags=flagged(line))


def test_python_ta_is_used_where_it_is_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`pip install --user` puts packages into another folder than that of the interpreter."""
    (usual,) = style.library()
    for name in style.PACKAGES:
        folder = Path(
            str(
                metadata.distribution(name).locate_file(
                    f"{name.replace('-', '_')}-{metadata.version(name)}.dist-info"
                )
            )
        )
        shutil.copytree(folder, tmp_path / folder.name)
    monkeypatch.syspath_prepend(tmp_path)
    assert style.library() == (str(tmp_path),) != (usual,)


HOMELESS = """
import pwd, sys
def nobody(uid): raise KeyError(uid)
pwd.getpwuid = nobody
from graders.extensions.style.box import driver
driver.prepare(sys.argv[1:])
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "home", [pytest.param(True, marks=pytest.mark.nightly), False], ids=["home", "no home"]
)
def test_python_ta_needs_and_changes_nothing_of_the_user(tmp_path: Path, home: bool) -> None:
    """In a container, the user may be a number without an entry in the list of users. Pylint would write to a home."""
    environment = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"} | (
        {"HOME": str(tmp_path)} if home else {}
    )
    subprocess.run(
        [sys.executable, "-c", HOMELESS, *style.library()], env=environment, cwd="/", check=True
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_linter_that_does_not_work_is_not_used(
    linter: style.Linter, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """If it fails on the sample file, the set-up is at fault, and no submission gets a finding for it."""
    assert linter.backend is not None
    branch = linter.backend.branch()
    monkeypatch.setattr(style, "select_linter", lambda *_, **__: branch)
    broken = tmp_path / "driver.py"
    broken.write_text(
        "def lint(config, names, files, library):\n    return {'reports': {}, 'refused': {}}\n"
    )
    (tmp_path / style.SAMPLE).write_bytes((style.DRIVER.parent / style.SAMPLE).read_bytes())
    monkeypatch.setattr(style, "DRIVER", broken)
    opened = style.open_linter(BLOCKY, PLAN)
    opened.keep = False
    assert opened.look(FILES).findings == ()
    assert "python-ta does not work in its box" in opened.lacking
    opened.abandon()


# Deductions.


def finding(rule: str, line: int = 1) -> Finding:
    """Return a finding with only a rule."""
    return Finding(rule, "note", "goal.py", line, "", "")


DEDUCTION = Deduction("Style", ("python-ta/*",), 1, 3, "so", ("python-ta/suppressed",))


@pytest.mark.parametrize(
    ("broken", "amount"),
    [
        ([], None),
        (["leftovers"], None),
        (["python-ta/a"], -1),
        (["python-ta/a", "python-ta/a"], -1),
        (["python-ta/a", "python-ta/b"], -2),
        (["python-ta/a", "python-ta/b", "python-ta/c", "python-ta/d"], -3),
        (["python-ta/suppressed"], -3),
    ],
)
def test_each_distinct_message_costs_once_up_to_the_cap(
    broken: list[str], amount: int | None
) -> None:
    """A file that disables the linter costs the cap, so that silence is not cheaper than messages."""
    change = deducted(DEDUCTION, Surveyed(tuple(map(finding, broken))), ())
    assert (change.amount if change else None) == (None if amount is None else Fraction(amount))


# Attacks on it (46, 47, 80).


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "content"),
    nightly.one_in(
        3,
        [
            ("config/.pylintrc", b"[MESSAGES CONTROL]\ndisable = all\n"),
            ("config/pyproject.toml", b'[tool.pylint."messages control"]\ndisable = "all"\n'),
            ("setup.cfg", b"[pycodestyle]\nignore = E,W\n"),
            (".pylintrc", b"[MAIN]\ninit-hook = 'raise SystemExit'\n"),
            ("mypy.ini", b"[mypy]\nplugins = ./goal.py\n"),
        ],
    ),
)
def test_submitted_configuration_has_no_effect(
    linter: style.Linter, usual: Surveyed, name: str, content: bytes
) -> None:
    """Only the assignment's own configuration counts."""
    assert linter.look({**FILES, name: content}) == usual


@pytest.mark.nightly
def test_configuration_steers_python_ta_on_the_usual_command_line(
    plainly: dict[str, tuple[int, str]],
) -> None:
    """The attack is real: the same file silences a call with options in a dictionary."""
    assert "forbidden-import" in plainly["none"][1]
    assert plainly["configuration"][0] == 0
    assert "forbidden-import" not in plainly["configuration"][1]


@pytest.mark.slow
def test_comment_for_the_linter_is_a_finding(linter: style.Linter) -> None:
    """python-ta skips such a file without a message. Here that is a finding, and a flag."""
    for comment in (b"# pylint: skip-file\n", b"x = 1  # pylint: disable=all\n"):
        found = linter.look({**FILES, "goal.py": comment + MESSY})
        assert rules(found, "goal.py") == {"suppressed"}
        assert [(one.why, one.file) for one in found.unread] == [("comment", "goal.py")]
    near = linter.look(
        {**FILES, "goal.py": MESSY + b"# pylint is a program\nx = '# pylint: skip-file'\n"}
    )
    assert "suppressed" not in rules(near)


@pytest.mark.nightly
def test_comment_silences_python_ta_on_the_usual_command_line(
    plainly: dict[str, tuple[int, str]],
) -> None:
    """The attack is real: nothing is printed at all."""
    assert plainly["comment"][0] == 0
    assert "forbidden-import" not in plainly["comment"][1]


@pytest.mark.slow
def test_noqa_silences_nothing(linter: style.Linter) -> None:
    """pycodestyle would obey, and does so without a line of the driver."""
    source = MESSY + b"\n\nX = type(1) == type(2)  # noqa\n"

    def lines(linter: style.Linter) -> set[int]:
        found = linter.look({**FILES, "goal.py": source}).findings
        return {one.line for one in found if one.rule == "python-ta/pep8-errors"}

    assert lines(linter) - lines(with_driver(linter, OBEYS_NOQA)) == {source.count(b"\n")}


NUMPY = b"""import json
written = json.dumps
json.dumps = lambda found, **more: written([{**one, 'msgs': []} for one in found], **more)
"""
USES_NUMPY = (
    MESSY.replace(b"import subprocess\n", b"import subprocess\nimport numpy as np\n")
    + b"\n\nX = np.ndarray([1])\nY = X.shape\n"
)


@pytest.mark.slow
def test_code_beside_a_file_does_not_run(linter: style.Linter) -> None:
    """An astroid helper really imports numpy, so the submission's numpy.py is tried: blocked, and detected if not."""
    attacked = {**FILES, "goal.py": USES_NUMPY, "numpy.py": NUMPY, "mypy.py": NUMPY, "re.py": NUMPY}
    held = linter.look(attacked)
    assert "forbidden-import" in rules(held, "goal.py")
    assert held.unread == ()
    tripped = with_driver(linter, IMPORTS_NUMPY).look(attacked)
    assert {one.why for one in tripped.unread} == {"tripped"}
    assert rules(tripped) == {"not-checked"}
    open_ = with_driver(linter, IMPORTS_NUMPY, WITHOUT_TRIPWIRE).look(attacked)
    assert open_ == Surveyed(), "the attack must succeed where nothing holds it"


HARD = {
    "sum": b"x = " + b" + ".join([b"1"] * 60_000) + b"\n",
    "terms": b'"""Doc."""\nx = ' + b" + ".join([b"y"] * 3000) + b"\n",
    "minus": b"x = " + b"-" * 100_000 + b"1\n",
    "brackets": b"x = " + b"[" * 190 + b"]" * 190 + b"\n",
    "ifs": b'"""Doc."""\nx = 1\n'
    + b"".join(b"if x == %d:\n    x = 2\nel" % n for n in range(1500))
    + b"se:\n    x = 3\n",
    "comprehensions": b"x = " + b"[a for a in " * 30 + b"[]" + b"]" * 30 + b"\n",
    "format": b"x = '%1000000000d' % 1\n",
    "shift": b"x = 1 << 10 ** 10\ny = 'a' * 10 ** 10\n",
    "texts": b"x0 = 'a' * 50\n" + b"".join(b"x%d = x%d + x%d\n" % (n + 1, n, n) for n in range(40)),
    "sums": b"x0 = 1\n" + b"".join(b"x%d = x%d + x%d\n" % (n + 1, n, n) for n in range(40)),
    "bases": b"".join(
        b"class C%d(%s):\n    pass\n" % (n, b"C%d" % (n - 1) if n else b"object")
        for n in range(400)
    ),
    "latin": b"# coding: latin-1\nx = '\xe9'\n",
    "bom": b"\xff\xfex\x00",
    "nul": b"x = 1\x00\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", nightly.one_in(4, HARD))
def test_hostile_sources_cost_only_their_own_report(
    linter: style.Linter, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that attacks a parser or the inference ends in time, and the file beside it is checked."""
    monkeypatch.setattr(style, "LIMITS", msgspec.structs.replace(style.LIMITS, cpu_seconds=1.5))
    monkeypatch.setattr(style, "ALONE_SECONDS", 1.0)
    found = linter.look({"goal.py": MESSY, "player.py": HARD[name]})
    assert "forbidden-import" in rules(found, "goal.py")
    told = rules(found, "player.py")
    assert told, "no file is clean because it was skipped"


ATTACKS = {
    "none": FILES,
    "configuration": {**FILES, "config/.pylintrc": b"[MESSAGES CONTROL]\ndisable = all\n"},
    "comment": {**FILES, "goal.py": b"# pylint: skip-file\n" + MESSY},
    "hard": {"goal.py": HARD["bases"]},
}


@pytest.mark.nightly
def test_hard_source_stops_python_ta_on_the_usual_command_line(
    plainly: dict[str, tuple[int, str]],
) -> None:
    """The attack is real: it has not ended after several times the CPU time of ordinary files."""
    assert (plainly["none"][0], plainly["hard"]) == (0, (-signal.SIGXCPU, ""))


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [b"import _grader.driver\n", b"from _grader import driver\n", b"import _grader.sandbox.x\n"],
)
def test_import_of_the_driver_hides_no_finding(linter: style.Linter, line: bytes) -> None:
    """astroid fails on the driver's package, which is in no folder. The failure would be the file's whole report."""
    dead = MESSY.replace(
        b"        unused = 1   #  noqa\n",
        b"        unused = 1\n        if False:\n            " + line,
    )
    files = {**FILES, "goal.py": dead}
    found = linter.look(files)
    assert {"unused-variable", "missing-return-statement"} <= rules(found, "goal.py")
    assert found.unread == ()
    weak = with_driver(linter, KEEPS_ITS_PACKAGE).look(files)
    assert not {"unused-variable", "missing-return-statement"} & rules(weak, "goal.py")
    assert "not-checked" in rules(weak, "goal.py")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["terms", "ifs", "sum"])
def test_source_that_is_too_deep_costs_its_own_report_only(
    linter: style.Linter, usual: Surveyed, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """python-ta also reads imported files, and fails on the importing file, too. It is checked again without them."""
    files = {**FILES, "block.py": BLOCK + b"\n\n" + HARD[name]}
    found = linter.look(files)
    assert rules(found, "goal.py") == rules(usual, "goal.py")
    assert rules(found, "block.py") == {"not-checked"}
    assert [one.file for one in found.unread] == ["block.py"]
    monkeypatch.setattr(LintAnswer, "has_given_up", lambda answer, file: False)
    assert "missing-return-statement" not in rules(linter.look(files), "goal.py")


@pytest.mark.slow
def test_an_import_of_an_omitted_file_is_no_fault(linter: style.Linter) -> None:
    """A file that is checked without its neighbours gets no message that they are missing."""
    deep = {
        **FILES,
        "block.py": BLOCK + b"\n\n" + HARD["terms"],
        "goal.py": MESSY + b"\n\nB = Block()\nC = B.size\n",
    }
    assert not rules(linter.look(deep), "goal.py") & answers.NEIGHBOUR_SYMBOLS
    gone = linter.look({"goal.py": deep["goal.py"]})
    assert "import-error" in rules(gone, "goal.py")


BASES = b"class A0:\n    x = 1\n\n\nclass A1(A0):\n    y = 1\n" + b"".join(
    b"\n\nclass A%d(A%d, A%d):\n    pass\n" % (number, number - 1, number - 2)
    for number in range(2, 40)
)
"""Classes that each inherit from the two before, so that python-ta's work doubles with every second one."""


@pytest.mark.slow
def test_no_submission_takes_more_than_its_time(
    linter: style.Linter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit holds for any number of files. The unchecked rest is flagged, and does not cost less than silence."""
    linter = with_driver(linter, plan=EVERY_FILE)
    for name, seconds in (("TOTAL_SECONDS", 1.8), ("ALONE_SECONDS", 0.25)):
        monkeypatch.setattr(style, name, seconds)
    monkeypatch.setattr(style, "LIMITS", msgspec.structs.replace(style.LIMITS, cpu_seconds=0.5))
    asked: list[float] = []
    close = style.Session.close

    def closed(session: style.Session) -> None:
        close(session)
        asked.append(sum(ending.cpu_seconds for ending in session.endings))

    monkeypatch.setattr(style.Session, "close", closed)
    files = {f"part{number}.py": BASES + b"# %d\n" % number for number in range(8)}
    found = linter.look(files)
    spent = sum(asked)
    assert {f.rule for f in found.findings} == {"python-ta/not-checked"}
    assert len(found.unread) == len(found.findings) == 8
    assert found.unread[-1].why == "late"
    assert 0.7 <= spent <= 1.7
    change = deducted(msgspec.structs.replace(DEDUCTION, all_for=()), found, ())
    assert change is not None
    assert change.amount == -DEDUCTION.cap
    asked.clear()
    monkeypatch.setattr(style, "TOTAL_SECONDS", 60.0)
    linter.look(files)
    assert sum(asked) > 2.1, "without a bound on all of it each file adds to it"


@pytest.mark.slow
def test_linter_that_waits_takes_no_more_than_its_time(
    linter: style.Linter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Waiting uses no CPU time. All processes have one deadline, and the files that are left are not clean (attack 150)."""
    waiting = with_driver(linter, WAITS, plan=EVERY_FILE)
    monkeypatch.setattr(style, "LIMITS", msgspec.structs.replace(style.LIMITS, wall_seconds=2.0))
    ended: list[ExitReason] = []
    charge = style.LintBudget.charge

    def charged(budget: style.LintBudget, ending: ProcessExit) -> None:
        charge(budget, ending)
        ended.append(ending.cause)

    monkeypatch.setattr(style.LintBudget, "charge", charged)
    files = {f"part{number}.py": b"# asleep\n" for number in range(4)}
    found = waiting.look(files)
    assert ended == [ExitReason.WALL, ExitReason.FINISHED], "the second looks at the sample file"
    assert {one.why for one in found.unread} == {"late"}
    assert len(found.unread) == len(files)
    assert found.by_the_clock
    assert FlagCode.NOT_LOOKED_AT in {flag.code for flag in marked(found).flags}

    def anew(_budget: style.LintBudget, cpu_seconds: float) -> Limits:
        return msgspec.structs.replace(style.LIMITS, cpu_seconds=cpu_seconds, wall_seconds=0.3)

    ended.clear()
    monkeypatch.setattr(style.LintBudget, "limits", anew)
    waiting.look(files)
    assert len(ended) == 1 + len(files), "without a common deadline each file adds to it"


def test_time_outside_of_a_budget_is_short() -> None:
    """Survey and linter have a time of their own. With it, a submission takes at most half of the pool's clock."""
    for assignment in map(load_assignment, IDS):
        limits = assignment.manifest.limits
        own = budget.SURVEY_WALL_SECONDS + style.LIMITS.wall_seconds
        assert limits.total_wall_seconds + own <= seconds_for_one(Settings(assignment.id)) / 2
        assert 0.3 * limits.total_cpu_seconds >= budget.SURVEY_CPU_SECONDS + style.TOTAL_SECONDS


STOPS = {
    "pylint's comment for a file": (b"# pylint: skip-file\n" + MESSY, "comment", 1),
    "pylint's comment for messages": (MESSY + b"X = 1  # pylint: disable=all\n", "comment", 19),
    "pylint's comment behind another": (
        MESSY + b"X = 1  # why not # pylint: disable=all\n",
        "comment",
        19,
    ),
    "newer syntax": (MESSY + b"type Board = list[str]\n", "syntax", 19),
    "an end that stops its tokenizer": (MESSY + b"\\\r\n", "syntax", 20),
    "another encoding": (b"# coding: latin-1\nx = '\xe9'\n", "syntax", 1),
    "an unknown encoding": (b"# coding: klingon\n" + MESSY, "syntax", 1),
    "a byte of zero": (MESSY + b"\x00", "syntax", 1),
    "an expression too deep for it": (MESSY + HARD["terms"], "failed", 0),
    "brackets too deep for its Python": (MESSY + HARD["minus"], "failed", 0),
    "branches too deep for it": (MESSY + HARD["ifs"], "failed", 0),
    "more work than there is time for": (MESSY + HARD["bases"], "hard", 0),
    "too much text": (MESSY + b"#" * style.MOST_BYTES, "large", 0),
    "noqa": (b"# noqa\n" + MESSY, "", 0),
    "flake8's comment for a file": (b"# flake8: noqa\n" + MESSY, "", 0),
    "a formatter's and a type checker's comments": (
        b"# fmt: off\n# type: ignore\n# mypy: ignore-errors\n" + MESSY,
        "",
        0,
    ),
    "a course's configuration in the file": (
        MESSY + b"CONFIG = {'disable': ['E9999', 'R0201']}\n",
        "",
        0,
    ),
    "form feeds": (b"\x0c" + MESSY.replace(b"class Goal", b"\x0c\nclass Goal") + b"\x0c\n", "", 0),
}
"""What stops a checker: a file with it, why it was not looked at ("" if it was), and the line."""
REASONS = [why for _source, why, _line in STOPS.values()]
FIRST_OF_EACH_REASON = [
    pytest.param(name, marks=pytest.mark.nightly if why in REASONS[:place] else ())
    for place, (name, why) in enumerate(zip(STOPS, REASONS, strict=True))
]


@pytest.mark.slow
@pytest.mark.parametrize("name", FIRST_OF_EACH_REASON)
def test_file_is_looked_at_or_told(
    linter: style.Linter, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No file is clean because it was skipped: its findings are there, or staff read why they are not, and where."""
    monkeypatch.setattr(style, "LIMITS", msgspec.structs.replace(style.LIMITS, cpu_seconds=2.5))
    source, why, line = STOPS[name]
    found = linter.look({"goal.py": source})
    if (name, sys.version_info >= (3, 12)) in (
        ("newer syntax", True),
        ("an end that stops its tokenizer", True),
    ):
        why = ""
    assert [(one.why, one.line) for one in found.unread] == ([(why, line)] if why else [])
    assert ("forbidden-import" in rules(found)) == (not why)


def test_report_that_only_says_that_the_file_was_not_parsed_is_none() -> None:
    """It is one message, and would cost one mark. In a file that imports such a file, it is no fault."""
    row = ("E0001", "syntax-error", 7, "Parsing failed: 'invalid syntax'")
    other = ("E0001", "syntax-error", 1, "Cannot import 'goal' due to 'invalid syntax'")
    answer = LintAnswer({"goal.py": [row], "game.py": [other]}, {})
    assert [answer.has_given_up(name) for name in ("goal.py", "game.py")] == [True, False]
    found = answer.surveyed("the handout")
    assert [(one.file, one.why, one.line) for one in found.unread] == [("goal.py", "syntax", 7)]
    assert [(one.rule, one.file) for one in found.findings] == [("python-ta/unreadable", "goal.py")]


HELPERS = {
    "block.py": b"from impl import *\n",
    "impl.py": b"import more\n",
    "more.py": b"",
    "pkg/__init__.py": b"",
    "scratch.py": b"import block\n",
    "test_block.py": b"import block\n",
}


def answering(
    monkeypatch: pytest.MonkeyPatch, assignment: Assignment, plan: LinterPlan, *messages: object
) -> tuple[style.Linter, list[list[str]]]:
    """Return a linter without a box, whose python-ta has *messages* about each file, and the names of the files it gets."""
    asked: list[list[str]] = []

    def call(operation: str, arguments: Any) -> object:
        asked.append(arguments[1])
        return {"reports": {name: list(messages) for name in arguments[1]}, "refused": {}}

    session = SimpleNamespace(begin=lambda plan: None, call=call, close=lambda: None)
    monkeypatch.setattr(style, "Session", lambda *_, **__: session)
    backend: Any = SimpleNamespace(open=lambda *_: None)
    linter = style.Linter(assignment, plan, backend)
    linter.keep = False
    return linter, asked


def test_what_the_named_files_import_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program in a helper is read as the named files are. Before, only these were."""
    plain, asked = answering(monkeypatch, BLOCKY, PLAN)
    assert plain.look(HELPERS).unread == ()
    below = {**HELPERS, "more.py": b"import pkg\n"}
    assert [(one.why, one.file) for one in plain.look(below).unread] == [
        ("below", "pkg/__init__.py")
    ]
    assert asked == [["block.py", "impl.py", "more.py"]] * 2
    every, asked = answering(monkeypatch, BLOCKY, EVERY_FILE)
    every.look(HELPERS)
    assert asked == [[name for name in HELPERS if "/" not in name]]


@pytest.mark.slow
def test_program_in_a_helper_has_its_findings(linter: style.Linter) -> None:
    """The messages are those that the program has in the named file."""
    found = linter.look({"goal.py": b"from impl import *\n", "impl.py": MESSY, "scratch.py": MESSY})
    assert {"forbidden-import", "unused-variable", "missing-return-statement"} <= rules(
        found, "impl.py"
    )
    assert not rules(found, "scratch.py")
    assert found.unread == ()


# The box.


@pytest.mark.slow
@pytest.mark.parametrize("level", ["A", pytest.param("B", marks=pytest.mark.nightly), "C"])
def test_every_level_gives_the_same_findings(usual: Surveyed, level: str) -> None:
    """A level has namespaces or not, scratch space or a folder of the host, and a user of its own or not."""
    opened = style.open_linter(BLOCKY, PLAN, choice=level)
    opened.open()
    if opened.lacking:
        pytest.skip(f"this machine has no such box: {opened.lacking}")
    opened.keep = False
    before = set(Path(tempfile.gettempdir()).glob("graders-box-*"))
    try:
        assert opened.look(FILES) == usual
    finally:
        opened.close()
    # boxes of other processes on this machine come and go meanwhile
    new = set(Path(tempfile.gettempdir()).glob("graders-box-*")) - before
    wait_for(lambda: not any(path.exists() for path in new), "the end of each box's folder")


LOOKS = """

def look(folder):
    found = {}
    for path in [folder, "/", os.getcwd()]:
        try:
            found[path] = sorted(os.listdir(path))
        except OSError as error:
            found[path] = type(error).__name__
    return found
"""


@pytest.mark.slow
def test_only_the_linters_own_packages_are_visible(linter: style.Linter) -> None:
    """Beside python-ta are the judge's packages and, in an ordinary installation, the graders themselves."""
    (folder, *_) = style.library()
    assert linter.backend is not None
    source = style.DRIVER.read_text() + LOOKS
    session = style.Session(
        linter.backend.open(Program({}, {}, {"driver.py": source.encode()}), style.LIMITS),
        style.LIMITS,
    )
    try:
        session.begin()
        seen = session.call("look", (folder,))
    finally:
        session.close()
    packages = {path.name for path in Path(folder).iterdir()}
    assert {"hypothesis", "pytest", "msgspec"} <= packages
    if linter.level is not None and linter.level >= Level.A:
        assert {"python_ta", "pylint", "astroid"} <= set(seen[folder])
        assert not {"hypothesis", "_pytest", "pytest", "msgspec", "graders"} & set(seen[folder])
    else:
        assert seen[folder] == "PermissionError"


SHOWING = """
import importlib
import importlib.util
import sys
from pathlib import Path

spec = importlib.util.spec_from_file_location("boot", {boot!r})
boot = importlib.util.module_from_spec(spec)
spec.loader.exec_module(boot)
boot.make_packages(str(Path({boot!r}).parents[1]))
launcher = importlib.import_module(boot.ROOT + ".inside.launcher")
usual = launcher.Launcher.__init__


def showing(self, *arguments):
    usual(self, *arguments)
    self.shown = [{shown!r}]


launcher.Launcher.__init__ = showing
launcher.main(*sys.argv[2:])
"""
"""Starts a launcher whose boxes show a folder, as a linter's show its packages."""


@pytest.mark.slow
def test_packages_in_a_hidden_folder_can_be_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may be in the interpreter's own library, which is hidden from submissions. Only the needed part appears."""
    python = find_interpreter(">=3.11")
    home = Path(python).parents[1] / "lib" / Path(python).name / "site-packages"
    if not (home / "pip").is_dir() or len(list(home.iterdir())) < 2:
        pytest.skip("this interpreter has no packages of its own")
    found = []
    for showing in (False, True):
        if showing:
            script = tmp_path / "showing.py"
            script.write_text(SHOWING.format(boot=str(launched.BOOT), shown=str(home / "pip")))
            monkeypatch.setattr(launched, "BOOT", script)
        try:
            backend = open_backend("box", python, Level.A)
        except SandboxError as reason:
            pytest.skip(f"no namespaces here: {reason}")
        try:
            program = Program({}, {}, {"driver.py": ("import os\n" + LOOKS).encode()})
            session = style.Session(backend.open(program, style.LIMITS), style.LIMITS)
            session.begin()
            found.append(session.call("look", (str(home),))[str(home)])
            session.close()
        finally:
            backend.close()
    assert found == [[], ["pip"]]


def test_package_of_the_assignment_is_no_misspelt_import(monkeypatch: pytest.MonkeyPatch) -> None:
    """python-ta does not have it. Other messages stay."""
    manifest = msgspec.structs.replace(BLOCKY.manifest, packages=("numpy",))
    with_packages = msgspec.structs.replace(BLOCKY, manifest=manifest)
    found = []
    for assignment in (BLOCKY, with_packages):
        linter, _ = answering(
            monkeypatch,
            assignment,
            EVERY_FILE,
            ("E0401", "import-error", 1, "Unable to import 'numpy'"),
            ("C0301", "line-too-long", 2, "m"),
        )
        found.append(rules(linter.look({"a.py": b""})))
    assert found == [{"import-error", "line-too-long"}, {"line-too-long"}]


def test_malformed_lint_reply_is_no_report() -> None:
    """A forged or broken answer is not a report, so no file counts as clean. Reports on other files are dropped."""
    wanted = ["goal.py"]
    failed = refusal(wanted, "failed")
    assert parse_answer(None, wanted) == failed
    assert parse_answer({"reports": {}, "refused": {}}, wanted) == failed
    assert parse_answer({"reports": {"other.py": []}, "refused": {}}, wanted) == failed
    assert (
        parse_answer({"reports": {"goal.py": [["E1", "x", "one", "m"]]}, "refused": {}}, wanted)
        == failed
    )
    right = {"reports": {"goal.py": [["E1", "x", 1, "m"]]}, "refused": {}}
    assert parse_answer(right, wanted) == LintAnswer({"goal.py": [("E1", "x", 1, "m")]}, {})


def test_refused_file_is_not_called_wrong() -> None:
    """The judge's Python may be older than the assignment's, and not know ``type Board = list[str]``."""
    (finding,) = LintAnswer({}, {"a1.py": ("syntax", 8)}).surveyed("the handout").findings
    assert (finding.file, finding.line) == ("a1.py", 8)
    assert finding.message == "python-ta cannot read this line, so it has not checked this file"


# Which Python.


@pytest.mark.slow
def test_newer_python_of_submissions_checks_them() -> None:
    """The judge's cannot read what a program may need; a program for an older one it can."""
    newest = newest_interpreter(">=3.8")
    if newest is None or newest.release < (3, 12) or sys.version_info >= (3, 12):
        pytest.skip("needs a judge before Python 3.12, and a newer Python beside it")
    source = {"goal.py": b'"""A goal."""\n\nTEXT = f"{dict(x=1)["x"]}"\n'}
    for python, reads in ((newest.path, True), ("", False)):
        opened = style.open_linter(BLOCKY, PLAN, python=python)
        opened.keep = False
        try:
            found = opened.look(source)
        finally:
            opened.close()
        assert not opened.lacking
        assert (not found.unread) is reads


def test_older_python_of_submissions_is_not_used() -> None:
    """The packages are the judge's, and the judge's Python reads older programs."""
    assert linter_python(sys.executable) == linter_python()
    older = find_release(sys.version_info[1] - 1)
    if older is not None:
        assert linter_python(older.path) == linter_python()
