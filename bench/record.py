"""Describes the machine of a run, and writes the run to ``bench/results/<date>-<machine>.json`` and ``.txt``."""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
from dataclasses import asdict
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from bench.aims import Aim
from bench.rivals.running import RIVALS
from bench.table import Table
from graders.harness.assignment.manifest import ROOT
from graders.harness.commands.grammar import cores
from graders.harness.sandbox.interface import Backend

RESULTS = Path(__file__).parent / "results"
PACKAGES = ("hypothesis", "msgspec", "pytest", "pytest-timeout")
FORMAT = 1


def cpu_model() -> str:
    """Return the processor's model name."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    found = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return " ".join(found[1].split()) if found else platform.machine()


def commit() -> str:
    """Return the checked-out commit, with "-dirty" if files differ from it."""
    try:
        ran = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--exclude", "*"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return ran.stdout.strip()


def machine(backend: Backend) -> dict[str, Any]:
    """Return the figures' dependencies besides the code, without the names of the machine and its user."""
    return {
        "cpu": cpu_model(),
        "cores": cores(),
        "kernel": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "packages": {name: metadata.version(name) for name in PACKAGES},
        "other_tools": {rival.key: rival.version for rival in RIVALS if rival.requirements},
        "commit": commit(),
        "backend": backend.name,
        "level": backend.level.label,
        "load_before": round(os.getloadavg()[0], 2),
    }


def machine_text(found: dict[str, Any]) -> str:
    """Return the machine in two lines of text, after a warning if it was busy."""
    versions = {**found["packages"], **found["other_tools"]}
    packages = ", ".join(f"{name} {version}" for name, version in versions.items())
    busy = found["load_before"] > found["cores"] / 4
    return (
        (
            "The machine was busy with other work: go by CPU seconds, not by the clock.\n"
            if busy
            else ""
        )
        + f"{found['cpu']}, {found['cores']} cores; {found['kernel']}; {found['python']}; {packages}\n"
        f"commit {found['commit']}; {found['backend']} at level {found['level']}; "
        f"load before {found['load_before']}, after {found['load_after']}"
    )


def save(
    found: dict[str, Any], options: dict[str, Any], table: Table, met: list[Aim], text: str
) -> Path:
    """Write the record; return the path of its JSON. A second record on the same day gets a number."""
    RESULTS.mkdir(exist_ok=True)
    model = re.sub(r"\((r|tm)\)|cpu|processor|@.*", "", found["cpu"].lower())
    name = "-".join(re.findall(r"[a-z0-9.]+", f"{model} {found['cores']} cores"))
    stem = free = f"{datetime.now(UTC):%Y-%m-%d}-{name}"
    number = 1
    while (RESULTS / f"{free}.json").exists():
        number += 1
        free = f"{stem}-{number}"
    data = {
        "format": FORMAT,
        "date": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
        "machine": found,
        "options": options,
        "rows": table.as_data(),
        "remarks": table.remarks,
        "aims": [{**asdict(aim), "met": aim.met, "margin": aim.margin} for aim in met],
    }
    path = RESULTS / f"{free}.json"
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    path.with_suffix(".txt").write_text(text + "\n", encoding="utf-8")
    return path
