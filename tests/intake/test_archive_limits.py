"""Limits of archives, at their value and beyond it."""

from __future__ import annotations

import io
import tarfile
import zipfile

import pytest

from graders.harness.intake import archives
from graders.harness.intake.collector import FileCollector, Kind, Member, Refusal
from graders.harness.intake.limits import IntakeLimits


def test_zip_is_opened_only_if_its_directory_is_small() -> None:
    """Every entry becomes an object before it can be counted."""
    limits = IntakeLimits(entries=3)
    for count in (6, 7):
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as archive:
            for number in range(count):
                archive.writestr(f"{number}.py", "")
        if count == 6:
            assert len(list(archives.members(stream, limits))) == 6
        else:
            with pytest.raises(Refusal, match="more than 3 entries"):
                list(archives.members(stream, limits))


def test_tar_that_unpacks_to_more_than_the_ratio_is_refused() -> None:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        info = tarfile.TarInfo("a.py")
        info.size = 1 << 20
        archive.addfile(info, io.BytesIO(bytes(info.size)))
    ratio = (1 << 20) // len(stream.getvalue())
    list(archives.members(stream, IntakeLimits(unpacked_floor=1000, unpacked_ratio=2 * ratio)))
    with pytest.raises(Refusal):
        list(archives.members(stream, IntakeLimits(unpacked_floor=1000, unpacked_ratio=ratio // 2)))


def tar_of(header: tarfile.TarInfo) -> io.BytesIO:
    """Return a tar with one file, whose headers are those of *header*."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive:
        archive.addfile(header, io.BytesIO(bytes(header.size)))
    return stream


def test_largest_extended_header_is_read_and_a_larger_one_refused() -> None:
    info = tarfile.TarInfo("a.py")
    info.pax_headers = {"comment": "x" * 100}
    (size,) = {len(b"115 comment=") + 100 + len(b"\n")}
    list(archives.members(tar_of(info), IntakeLimits(header_bytes=size)))
    with pytest.raises(Refusal):
        list(archives.members(tar_of(info), IntakeLimits(header_bytes=size - 1)))


@pytest.mark.parametrize("size", ["-512", "1_0", " 8", "", "9" * 21])
def test_size_in_an_extended_header_is_plain_decimal(size: str) -> None:
    """A negative one would lead back, and Python converts very long ones slowly or not at all."""
    info = tarfile.TarInfo("a.py")
    info.pax_headers = {"size": size}
    with pytest.raises(Refusal):
        list(archives.members(tar_of(info), IntakeLimits()))


def collected(limits: IntakeLimits, *files: tuple[str, bytes]) -> FileCollector:
    """Return what is collected of *files*."""

    def member(name: str, data: bytes) -> Member:
        return Member(name, Kind.FILE, lambda most: data[:most])

    collector = FileCollector(frozenset({".py"}), limits)
    collector.gather(member(*each) for each in files)
    return collector


def test_largest_and_deepest_file_is_read_and_a_larger_or_deeper_one_left_out() -> None:
    limits = IntakeLimits(file_bytes=4, depth=3)
    files = (("a.py", b"1234"), ("b.py", b"12345"), ("a/b/c.py", b""), ("a/b/c/d.py", b""))
    found = collected(limits, *files)
    assert (sorted(found.sources), found.large) == (["a.py", "a/b/c.py"], ["b.py"])
    assert "TOO_DEEP" in {note.code.name for note in found.notes()}


@pytest.mark.parametrize("limit", ["total_bytes", "sources", "entries"])
def test_most_files_are_read_and_one_more_is_refused(limit: str) -> None:
    """Of one byte each."""
    files = [(f"{number}.py", b"1") for number in range(4)]
    limits = IntakeLimits(**{limit: 3})
    assert len(collected(limits, *files[:3]).sources) == 3
    with pytest.raises(Refusal):
        collected(limits, *files)


@pytest.mark.parametrize("kind", Kind)
def test_only_a_file_is_read(kind: Kind) -> None:
    """A folder may have the name of a source file."""
    collector = FileCollector(frozenset({".py"}), IntakeLimits())
    collector.gather([Member("a.py", kind, lambda most: b"1")])
    assert list(collector.sources) == ["a.py"] * (kind is Kind.FILE)


@pytest.mark.parametrize(
    ("method", "is_read"),
    [(zipfile.ZIP_STORED, True), (zipfile.ZIP_DEFLATED, True), (zipfile.ZIP_LZMA, False)],
)
def test_zip_is_read_only_if_its_decoder_has_a_bound(method: int, is_read: bool) -> None:
    """An archive chooses how much memory the decoder of LZMA takes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        archive.writestr("a.py", "1")
    (member,) = archives.members(stream, IntakeLimits())
    if is_read:
        assert member.read(1) == b"1"
    else:
        with pytest.raises(Refusal):
            member.read(1)


def test_decoder_of_xz_has_the_memory_of_the_limit() -> None:
    """The preset 6 takes 8 MB, and a little."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:xz", preset=6) as archive:
        archive.addfile(tarfile.TarInfo("a.py"))
    assert len(list(archives.members(stream, IntakeLimits(unpack_memory_bytes=10 << 20)))) == 1
    with pytest.raises(Refusal):
        list(archives.members(stream, IntakeLimits(unpack_memory_bytes=8 << 20)))


def test_folder_of_a_tar_has_no_content_whatever_its_size() -> None:
    """The header that follows would be taken for it."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        folder = tarfile.TarInfo("d")
        folder.type, folder.size = tarfile.DIRTYPE, 512
        archive.addfile(folder)
        archive.addfile(tarfile.TarInfo("d/a.py"))
    names = [member.name for member in archives.members(stream, IntakeLimits())]
    assert names == ["d/", "d/a.py"]


def test_sparse_file_of_a_tar_is_not_read() -> None:
    """Its content is a map of holes, and then parts of a file."""
    info = tarfile.TarInfo("a.py")
    info.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0"}
    (member,) = archives.members(tar_of(info), IntakeLimits())
    assert member.kind is Kind.SPECIAL
