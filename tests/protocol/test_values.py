"""Values arrive unchanged, and hostile bytes raise only one kind of error."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.harness.protocol import frames, values

HASHABLE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary(max_size=20),
    lambda inner: st.tuples(inner) | st.tuples(inner, inner) | st.frozensets(inner, max_size=3),
    max_leaves=8,
)
PLAIN = st.recursive(
    HASHABLE,
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(HASHABLE, inner, max_size=4)
        | st.tuples(inner, inner)
    ),
    max_leaves=20,
)
LIMIT = 1 << 20


def through(value: object) -> object:
    """Send a value through the wire."""
    frame = values.encode_frame([value], LIMIT)
    assert frames.HEADER.unpack(frame[:4])[0] == len(frame) - 4
    return values.decode(frame[4:])[0]


@pytest.mark.slow
@given(PLAIN)
def test_plain_values_come_back_equal_and_of_the_same_type(value: object) -> None:
    """Every kind of plain data survives, types included."""
    back = through(value)
    assert back == value
    assert type(back) is type(value)


NESTS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(2**53 - 2, 2**53 + 2)
    | st.sampled_from(["(1, 2)", "None", "é"]),
    lambda inner: st.lists(inner, max_size=4) | st.lists(inner, max_size=4).map(tuple),
    max_leaves=30,
)


@pytest.mark.slow
@given(NESTS)
def test_short_way_and_long_way_write_the_same_bytes(value: object) -> None:
    """The short way writes nests of lists and tuples at once."""
    at_once = values.encode_frame([value], LIMIT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(values, "_TRIED", 0)
        assert values.encode_frame([value], LIMIT) == at_once


@pytest.mark.slow
@given(st.sets(st.integers() | st.text()))
def test_equal_sets_have_equal_bytes(value: set[object]) -> None:
    """The order of a set must not depend on the interpreter."""
    again = set(sorted(value, key=repr, reverse=True))
    assert values.encode_frame([value], LIMIT) == values.encode_frame([again], LIMIT)


@given(st.binary(max_size=200))
def test_hostile_bytes_raise_only_wire_errors(payload: bytes) -> None:
    """Decoding any bytes returns a message or raises a WireError."""
    try:
        assert isinstance(values.decode(payload), list)
    except values.WireError:
        pass


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from("tdsbifox"), inner, max_size=2)
    ),
)


@pytest.mark.slow
@given(JSON)
def test_hostile_json_raises_only_wire_errors(tree: object) -> None:
    """Decoding any JSON, even tags with wrong contents, raises no other error than a WireError."""
    try:
        values.decode(json.dumps([tree]).encode())
    except values.WireError:
        pass


@pytest.mark.parametrize(
    "payload",
    [
        b"[" * 100_000,
        b"[" + b"9" * 10_000 + b"]",
        b"[NaN]",
        b"[Infinity]",
        b'[{"i":"0x' + b"f" * 100_000 + b'"}]',
        b'[{"t":1}]',
        b'[{"d":[[[],1]]}]',
        b'[{"b":"!"}]',
        b'[{"unknown":1}]',
        b'[{"t":[],"s":[]}]',
        b'[{"f":"1.5"}]',
        b"{}",
        b"",
        "[1]".encode("utf-16"),
    ],
)
def test_malformed_frames_are_refused(payload: bytes) -> None:
    """Too deep, too long, not JSON, or a tag that does not exist or does not fit."""
    with pytest.raises(values.WireError):
        values.decode(payload)


def nested(depth: int) -> object:
    """Return lists in lists."""
    value: object = None
    for _ in range(depth):
        value = [value]
    return value


def alike(count: int) -> set[int]:
    """Return numbers with equal hashes."""
    return {(2**61 - 1) * factor for factor in range(count)}


LIMITS = {
    "depth": (nested, values.MAX_DEPTH + 1),
    "parts": (lambda count: [0] * count, values.MAX_NODES - 2),
    "bits of an integer": (lambda bits: -((1 << bits) - 1), 14_000),
    "bits of a positive integer": (lambda bits: (1 << bits) - 1, 14_000),
    "length of a message": (lambda length: "x" * length, LIMIT - len('[""]')),
    "equal hashes": (alike, 1001),
    "equal hashes of a frozenset": (lambda count: frozenset(alike(count)), 1001),
    "equal hashes of keys": (lambda count: dict.fromkeys(alike(count)), 1001),
}


@pytest.mark.parametrize("limit", LIMITS)
def test_largest_value_arrives_and_a_larger_one_does_not(limit: str) -> None:
    """The judge refuses keys with equal hashes where they arrive; the sender refuses all others."""
    make, largest = LIMITS[limit]
    assert through(make(largest)) == make(largest)
    with pytest.raises(values.WireError):
        through(make(largest + 1))


@pytest.mark.parametrize(
    ("largest", "larger"),
    [
        (b"[" * 800 + b"]" * 800, b"[" * 801 + b"]" * 801),
        (b'[{"i":"-0x%s"}]' % (b"f" * 3500), b'[{"i":"-0x%s"}]' % (b"f" * 3501)),
    ],
    ids=["depth", "digits"],
)
def test_largest_message_of_a_hostile_sender_is_read_and_a_larger_one_refused(
    largest: bytes, larger: bytes
) -> None:
    assert values.decode(largest)
    with pytest.raises(values.WireError):
        values.decode(larger)


class LyingInt(int):
    """Equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


class LyingList(list[object]):
    """Shows other content when iterated."""

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter([1, 2, 3])


class Pretender:
    """Claims to be an int."""

    @property
    def __class__(self):  # type: ignore[no-untyped-def]
        return int


@pytest.mark.parametrize(
    ("value", "plain"),
    [(LyingInt(7), 7), (LyingList([9]), [9]), (True, True), (-0.0, 0.0), (2**53 + 1, 2**53 + 1)],
)
def test_subclasses_travel_as_their_base_value(value: object, plain: object) -> None:
    """An overridden method of a built-in subclass does not affect the value that arrives."""
    back = through(value)
    assert type(back) is type(plain)
    assert back == plain


def test_anything_else_arrives_opaque_and_equal_to_nothing() -> None:
    """An object that is not plain data cannot pass for it."""
    back = through(Pretender())
    assert isinstance(back, values.Opaque)
    assert back != through(Pretender())
    assert repr(back) == "<a Pretender object>"


def test_cycles_and_giants_are_refused_by_the_sender() -> None:
    """A value that is too deep or too large raises WireError where it is sent."""
    cycle: list[object] = []
    cycle.append(cycle)
    for value in (cycle, [0] * (values.MAX_NODES + 1), "x" * LIMIT, 1 << 10_000_000):
        with pytest.raises(values.WireError):
            values.encode_frame([value], LIMIT)
