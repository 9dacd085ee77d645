"""Examples drawn once, the reference's answers remembered: what every submission is then replayed
against.

Drawing an example costs Hypothesis some milliseconds, and the examples do not depend on the
submission. So they are drawn once per state of the grader, while the reference itself is graded,
and kept in a file of the user's cache folder. A recording is only ever used for exactly the files
it was made from (:func:`recording_key`).

How they are drawn is in :mod:`graders.harness.replay.engine`.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec

from graders.harness.assignment.check import CheckSpec
from graders.harness.assignment.collection import CollectionError
from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.naming import fitting
from graders.harness.content import HARNESS, add_content, cache_folder, own_bytes
from graders.harness.protocol import values
from graders.harness.replay.trace import Telling, Trace, in_order, side_by_side
from graders.harness.result import Visibility

FORMAT = 12


class Listed(msgspec.Struct, frozen=True):
    """A check, as it was collected and found to keep the rules."""

    spec: CheckSpec
    title: str


def chosen(
    patterns: Iterable[str],
    checks: Iterable[Listed],
    *,
    public: bool = False,
    see: str = "--all lists them",
) -> frozenset[str]:
    """Return the ids of the *checks* that are meant: by id, by the beginning of ids ("block"), or
    by a pattern.

    Raises UnknownName for a pattern that no check fits, where *see* says what lists them; *public*
    asks for public checks alone.
    """
    ids = {one.spec.id for one in checks if not public or one.spec.visibility is Visibility.PUBLIC}
    return fitting(patterns, ids, what="public check" if public else "check", see=see)


class Recording(msgspec.Struct):
    """What was found out when the reference was graded, by check id; but its answers by the key of
    the call.

    Examples and answers are the wire's JSON, decoded when used.
    """

    checks: list[Listed] = []
    """All checks that can be run on a submission."""
    examples: dict[str, list[msgspec.Raw]] = {}
    answers: dict[str, msgspec.Raw] = {}
    traces: dict[str, Trace] = {}
    """What each check asked, in the order in which one process can be asked it."""
    seconds: dict[str, float] = {}
    """How much more CPU time the reference's processes needed than the one that needed least, in
    steps.
    """
    imports: dict[str, str] = {}
    """Which module the first call imports first."""
    distilled: list[str] = []
    """Checks whose examples are distilled ones; those of the others were drawn."""
    tests: dict[str, str] = {}
    """Which test a property is, as ``test_block.py::test_rotates``."""


class Found(msgspec.Struct):
    """What one of several processes that record has found out."""

    judged: dict[str, tuple[float, int]] = {}
    """By the id of a check that has passed: how long it took, and how many calls it made."""
    kept: Recording = msgspec.field(default_factory=Recording)
    """Without the list of all checks."""
    told: dict[str, Telling] = {}
    """By check what it tells."""


def put_in_order(
    traces: Mapping[str, Trace], told: Mapping[str, Telling], kinds: Mapping[str, Hashable]
) -> dict[str, Trace]:
    """Return *traces* in the order in which processes can be asked them, and with which one is.

    See :func:`in_order` and :func:`side_by_side`.

    *kinds*: by a check's id, in the order of the checks, what all that share a process have in
    common.
    """
    ordered, numbers = {}, itertools.count()
    for kind in dict.fromkeys(kinds[key] for key in kinds if key in traces):
        alike = {key: told[key] for key in kinds if key in told and kinds[key] == kind}
        for keys in in_order(alike):
            process = next(numbers)
            ordered.update(
                {
                    key: msgspec.structs.replace(traces[key], process=process)
                    for key in side_by_side(keys, traces)
                }
            )
    return ordered


def take_over(into: Recording, found: Recording) -> None:
    """Add to a recording *into* what another process has *found* out about other checks."""
    for field in ("examples", "answers", "traces", "seconds", "imports", "tests"):
        getattr(into, field).update(getattr(found, field))
    into.distilled += found.distilled


def settle(recording: Recording, order: Sequence[str]) -> None:
    """Put what *recording* holds into the *order* of the checks, whichever was judged first."""
    for field in ("examples", "seconds", "imports", "tests"):
        found = getattr(recording, field)
        setattr(recording, field, {check: found[check] for check in order if check in found})
    recording.distilled = [check for check in order if check in set(recording.distilled)]
    recording.answers = dict(sorted(recording.answers.items()))


def in_steps(seconds: float) -> float:
    """Return the first of 0.04, 0.08, 0.16, ... that is not less: what was measured, but hardly
    ever another number.
    """
    step = STEP_SECONDS
    while step < seconds:
        step *= 2
    return step


STEP_SECONDS = 0.04


def add_grader(assignment: Assignment, digest: Any) -> None:
    """Add what *assignment* is graded by to *digest*: its grader without what proves it, and what
    graders share.
    """
    tops = [path for path in assignment.grader.iterdir() if path not in assignment.proofs]
    own = (path for top in tops for path in (top, *top.rglob("*")))
    shared = (path for folder in assignment.shared for path in folder.rglob("*"))
    add_content([*own, *shared], assignment.grader.parent, digest)


def recording_key(assignment: Assignment, interpreter: str, examples: Path | None = None) -> str:
    """Return a text that changes whenever anything a recording depends on does.

    These are: what draws examples and carries answers, the rules of checks, the assignment's
    grader, its reference and scenarios, the versions of Hypothesis and Python, and *interpreter*,
    the one the reference ran under. The sandbox is not among them: in every one a recording is the
    same to the byte, but for the seconds that some do not tell.
    """
    digest = hashlib.blake2b(digest_size=20)
    add_grader(assignment, digest)
    ours = [
        HARNESS / name
        for name in (
            "replay/recording.py",
            "replay/engine.py",
            "replay/trace.py",
            "session/session.py",
            "session/oracle.py",
        )
    ]
    ours.append(HARNESS / "assignment" / "collection.py")
    for room in ("inside", "protocol"):
        ours += (HARNESS / room).rglob("*")
    add_content(ours, HARNESS, digest)
    for folder in (assignment.reference, assignment.scenarios, *([examples] if examples else [])):
        add_content(folder.rglob("*"), folder, digest)
    digest.update(msgspec.json.encode([assignment.manifest.examples, assignment.manifest.grade_by]))
    digest.update(
        f"{FORMAT}|{metadata.version('hypothesis')}|{sys.version}|{platform.machine()}|{interpreter}".encode()
    )
    return digest.hexdigest()


def to_bytes(recording: Recording) -> bytes:
    """Return *recording* as JSON."""
    return msgspec.json.encode(recording, enc_hook=_fraction_to_text)


def lasting(recording: Recording) -> bytes:
    """Return *recording* as JSON without what depends on the machine and the hour."""
    return to_bytes(msgspec.structs.replace(recording, seconds={}))


def from_bytes(data: bytes) -> Recording:
    """Return the recording that :func:`to_bytes` made *data* of; raises msgspec.DecodeError if it
    did not.
    """
    return msgspec.json.decode(data, type=Recording, dec_hook=_fraction_of_text)


def _fraction_to_text(value: object) -> str:
    if not isinstance(value, Fraction):
        raise NotImplementedError(f"{type(value).__name__} is not recorded")
    return str(value)


def _fraction_of_text(kind: type, text: object) -> Fraction:
    if kind is not Fraction or not isinstance(text, str):
        raise ValueError(f"no {kind.__name__} is recorded")
    return Fraction(text)


def _file(assignment: Assignment, key: str) -> Path:
    return cache_folder() / "recordings" / f"{assignment.id}-{key}.json"


def load(assignment: Assignment, key: str) -> Recording | None:
    """Return the recording kept under *key*; None when there is none, or it is damaged, or not
    ours.
    """
    try:
        return from_bytes(own_bytes(_file(assignment, key)))
    except (OSError, msgspec.DecodeError):
        return None


def save(assignment: Assignment, key: str, recording: Recording) -> None:
    """Keep *recording*, atomically, in place of older ones. A cache that cannot be written is no
    error.
    """
    path = _file(assignment, key)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
        with os.fdopen(handle, "wb") as stream:
            stream.write(to_bytes(recording))
        os.replace(name, path)
        others = sorted(
            path.parent.glob(f"{assignment.id}-*.json"), key=lambda old: old.stat().st_mtime
        )
        for old in others[:-4]:
            old.unlink(missing_ok=True)
    except OSError:
        return


@contextlib.contextmanager
def alone(assignment: Assignment) -> Iterator[None]:
    """Wait while another process records *assignment*; where that cannot be told, go on at once."""
    with contextlib.ExitStack() as held:
        try:
            import fcntl

            path = cache_folder() / "recordings" / f"{assignment.id}.lock"
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            fcntl.flock(held.enter_context(path.open("wb")), fcntl.LOCK_EX)
        except (ImportError, OSError):
            pass
        yield


def encode_example(example: dict[str, Any]) -> bytes:
    """Return a drawn example as bytes; equal examples, equal bytes.

    Raises values.WireError if it is not plain data.
    """
    return values.encode([example], 1 << 26, opaque=False)


def plain_example(example: dict[str, Any]) -> bytes:
    """Return :func:`encode_example`; raises CollectionError if the strategies yield anything but
    plain data.
    """
    try:
        return encode_example(example)
    except values.WireError as error:
        raise CollectionError(f"its strategies yield what the pipe cannot carry: {error}") from None


def decode_example(raw: bytes) -> dict[str, Any]:
    """Return the example in *raw*, fresh: a check may change what it is given."""
    example: dict[str, Any] = values.decode(bytes(raw))[0]
    return example


def smallest(
    examples: list[bytes],
    failing: int,
    fails: Callable[[dict[str, Any]], tuple[bool, int]],
    budget: int,
) -> bytes | None:
    """Return the smallest recorded example that fails, if one after number *failing* is smaller
    than that; else None.

    fails: as for :func:`graders.harness.replay.engine.search`. Only recorded examples are tried,
    the smaller first.
    """
    smaller = sorted(
        (raw for raw in examples[failing + 1 :] if len(raw) < len(examples[failing])), key=len
    )
    spent = 0
    for raw in smaller:
        if spent >= budget:
            return None
        failed, cost = fails(decode_example(raw))
        if failed:
            return raw
        spent += cost
    return None
