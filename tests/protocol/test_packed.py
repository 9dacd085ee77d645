"""The packed form: what goes in comes out, only what is exact is compared, and hostile bytes raise one kind of error."""

from __future__ import annotations

import marshal
import subprocess
from array import array
from collections import OrderedDict, namedtuple
from enum import IntEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.harness.protocol import frames, packed, values

LIMIT = 1 << 20
KEYS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.tuples(st.integers())
EXACT = st.recursive(
    KEYS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=4) | st.tuples(inner, inner),
    max_leaves=20,
)


def payload_of(message: list[object]) -> bytes:
    """The payload of a message that can be packed."""
    frame = packed.pack(message, LIMIT)
    assert frame is not None
    return frame[frames.HEADER.size :]


@given(EXACT)
def test_exact_values_come_back_as_in_the_other_form(value: object) -> None:
    """Both forms carry the same, and say the same of it."""
    assert packed.is_exact(value)
    for read in (packed.unpack, packed.read_trusted):
        back = read(payload_of([value]))
        assert back == [value]
        assert values.encode_frame(back, LIMIT) == values.encode_frame([value], LIMIT)


SMALL = st.integers(-(2**31), 2**31 - 1)


@given(st.lists(SMALL, max_size=6) | st.lists(SMALL | st.none() | st.integers(), max_size=4), st.integers(0, 40))
def test_rows_of_small_integers_are_read_at_once(row: list[object], cut: int) -> None:
    """And are the same as number by number; what is cut off, or is one letter off, is no message or another one."""
    payload = payload_of([row, tuple(row), [row, row]])
    assert packed.unpack(payload) == [row, tuple(row), [row, row]]
    for damaged in (payload[:-1], payload[: cut % len(payload)], payload.replace(b"i", b"j", 1)):
        if damaged != payload:
            with pytest.raises(values.WireError):
                packed.unpack(damaged)


def test_rows_count_as_their_numbers_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is too deep or too large is so in a row, too."""
    monkeypatch.setattr(packed, "_SOUND_BYTES", 0)
    payload = payload_of([[1, 2, 3]])
    monkeypatch.setattr(values, "MAX_NODES", 5)
    assert packed.unpack(payload) == [[1, 2, 3]]
    monkeypatch.setattr(values, "MAX_NODES", 4)
    with pytest.raises(values.WireError):
        packed.unpack(payload)
    monkeypatch.setattr(values, "MAX_NODES", 5)
    monkeypatch.setattr(values, "MAX_DEPTH", 1)
    with pytest.raises(values.WireError):
        packed.unpack(payload)


@given(EXACT, st.integers(0, 2**31 - 1))
def test_a_result_is_known_by_its_beginning(value: object, number: int) -> None:
    """That of this call, whatever it is; nothing else."""
    assert packed.is_result(payload_of(["return", number, value]), number)
    assert not packed.is_result(payload_of(["return", number, value]), number + 1)
    assert not packed.is_result(payload_of(["ask", number, value]), number)
    assert not packed.is_result(payload_of(["return", number]), number)
    assert not packed.is_result(b"", number)


@given(EXACT, EXACT)
def test_equal_bytes_mean_equal_values_of_equal_types(one: object, other: object) -> None:
    """So a digest stands for the value: 1, 1.0 and True are three."""
    same = values.encode_frame([one], LIMIT) == values.encode_frame([other], LIMIT)
    assert (payload_of([one]) == payload_of([other])) == same


@pytest.mark.parametrize("pair", [(1, 1.0), (1, True), (0, False), ((1,), [1]), ("1", 1), (0.0, -0.0), ({}, [])])
def test_what_only_looks_equal_differs(pair: tuple[object, object]) -> None:
    """Where Python calls two values equal, or a person might."""
    assert payload_of([pair[0]]) != payload_of([pair[1]])


class Colour(IntEnum):
    """An integer of its own type."""

    RED = 1


@pytest.mark.parametrize(
    "value",
    [Colour.RED, namedtuple("Place", "x y")(1, 2), OrderedDict(a=1), type("Text", (str,), {})("a"), object(), len],
    ids=lambda value: type(value).__name__,
)
def test_other_types_are_not_packed(value: object) -> None:
    """They go the other way, which reads them as the plain values that they are, or says that they are none."""
    assert packed.pack([value], LIMIT) is None


@pytest.mark.parametrize(
    "value",
    [b"abc", bytearray(b"abc"), memoryview(b"abc"), array("b", [1]), {1}, frozenset([1])],
    ids=lambda value: type(value).__name__,
)
def test_what_looks_alike_when_packed_is_compared_in_the_other_form(value: object) -> None:
    """Whatever has a buffer, and what has no order."""
    assert not packed.is_exact([value])


@pytest.mark.parametrize(
    "value",
    [b"abc", array("b", [1]), 1j, ..., StopIteration, compile("1", "", "eval"), 1 << 20_000],
    ids=lambda value: type(value).__name__,
)
def test_no_other_type_is_read(value: object) -> None:
    """An answer that holds one is as good as none."""
    with pytest.raises(values.WireError):
        packed.unpack(packed.MARK + marshal.dumps([value], 2))


@pytest.mark.parametrize("version", [3, 4])
def test_no_references_are_read(version: int) -> None:
    """With them a few bytes would stand for millions of values."""
    shared = ["a long text that is shared"] * 3
    with pytest.raises(values.WireError):
        packed.unpack(packed.MARK + marshal.dumps(shared, version))


@given(st.binary(max_size=60))
def test_any_bytes_are_a_message_or_raise_one_kind_of_error(data: bytes) -> None:
    """The judge reads what a hostile process has written."""
    try:
        assert type(packed.unpack(packed.MARK + data)) is list
    except values.WireError:
        pass


@given(EXACT, st.integers(0, 400), st.binary(min_size=1, max_size=3))
def test_what_is_read_again_is_the_same(value: object, place: int, bytes_there: bytes) -> None:
    """Then another reader has it, which reads more: so only the very bytes that have been read by the careful one."""
    payload = payload_of(["return", 1, value])
    place = 1 + place % (len(payload) - 1)
    for data in (payload, payload[:place] + bytes_there + payload[place + len(bytes_there) :]):
        packed._SOUND.clear()
        try:
            first = packed.unpack(data)
        except values.WireError:
            assert data not in packed._SOUND
            continue
        second = packed.unpack(data)
        assert first is not second
        assert values.encode_frame(first, LIMIT) == values.encode_frame(second, LIMIT)


@pytest.mark.parametrize(
    "data",
    [b"<\x01\0\0\0i\x01\0\0\0", b">\x01\0\0\0i\x01\0\0\0", b"l\x01\0\0\0\0\0", b"l\x01\0\0\0\xff\xff", b"l\0\0\0\0"],
    ids=["set", "frozen set", "zeros in front", "a large digit", "no digits"],
)
def test_what_the_other_reader_reads_otherwise_is_read_by_the_careful_one(data: bytes) -> None:
    """It makes another type of it, or refuses it."""
    payload = packed.MARK + b"[\x01\0\0\0" + data
    first, second = packed.unpack(payload), packed.unpack(payload)
    assert payload not in packed._SOUND
    assert first == second and type(first[0]) is type(second[0]) in (int, frozenset)


@given(EXACT, st.integers(0, 400), st.binary(min_size=1, max_size=3))
def test_damaged_messages_are_a_message_or_raise_one_kind_of_error(value: object, place: int, bytes_there: bytes) -> None:
    """Near what is right, too."""
    payload = payload_of(["return", 1, value])
    place = 1 + place % (len(payload) - 1)
    try:
        assert type(packed.unpack(payload[:place] + bytes_there + payload[place + len(bytes_there) :])) is list
    except values.WireError:
        pass


@pytest.mark.parametrize(
    "data",
    [
        b"[\xff\xff\xff\x7f",
        b"[\xff\xff\xff\xff",
        b"u\x10\0\0\0abc",
        b"l\xff\xff\xff\x7f",
        b"[\x01\0\0\0" * 5000 + b"N",
        b"{" + b"i\0\0\0\0N" * 20,
        b"[\0\0\0\0[",
        b"N",
        b"",
        b"{[\0\0\0\0N0",
    ],
)
def test_what_is_announced_and_not_there_is_refused(data: bytes) -> None:
    """At once: nothing is made ready for what does not follow."""
    with pytest.raises(values.WireError):
        packed.unpack(packed.MARK + data)


def test_too_large_a_message_goes_the_other_way() -> None:
    """Where it is refused in words, or is shorter."""
    assert packed.pack(["a" * 100], 100) is None
    assert packed.pack(["a" * 50], 100) is not None


SAMPLE = [None, True, 1, -(2**40), 2**31, 0.1, "é", "interned", "interned", (1, [2]), {"a": (), 1: {}}]


def test_every_release_packs_the_same_bytes(python_of_each_release: str) -> None:
    """The reference's answers may have been recorded by another one than a submission runs under."""
    code = f"import marshal, sys; sys.stdout.buffer.write(marshal.dumps({SAMPLE!r}, 2))"
    written = subprocess.run([python_of_each_release, "-I", "-c", code], check=True, capture_output=True).stdout
    assert packed.MARK + written == payload_of(SAMPLE)
