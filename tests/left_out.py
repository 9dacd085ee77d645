"""Summarises skipped tests by reason, with the programs to install so that they run.

`tests/conftest.py` registers this hook. A run without skipped tests prints nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

INSTALL = {
    r"bubblewrap is not installed": ("bubblewrap", "apt install bubblewrap"),
    r"no Chromium": ("Chromium with chromedriver", "apt install chromium-driver"),
    r"no (?:such )?JDK|needs a JDK": ("Java, 17 or newer", "apt install default-jdk-headless"),
    r"no other Python": ("another Python", "pyenv install 3.12, or uv python install 3.12"),
    r"optional extra|could not import": ("the optional packages", "make dev"),
    r"no (tar|xz) command": (r"\1", "apt install tar xz-utils"),
}
"""Pattern of a reason -> the missing program, and the command to install it on Debian and Ubuntu."""
PYTHON = re.compile(r"(?:no Python|Python) (3\.\d+)\b")
NOT_THERE = re.compile(r"no Python|not installed")
LONGEST = 160
"""The most characters of a reason that are shown."""


def reason_of(report: Any) -> str:
    """Return why the test of *report* was skipped; its report may come from another process."""
    where = report.longrepr
    reason = str(where[2]) if isinstance(where, list | tuple) else str(where)
    return " ".join(reason.removeprefix("Skipped: ").split())


def missing(reasons: Iterable[str]) -> dict[str, str]:
    """Return the missing programs that *reasons* name, each with the command to install it."""
    programs: dict[str, str] = {}
    for reason in reasons:
        for pattern, (program, command) in INSTALL.items():
            if found := re.search(pattern, reason):
                programs[found.expand(program)] = command
        if NOT_THERE.search(reason):
            for release in PYTHON.findall(reason):
                programs[f"Python {release}"] = (
                    f"pyenv install {release}, or uv python install {release}"
                )
    return dict(sorted(programs.items()))


def summary(reasons: Iterable[str]) -> list[str]:
    """Return the lines about tests skipped for *reasons*: the most frequent reason first."""
    counts = Counter(reasons)
    width = len(str(max(counts.values(), default=0)))
    lines = [
        f"{count:{width}}  {reason if len(reason) <= LONGEST else f'{reason[: LONGEST - 3]}...'}"
        for reason, count in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    ]
    if programs := missing(counts):
        column = max(map(len, programs))
        lines += ["", "To run more of them, install"]
        lines += [f"  {program:{column}}  {command}" for program, command in programs.items()]
    return lines


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the summary, if tests were skipped."""
    reasons = [reason_of(report) for report in terminalreporter.stats.get("skipped", ())]
    if not reasons:
        return
    terminalreporter.write_sep(
        "=", f"left out: {len(reasons)} test{'s' if len(reasons) > 1 else ''}"
    )
    for line in summary(reasons):
        terminalreporter.write_line(line)
