"""A method that ran out of time gets less time afterwards: its process reports where it is, and for how long."""

from __future__ import annotations

import msgspec
import pytest

from graders.harness.assignment.check import Misbehaved
from graders.harness.result import CauseKind
from graders.harness.session.plan import ProcessPlan
from tests.adder import adder, bench_of, needs_jdk, with_add

pytestmark = needs_jdk
LIMITS = msgspec.structs.replace(adder().manifest.limits, cpu_seconds=1.5, wall_seconds=60.0)
PLAN = ProcessPlan(LIMITS, needed=0.04)
WAITS = """\
        while (a == 1) {
            b += 1;
        }
        return a + b;
"""


@pytest.mark.nightly
def test_method_that_hung_before_gets_less_time(patient: None) -> None:
    """The cause is the same, and so is the line."""
    with bench_of(with_add(WAITS)) as bench:
        session = bench.sandbox.session
        causes, used, lines = [], [], []
        for _ in range(2):
            session.begin(PLAN)
            with pytest.raises(Misbehaved) as caught:
                session.call("add", (1, 2))
            causes.append(caught.value.cause.kind)
            lines.append(caught.value.where)
            used.append(session.endings[-1].cpu_seconds)
        assert causes == [CauseKind.CPU_LIMIT] * 2
        assert used[0] > 1.4 and used[1] < used[0] / 2
        assert all(line.startswith("Sums.java, line ") for line in lines)
        session.begin(PLAN)
        assert session.call("add", (3, 2)) == 5
