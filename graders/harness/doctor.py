"""``grader doctor``: tests the abilities of this machine, and advises on missing ones."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Iterator, Sequence
from importlib import util
from pathlib import Path

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from graders.harness.assignment.manifest import (
    Assignment,
    UnknownLanguage,
    assignment_ids,
    load_assignment,
)
from graders.harness.cache import cache_folder
from graders.harness.content import installing, nearest_existing
from graders.harness.extensions import added
from graders.harness.grading.program import OPTIMISED, newest_python, runtime_of
from graders.harness.result import one_line
from graders.harness.sandbox import find_interpreter, probe
from graders.harness.sandbox.interface import Level, SandboxRefused
from graders.harness.sandbox.interpreters import (
    NEWEST,
    OLDEST,
    find_release,
    how_to_install,
    release_of,
)
from graders.harness.sandbox.packages import PackagesMissing, packages_of

UBUNTUS_RULE = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
"""Contains "1" if the system forbids namespaces to users, as Ubuntu does since 24.04."""
TO_A = (
    "; this system forbids namespaces to users, so for level A grade as root, or type"
    f" `sudo sysctl -w kernel.{UBUNTUS_RULE.name}=0`"
)


class Ability(msgspec.Struct, frozen=True):
    """The result of testing one ability."""

    group: str
    name: str
    good: bool
    needed: bool
    """True if grading other people's code needs it; otherwise it is optional."""
    detail: str
    """The result, or advice."""


def examine(assignments: Sequence[str] | None = None) -> list[Ability]:
    """Test all abilities; takes a second or two, because sandboxes are really made.

    assignments: ids; None for all.
    """
    return [
        *_languages(assignment_ids() if assignments is None else assignments),
        *_pythons(),
        *_sandboxes(),
        *_tools(),
    ]


def _languages(assignments: Sequence[str]) -> list[Ability]:
    """Look for each assignment's interpreter or development kit. A missing one stops only the
    assignments that demand it.
    """
    findings = [
        Ability(
            "Languages",
            "judge",
            not sys.flags.optimize,
            True,
            f"{platform.python_implementation()} {platform.python_version()}"
            + (f": {OPTIMISED}" if sys.flags.optimize else ""),
        ),
    ]
    for assignment_id in assignments:
        try:
            assignment = load_assignment(assignment_id)
        except UnknownLanguage as error:
            findings.append(Ability("Languages", assignment_id, False, False, str(error)))
            continue
        runtime = runtime_of(assignment.manifest)
        language = assignment.manifest.written_in
        spec = f"{language.title} {runtime.demand(assignment.manifest)}"
        try:
            path = runtime.found(assignment.manifest)
            newest = newest_python(assignment)
            detail, good = path, True
            if newest:
                detail += f"; Python {release_of(newest.build)} grades what needs a newer one"
        except SandboxRefused as error:
            detail, good = str(error), False
        findings.append(Ability("Languages", f"{assignment_id} ({spec})", good, False, detail))
        findings += _packages(assignment, path) if good else ()
    return findings


def _pythons() -> Iterator[Ability]:
    """Yield which releases of Python are installed for submissions."""
    for minor in range(OLDEST[1], NEWEST[1] + 1):
        found = find_release(minor)
        detail = found.path if found else f"to add it: {how_to_install(minor)}"
        yield Ability("Pythons", f"Python 3.{minor}", found is not None, False, detail)


def _packages(assignment: Assignment, python: str) -> Iterator[Ability]:
    """Yield whether the packages of an assignment are installed, if it has some."""
    if not assignment.manifest.packages:
        return
    title = f"{assignment.id} ({', '.join(assignment.manifest.packages)})"
    try:
        packages = packages_of(assignment, python)
        detail = packages["folder"] if packages else ""
        yield Ability("Packages", title, True, False, detail)
    except PackagesMissing as error:
        yield Ability("Packages", title, False, False, str(error))


def _sandboxes() -> list[Ability]:
    try:
        offers = probe(find_interpreter(">=3.8"))
    except SandboxRefused as error:
        return [Ability("Sandbox", "probe", False, True, str(error))]
    findings = [
        Ability(
            "Sandbox",
            f"{offer.backend}, level {offer.level.label}",
            offer.offered,
            False,
            offer.reason,
        )
        for offer in offers
    ]
    best = max((offer.level for offer in offers if offer.offered), default=Level.E)
    enough = best >= Level.C
    advice = (
        f"level {best.label} is used{_way_up(best)}"
        if enough
        else "grading other people's code needs level C or better: use 64-bit Linux (x86 or Arm), "
        "root or a kernel that allows user namespaces, and a kernel with Landlock (5.13 or newer)"
    )
    return [*findings, Ability("Sandbox", "for grading", enough, True, advice)]


def _way_up(best: Level) -> str:
    """Return how to get a higher level than *best* where Ubuntu's rule is in the way, or ""."""
    rule = UBUNTUS_RULE.read_text().strip() if UBUNTUS_RULE.exists() else ""
    return TO_A if (best, rule) == (Level.C, "1") else ""


def _tools() -> list[Ability]:
    cluster = util.find_spec("distributed") is not None
    extra = "installed" if cluster else f"optional (`grader grade --dask`): {installing('cluster')}"
    findings = [Ability("Tools", "distributed", cluster, False, extra)]
    for linter in added("linters"):
        lacking = linter.lacking()
        detail = f"optional (findings about style): {lacking or ', '.join(linter.versions())}"
        findings.append(Ability("Tools", linter.NAME, not lacking, False, detail))
    path = shutil.which("bwrap")
    advice = path or "optional (the second sandbox backend): apt install bubblewrap"
    findings.append(Ability("Tools", "bwrap", path is not None, False, advice))
    pygame = util.find_spec("pygame") is not None
    findings.append(
        Ability(
            "Tools",
            "pygame-ce",
            pygame,
            False,
            "for `grader play`" if pygame else "optional: pip install pygame-ce",
        )
    )
    screen = sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    findings.append(
        Ability(
            "Tools",
            "a screen",
            screen,
            False,
            "for `grader play`" if screen else "optional: none here",
        )
    )
    folder = cache_folder()
    writable = os.access(nearest_existing(folder), os.W_OK)
    detail = (
        str(folder)
        if writable
        else f"{folder} cannot be written: every run draws its examples again; set GRADER_CACHE"
    )
    findings.append(Ability("Tools", "cache of recordings", writable, False, detail))
    return findings


def main(assignments: Sequence[str] | None = None, *, as_json: bool) -> int:
    """Print the findings; return 0 if this machine can grade, else 3."""
    findings = examine(assignments)
    if as_json:
        sys.stdout.buffer.write(
            msgspec.json.format(msgspec.json.encode(findings), indent=2) + b"\n"
        )
    else:
        _print(findings, Console())
    return 0 if all(finding.good for finding in findings if finding.needed) else 3


def _sign(finding: Ability) -> str:
    if finding.good:
        return "[green]yes[/]"
    return "[red]NO[/]" if finding.needed else "[dim]no[/]"


def _print(findings: list[Ability], console: Console) -> None:
    for group in dict.fromkeys(finding.group for finding in findings):
        table = Table(
            title=group,
            title_justify="left",
            box=None,
            show_header=False,
            pad_edge=False,
            title_style="bold",
        )
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for finding in (finding for finding in findings if finding.group == group):
            sign = _sign(finding)
            table.add_row(
                sign,
                *(escape(one_line(text)) for text in (finding.name, finding.detail)),
            )
        console.print(table)
        console.print()
    good = all(finding.good for finding in findings if finding.needed)
    console.print(
        "This machine can grade."
        if good
        else "This machine cannot grade other people's code yet; see the lines marked NO."
    )
