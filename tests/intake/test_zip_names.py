"""Names in a zip that does not say how they are encoded, as Windows' Explorer makes one."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path

import pytest

from graders.harness.intake import archives
from graders.harness.intake.bulk import Reading, find_deliveries
from graders.harness.intake.limits import LIMITS
from graders.harness.intake.read import read_submission
from tests.world import TOY

CHINESE = ["王伟", "李娜", "张敏", "赵强", "陈静", "刘洋", "杨婷", "黄磊"]
JAPANESE = ["佐藤健", "鈴木花子", "高橋一郎", "田中さくら", "ソフィア表"]
KOREAN = ["김민준", "이서연", "박지훈", "최수빈"]
RUSSIAN = ["Иванов Иван", "Петрова Анна", "Щукин Яков", "Lee Min"]
GERMAN = ["Jürgen Müller", "Zoë Groß", "Söhnke Weiß"]


def packed(names: list[str], encoding: str, extra: bool = False, text: str = "x = 1\n") -> bytes:
    """Return a zip with an entry of this *text* for each name, in *encoding* without a flag;
    *extra*: with UTF-8 in an extra field, as Info-ZIP writes it.
    """
    stream = io.BytesIO()
    raws = [name.encode(encoding) for name in names]
    places = [f"{number:03}".ljust(len(raw), "x") for number, raw in enumerate(raws)]
    with zipfile.ZipFile(stream, "w") as archive:
        for name, raw, place in zip(names, raws, places, strict=True):
            info = zipfile.ZipInfo(place)
            if extra:
                field = b"\1" + zlib.crc32(raw).to_bytes(4, "little") + name.encode()
                info.extra = b"\x75\x70" + len(field).to_bytes(2, "little") + field
            archive.writestr(info, text)
    data = stream.getvalue()
    for raw, place in zip(raws, places, strict=True):
        data = data.replace(place.encode(), raw)
    return data


def read(data: bytes) -> tuple[list[str], str]:
    """Return the names in a zip, and the remark."""
    members, remark = archives.zip_members(io.BytesIO(data), LIMITS)
    return [member.name for member in members], remark


@pytest.mark.parametrize(
    "people, encoding, title",
    [
        (CHINESE, "gbk", "GBK"),
        (JAPANESE, "cp932", "Shift-JIS"),
        (RUSSIAN, "cp866", "cp866"),
        (RUSSIAN, "cp1251", "Windows-1251"),
        (["Søren Ærø", "Øyvind Åsæs"], "cp850", "cp850"),
        (["Łukasz Żak", "Jiří Dvořák"], "cp852", "cp852"),
    ],
)
def test_encoding_of_names_is_found(people: list[str], encoding: str, title: str) -> None:
    """The bytes fit one encoding alone; the remark names it."""
    found, remark = read(packed([f"{name}_1/sums.py" for name in people], encoding))
    assert found == [f"{name}_1/sums.py" for name in people]
    assert f"read as {title}," in remark


@pytest.mark.parametrize(
    "people, encoding, extra",
    [
        (GERMAN, "cp437", False),
        (CHINESE, "utf-8", False),
        (KOREAN, "cp949", True),
        (["Ada King"], "ascii", False),
    ],
)
def test_names_that_are_known_need_no_remark(people: list[str], encoding: str, extra: bool) -> None:
    """The format's own encoding, UTF-8 with or without a flag, and an extra field in UTF-8."""
    assert read(packed(people, encoding, extra)) == (people, "")


def test_ambiguous_names_are_reported() -> None:
    """Korean syllables are also common Chinese characters: nothing is guessed, and staff see why."""
    found, remark = read(packed(KOREAN, "cp949"))
    assert found == [name.encode("cp949").decode("cp437") for name in KOREAN]
    assert "GBK or Korean" in remark
    assert "unzip -O ENCODING" in remark


HELPERS = {
    "cp437": "größe",
    "cp850": "løsning",
    "cp866": "помощь",
    "cp1251": "помощь",
    "gbk": "计算",
    "big5": "計算",
    "cp932": "ヘルパー",
    "cp949": "계산",
    "utf-8": "계산",
}


@pytest.mark.parametrize("encoding", HELPERS)
def test_helper_has_the_name_by_which_it_is_imported(encoding: str, tmp_path: Path) -> None:
    """Where two encodings give names, the submission's own import decides."""
    helper, path = HELPERS[encoding], tmp_path / "one.zip"
    text = f"from {helper} import x\n"
    path.write_bytes(packed(["sums.py", "words.py", f"{helper}.py"], encoding, text=text))
    found = read_submission(path, TOY.assignment).files
    assert set(found) == {"sums.py", "words.py", f"{helper}.py"}


@pytest.mark.parametrize("encoding", HELPERS)
def test_file_that_nobody_imports_changes_nothing(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "one.zip"
    path.write_bytes(packed(["sums.py", "words.py", f"{HELPERS[encoding]}.py"], encoding))
    assert {"sums.py", "words.py"} < set(read_submission(path, TOY.assignment).files)


def test_file_whose_name_ends_in_half_a_character_is_no_folder() -> None:
    """The second byte of some Japanese characters is a backslash."""
    members, _ = archives.zip_members(io.BytesIO(packed(JAPANESE, "cp932")), LIMITS)
    assert [member.kind for member in members] == [archives.Kind.FILE] * len(JAPANESE)


def test_class_of_such_names_is_noted(tmp_path: Path) -> None:
    """The remark is among the notes of the class."""
    names = [f"{name}/{TOY.assignment.files.submitted[0]}" for name in CHINESE]
    (tmp_path / "class.zip").write_bytes(packed(names, "gbk"))
    found = find_deliveries([tmp_path / "class.zip"], TOY.assignment, Reading.CLASS)
    assert {each.label for each in found} == set(CHINESE)
    assert any("read as GBK" in note for note in found.notes)


def test_damaged_file_that_nobody_wants_refuses_no_zip() -> None:
    """Sources are read for the names that they import, also those that are left out later."""
    data = bytearray(packed(["王伟.py", "__MACOSX/._sums.py"], "gbk"))
    data[data.rfind(b"PK\1\2") + 16] ^= 0xFF  # its checksum
    members = list(archives.members(io.BytesIO(data), LIMITS))
    assert [member.name for member in members] == ["王伟.py", "__MACOSX/._sums.py"]
