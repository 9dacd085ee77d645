"""Work on a submission outside of its boxes and budget is small, however large the submission is.

The class's main process reads a submission, compares its files and writes its result; the desk shows its code. Only the
judge has a budget for that, and a class waits for the main process. `STEPS` are all steps that read the whole text there.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from graders.harness.course.pages import identical
from graders.harness.intake import Submission
from graders.harness.intake.limits import LIMITS
from graders.harness.reports import result_folder
from graders.harness.reports.audience import Audience
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.source import MOST_BYTES
from graders.harness.style import tampering
from tests import nightly
from tests.extensions.tutoring.classroom import made
from tests.nightly import PASSES

Files = Mapping[str, bytes]

MOST_SECONDS = 2.0
"""Of CPU, for each step."""
MOST_MEMORY = 150 << 20
MOST_WRITTEN = 8 * MOST_BYTES
"""A control character takes six bytes in JSON."""


SHARE = 1 if PASSES > 1 else 3
"""By day, submissions are a third of the largest: above each limit that a step has, and dear without it."""


def filled(unit: bytes, size: int = LIMITS.file_bytes) -> Files:
    """Return as many files of *size* bytes as a submission may have."""
    count = min(LIMITS.total_bytes // size, LIMITS.sources) // SHARE
    return {f"a{number:04}.py": unit * (size // len(unit)) for number in range(count)}


INPUTS: Mapping[str, Callable[[], Files]] = {
    "control characters": lambda: filled(b"\x01"),
    "control characters in many files": lambda: filled(b"\x01\n", 16 << 10),
    "comments": lambda: filled(b"#\n", 1 << 20),
    "texts": lambda: filled(b"'a'", 1 << 20),
    "a large file beside small ones": lambda: {
        **filled(b"a\n", 1 << 10),
        "z.py": b"\x01" * (4 << 20),
    },
    "no UTF-8": lambda: filled(b"\xff", 1 << 20),
}


def written(files: Files, folder: Path) -> None:
    """Write a result with the code of the submission, and its page."""
    result_folder.write(folder, made("eve"), (), ReportStyle("A"), Audience.STAFF, sources=files)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    assert size < MOST_WRITTEN


def shown(files: Files, folder: Path) -> None:
    """Show the code at the desk."""
    pytest.importorskip("pygments", reason="the optional extra `tutoring` is not installed")
    from graders.extensions.tutoring.desk import views

    result_folder.write(folder, made("eve"), (), ReportStyle("A"), Audience.STAFF, sources=files)
    code = result_folder.code_beside(folder / "eve")
    seen = views.files_of(code, result_folder.not_kept(folder / "eve"))
    assert sum(len(line) for file in seen for line in file.lines) < 6 * views.MOST_CHARACTERS


STEPS: Mapping[str, Callable[[Files, Path], object]] = {
    "digest": lambda files, _: identical.digest_of(Submission("eve", files)),
    "identical files": lambda files, _: identical.prints_of(files),
    "tampering": lambda files, _: tampering.flags(files),
    "result": written,
    "desk": shown,
}


MEASURED_AT_NIGHT = {
    ("identical files", "comments"),
    ("desk", "control characters in many files"),
}
"""Step and input whose memory takes four seconds to measure: by day others of the step show it."""


@pytest.mark.slow
@pytest.mark.parametrize("name", nightly.one_in(2, INPUTS))
@pytest.mark.parametrize("step", STEPS)
def test_largest_submission_takes_little_outside_of_its_budget(
    step: str, name: str, tmp_path: Path
) -> None:
    """Attack: 31 MB of control characters made 190 MB of JSON, and 31 files of signs took 22 s at every run."""
    files = INPUTS[name]()
    started = time.process_time()
    STEPS[step](files, tmp_path / "timed")
    assert time.process_time() - started < MOST_SECONDS
    if (step, name) in MEASURED_AT_NIGHT and PASSES == 1:
        return
    tracemalloc.start()
    try:
        STEPS[step](files, tmp_path / "measured")
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()


def test_small_files_are_kept_beside_a_huge_one(tmp_path: Path) -> None:
    """The program that a person has written is shown; a tutor sees the name of what is left out."""
    files = {"game.py": b"x = 1\n", "junk.py": b"\x01" * MOST_BYTES}
    result_folder.write(tmp_path, made("eve"), (), ReportStyle("A"), Audience.STAFF, sources=files)
    assert result_folder.code_beside(tmp_path / "eve") == {"game.py": b"x = 1\n"}
    assert result_folder.not_kept(tmp_path / "eve") == ["junk.py"]
    assert set(identical.prints_of({**files, "a.py": b"total = total + 1\n" * 20})) == {"a.py"}
