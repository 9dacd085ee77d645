"""Calls over the pipe: one by one, each waiting for its reply, and all at once by a prefetch."""

from __future__ import annotations

from bench.measure import Cost, wall_of
from bench.subject import CALLS, Call, open_session
from bench.table import Row
from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.process_limits import Limits
from graders.harness.replay.prefetch import Prefetcher
from graders.harness.replay.trace import CallRecorder
from graders.harness.sandbox.interface import Backend
from graders.harness.session.plan import OWN, ProcessPlan
from graders.harness.session.session import Session

GROUP = "Calls over the pipe (wall: one call)"
LIMITS = Limits(frame_kb=1 << 16)
"""Room for the replies of all calls: a check makes far fewer."""
FRESH = 40
"""Number of fresh processes measured."""


def rows(assignment: Assignment, backend: Backend, rounds: int, count: int) -> list[Row]:
    """Return the rows, each with *rounds* samples of *count* calls in one process."""
    session = open_session(assignment, backend, LIMITS)
    found = [Row("fresh", GROUP, "a fresh process for a check, imports, one call", jobs=0)]
    small = next(iter(CALLS.values()))
    for _ in range(FRESH):
        found[0].add(wall_of(lambda: _first_call(session, small)))
    fresh = found[0].seconds
    for number, (name, call) in enumerate(CALLS.items()):
        live = Row(f"live-{number}", GROUP, f"live, {name}", count=count, jobs=0)
        ahead = Row(f"ahead-{number}", GROUP, f"prefetched, {name}", count=count, jobs=0)
        for _ in range(rounds):
            _sample(session, call, live, ahead, fresh)
        for row in (live, ahead):
            row.note = f"{1 / row.seconds:,.0f} a second" if row.seconds else "no time measured"
            found.append(row)
    session.close()
    return found


def _first_call(session: Session, call: Call) -> None:
    session.begin()
    session.call(*call)


def _sample(session: Session, call: Call, live: Row, ahead: Row, fresh: float) -> None:
    """Make the calls live and record them; then prefetch the same calls from another process."""
    recorder = CallRecorder(packs=True)
    session.begin(ProcessPlan(LIMITS, observer=recorder))
    session.call(*call)
    live.add(wall_of(lambda: [session.call(*call) for _ in range(live.count)]))
    recorded = recorder.trace()
    if recorded is None:
        raise RuntimeError("nothing was recorded")
    session.end()

    def sent_ahead() -> None:
        prefetcher = Prefetcher(LIMITS, lambda ending: None)
        if not prefetcher.ask(session.box, OWN, recorded[0], 0.0).passed:
            raise RuntimeError("the answers are not those that were recorded")
        prefetcher.close()

    ahead.add(Cost(max(wall_of(sent_ahead).wall - fresh, 0.0)))  # the fresh process has its own row
