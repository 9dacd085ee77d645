"""Attack classes 84 to 93: each succeeds against a naive reader, and fails against intake.

The naive readers do what a grader script usually does: join the entry's name to a folder, open every entry, read all
of it, walk by recursion, clean by glob.
"""

from __future__ import annotations

import ast
import bz2
import codecs
import glob
import gzip
import io
import lzma
import ntpath
import os
import random
import shutil
import socket
import stat
import struct
import sys
import tarfile
import tempfile
import threading
import tokenize
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from graders.harness.intake import LIMITS, IntakeError, IntakeLimits, read_submission
from graders.harness.intake import folder as folder_module
from graders.harness.intake.archives import _Unpacked
from graders.harness.intake.coding import as_utf_8
from graders.harness.intake.collector import FileCollector, Refusal
from graders.harness.intake.folder import Folder
from graders.harness.intake.names import clean_path, display, is_safe
from tests.intake.deliveries import (
    BLOCK,
    GOAL,
    TREE,
    Handout,
    add,
    as_folder,
    as_tar,
    as_zip,
    read,
    told,
    zip_entry,
)
from tests.nightly import PASSES, one_in

EVIL = b"# evil\n"
POSIX = os.name == "posix"
posix_only = pytest.mark.skipif(not POSIX, reason="this system has no such files")


def naive_zip_extract(archive: Path, to: Path) -> None:
    """Join each name to the folder and write the file."""
    with zipfile.ZipFile(archive) as opened:
        for info in opened.infolist():
            target = Path(os.path.join(to, info.orig_filename.replace("\\", "/")))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(opened.read(info))


def naive_tar_extract(archive: Path, to: Path) -> None:
    """Call `extractall` without a filter, its old default."""
    with tarfile.open(archive) as opened:
        opened.extractall(
            to, **({"filter": "fully_trusted"} if hasattr(tarfile, "fully_trusted_filter") else {})
        )


def everything_below(path: Path) -> set[str]:
    """Return the names of all entries below *path*."""
    return {str(entry.relative_to(path)) for entry in path.rglob("*")}


# 84: traversal


@pytest.mark.parametrize("pack", [as_zip, as_tar])
@pytest.mark.parametrize(
    "name", ["../block.py", "a/../../block.py", "{absolute}", "..\\block.py", "a\\..\\..\\block.py"]
)
def test_attack_84_traversal(tmp_path: Path, pack: object, name: str) -> None:
    """A name that points outside is dropped with a note, and nothing is written."""
    inside = as_folder(tmp_path / "site" / "unpacked", {"a/x.py": GOAL})
    outside = tmp_path / "site" / "block.py"
    hostile = name.format(absolute=outside)
    archive = pack(tmp_path / "alice", [("goal.py", GOAL), (hostile, EVIL)])  # type: ignore[operator]

    if pack is as_zip:
        naive_zip_extract(archive, inside)
        assert outside.read_bytes() == EVIL, "the naive reader writes outside"
        outside.unlink()
    elif "\\" not in name:
        naive_tar_extract(archive, inside)
        assert outside.read_bytes() == EVIL, "the naive reader writes outside"
        outside.unlink()

    before = everything_below(tmp_path)
    submission = read(archive)
    assert submission.files == {"goal.py": GOAL}
    assert told(submission)[0].startswith(
        "left out, because the name points outside the submission: '"
    )
    assert everything_below(tmp_path) == before


@pytest.mark.parametrize(
    "name",
    ["C:\\block.py", "C:block.py", "c:/block.py", "\\\\host\\share\\block.py", "/block.py", "//x"],
)
def test_attack_84_windows_names(tmp_path: Path, name: str) -> None:
    """Drives, shares and roots are outside on every system that the grader runs on."""
    assert ntpath.splitdrive(ntpath.join("D:\\site", name))[0] != "D:" or name.startswith("/"), (
        "naive on Windows"
    )
    submission = read(as_zip(tmp_path / "alice.zip", {"goal.py": GOAL, name: EVIL}))
    assert submission.files == {"goal.py": GOAL}
    assert "points outside" in told(submission)[0]


def test_attack_84_backslash_is_a_separator(tmp_path: Path) -> None:
    """The honest case: a zip packed on Windows with backslashes is read as its author saw it."""
    submission = read(as_zip(tmp_path / "alice.zip", {"a2\\block.py": BLOCK, "a2\\goal.py": GOAL}))
    assert submission.files == TREE


# 85: links and races


@posix_only
def test_attack_85_links_in_a_folder(tmp_path: Path) -> None:
    """A link to a staff file or folder is noted and not followed."""
    staff = as_folder(tmp_path / "staff", {"answers.py": b"SECRET = 42\n"})
    alice = as_folder(tmp_path / "alice", {"goal.py": GOAL})
    (alice / "block.py").symlink_to(staff / "answers.py")
    (alice / "pkg").symlink_to(staff)
    (alice / "dangling.py").symlink_to("nowhere")
    assert b"SECRET" in (alice / "block.py").read_bytes(), "the naive reader follows it"

    submission = read(alice)
    assert submission.files == {"goal.py": GOAL}
    assert told(submission)[0] == "left out links: 'block.py', 'dangling.py', 'pkg'"


@posix_only
def test_attack_85_the_submission_itself_is_a_link(tmp_path: Path) -> None:
    """Staff must not name a link; the message says what to do instead."""
    as_folder(tmp_path / "real", TREE)
    for target, name in (("real", "alice"), ("real/block.py", "block.py")):
        (tmp_path / name).symlink_to(tmp_path / target)
        with pytest.raises(IntakeError, match="is a link; name its target"):
            read(tmp_path / name)


@pytest.mark.parametrize("mode", [stat.S_IFLNK | 0o777, stat.S_IFIFO | 0o644, stat.S_IFCHR | 0o666])
def test_attack_85_links_in_a_zip(tmp_path: Path, mode: int) -> None:
    """The Unix mode in the zip marks a link (or worse), so the content is no source."""
    with zipfile.ZipFile(tmp_path / "alice.zip", "w") as archive:
        archive.writestr(zip_entry("block.py", mode), b"/etc/passwd")
        archive.writestr(zip_entry("goal.py"), GOAL)
    naive_zip_extract(tmp_path / "alice.zip", tmp_path / "naive")
    assert (tmp_path / "naive/block.py").read_bytes() == b"/etc/passwd", (
        "the naive reader takes the target for source"
    )
    submission = read(tmp_path / "alice.zip")
    assert submission.files == {"goal.py": GOAL}
    kind = "links" if stat.S_ISLNK(mode) else "special files"
    assert told(submission)[0] == f"left out {kind}: 'block.py'"


@posix_only
def test_attack_85_links_in_a_tar(tmp_path: Path) -> None:
    """A link with a member through it, and a hard link to a file of the grader."""
    staff = as_folder(tmp_path / "staff", {"answers.py": b"SECRET = 42\n"})
    with tarfile.open(tmp_path / "alice.tar", "w") as archive:
        add(archive, "goal.py", GOAL)
        add(archive, "out", kind=tarfile.SYMTYPE, to=str(staff))
        add(archive, "out/planted.py", EVIL)
        add(archive, "block.py", kind=tarfile.LNKTYPE, to="out/answers.py")
    naive_tar_extract(tmp_path / "alice.tar", tmp_path / "naive")
    assert (staff / "planted.py").read_bytes() == EVIL, "the naive reader writes through the link"
    assert b"SECRET" in (tmp_path / "naive/block.py").read_bytes(), "and reads through it"

    submission = read(tmp_path / "alice.tar")
    assert submission.files == {"goal.py": GOAL, "out/planted.py": EVIL}
    assert told(submission)[0] == "left out links: 'block.py', 'out'"


@posix_only
@pytest.mark.parametrize("by_descriptor", [True, False])
@pytest.mark.parametrize("swapped", ["block.py", "pkg"])
def test_attack_85_swapped_between_listing_and_reading(
    tmp_path: Path, by_descriptor: bool, swapped: str
) -> None:
    """A file, or a folder above one, that becomes a link after the listing is not followed."""
    staff = as_folder(tmp_path / "staff", {"x.py": b"SECRET = 42\n"})
    alice = as_folder(tmp_path / "alice", {"block.py": BLOCK, "pkg/x.py": EVIL})
    with Folder(alice, by_descriptor=by_descriptor) as folder:
        members = {member.name: member for member in folder.members(LIMITS)}
        shutil.move(alice / swapped, tmp_path / "away")
        (alice / swapped).symlink_to(staff / "x.py" if swapped == "block.py" else staff)
        victim = swapped if swapped == "block.py" else "pkg/x.py"
        assert b"SECRET" in (alice / victim).read_bytes(), "the naive reader follows it"
        with pytest.raises(Refusal, match="changed meanwhile"):
            members[victim].read(100)


# 86: bombs


@pytest.mark.slow
def test_attack_86_zip_bomb_with_a_lying_size(tmp_path: Path) -> None:
    """A header that promises 10 bytes does not cause a read of 100 MB, nor does one with the true size."""
    bomb = as_zip(tmp_path / "alice.zip", {"goal.py": GOAL, "block.py": b"0" * (100 << 20)})
    assert bomb.stat().st_size < 200_000
    with zipfile.ZipFile(bomb) as naive:
        assert len(naive.read("block.py")) == 100 << 20, "the naive reader holds it all"
    with pytest.raises(IntakeError, match=r"'block\.py' is larger than 4,194,304 bytes"):
        read(bomb)

    data = bytearray(bomb.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.rindex(signature) + offset
        data[at : at + 4] = struct.pack("<I", 10)
    bomb.write_bytes(data)
    with zipfile.ZipFile(bomb) as naive:
        assert naive.getinfo("block.py").file_size == 10, "who trusts the header lets it pass"
    with pytest.raises(IntakeError):
        read(bomb)


@pytest.mark.slow
def test_attack_86_many_small_files_add_up(tmp_path: Path) -> None:
    """Every file is below its limit, but their sum is not."""
    bomb = as_zip(
        tmp_path / "alice.zip", {f"a{number}.py": b"#" * (4 << 20) for number in range(9)}
    )
    with pytest.raises(IntakeError, match="larger than 33,554,432 bytes together"):
        read(bomb)


@pytest.mark.slow
def test_attack_86_overlapping_entries(tmp_path: Path) -> None:
    """Many directory entries share one packed body, so that the size grows with their number."""
    with zipfile.ZipFile(tmp_path / "alice.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.py", b"#" * (3 << 20))
        shared = archive.getinfo("a.py")
        for _ in range(200):
            archive.filelist.append(shared)
    with zipfile.ZipFile(tmp_path / "alice.zip") as naive:
        assert sum(info.file_size for info in naive.infolist()) > 600 << 20, (
            "the naive reader unpacks it 201 times"
        )
    with pytest.raises(
        IntakeError, match=r"bytes together|Overlapped entries"
    ):  # newer Pythons detect it themselves
        read(tmp_path / "alice.zip")


@pytest.mark.slow
@pytest.mark.parametrize("packing", one_in(3, ["gz", "bz2", "xz"]))
def test_attack_86_tar_bomb(tmp_path: Path, packing: str) -> None:
    """A compressed tar must be read from the front. Reading stops at a ratio, long before the end."""
    size = 64 << 20
    bomb = as_tar(tmp_path / f"alice.tar.{packing}", {"filler.bin": bytes(size), **TREE}, packing)
    with tarfile.open(bomb) as naive:
        assert sum(member.size for member in naive) > size, "the naive reader unpacks all of it"
    with pytest.raises(IntakeError, match="unpacks to more than 200 times its size"):
        read(bomb)
    with bomb.open("rb") as packed:
        stream, count = _Unpacked(packed, packing, LIMITS), 0
        with pytest.raises(Refusal):
            while part := stream.read(1 << 16):
                count += len(part)
        assert (
            count <= LIMITS.unpacked_floor + (1 << 20) + LIMITS.unpacked_ratio * bomb.stat().st_size
        )


@pytest.mark.parametrize(
    ("packing", "naive"), [("gz", gzip.open), ("bz2", bz2.open), ("xz", lzma.open)]
)
def test_attack_86_streams_of_nothing(
    tmp_path: Path, packing: str, naive: Callable[..., Any]
) -> None:
    """Empty streams unpack to nothing, so that no limit on unpacked bytes counts them; each costs a decoder."""
    packers = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}
    archive = as_tar(tmp_path / f"alice.tar.{packing}", TREE, packing)
    archive.write_bytes(packers[packing](b"") * 50 + archive.read_bytes())
    with naive(archive) as opened:
        assert opened.read(1), "the naive reader goes through all of them at once"
    assert read(archive, IntakeLimits(streams=51)).files == TREE
    with pytest.raises(IntakeError, match="more than 50 packed streams"):
        read(archive, IntakeLimits(streams=50))


@pytest.mark.parametrize("packing", ["gz", "bz2", "xz"])
def test_archive_packed_in_many_streams_is_read(tmp_path: Path, packing: str) -> None:
    """Some tools pack each part of a file by itself, and pad the end."""
    packers = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}
    plain = as_tar(tmp_path / "plain.tar", TREE, "").read_bytes()
    parts = [plain[at : at + 700] for at in range(0, len(plain), 700)]
    archive = tmp_path / f"alice.tar.{packing}"
    archive.write_bytes(b"".join(packers[packing](part) for part in parts) + bytes(512))
    assert read(archive).files == TREE
    archive.write_bytes(archive.read_bytes()[:-600])
    with archive.open("rb") as packed, pytest.raises(Refusal, match="damaged"):
        _Unpacked(packed, packing, LIMITS).read(1 << 20)


def test_attack_86_memory_of_the_decoder(tmp_path: Path) -> None:
    """An xz file states how much memory its decoder needs, up to 4 GiB; a limit applies to that, too."""
    bomb = as_tar(tmp_path / "alice.tar.xz", TREE, "xz")
    with lzma.open(bomb) as naive:
        assert naive.read(1), "the naive reader takes what the header asks for"
    assert read(bomb).files == TREE
    with pytest.raises(IntakeError, match="Memory usage limit exceeded"):
        read(bomb, IntakeLimits(unpack_memory_bytes=1 << 20))


def test_attack_86_tar_that_unpacks_to_too_much(tmp_path: Path) -> None:
    """Incompressible data passes the ratio, so an absolute limit stops it."""
    noise = random.Random(86).randbytes(1 << 20)
    bomb = as_tar(tmp_path / "alice.tgz", {"noise.bin": noise, **TREE}, "gz")
    with pytest.raises(IntakeError, match="unpacks to more than 524,288 bytes"):
        read(bomb, IntakeLimits(unpacked_bytes=1 << 19))


@pytest.mark.slow
def test_attack_86_a_million_members(tmp_path: Path) -> None:
    """Too many entries are refused before an object of each exists."""
    central = b"PK\x01\x02" + bytes(24) + struct.pack("<H", 1) + bytes(16) + b"a"
    number = 1_000_000
    end = b"PK\x05\x06" + bytes(4) + struct.pack("<HHIIH", 1, 1, len(central) * number, 4, 0)
    (tmp_path / "alice.zip").write_bytes(b"PK\x03\x04" + central * number + end)
    small = io.BytesIO(
        b"PK\x03\x04"
        + central * 1000
        + end[:12]
        + struct.pack("<II", len(central) * 1000, 4)
        + bytes(2)
    )
    assert len(zipfile.ZipFile(small).infolist()) == 1000, (
        "the library does not go by the count of 1"
    )
    with pytest.raises(IntakeError, match="more than 50,000 entries"):
        read(tmp_path / "alice.zip")


@pytest.mark.parametrize("pack", [as_folder, as_zip, as_tar])
def test_attack_86_too_many_entries_of_any_kind(tmp_path: Path, pack: object) -> None:
    """Empty files and litter count as entries, too, in every way of delivery."""
    tree = {**TREE, **{f"{number}.txt": b"" for number in range(30)}}
    path = pack(tmp_path / "alice", tree)  # type: ignore[operator]
    assert read(path, IntakeLimits(entries=32)).files == TREE
    with pytest.raises(
        IntakeError, match=r"more than 31 files and folders; leave out virtual environments"
    ):
        read(path, IntakeLimits(entries=31))
    with pytest.raises(IntakeError, match="more than 1 source files"):
        read(path, IntakeLimits(sources=1))


def test_attack_86_names_that_take_long_to_compose(tmp_path: Path) -> None:
    """49,000 names of 500 marks on a letter kept the class's process busy for 75 s."""
    marked = "e" + "\u0315\u0300" * 200
    assert clean_path(marked) != marked, "marks on a letter are sorted"
    path = as_zip(tmp_path / "alice.zip", {**TREE, f"{marked}.txt": b"", "x" * 1000: b""})
    work = len(f"{marked}.txt") ** 2
    assert read(path, IntakeLimits(name_squares=work)).files == TREE
    with pytest.raises(IntakeError, match="too many long names"):
        read(path, IntakeLimits(name_squares=work - 1))


def test_attack_86_nested_archives_are_not_opened(tmp_path: Path) -> None:
    """An archive in an archive is a file of another kind, so nesting multiplies nothing."""
    inner = as_zip(tmp_path / "inner.zip", {"block.py": EVIL}).read_bytes()
    outer = as_zip(tmp_path / "alice.zip", {**TREE, "inner.zip": inner})
    with zipfile.ZipFile(outer) as naive, zipfile.ZipFile(naive.open("inner.zip")) as deeper:
        assert deeper.read("block.py") == EVIL, "the naive reader goes down"
    assert read(outer).files == TREE


def test_attack_86_the_archive_itself(tmp_path: Path) -> None:
    """The packed file has a limit, too; a sparse one costs the student nothing to make."""
    with (tmp_path / "alice.zip").open("wb") as archive:
        archive.truncate(LIMITS.archive_bytes + 1)
    with pytest.raises(IntakeError, match="the archive is larger than"):
        read(tmp_path / "alice.zip")


def _tar_header(name: bytes, size: bytes, flag: bytes) -> bytes:
    header = bytearray(512)
    header[: len(name)] = name
    header[124:136] = size.ljust(12, b"\0")
    header[156:157] = flag
    header[257:265] = b"ustar\x0000"
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header)


@pytest.mark.parametrize(
    ("headers", "words"),
    [
        (
            _tar_header(b"x", b"\xff" * 11 + b"\x00", b"0"),
            "size is not a number",
        ),  # negative, so a naive reader loops
        (_tar_header(b"x", b"\x80" + bytes(7) + b"\x7f" * 4, b"x"), "extended header is too large"),
        (_tar_header(b"x", b"00000001000", b"x") + b"1" * 512, "extended header cannot be read"),
        (
            _tar_header(b"x", b"00000000017", b"x") + b"0 path=block.py".ljust(512, b"\0"),
            "cannot be read",
        ),
        (
            _tar_header(b"block.py", b"77777777777", b"0") + b"#",
            "is larger than|ends inside a file",
        ),
        (_tar_header(b"block.py", b"0", b"0")[:300], "neither a source file nor an archive"),
        (_tar_header(b"a.txt", b"0", b"0") + b"y" * 512, "checksum is wrong"),
    ],
)
def test_attack_86_lying_tar_headers(tmp_path: Path, headers: bytes, words: str) -> None:
    (tmp_path / "alice.tar").write_bytes(headers)
    with pytest.raises(IntakeError, match=words):
        read(tmp_path / "alice.tar")


def test_attack_86_a_chain_of_extended_headers_does_not_recurse(tmp_path: Path) -> None:
    """5,000 extended headers precede one file; the standard library recurses once for each."""
    long_name = _tar_header(b"././@LongLink", b"00000000011", b"L") + b"block.py\0".ljust(
        512, b"\0"
    )
    tar = (
        long_name * 5000
        + _tar_header(b"x", b"00000000002", b"0")
        + b"#\n".ljust(512, b"\0")
        + bytes(1024)
    )
    (tmp_path / "alice.tar").write_bytes(tar)
    with (
        pytest.raises((RecursionError, tarfile.TarError)),
        tarfile.open(tmp_path / "alice.tar") as naive,
    ):
        naive.getmembers()
    assert read(tmp_path / "alice.tar").files == {"block.py": b"#\n"}


def test_attack_86_headers_without_entries_count(tmp_path: Path) -> None:
    """Global headers describe no entry, so that no limit on entries counts them."""
    header = _tar_header(b"pax", b"00000000000", b"g")
    plain = as_tar(tmp_path / "plain.tar", TREE, "").read_bytes()
    (tmp_path / "alice.tar").write_bytes(header * 50 + plain)
    assert read(tmp_path / "alice.tar", IntakeLimits(headers=200)).files == TREE
    with pytest.raises(IntakeError, match="more than 40 headers"):
        read(tmp_path / "alice.tar", IntakeLimits(headers=40))


# 87: hostile names

HOSTILE_NAMES = {
    "newline": "a\nb.py",
    "escape": "a\x1b[2Jb.py",
    "option": "-rf.py",
    "right to left": "a\u202eyp.exe.py",
    "line separator": "a\u2028b.py",
    "device": "CON.py",
    "device with suffixes": "nul.tar.py",
    "stream": "block.py:evil.py",
    "wildcard": "*.py",
    "pipe": "a|b.py",
    "trailing dot": "dir./x.py",
    "long": "a" * 300 + ".py",
    "long path": "/".join(["a" * 200] * 6) + "/x.py",
}


@pytest.mark.parametrize("name", HOSTILE_NAMES.values(), ids=HOSTILE_NAMES)
@pytest.mark.parametrize("pack", [as_zip, as_tar])
def test_attack_87_hostile_names(tmp_path: Path, pack: object, name: str) -> None:
    """A name that breaks a terminal, a shell or a system is left out, and shown escaped."""
    archive = pack(tmp_path / "alice", [*TREE.items(), (name, EVIL)])  # type: ignore[operator]
    if pack is as_zip:
        assert name in zipfile.ZipFile(archive).namelist(), "the naive reader hands the name on"
    submission = read(archive)
    assert submission.files == TREE
    (note,) = told(submission)
    assert note.startswith("left out, because the name is not safe: '")
    assert all(unicodedata.category(character)[0] != "C" for character in note)
    assert len(note) < 150


def test_attack_87_nul_in_a_name(tmp_path: Path) -> None:
    """Python's zip reader cuts the name at the NUL; the rest must not be taken for the whole name."""
    archive = as_zip(
        tmp_path / "alice.zip", [("goal.py", GOAL), ("block.py\0.txt", EVIL), ("x\0.py", EVIL)]
    )
    assert "block.py" in zipfile.ZipFile(archive).namelist(), "the naive reader sees a block.py"
    assert read(archive).files == {"goal.py": GOAL}


def test_attack_87_case_twins(tmp_path: Path) -> None:
    """Names that differ by case alone overwrite each other on many disks. The exact one stays."""
    tree = {**TREE, "BLOCK.py": EVIL, "Helper.py": EVIL, "helper.py": BLOCK}
    on_such_a_disk: dict[str, bytes] = {}
    for name, content in sorted(tree.items(), reverse=True):
        on_such_a_disk[name.casefold()] = content
    assert on_such_a_disk["block.py"] == EVIL, "the naive reader ends up with the other one"
    submission = read(as_zip(tmp_path / "alice.zip", tree))
    assert submission.files == {**TREE, "Helper.py": EVIL}
    assert told(submission) == (
        "left out, because some systems cannot tell the name from another file's: 'BLOCK.py', 'helper.py'",
    )


def test_attack_87_unicode_twins(tmp_path: Path) -> None:
    """A name in Unicode's forms C and D is one name, and a look-alike of a course file is that file."""
    composed, decomposed = "caf\u00e9.py", "cafe\u0301.py"
    assert composed != decomposed, "the naive reader sees two"
    submission = read(
        as_zip(tmp_path / "alice.zip", [*TREE.items(), (composed, EVIL), (decomposed, BLOCK)])
    )
    assert submission.files == {**TREE, composed: BLOCK}
    assert told(submission) == (
        f"packed twice with different content, the last one counts: '{composed}'",
    )
    assert read(as_zip(tmp_path / "bob.zip", {**TREE, "\uff53ettings.py": EVIL})).files == TREE


def test_attack_87_a_file_that_is_also_a_folder(tmp_path: Path) -> None:
    """No disk holds `block.py` and `block.py/x.py`; the expected file stays."""
    submission = read(
        as_zip(
            tmp_path / "alice.zip", {"block.py/x.py": EVIL, "A.py/x.py": EVIL, "a.py": EVIL, **TREE}
        )
    )
    assert submission.files == {**TREE, "A.py/x.py": EVIL}


@posix_only
def test_attack_87_undecodable_names_on_disk(tmp_path: Path) -> None:
    """Bytes that are not UTF-8 in a folder's or tar's name are left out, and do not crash the reader."""
    alice = as_folder(tmp_path / "alice", TREE)
    (alice / os.fsdecode(b"\xff\xfe.py")).write_bytes(EVIL)
    as_tar(tmp_path / "bob.tar", [*TREE.items(), ("\udcff.py", EVIL)])
    with pytest.raises(UnicodeEncodeError):
        next(name for name in os.listdir(alice) if name not in TREE).encode()  # a naive report
    for path in (alice, tmp_path / "bob.tar"):
        submission = read(path)
        assert submission.files == TREE
        assert "name is not safe" in told(submission)[0]


# 88: special files


@posix_only
def test_attack_88_fifo_and_socket(tmp_path: Path) -> None:
    """A FIFO or socket called `block.py` neither blocks nor is read."""
    alice = as_folder(tmp_path / "alice", {"goal.py": GOAL})
    os.mkfifo(alice / "block.py")
    with tempfile.TemporaryDirectory() as short, socket.socket(socket.AF_UNIX) as listening:
        listening.bind(short + "/s")
        os.rename(short + "/s", alice / "sock.py")

    naive = threading.Thread(target=(alice / "block.py").read_bytes)
    naive.start()
    writer = os.open(
        alice / "block.py", os.O_WRONLY
    )  # returns only once the naive reader hangs in its open
    assert naive.is_alive(), "the naive reader waits for somebody to write"
    os.close(writer)
    naive.join()

    submission = read(alice)
    assert submission.files == {"goal.py": GOAL}
    assert told(submission)[0] == "left out special files: 'block.py', 'sock.py'"
    with pytest.raises(IntakeError, match="neither a folder nor an ordinary file"):
        read(alice / "block.py")


@posix_only
@pytest.mark.parametrize("by_descriptor", [True, False])
def test_attack_88_a_file_becomes_a_fifo(tmp_path: Path, by_descriptor: bool) -> None:
    """A race: a regular file in the listing is a FIFO when it is opened. Nothing blocks."""
    alice = as_folder(tmp_path / "alice", TREE)
    with Folder(alice, by_descriptor=by_descriptor) as folder:
        members = {member.name: member for member in folder.members(LIMITS)}
        (alice / "block.py").unlink()
        os.mkfifo(alice / "block.py")
        with pytest.raises(Refusal, match="not an ordinary file"):
            members["block.py"].read(100)
    with pytest.raises(Refusal, match="not an ordinary file"):
        folder_module.open_file(alice / "block.py")


@pytest.mark.parametrize(
    "kind", [tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, b"S", b"V", b"Z"]
)
def test_attack_88_special_members_of_a_tar(tmp_path: Path, kind: bytes) -> None:
    """Devices, FIFOs and other special members of a tar are left out by kind."""
    with tarfile.open(tmp_path / "alice.tar", "w") as archive:
        add(archive, "block.py", kind=kind)
        add(archive, "goal.py", GOAL)
    if kind == tarfile.FIFOTYPE and POSIX:
        naive_tar_extract(tmp_path / "alice.tar", tmp_path / "naive")
        assert (tmp_path / "naive/block.py").is_fifo(), "the naive reader makes one"
    submission = read(tmp_path / "alice.tar")
    assert submission.files == {"goal.py": GOAL}
    assert told(submission)[0] == "left out special files: 'block.py'"


# 89: source encodings

KEPT_AS_THEY_ARE = {
    "CRLF": b"x = 1\r\ny = 2\r\n",
    "form feed": b"x = 1\n\x0c\ny = 2\n",
    "coding line": b"# -*- coding: UTF_8 -*-\nx = 1\n",
    "coding line of Emacs": b"# -*- coding: utf-8-unix -*-\r\nx = 1\r\n",
    "no coding line": b'"""Text.\n# coding: latin-1\n"""\n',
    "too late": b"#\n#\n# coding: latin-1\n",
    "NUL": b"x = 1\0\n",
    "UTF-8": "x = 'é'\n".encode(),
}


def handed_on(folder: Path, source: bytes) -> tuple[bytes, tuple[str, ...]]:
    """Return the converted block.py, and the notes."""
    submission = read(as_folder(folder / "alice", {"block.py": source, "goal.py": GOAL}))
    return submission.files["block.py"], told(submission)


@pytest.mark.parametrize("source", KEPT_AS_THEY_ARE.values(), ids=KEPT_AS_THEY_ARE)
def test_attack_89_utf_8_stays_unchanged(tmp_path: Path, source: bytes) -> None:
    """The bytes stay unchanged, without a note."""
    assert handed_on(tmp_path, source) == (source, ())


@pytest.mark.parametrize("name", ["block.py", "Block.java"])
def test_a_byte_order_mark_goes(name: str) -> None:
    """Editors on Windows write it. Java's parser refuses it, so that no rule looked at such a file."""
    assert as_utf_8(name, b"\xef\xbb\xbfx = 1\n") == (b"x = 1\n", None)
    assert as_utf_8(name, 3 * b"\xef\xbb\xbf" + b"# coding: utf-8\n") == (
        b"# coding: utf-8\n",
        None,
    )


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_attack_89_utf_16_becomes_utf_8(tmp_path: Path, encoding: str) -> None:
    """A file that an editor saved as UTF-16 or UTF-32 with a byte order mark is converted, with a note."""
    text = "\ufeffx = 'é'\r\n"
    with pytest.raises((SyntaxError, ValueError)):
        compile(text.encode(encoding), "block.py", "exec")  # the naive reader's source
    note = f"'block.py' was in {encoding[:6].upper()}; converted to UTF-8"
    assert handed_on(tmp_path, text.encode(encoding)) == ("x = 'é'\r\n".encode(), (note,))


def value_of_x(source: bytes) -> object:
    """Return the x that the interpreter gets from a source."""
    found: dict[str, object] = {}
    exec(compile(source, "block.py", "exec"), found)
    return found["x"]


OTHER_ENCODINGS = {
    "Latin-1": b"# -*- coding: latin-1 -*-\nx = '\xe9'\n",
    "second line": b"#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\nx = '\x80'\n",
    "after a form feed": b"\x0c\n\x0c # coding=iso-8859-15\nx = '\xa4'\n",
    "CR only": b"# a Mac\r# coding: mac-roman\rx = '\x8e'\r",
    "of China": "# coding: gbk\nx = '你好'\n".encode("gbk"),
    "of Russia": "# coding: koi8-r\nx = 'мир'\n".encode("koi8-r"),
    "a backslash in it": "# coding: shift_jis\nx = '表'\n".encode("shift_jis"),
}


@pytest.mark.parametrize("source", OTHER_ENCODINGS.values(), ids=OTHER_ENCODINGS)
def test_attack_89_a_coding_line_is_obeyed_once(tmp_path: Path, source: bytes) -> None:
    """A file that Python reads stays the same program in UTF-8, and its coding line names UTF-8."""
    converted, (note,) = handed_on(tmp_path, source)
    assert note.endswith("; converted to UTF-8")
    assert (
        value_of_x(converted)
        == value_of_x(source)
        == ast.literal_eval(converted.decode().split("x = ")[1].strip())
    )
    assert b"utf-8" in converted


@pytest.mark.parametrize(
    ("source", "text", "note"),
    [
        (b"x = '\xe9'\n", "x = 'é'\n", "is not UTF-8 and has no coding line, so Python rejects it"),
        (
            b"x = '\x80\x81'\n",
            "x = '€\x81'\n",
            "is not UTF-8 and has no coding line, so Python rejects it",
        ),
        (
            b"# coding: ascii\nx = '\xe9'\n",
            "x = 'é'\n",
            "declares the encoding 'ascii' but cannot be read as such",
        ),
        (
            b"# coding: utf8\nx = '\xe9'\n",
            "x = 'é'\n",
            "declares the encoding 'utf8' but cannot be read as such",
        ),
        (b"\xff\xfex", "ÿþx", "is marked as UTF-16 but cannot be read as such"),
    ],
)
def test_attack_89_an_editors_setting_costs_nothing(
    tmp_path: Path, source: bytes, text: str, note: str
) -> None:
    """A file whose bytes Python refuses is read as Windows-1252, with a note."""
    with pytest.raises((SyntaxError, ValueError)):
        compile(source, "block.py", "exec")
    converted, notes = handed_on(tmp_path, source)
    assert converted.decode().endswith(text)
    assert notes == (f"'block.py' {note}; it was read as Windows-1252",)


def test_attack_89_java_is_read_as_compilers_on_windows_do(tmp_path: Path) -> None:
    """A comment in Windows-1252 costs nothing, and Python's coding line has no meaning."""

    @dataclass(frozen=True)
    class Java:
        submitted: tuple[str, ...] = ("Block.java",)
        course: tuple[str, ...] = ()

    folder = as_folder(tmp_path / "alice", {"Block.java": b"# coding: utf-7\r// caf\xe9\n"})
    submission = read_submission(folder, Handout(Java()))  # type: ignore[arg-type]
    assert submission.files == {"Block.java": "# coding: utf-7\r// café\n".encode()}
    assert told(submission) == ("'Block.java' is not UTF-8; it was read as Windows-1252",)


EVIL_CODINGS = {
    "utf-7": b"# coding: utf-7\nx = 1\n# +AAo-x = 2\n",
    "second line": b"#!/usr/bin/python\n#coding=utf7\nx = 1\n# +AAo-x = 2\n",
    "after a form feed": b"\x0c\n\x0c#coding:utf_7\nx = 1\n# +AAo-x = 2\n",
    "raw escapes": b"# coding: raw_unicode_escape\nx = 1\n# \\u000ax = 2\n",
    "escapes": b"# coding: unicode-escape\nx = 1\n# \\x0ax = 2\n",
    "a mark before it": b"\xef\xbb\xbf# coding: utf-7\nx = 1\n# +AAo-x = 2\n",
    "CR": b"\r# coding: utf-7\rx = 1\r# +AAo-x = 2\r",
    "of one's own": b"# coding: evil\nx = 1\n",
    "a path": b"# coding: ..evil\nx = 1\n",
}


def own_codec(name: str) -> codecs.CodecInfo | None:
    """Return a codec that decodes any bytes to another program; a submission can register one."""

    def decode(data: bytes, errors: str = "strict") -> tuple[str, int]:
        return "x = 2\n", len(data)

    reader = type(
        "Reader",
        (codecs.StreamReader,),
        {"decode": lambda self, data, errors="strict": decode(data)},
    )
    return (
        codecs.CodecInfo(codecs.utf_8_encode, decode, streamreader=reader)
        if name == "evil"
        else None
    )


@pytest.mark.parametrize("source", EVIL_CODINGS.values(), ids=EVIL_CODINGS)
def test_attack_89_no_codec_hides_a_program(tmp_path: Path, source: bytes) -> None:
    """Compiler, parser and tokenizer read the text that staff see; the original bytes run another program."""
    codecs.register(own_codec)
    try:
        try:
            shown = value_of_x(source)
        except (
            SyntaxError
        ):  # Python itself refuses a byte order mark with another encoding, and a path
            shown = None
        assert shown == (
            None if source in (EVIL_CODINGS["a mark before it"], EVIL_CODINGS["a path"]) else 2
        )
        converted, (note,) = handed_on(tmp_path, source)
        assert value_of_x(converted) == 1
        assert tokenize.detect_encoding(BytesIO(converted).readline)[0] in ("utf-8", "utf-8-sig")
    finally:
        codecs.unregister(own_codec)
    assert "it was read as UTF-8" in note
    assert ast.dump(ast.parse(converted)) == ast.dump(
        ast.parse(converted.decode().removeprefix("\ufeff"))
    )


@pytest.mark.slow
@settings(max_examples=60 * PASSES, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                b"#",
                b"\r",
                b"\n",
                b"\x0c",
                b" ",
                b"coding",
                b":",
                b"=",
                b"utf-7",
                b"latin-1",
                b"utf-8",
                b"\xe9",
                b"x",
                b"\xef\xbb\xbf",
                b"\0",
                b"\\",
                b'"""',
                b"raw_unicode_escape",
                b"\xff\xfe",
            ]
        ),
        max_size=12,
    ).map(b"".join)
)
@example(b"\xff\xfe\r")
def test_attack_89_every_reader_finds_utf_8(source: bytes) -> None:
    """The beginning of the file does not matter: readers that look for a coding line find UTF-8."""
    converted, _ = as_utf_8("block.py", source)
    converted.decode("utf-8")
    assert as_utf_8("block.py", converted)[0] == converted
    if b"\0" not in converted or sys.version_info < (3, 14):  # 3.14 refuses zero bytes here
        assert tokenize.detect_encoding(BytesIO(converted).readline)[0] in ("utf-8", "utf-8-sig")
    try:
        trees = {
            ast.dump(ast.parse(converted)),
            ast.dump(ast.parse(converted.decode().removeprefix("\ufeff"))),
        }
    except (SyntaxError, ValueError) as error:
        assert "encoding" not in str(error) and "codec" not in str(error)
    else:
        assert len(trees) == 1


# 90: permissions


@contextmanager
def without_privilege(folder: Path) -> Iterator[None]:
    """Run as a user whom permissions bind (root reads everything) and who owns *folder*."""
    if os.geteuid() != 0:
        yield
        return
    for entry in [folder, *folder.rglob("*")]:
        os.chown(entry, 65534, 65534)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A temporary folder that any user may reach."""
    path = Path(tempfile.mkdtemp())
    path.chmod(0o755)
    yield path
    for entry in [path, *path.rglob("*")]:
        entry.chmod(0o700)
    shutil.rmtree(path)


@posix_only
@pytest.mark.parametrize(
    ("locked", "mode"),
    [
        ("alice", 0o000),
        ("alice", 0o444),
        ("alice/pkg", 0o000),
        ("alice/pkg", 0o444),
        ("alice/block.py", 0o000),
        ("alice.zip", 0o000),
    ],
)
def test_attack_90_locked_trees(public_folder: Path, locked: str, mode: int) -> None:
    """An unreadable entry is one line that says what to do, and not a zero for a missing file."""
    as_folder(public_folder / "alice", {**TREE, "pkg/x.py": EVIL})
    as_zip(public_folder / "alice.zip", TREE)
    victim = public_folder / locked
    is_folder = victim.is_dir()
    with without_privilege(public_folder):
        victim.chmod(mode)
        with pytest.raises(PermissionError):
            # The errors, with a traceback, that end the naive reader.
            _ = [entry.stat() for entry in victim.iterdir()] if is_folder else victim.read_bytes()
        with pytest.raises(
            IntakeError, match=r"may not be read; give yourself the right \(chmod -R u\+rX\)"
        ) as caught:
            read(public_folder / locked.split("/", maxsplit=1)[0])
        assert "\n" not in str(caught.value)


@posix_only
def test_attack_90_nothing_is_changed(tmp_path: Path) -> None:
    """Sticky, read-only and other bits hinder cleaning up. Intake writes nothing, so they stay."""
    alice = as_folder(tmp_path / "alice", {**TREE, "pkg/x.py": EVIL})
    (alice / "pkg").chmod(0o1555)
    (alice / "block.py").chmod(0o444)
    before = {entry: (entry.stat().st_mode, entry.stat().st_mtime_ns) for entry in alice.rglob("*")}
    assert len(read(alice).files) == 3
    assert {
        entry: (entry.stat().st_mode, entry.stat().st_mtime_ns) for entry in alice.rglob("*")
    } == before


# 91: glob gaps


def test_attack_91_names_with_leading_dots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that starts with two dots escapes `*` and `.[!.]*`; intake puts nothing on a disk."""
    tree = {**TREE, "..hidden.py": EVIL, "...": EVIL, "..d/block.py": EVIL}
    archive = as_zip(tmp_path / "alice.zip", tree)
    naive = as_folder(tmp_path / "naive", {})
    naive_zip_extract(archive, naive)
    for pattern in ("*", ".[!.]*"):
        for name in glob.glob(pattern, root_dir=naive):
            (naive / name).unlink()
    assert set(os.listdir(naive)) == {"..hidden.py", "...", "..d"}, (
        "the naive cleaner leaves them for the next one"
    )

    empty = as_folder(tmp_path / "empty", {})
    monkeypatch.chdir(empty)
    monkeypatch.setattr(tempfile, "tempdir", str(empty))
    before = everything_below(tmp_path)
    submission = read(archive)
    assert submission.files == TREE
    assert told(submission) == ("ignored files that tools made: '...', '..d', '..hidden.py'",)
    assert everything_below(tmp_path) == before


# 92: identity


def test_attack_92_the_content_names_no_student(tmp_path: Path) -> None:
    """Folders and metadata inside may name another student; the name is that of the path from staff."""
    tree = {f"bob_200/{name}": data for name, data in TREE.items()}
    tree["bob_200/metadata.json"] = b'{"student": "bob_200"}'
    with zipfile.ZipFile(as_zip(tmp_path / "alice_100.zip", tree)) as naive:
        assert naive.namelist()[0].split("/")[0] == "bob_200", "the naive reader asks the content"
    assert read(tmp_path / "alice_100.zip").name == "alice_100"
    assert read(as_folder(tmp_path / "alice_100", tree)).name == "alice_100"
    with (
        (tmp_path / "alice_100.tgz").open("wb") as file,
        gzip.GzipFile(
            "bob_200.tar", "wb", fileobj=file
        ) as packed,  # the gzip header keeps the name bob_200.tar
    ):
        packed.write(as_tar(tmp_path / "plain.tar", tree).read_bytes())
    assert read(tmp_path / "alice_100.tgz").name == "alice_100"


@posix_only
def test_attack_92_the_display_name_is_clean(tmp_path: Path) -> None:
    """A platform's folder name may come from the student, and must not control a terminal."""
    hostile = as_folder(tmp_path / ("a\x1b[31m\n\u202e" + "x" * 200), TREE)
    assert "\x1b" in hostile.name, "the naive reader prints it"
    assert read(hostile).name == "a\ufffd[31m\ufffd\ufffd" + "x" * 51 + "…"
    assert display("") == ""
    assert read(as_folder(tmp_path / "v1.2", TREE)).name == "v1.2"


# 93: deep trees


@pytest.mark.slow
@posix_only
def test_attack_93_deep_trees(tmp_path: Path) -> None:
    """5,000 nested folders exceed neither the recursion limit nor the longest path. Files above them are read."""
    alice = as_folder(tmp_path / "alice", TREE)
    top = descriptor = os.open(alice, os.O_RDONLY)
    for _ in range(5000):
        os.mkdir("d", dir_fd=descriptor)
        below = os.open("d", os.O_RDONLY, dir_fd=descriptor)
        if descriptor != top:
            os.close(descriptor)
        descriptor = below
    os.close(descriptor)
    try:
        with pytest.raises((RecursionError, OSError)):
            naive_walk(alice)
        submission = read(alice)
        assert submission.files == TREE
        assert told(submission) == ("left out files nested more than 32 folders deep",)
        with Folder(alice, by_descriptor=False) as folder:
            collector = FileCollector(frozenset({".py"}), LIMITS)
            collector.gather(folder.members(LIMITS))
        assert collector.sources == TREE
    finally:
        remove_deep(top)


def naive_walk(path: Path) -> int:
    """Count entries by recursion."""
    return sum(1 + (naive_walk(entry) if entry.is_dir() else 0) for entry in path.iterdir())


def remove_deep(top: int) -> None:
    """Remove the chain of folders `d` below the open folder *top*, which pytest's own cleaning cannot."""
    while "d" in os.listdir(top):
        inner = os.open("d", os.O_RDONLY, dir_fd=top)
        if "d" in os.listdir(inner):
            os.rename("d", "up", src_dir_fd=inner, dst_dir_fd=top)
            os.rmdir("d", dir_fd=top)
            os.rename("up", "d", src_dir_fd=top, dst_dir_fd=top)
        else:
            os.rmdir("d", dir_fd=top)
        os.close(inner)
    os.close(top)


@pytest.mark.parametrize("pack", [as_zip, as_tar])
def test_attack_93_deep_names_in_archives(tmp_path: Path, pack: object) -> None:
    """A name of 5,000 folders in an archive is left out, also as a chain of `./`."""
    archive = pack(tmp_path / "alice", [*TREE.items(), ("d/" * 5000 + "x.py", EVIL)])  # type: ignore[operator]
    submission = read(archive)
    assert submission.files == TREE
    assert told(submission) == ("left out files nested more than 32 folders deep",)


def test_encrypted_archives_are_an_error(tmp_path: Path) -> None:
    """A password-protected zip is one clear line, neither a crash nor an empty submission."""
    archive = as_zip(tmp_path / "alice.zip", TREE)
    data = bytearray(archive.read_bytes())
    at = -1
    while (at := data.find(b"PK\x01\x02", at + 1)) >= 0:
        data[at + 8] |= 1
    archive.write_bytes(data)
    with pytest.raises(RuntimeError, match="password"), zipfile.ZipFile(archive) as naive:
        naive.read("block.py")
    with pytest.raises(IntakeError, match="protected by a password"):
        read(archive)


def test_clean_names_are_stable() -> None:
    """Cleaning a name twice changes nothing, and a safe name is shown unchanged."""
    for raw in ("block.py", "a//b/./c.py", "a\\b.py", "cafe\u0301.py", "./x.py"):
        once = clean_path(raw)
        assert clean_path(once) == once
        assert is_safe(once)
        assert display(once) == once


@pytest.mark.parametrize(
    ("path", "is_one"),
    [
        ("/".join(["d" * 255] * 4), True),  # 1023 bytes
        ("/".join(["d" * 255] * 4) + "/e", False),
        ("/".join(["\u00e9" * 127] * 4) + "/eeee", True),  # 1024 bytes
        ("/".join(["\u00e9" * 127] * 4) + "/eeeee", False),
        ("d" * 256, False),
        ("\u00e9" * 128, False),
        ("con .py", False),
        ("a\u0378.py", False),  # no character
        ("-a.py", False),
        ("a.py.", False),
    ],
)
def test_attack_87_limits_of_a_safe_path(path: str, is_one: bool) -> None:
    assert is_safe(path) == is_one


def test_attack_87_display_name_is_no_command_and_not_blank() -> None:
    """CI systems read commands in the middle of a line; some letters are blank."""
    assert "##vso[" not in display("a ##vso[x]") and "##[" not in display("##[error]")
    assert display("a\u3164b") == "a\ufffdb"
