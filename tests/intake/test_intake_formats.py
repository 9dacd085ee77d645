"""Random trees and damaged archives: every format has the same submission, and damage is always one line."""

from __future__ import annotations

import io
import random
import subprocess
import tarfile
import tempfile
import unicodedata
import zipfile
from pathlib import Path
from shutil import which

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from graders.harness.intake import (
    LIMITS,
    IntakeError,
    Submission,
    submission_from_bytes,
    tar,
)
from tests import nightly
from tests.intake.deliveries import (
    HANDOUT,
    PACKERS,
    TREE,
    as_folder,
    as_tar,
    as_zip,
    read,
)
from tests.nightly import PASSES

PARTS = st.one_of(
    st.sampled_from(["block", "Block", "goal", "goal (1)", "settings", "a", "b", "é", "x" * 90]),
    st.text("abcZ9_ -é", min_size=1, max_size=8).filter(lambda part: part == part.strip(" -")),
)
NAMES = st.builds(
    lambda folders, stem, suffix: "/".join([*folders, stem + suffix]),
    st.lists(PARTS, max_size=3),
    PARTS,
    st.sampled_from([".py", ".py", ".PY", ".txt", ""]),
)
TREES = st.dictionaries(NAMES, st.binary(max_size=600), max_size=8)
"""Names that a POSIX disk and every archive can hold; contents exceed one tar block, so that padding matters."""


def a_disk_can_hold(tree: dict[str, bytes]) -> bool:
    """Return whether no name is also the folder of another and no two are one in Unicode's form C."""
    folders = {
        "/".join(name.split("/")[:length])
        for name in tree
        for length in range(1, name.count("/") + 1)
    }
    return not folders & set(tree) and len(
        {unicodedata.normalize("NFC", name) for name in tree}
    ) == len(tree)


def outcome(read_it: object) -> Submission | str:
    """Return the submission, or the error without its path."""
    try:
        return read_it()  # type: ignore[operator, no-any-return]
    except IntakeError as error:
        return str(error).split(": ", 1)[1]


@settings(max_examples=30 * PASSES, deadline=None)
@given(TREES.filter(a_disk_can_hold))
@example({"block.py": b"\x80", "goal (1).PY": b"x"})
@pytest.mark.slow
def test_folder_zip_and_tar_agree(tree: dict[str, bytes]) -> None:
    """Any tree has the same files and notes (or the same refusal) as a folder, a zip, every tar, and in memory."""
    with tempfile.TemporaryDirectory() as temporary:
        outcomes = {
            way: outcome(lambda pack=pack: read(pack(Path(temporary), tree)))
            for way, pack in PACKERS.items()
        }
    outcomes["memory"] = outcome(lambda: submission_from_bytes("alice", tree, HANDOUT))
    for way, result in outcomes.items():
        assert result == outcomes["folder"], way


@pytest.mark.slow
@settings(max_examples=20 * PASSES, deadline=None)
@given(st.dictionaries(NAMES, st.binary(max_size=1200), max_size=6), st.sampled_from([0, 1, 2]))
@example({"block.py": b"", "goal (1).PY": b""}, tarfile.USTAR_FORMAT)
@example({"block.py": b"", "goal (1).PY": b""}, tarfile.PAX_FORMAT)
def test_tar_reader_agrees_with_the_standard_library(tree: dict[str, bytes], format: int) -> None:
    """An archive that `tarfile` writes, in any of its formats, with long and foreign names, is read completely."""
    extra = enumerate(tree.items())
    if format == tarfile.USTAR_FORMAT:  # this format has no way to write the longest names
        long = {f"{'deep/' * 20}{number}/{'n' * 60}.py": data for number, (_, data) in extra}
    else:
        long = {
            f"{'deep/' * 25}{number}/{'n' * 95}{name}.py": data for number, (name, data) in extra
        }
    with tempfile.TemporaryDirectory() as temporary:
        path = as_tar(Path(temporary) / "alice.tar", {**TREE, **long}, format=format)
        with tarfile.open(path) as archive:
            theirs = {member.name: archive.extractfile(member).read() for member in archive}  # type: ignore[union-attr]
        with path.open("rb") as stream:
            ours = {
                member.name: member.read(LIMITS.file_bytes)
                for member in tar.members(stream, LIMITS)
            }
    assert ours == theirs


@pytest.mark.skipif(which("tar") is None, reason="this system has no tar command")
@pytest.mark.parametrize(
    "option",
    ["--format=v7", "--format=oldgnu", "--format=gnu", "--format=ustar", "--format=pax", "-z"],
)
def test_archives_of_the_tar_command_are_read(tmp_path: Path, option: str) -> None:
    """They have folders, `./` in front and headers of their own dialect."""
    as_folder(tmp_path / "alice", {**TREE, "pkg/" + "n" * 80 + ".py": b"x = 1\n"})
    command = [
        "tar",
        option,
        "-cf",
        str(tmp_path / "alice.tar"),
        "-C",
        str(tmp_path / "alice"),
        ".",
    ]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("this tar command does not know the format")
    assert read(tmp_path / "alice.tar").files == read(tmp_path / "alice").files


@pytest.mark.skipif(which("xz") is None, reason="this system has no xz command")
def test_xz_of_several_streams(tmp_path: Path) -> None:
    """Parallel packers write several streams, which are read as one."""
    tar = as_tar(tmp_path / "alice.tar", TREE).read_bytes()
    packed = [
        subprocess.run(["xz", "-c"], input=half, capture_output=True, check=True).stdout
        for half in (tar[:700], tar[700:])
    ]
    (tmp_path / "alice.tar.xz").write_bytes(packed[0] + bytes(8) + packed[1])
    assert read(tmp_path / "alice.tar.xz").files == TREE


@pytest.mark.slow
@pytest.mark.parametrize("way", nightly.one_in(3, [way for way in PACKERS if way != "folder"]))
def test_damage_is_one_line_or_harmless(tmp_path: Path, way: str) -> None:
    """An archive that is cut short or has changed bytes is one clear line or a submission, never a crash."""
    generator = random.Random(way)
    path = PACKERS[way](tmp_path, {**TREE, "pkg/x.py": generator.randbytes(3000)})
    whole = path.read_bytes()
    refused = 0
    for number in range(400):
        data = bytearray(whole)
        if number % 4 == 0:
            del data[generator.randrange(len(data)) :]
        for _ in range(generator.randrange(1, 4)):
            if data:
                data[generator.randrange(len(data))] = generator.randrange(256)
        path.write_bytes(data)
        result = outcome(lambda: read(path))
        if isinstance(result, str):
            refused += 1
            assert "\n" not in result
            assert result.isprintable()
    assert refused > 20


@pytest.mark.slow
def test_headers_changed_in_a_zip(tmp_path: Path) -> None:
    """Every byte of a zip's own structures, set to its worst values, is one line or a submission."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("block.py", TREE["block.py"])
    whole = buffer.getvalue()
    path = tmp_path / "alice.zip"
    for position in range(len(whole)):
        for value in (0x00, 0x01, 0x7F, 0xFF):
            path.write_bytes(whole[:position] + bytes([value]) + whole[position + 1 :])
            result = outcome(lambda: read(path))
            # a name may have a space that does not break
            assert isinstance(result, Submission) or result.replace("\xa0", " ").isprintable()
    as_zip(path, TREE)
    assert read(path).files == TREE
