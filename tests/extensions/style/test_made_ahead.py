"""Linters and the syntax trees of the course's files are made before the box is closed: the findings are the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from graders.harness.assignment.manifest import load_assignment

PROGRAM = """
import json, os, sys
from graders.extensions.style.box import driver

files = {"one.py": b"import os\\nx = lambda l: l == None\\n", "two.py": b"def f(l=[]):\\n    global y\\n    y = l\\n"}
config = open(sys.argv[1]).read()
helpers = driver.load().check.helpers
made, usual = [], helpers.reset_linter
def counted(*arguments):
    made.append(usual(*arguments))
    return made[-1]
helpers.reset_linter = counted
driver.read_ahead({driver.CONFIG: config.encode(), "one.py": b"", "two.py": b""})
ahead, replies, counts = len(made), [], []
for text in (config, config + "\\n"):
    made.clear()
    replies.append(driver.lint(text, sorted(files), files, []))
    counts.append(len(made))
print(json.dumps([ahead, counts, replies]), file=sys.stderr)
"""


@pytest.mark.nightly
def test_linters_made_ahead_find_the_same_and_no_other_is_made(tmp_path: Path) -> None:
    """For another configuration, and once they are used up, python-ta makes its own."""
    config = load_assignment("csc148_2020_blocky").grader / "python-ta.cfg"
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(config)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    ahead, counts, (with_them, without) = json.loads(ran.stderr.splitlines()[-1])
    assert ahead == 3 and counts == [0, 3]
    assert with_them == without
    assert {name: len(report) > 1 for name, report in with_them["reports"].items()} == {
        "one.py": True,
        "two.py": True,
    }


WITH_COURSE = """
import json, sys
from graders.extensions.style.box import driver

config = open(sys.argv[1]).read()
given = b"class Given:\\n    size = 1\\n"
ahead = {"given.py": given.replace(b"size", sys.argv[2].encode())} if sys.argv[2] else {}
driver.read_ahead({driver.CONFIG: config.encode(), "one.py": b"", **ahead})
source = b"from given import Given\\n\\nprint(Given().size, Given().missing)\\n"
reply = driver.lint(config, ["one.py"], {"one.py": source, "given.py": given}, [])
print(json.dumps([row[3] for row in reply["reports"]["one.py"] if row[1] == "no-member"]), file=sys.stderr)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ahead", "absent"), [("size", ["missing"]), ("other", ["size", "missing"])]
)
def test_course_files_read_ahead_are_those_that_submissions_import(
    tmp_path: Path, ahead: str, absent: list[str]
) -> None:
    """The findings are the same. With another file read ahead they are not, so that nothing is read again."""
    config = load_assignment("csc148_2020_blocky").grader / "python-ta.cfg"
    ran = subprocess.run(
        [sys.executable, "-c", WITH_COURSE, str(config), ahead],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(ran.stderr.splitlines()[-1])
    assert [one.split("'")[-2] for one in found] == absent
