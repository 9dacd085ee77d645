"""A class is grouped by what is wrong with its programs: in the terminal, on its page and in the gradebook."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from graders.extensions.faults.noting import noted
from graders.harness.course.marks import up_to_date
from graders.harness.course.pages import class_folder
from graders.harness.course.pages.gradebook import FAULTS
from graders.harness.course.run.class_plan import Plan
from graders.harness.course.run.classrun import grade_class
from graders.harness.intake.bulk import Reading, find_deliveries
from graders.harness.reports.reporting import ReportRequest, write_report
from tests.course.graded import gradebook_of
from tests.extensions.faults.test_dictionary import BOTH, OTHER, RIGHT
from tests.world import World


@pytest.mark.slow
def test_class_is_grouped_everywhere(faults: World, tmp_path: Path) -> None:
    """Two submissions have known faults, two the same unknown one, and one is right."""
    programs = {
        "ada": BOTH,
        "bob": BOTH.replace("- 1 - 1", "- 1"),
        "cyd": OTHER,
        "dee": f"\n{OTHER}",
        "eve": RIGHT,
    }
    for name, work in programs.items():
        (tmp_path / "in" / name).mkdir(parents=True)
        (tmp_path / "in" / name / "work.py").write_text(work)
    out, screen = tmp_path / "out", io.StringIO()
    plan = Plan(faults.assignment, faults.settings(minimum="E"), out, 1, use_store=False)
    deliveries = find_deliveries([tmp_path / "in"], faults.assignment, Reading.CLASS)
    grade_class(plan, deliveries, Console(file=screen, width=100), Console(file=io.StringIO()))
    shown = screen.getvalue()
    assert "Commonest faults" in shown
    assert "2  step stays" in shown
    assert "2  the same wrong answers, no exemplar yet: step.public" in shown
    page = (out / class_folder.PAGE).read_text()
    assert "step stays" in page
    assert "no exemplar yet" in page
    book = gradebook_of(out)
    column = book.heading.index(FAULTS)
    cells = {line[book.heading.index("submission")]: line[column] for line in book.lines}
    assert cells == {
        "ada": "back leaps; step stays",
        "bob": "step stays",
        "cyd": "",
        "dee": "",
        "eve": "",
    }
    assert up_to_date.read(out)[0].row.faults == ("back leaps", "step stays")
    assert not (out / "eve" / "diagnosis.json").exists()
    assert json.loads((out / "ada" / "diagnosis.json").read_text())["hints"] == ["Does it move?"]
    assert "step stays" in (out / "ada" / "staff-report.html").read_text()


@pytest.mark.slow
def test_report_of_a_student_has_the_hint_and_that_of_staff_the_fault(
    faults: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`grader report` finds the diagnosis beside the result."""
    from graders.extensions.faults.reading import of_result
    from graders.harness.reports import result_folder
    from graders.harness.reports.audience import Audience
    from graders.harness.reports.report_style import ReportStyle

    monkeypatch.setenv("GRADER_ROOT", str(faults.root))
    graded = faults.grade(work=BOTH)
    style = ReportStyle.of(faults.assignment)
    diagnosis = of_result(graded.result, noted(graded.noted), faults.assignment)
    folder = result_folder.write(
        tmp_path, graded.result, (), style, Audience.STAFF, web=False, diagnosis=diagnosis
    )
    texts = {}
    for audience in ("student", "staff"):
        out = tmp_path / f"{audience}.txt"
        write_report(ReportRequest(folder, "text", audience, out))
        texts[audience] = out.read_text()
    assert "Does it move?" in texts["student"]
    assert "step stays" not in texts["student"]
    assert "step stays" in texts["staff"]
