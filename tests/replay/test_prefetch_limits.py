"""The prefetch is bounded: in the judge's time, in bytes, and in the retractions and callbacks of a process."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import pytest

from graders.harness.grading import budget, runner
from graders.harness.grading.grader import Grader
from graders.harness.grading.minimise import SmallerExampleSearch
from graders.harness.replay import prefetch
from graders.harness.replay.prefetch import Prefetcher, Replies
from graders.harness.replay.trace import digests
from graders.harness.result import CauseKind
from graders.harness.sandbox.interface import Backend, SandboxError
from graders.harness.sandbox.launched import LaunchedBox
from graders.harness.session.callbacks import CallbackPolicy
from tests.classes import SERVER
from tests.once import once
from tests.replay.walk import PROGRAMS, WORK, recorded_grader, run_on, walk
from tests.world import World, checks, forwarding, write_world

pytestmark = pytest.mark.usefixtures("recordings")


@pytest.fixture
def grader(backend: Backend) -> Grader:
    """A grader in this process, with the reference recorded."""
    return recorded_grader(walk(), backend)


@pytest.fixture
def all_replies(monkeypatch: pytest.MonkeyPatch) -> dict[str, Replies]:
    """The replies of the prefetch, by the first call of a check; filled while they arrive."""
    found: dict[str, Replies] = {}
    usual = Prefetcher.ask

    def watched(self: Prefetcher, *arguments: Any) -> Replies:
        replies = usual(self, *arguments)
        found[f"{len(found)}"] = replies
        return replies

    monkeypatch.setattr(Prefetcher, "ask", watched)
    return found


# Memory of the judge.


@pytest.mark.slow
def test_kept_results_are_bounded(
    grader: Grader, all_replies: dict[str, Replies], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checks whose results are not kept run live, with the same verdicts."""
    other = PROGRAMS["another type"]
    usual = run_on(grader, other)
    kept = sum(len(part) for replies in all_replies.values() for part in replies.results)
    assert kept > 1_000
    all_replies.clear()
    monkeypatch.setattr(prefetch, "MAX_KEPT_BYTES", 300)
    bounded = run_on(grader, other)
    assert 0 < sum(len(part) for replies in all_replies.values() for part in replies.results) <= 300
    assert bounded.verdicts == usual.verdicts
    assert not bounded.nondeterministic
    assert set(bounded.live) > set(usual.live)


@pytest.mark.slow
def test_results_are_bounded_over_the_processes_of_a_check(
    grader: Grader, all_replies: dict[str, Replies], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check of many processes keeps no more than a check of few."""
    monkeypatch.setattr(prefetch, "MAX_KEPT_BYTES", 30)
    run_on(grader, PROGRAMS["another type"])
    assert all(sum(map(len, replies.results)) <= 30 for replies in all_replies.values())


@pytest.mark.slow
def test_checks_do_not_share_results() -> None:
    """A check may modify a result, so it gets a copy."""
    trace = next(iter(recorded().values()))
    payloads = tuple(b'["return",%d,[1]]' % number for number in range(1, trace.calls + 1))
    results = []
    for _ in range(2):
        replies = prefetch.RecordedReplies(Replies(trace, results=payloads))
        frame = prefetch.frames.split(trace.processes[0].calls)[0]
        _, _, operation, arguments = prefetch.values.decode(frame[4:])
        results.append(replies.call(operation, tuple(arguments)))
    assert results[0] == results[1] and results[0] is not results[1]


@functools.cache
def recorded() -> dict[str, Any]:
    """Return the traces of the world."""
    return dict(walk().grader.recorded().traces)


# Time of the judge.

LOOPING = {
    "checks": '''
@check("loop.answer")
def test_answer(student):
    """The answer is 42."""
    answer = student.answer()
    while answer == 43:
        pass
    expect(answer, 42)


@check("loop.other")
def test_other(student):
    """The other answer is 1."""
    expect(student.other(), 1)
''',
    "driver": forwarding(work=("answer", "other")),
    "reference": {"work.py": "def answer():\n    return 42\n\ndef other():\n    return 1\n"},
}


@pytest.mark.slow
def test_check_on_prefetched_replies_is_under_the_time_limit_of_the_judge(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It then runs live, and that run ends by the same limit."""
    world = World(once("loop", lambda root: write_world(root, id="loop", **LOOPING)), "loop")
    grader = recorded_grader(world, backend)
    clocks: list[float] = []

    def short() -> Any:
        clocks.append(0.2)
        return budget.judge_clock(0.2)

    monkeypatch.setattr(runner, "judge_clock", short)
    monkeypatch.setattr(runner, "JUDGE_CPU_SECONDS", 0.2)
    run = run_on(grader, world.good["work.py"].replace("42", "43"))
    assert len(clocks) == 2  # on the replies, and live
    assert run.live == ["loop.answer"]
    assert run.verdicts == {"loop.answer": "timeout", "loop.other": "passed"}
    cause = checks(run.result)["loop.answer"].cause
    assert cause is not None
    assert (cause.kind, cause.limit) == (CauseKind.JUDGE_LIMIT, 0.2)


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each tried example of a search has failed."""
    found: list[bool] = []
    usual = SmallerExampleSearch._fails

    def watched(self: SmallerExampleSearch, example: dict[str, Any]) -> tuple[bool, int]:
        failed, cost = usual(self, example)
        found.append(failed)
        return failed, cost

    monkeypatch.setattr(SmallerExampleSearch, "_fails", watched)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["SEARCH_CPU_SECONDS", "SEARCH_WALL_SECONDS"])
def test_search_for_a_small_example_has_a_budget_of_time(
    grader: Grader, tries: list[bool], limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without time it ends after its first try; the verdicts are the same."""
    wrong = WORK.replace("return place + move", "return place + move + (move > 0)")
    usual = run_on(grader, wrong)
    many = len(tries)
    tries.clear()
    monkeypatch.setattr(budget, limit, -1.0)
    hurried = run_on(grader, wrong)
    searches = sum(
        verdict == "failed" for id_, verdict in hurried.verdicts.items() if id_ in PROPERTIES
    )
    assert 0 < len(tries) <= searches < many
    assert hurried.verdicts == usual.verdicts


PROPERTIES = ("walk.order", "walk.ask", "walk.step", "walk.far", "walk.whole")


# Answers that later calls disclose.

GAME = {
    "checks": '''
@check("game.play")
def test_play(student, reference):
    """Each move leads to the next board."""
    board = list(range(100, 112))
    for _ in range(4):
        expect(student.move(board), reference.move(board))
        board = reference.move(board)
    expect(student.done(board), True)


@check("game.done")
def test_done(student):
    """The end is known."""
    expect(student.done([0] * 12), True)
''',
    "driver": forwarding(work=("move", "done")),
    "reference": {
        "work.py": "def move(board):\n    return [7 * n % 1000 for n in board]\n\ndef done(board):\n    return True\n"
    },
}

LISTENER = (
    SERVER
    + """
WIRE = type(SERVER.channel).write.__globals__
SERVER.boards = getattr(SERVER, "boards", [])
SERVER.moves = 0

class Spelled(list):
    def __getitem__(self, part):
        # every board but the first was the answer to the move before
        answers = [*SERVER.boards[1:], True]
        packed = [WIRE["packed"].pack(["return", n, answer], 1 << 20)[4:] for n, answer in enumerate(answers, 1)]
        return packed[part]

if type(SERVER.channel.packed_results) is list:
    SERVER.channel.packed_results = Spelled()

def move(board):
    SERVER.moves += 1
    if SERVER.moves < len(SERVER.boards):
        return SERVER.boards[SERVER.moves]
    HEARD
    return ANSWER

def done(board):
    if len(board) and board[0]:
        SERVER.boards.append(board)
    return True
"""
)
"""Knows no move, but records all boards, and later sends the answers that it should have returned."""


def listener(answer: str) -> str:
    """Return the program, with this answer for boards that it does not know."""
    return LISTENER.replace("HEARD", "SERVER.boards.append(board)").replace("ANSWER", answer)


@pytest.fixture(scope="module")
def game() -> World:
    """A game whose later calls disclose the answers to earlier ones."""
    return World(once("game", lambda root: write_world(root, id="game", **GAME)), "game")


@pytest.fixture(params=["strongest", pytest.param("plain", marks=pytest.mark.nightly)])
def gaming(request: pytest.FixtureRequest, game: World) -> Iterator[Grader]:
    """A grader of the game, in the strongest sandbox and in plain processes."""
    with game.opened("plain" if request.param == "plain" else "auto") as grader:
        yield grader


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["[0] * 12", "{1, 2}", "SERVER", "1 // 0"])
def test_process_cannot_replace_its_packed_results(
    gaming: Grader, all_replies: dict[str, Replies], answer: str
) -> None:
    """Nor does it get the same calls a second time, when it knows the answers."""
    run = run_on(gaming, listener(answer))
    assert run.verdicts["game.done"] == "passed"
    assert run.verdicts["game.play"] != "passed"
    assert not any(replies.passed for replies in all_replies.values() if replies.trace.calls > 1)


@pytest.mark.slow
def test_replacing_packed_results_wins_if_they_are_not_bound(
    game: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack shows why full replies are bound to the packed bytes."""
    usual = prefetch._Results.add
    monkeypatch.setattr(
        prefetch._Results, "add", lambda self, payload, packed_digest=None: usual(self, payload)
    )
    with game.opened() as grader:
        assert run_on(grader, listener("[0] * 12")).verdicts["game.play"] == "passed"


@pytest.mark.slow
def test_packed_replies_are_never_parsed(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hostile process wrote them, and Python's own reader would parse them."""

    def refuse(payload: bytes) -> list[Any]:
        raise AssertionError("a packed reply was parsed")

    monkeypatch.setattr(prefetch.packed, "read_trusted", refuse)
    usual, decoded = prefetch.values.decode, []

    def decode(payload: bytes) -> list[Any]:
        decoded.append(bytes(payload[:1]))
        return usual(payload)

    monkeypatch.setattr(prefetch.values, "decode", decode)
    for name in ("right", "other order"):
        run_on(grader, PROGRAMS[name])
    assert decoded and set(decoded) == {b"["}


# Callbacks, and failures.


@pytest.mark.slow
def test_callbacks_are_closed_in_a_prefetch(
    grader: Grader, all_replies: dict[str, Replies], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reference answers callbacks in live runs only, so a check that makes one is decided live."""
    opened: list[int] = []
    usual = CallbackPolicy.opened

    def watched(self: CallbackPolicy, operations: Any) -> Any:
        opened.append(len(all_replies))
        return usual(self, operations)

    monkeypatch.setattr(CallbackPolicy, "opened", watched)
    run = run_on(grader, PROGRAMS["picking what it is told"])
    assert set(run.verdicts.values()) == {"passed"}
    assert {"walk.ask", "walk.pick"} <= set(run.live)
    cut_short = [replies for replies in all_replies.values() if replies.cut_short]
    assert len(cut_short) == 2
    assert opened and min(opened) == len(all_replies)
    assert not run.nondeterministic


@pytest.mark.slow
def test_sandbox_fault_in_a_prefetch_costs_only_time(
    grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The checks run live, in another sandbox."""
    usual, failures = LaunchedBox.connect, []

    def fails_once(self: LaunchedBox, *arguments: Any, **more: Any) -> Any:
        if not failures:
            failures.append(1)
            raise SandboxError("gone")
        return usual(self, *arguments, **more)

    monkeypatch.setattr(LaunchedBox, "connect", fails_once)
    run = run_on(grader, WORK)
    assert failures and set(run.verdicts.values()) == {"passed"}
    public = {
        listed.spec.id
        for listed in grader.recorded().checks
        if listed.spec.visibility.value == "public"
    }
    assert public <= set(run.live)
    assert not run.nondeterministic


@pytest.mark.slow
def test_shorter_check_has_the_first_replies_of_the_longer_one() -> None:
    """The replies may be packed or not, and the longer check may have passed or not."""
    traces = recorded()
    shorter, longer = traces["walk.near"], traces["walk.further"]
    (process,) = longer.processes
    spelled = tuple(digests(process.replies))
    packed = tuple(digests(process.packed_replies))
    for known, is_packed in ((spelled, False), (packed, True)):
        cut = (*known[: shorter.calls], None)
        replies = Replies(longer, digests=(cut,), is_packed=is_packed)
        assert replies.beginning(shorter).passed
        wrong = Replies(longer, digests=((b"other", *known[1:]),), is_packed=is_packed)
        begun = wrong.beginning(shorter)
        assert not begun.passed and begun.digests == ((b"other",),)
        assert begun.is_packed is is_packed
    assert Replies(longer, passed=True).beginning(shorter).passed
    assert not Replies(longer, cut_short=True).beginning(shorter).passed
