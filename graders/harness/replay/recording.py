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
import platform
import sys
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec

from graders.harness import extensions
from graders.harness.assignment.check import CheckSpec
from graders.harness.assignment.collection import CollectionError
from graders.harness.assignment.language import language_at
from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.naming import match_names
from graders.harness.cache import Cache
from graders.harness.content import HARNESS, add_content
from graders.harness.documents import parse_json
from graders.harness.protocol import values
from graders.harness.replay.trace import Disclosure, Trace, beginnings, schedule
from graders.harness.result import Visibility

FORMAT = 16

ROOMS = ("inside", "protocol", "replay", "session")
"""Folders of the harness of which every file belongs to the key of a recording."""


class Listed(msgspec.Struct, frozen=True):
    """A check, as it was collected and found to keep the rules."""

    spec: CheckSpec
    title: str


def chosen(
    patterns: Iterable[str],
    checks: Iterable[Listed],
    *,
    public: bool = False,
    see: str = "",
) -> frozenset[str]:
    """Return the ids of the *checks* that are meant: by id, by the beginning of ids ("block"), or
    by a pattern.

    Raises UnknownName for a pattern that no check fits, where *see* says what lists them; without
    it, the message does. *public* asks for public checks alone.
    """
    ids = {
        check.spec.id
        for check in checks
        if not public or check.spec.visibility is Visibility.PUBLIC
    }
    return match_names(
        patterns,
        ids,
        what="public check" if public else "check",
        see=see or f"there are: {', '.join(sorted(ids))}",
    )


class Recording(msgspec.Struct):
    """The results of grading the reference, by check id; its answers by the key of the call.

    Examples and answers are the wire's JSON, decoded when used.
    """

    checks: list[Listed] = []
    """All checks that can be run on a submission."""
    examples: dict[str, list[msgspec.Raw]] = {}
    answers: dict[str, msgspec.Raw] = {}
    traces: dict[str, Trace] = {}
    """The calls of each check, in the order in which one process may get them."""
    seconds: dict[str, float] = {}
    """How much more CPU time the reference's processes needed than the one that needed least, in
    steps.
    """
    imports: dict[str, str] = {}
    """Which module the first call imports first."""
    objects: dict[str, list[str]] = {}
    """Names of answers that are objects in the box; see `CallsByName`."""
    distilled: list[str] = []
    """Checks whose examples are distilled ones; those of the others were drawn."""
    tests: dict[str, str] = {}
    """Which test a property is, as ``test_block.py::test_rotates``."""


def scheduled(
    traces: Mapping[str, Trace],
    disclosures: Mapping[str, Disclosure],
    specs: Iterable[CheckSpec],
) -> dict[str, Trace]:
    """Return *traces*, public checks first, in the order in which one process may get their calls.

    A check whose calls and another's disclose each other's answers is left out: it is always run.
    """
    ordered = {}
    specs = list(specs)
    variant = {spec.id: spec.variants[0] for spec in specs}
    for visibility in (Visibility.PUBLIC, Visibility.HIDDEN):
        alike = [spec.id for spec in specs if spec.visibility is visibility]
        order = schedule({key: disclosures[key] for key in alike if key in disclosures})
        within = {
            shorter: longer
            for shorter, longer in beginnings({key: traces[key] for key in order}).items()
            # the replies of another variant are another program's
            if variant[shorter] == variant[longer]
        }
        for key in order:
            if key not in within:
                ordered[key] = traces[key]
                # right behind it: all of their answers are among its own
                for shorter in order:
                    if within.get(shorter) == key:
                        trace = msgspec.structs.replace(traces[shorter], within=key)
                        ordered[shorter] = trace
    return {
        key: msgspec.structs.replace(trace, discloses=_disclosed(key, ordered, disclosures))
        for key, trace in ordered.items()
    }


def _disclosed(
    key: str, ordered: Mapping[str, Trace], disclosures: Mapping[str, Disclosure]
) -> tuple[str, ...]:
    """Return the checks before *key* to which its calls hold answers, of either visibility."""
    before = itertools.takewhile(lambda other: other != key, ordered)
    asked = disclosures[key].asked
    return tuple(other for other in before if asked & disclosures[other].answered)


def in_steps(seconds: float) -> float:
    """Return the first of 0.02, 0.04, 0.08, ... that is not less: what was measured, but hardly
    ever another number.
    """
    step = STEP_SECONDS
    while step < seconds:
        step *= 2
    return step


STEP_SECONDS = 0.02


def add_grader(assignment: Assignment, digest: Any) -> None:
    """Add what *assignment* is graded by to *digest*: its grader without what proves it, and what
    graders share.
    """
    add_content(grader_files(assignment), assignment.grader.parent, digest)


def grader_files(assignment: Assignment) -> list[Path]:
    """Return the files (and folders) that *assignment* is graded by: its grader without what proves
    it, and what graders share; without what paints reports, and by-products of Python.
    """
    tops = [path for path in assignment.grader.iterdir() if path not in assignment.proofs]
    files = (path for top in tops for path in (top, *top.rglob("*")))
    shared = (path for folder in assignment.shared for path in folder.rglob("*"))
    return [
        path
        for path in (*files, *shared)
        if {"painting", "__pycache__"}.isdisjoint(path.with_suffix("").parts)
    ]


def add_extension(name: str, digest: Any) -> None:
    """Add the sources of the installed extension *name* to *digest*."""
    home = extensions.home(name)
    code = [path for path in home.rglob("*") if language_at(path.name)]
    add_content([home, *code], home.parent, digest)


def recording_key(assignment: Assignment, interpreter: str, examples: Path | None = None) -> str:
    """Return a text that changes whenever anything a recording depends on does.

    These are: what draws examples and carries answers, the rules of checks, the assignment's
    grader, its reference and scenarios, the extensions of its packages, the versions of Hypothesis
    and Python, and *interpreter*, the one the reference ran under. The sandbox is not among them:
    in every one a recording is the same to the byte, but for the seconds that some do not tell.
    """
    digest = hashlib.blake2b(digest_size=20)
    add_grader(assignment, digest)
    rooms = (path for room in ROOMS for path in (HARNESS / room).rglob("*"))
    add_content([*rooms, HARNESS / "assignment" / "collection.py"], HARNESS, digest)
    for name in assignment.manifest.judging_extensions:
        add_extension(name, digest)
    for folder in (
        assignment.reference,
        assignment.scenarios,
        *([examples] if examples else []),
    ):
        add_content(folder.rglob("*"), folder, digest)
    digest.update(msgspec.json.encode([assignment.manifest.examples, assignment.manifest.grade_by]))
    digest.update(
        "|".join(
            [
                str(FORMAT),
                metadata.version("hypothesis"),
                sys.version,
                platform.machine(),
                interpreter,
            ]
        ).encode()
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
    return parse_json(data, Recording, _fraction_of_text)


def _fraction_to_text(value: object) -> str:
    if not isinstance(value, Fraction):
        raise NotImplementedError(f"{type(value).__name__} is not recorded")
    return str(value)


def _fraction_of_text(kind: type, text: object) -> Fraction:
    if kind is not Fraction or not isinstance(text, str):
        raise ValueError(f"no {kind.__name__} is recorded")
    return Fraction(text)


def _cache(assignment: Assignment) -> Cache[Recording]:
    return Cache(
        f"recordings/{assignment.id}",
        Recording,
        most=4,
        enc_hook=_fraction_to_text,
        dec_hook=_fraction_of_text,
    )


def load(assignment: Assignment, key: str) -> Recording | None:
    """Return the recording cached under *key*, None if there is none."""
    return _cache(assignment).load(key)


def save(assignment: Assignment, key: str, recording: Recording) -> None:
    """Cache *recording*, instead of older ones."""
    _cache(assignment).save(key, recording)


def alone(assignment: Assignment) -> contextlib.AbstractContextManager[None]:
    """Return a lock that one process holds while it records *assignment*."""
    return _cache(assignment).lock("recording")


def encode_example(example: dict[str, Any]) -> bytes:
    """Return a drawn example as bytes: equal examples, equal bytes. Raises WireError if it is
    not plain data.
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
        (raw for raw in examples[failing + 1 :] if len(raw) < len(examples[failing])),
        key=len,
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
