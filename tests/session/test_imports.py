"""Failed imports of a submission are remembered where their text may be told."""

from __future__ import annotations

from graders.harness.result import Cause, CauseKind
from graders.harness.session.exits import Failure
from graders.harness.session.memory import ImportMemory, ImportSite

HIDDEN = ImportSite("own", "work", hidden=True)
PUBLIC = HIDDEN._replace(hidden=False)
FAILURE = Failure(Cause(CauseKind.FILE_BROKEN, file="work.py"))


def test_failure_beside_hidden_calls_is_not_told_without_them() -> None:
    """Attack: its text may have the hidden input."""
    memory = ImportMemory()
    memory.remember(HIDDEN, FAILURE)
    assert memory.failure_at(HIDDEN) == FAILURE
    assert memory.failure_at(PUBLIC) is None


def test_failure_without_hidden_calls_is_known_to_all() -> None:
    memory = ImportMemory()
    memory.remember(PUBLIC, FAILURE)
    assert memory.failure_at(HIDDEN) == memory.failure_at(PUBLIC) == FAILURE


def test_import_that_the_clock_ended_counts_the_second_time() -> None:
    memory = ImportMemory()
    memory.timed_out(PUBLIC, FAILURE)
    assert memory.failure_at(PUBLIC) is None
    memory.timed_out(PUBLIC, FAILURE)
    assert memory.failure_at(PUBLIC) == FAILURE
