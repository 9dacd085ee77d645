"""Small classes for the tests, as folders, zips and platforms' downloads."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from graders.harness.intake.bulk import Deliveries, Reading, find_deliveries
from graders.harness.intake.delivery import Person, SubmissionSource
from graders.harness.intake.sources import Unreadable
from graders.harness.result import CheckResult, Result, Status, Verdict
from tests.intake.deliveries import HANDOUT, TREE, Files, Handout, as_folder, as_zip
from tests.reports import paper

ONE_FILE = Handout(Files(submitted=("game.py",)))
FREE = Handout(Files(submitted=()))


def find(*paths: Path, handout: Handout = HANDOUT, reading: Reading = Reading.AUTO) -> Deliveries:
    """Find the deliveries to HANDOUT."""
    return find_deliveries(paths, handout, reading)


def under(*folders: str, tree: Mapping[str, bytes] = TREE) -> dict[str, bytes]:
    """Return *tree* once below each of these folders."""
    return {f"{folder}/{name}": content for folder in folders for name, content in tree.items()}


def zipped(tree: Mapping[str, bytes]) -> bytes:
    """Return a zip's bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in tree.items():
            archive.writestr(name, content)
    return stream.getvalue()


def both(folder: Path, tree: Mapping[str, bytes], name: str = "class") -> dict[str, Path]:
    """Write *tree* as a folder and as a zip."""
    return {"folder": as_folder(folder / name, tree), "zip": as_zip(folder / f"{name}.zip", tree)}


def gradescope(submissions: Mapping[str, tuple[str, str]]) -> dict[str, bytes]:
    """Return an export: folder -> (submitters "name|sid|email" separated by ";", time), each with TREE."""
    lines = ["---"]
    tree = {}
    for folder, (people, created) in submissions.items():
        lines += [f"{folder}:", "  :submitters:"]
        for person in filter(None, people.split(";")):
            name, sid, email = person.split("|")
            lines += [f"  - :name: {name}", f"    :sid: '{sid}'", f"    :email: {email}"]
        lines += [
            f"  :created_at: {created}",
            "  :score: 10.0",
            "  :results:",
            "    tests:",
            "    - output: |",
        ]
        lines += [
            "        submission_1:",
            "          :created_at: 2030-01-01 00:00:00 Z",
            "    stdout: &1 x",
            "    y: *1",
        ]
        tree |= under(f"assignment_7_export/{folder}")
    tree["assignment_7_export/submission_metadata.yml"] = "\n".join(lines).encode()
    return tree


def delivery(
    name: str, *people: Person, day: int | None = None, **parts: object
) -> SubmissionSource:
    """Return a delivery that is never read."""
    at = datetime(2026, 2, day, tzinfo=UTC) if day else None
    return SubmissionSource(
        **{
            "name": name,
            "label": name,
            "source": Unreadable(""),
            "people": people,
            "submitted_at": at,
            **parts,
        }
    )


def graded(*checks: tuple[str, Verdict], status: Status = Status.GRADED, **parts: object) -> Result:
    """Return a result of these checks of one mark each."""
    return paper.result(*(check(id, verdict) for id, verdict in checks), status=status, **parts)


def check(id: str, verdict: Verdict) -> CheckResult:
    """Return a check worth one mark."""
    return paper.check(id, verdict=verdict)
