"""A submission that is graded in the command's own process."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from graders.harness.grading.grader import Graded, Grader
from graders.harness.processes.in_process import InProcess
from graders.harness.processes.jobs import Job, Settings
from graders.harness.sandbox.interface import SandboxError
from tests.world import TOY

pytestmark = pytest.mark.usefixtures("recordings")


@pytest.mark.slow
def test_sandbox_that_fails_in_the_survey_leaves_no_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """All checks are decided, but a deduction may be lacking. A class grades such a submission again."""
    usual = Grader.graded

    def graded(*arguments: Any) -> Graded:
        return replace(usual(*arguments), fault="the box ended")

    monkeypatch.setattr(Grader, "graded", graded)
    with pytest.raises(SandboxError, match="the box ended"):
        InProcess().grade(
            Settings("toy", root=str(TOY.root), minimum="E"), Job.of(TOY.submission())
        )
