"""Blind marking: no answer of the desk has a name, an id or a folder, and marks go to the right submission."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

pytest.importorskip("starlette", reason="the optional extra `tutoring` is not installed")

from starlette.testclient import TestClient

from graders.extensions.tutoring.desk.application import application
from graders.extensions.tutoring.desk.blind import BlindDesk, codes, words_of
from graders.extensions.tutoring.desk.finishing import Finisher
from graders.harness import cli
from graders.harness.course.marks import decisions_file
from graders.harness.course.pages import class_file, class_folder
from graders.harness.result import Flag, FlagCode, from_json, to_json
from tests.course.graded import change_state
from tests.extensions.tutoring.classroom import CODE, classroom
from tests.extensions.tutoring.test_application import HOST, Tutor, text_of
from tests.extensions.tutoring.test_decided import misspelt, with_unreadable

NAMES = ("adaw", "benk0815", "cemy", "deea", "4711")
SIGNED = b"""# Name: Adaw Person (Person, Adaw)
# Login: adaw
# I am Adaw, a person; Mr Person helped.
class Grid:
    owner = "adaw"
"""
NAMESAKE = b"cemy = 1\ncemy += cemy\nprint(cemy + cemy)\n"
"""A program in which a login is a word of its own."""


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """A class whose code and flags name people."""
    folder = classroom(tmp_path / "class-of-2026", NAMES)
    code = {
        **CODE,
        "adaw.py": SIGNED,
        "id.py": b"# s4711\nsize = 14711\n",
        "benk0815-2.py": b"x = 1\n",
        "n.py": NAMESAKE,
    }
    texts = {name: data.decode() for name, data in code.items()}
    for name in NAMES:
        (folder / name / "code.json").write_text(json.dumps(texts))
        path = folder / name / "result.json"
        text = f"the same file as deea, benk0815 in {folder}"
        flag = Flag(FlagCode.ASSIGNMENT, {"key": "", "text": text})
        path.write_bytes(
            to_json(msgspec.structs.replace(from_json(path.read_bytes()), flags=(flag,)))
        )
    state = class_file.read(folder)
    flags = ("the same file as deea and benk0815",)
    change_state(
        folder, rows=tuple(msgspec.structs.replace(row, flags=flags) for row in state.rows)
    )
    return folder


@pytest.fixture
def desk(marks: Path) -> Iterator[BlindDesk]:
    found = BlindDesk(marks)
    yield found
    found.close()


@pytest.fixture
def ann(marks: Path, desk: BlindDesk) -> Iterator[Tutor]:
    finisher = Finisher(marks, quiet=600)
    yield Tutor(TestClient(application(desk, finisher, "token", ""), base_url=HOST), "Ann")
    finisher.finish()


@pytest.fixture
def of() -> dict[str, str]:
    """The code of each submission."""
    return codes(NAMES)


def leaks(text: str, names: tuple[str, ...] = NAMES) -> list[str]:
    """Return the names in an answer, in any case, and the folder."""
    return [word for word in (*names, "person", "class-of-2026") if word in text.lower()]


def test_no_answer_names_anybody(ann: Tutor, of: dict[str, str]) -> None:
    """Other people's plain logins in code stay: they are words as others are."""
    assert leaks(ann.get("class").text) == []
    assert [one["name"] for one in ann.get("class").json()["submissions"]] == sorted(of.values())
    assert leaks(ann.get("changes").text) == []
    for name, code in of.items():
        ann.change(code, type="comment", id="c1", base=None, value={"text": "Why?"})
        assert leaks(ann.get("marking", name=code).text) == []
        answer = ann.get("code", name=code)
        own = [] if name in ("cemy", "4711") else [name]  # see the next test
        own += ["adaw person", "person, adaw", "class-of-2026"] if name == "adaw" else []
        assert [word for word in own if word in answer.text.lower()] == []
        for number in range(len(answer.json()["files"])):
            coloured = ann.get("colours", name=code, file=str(number)).json()
            assert [text_of(line) for line in coloured] == answer.json()["files"][number]["lines"]
        review = json.dumps(answer.json()["review"])
        assert leaks(review) == [] and of["deea"] in review


def test_code_loses_names_and_keeps_words(ann: Tutor, of: dict[str, str]) -> None:
    def lines(name: str, file: str) -> list[str]:
        files = ann.get("code", name=of[name]).json()["files"]
        found: list[str] = next(one["lines"] for one in files if one["name"] == file)
        return found

    assert lines("cemy", "n.py") == NAMESAKE.decode().splitlines()  # five times
    signed = lines("adaw", "••••.py")
    assert signed[:2] == [f"# Name: {'•' * 11} ({'•' * 12})", "# Login: ••••"]
    assert signed[2] == "# I am ••••, a person; Mr •••••• helped."
    assert lines("4711", "id.py") == ["# s••••", "size = 14711"]


def test_real_names_are_unknown(ann: Tutor, desk: BlindDesk) -> None:
    for path in ("code", "marking"):
        assert ann.get(path, name="adaw").status_code == 404
    assert ann.change("adaw", type="read", on=True).status_code == 404
    assert codes(NAMES)["adaw"] not in ann.get("code", name="adaw").text


@pytest.mark.parametrize("name", ["Ada King", "King, Ada"])
def test_both_orders_of_a_name_are_hidden(marks: Path, name: str) -> None:
    """Whichever the class list has."""
    entry = class_folder.entries_of(marks)[0]
    named = replace(entry, row=msgspec.structs.replace(entry.row, name=name))
    (words,) = words_of([named]).values()
    assert {"Ada King", "King, Ada"} <= words


def test_marks_go_to_the_right_submission(ann: Tutor, of: dict[str, str], marks: Path) -> None:
    """Also a comment on a file whose name is hidden."""
    code = of["benk0815"]
    ann.change(code, type="marks", part="Quality", base="", value="7")
    files = [file["name"] for file in ann.get("code", name=code).json()["files"]]
    hidden = f"{'•' * 8}-2.py"
    assert hidden in files
    value = {"text": "Why?", "file": hidden, "line": 1, "end": 1}
    answer = ann.change(code, type="comment", id="c1", base=None, value=value)
    assert answer.json()["comments"][0]["file"] == hidden
    second = ann.change(code, type="comment", id="c1", base=None, value={**value, "text": "What?"})
    assert second.status_code == 409 and leaks(second.text) == []
    changed = {**value, "text": "Why so?"}
    assert ann.change(code, type="comment", id="c1", base=value, value=changed).status_code == 200
    marking = decisions_file.read(marks).marking("benk0815")
    assert (marking.part[0].marks, marking.comment[0].file) == ("7", "benk0815-2.py")
    states = ann.get("changes").json()["states"]
    assert [one["marks"] for one in states].index("7") == sorted(of.values()).index(code)


def decide(tutor: Tutor, code: str, **request: Any) -> Any:
    body = {"tutor": "Ann", "text": "The forum.", "whom": "one", **request}
    return tutor.client.post(f"/token/api/decide?name={code}", json=body)


def test_decisions_show_codes(ann: Tutor, of: dict[str, str], marks: Path) -> None:
    request = {"what": "waive", "about": "drop.full", "whom": "failed"}
    answer = decide(ann, of["adaw"], **request)
    assert leaks(answer.text) == []
    # in no order of names
    assert [move["who"] for move in answer.json()["moves"]] == sorted(of.values())
    shown = ann.get("code", name=of["adaw"]).json()["review"]["reasons"][0]
    seen = {"what": "seen", "about": shown}
    effect = decide(ann, of["adaw"], **seen).json()
    assert leaks(json.dumps(effect)) == [] and f"{of['adaw']}: no longer" in effect["lines"][0]
    assert decide(ann, of["adaw"], **seen, shown=effect["digest"]).json()["written"]
    assert decisions_file.read(marks).seen[0].submission == "adaw"


def test_file_is_taken_by_its_real_name(ann: Tutor, of: dict[str, str], marks: Path) -> None:
    """The page shows a code for the author in the name of the file."""
    misspelt(marks, "adaw", "adaw_blok.py")
    change_state(
        marks, assignment="csc148_2018_blocky", names={"adaw": ()}, command=f"grade {marks}"
    )
    (choice,) = ann.get("code", name=of["adaw"]).json()["review"]["takes"]
    assert choice == f"{of['adaw']}_blok.py=block.py"
    effect = decide(ann, of["adaw"], what="take", about=choice)
    assert leaks(effect.text) == []
    shown = effect.json()["digest"]
    assert decide(ann, of["adaw"], what="take", about=choice, shown=shown).json()["written"]
    assert decisions_file.read(marks).file[0].taken_from == "adaw_blok.py"
    assert leaks(json.dumps(ann.get("code", name=of["adaw"]).json()["review"])) == []


def test_unreadable_submission_has_a_code(marks: Path) -> None:
    """Its reason and its files name the author."""
    with_unreadable(marks, "adawong")
    desk, finisher = BlindDesk(marks), Finisher(marks, quiet=600)
    tutor = Tutor(TestClient(application(desk, finisher, "token", ""), base_url=HOST), "Ann")
    code = codes(desk.seats)["adawong"]
    shown = tutor.get("code", name=code)
    assert "adawong" not in shown.text and code in shown.json()["unreadable"]
    choice = shown.json()["review"]["takes"][1]
    effect = decide(tutor, code, what="take", about=choice)
    assert "adawong" not in effect.text and choice == f"{code}_2.py=block.py"
    desk.close()
    finisher.finish()


def test_messages_have_no_folder(ann: Tutor, of: dict[str, str], marks: Path) -> None:
    (marks / decisions_file.FILE).write_text('[[submission]]\nname = "adaw"\n' * 2)
    answer = ann.get("changes")
    assert answer.status_code == 422 and "two tables" in answer.json()["message"]
    assert leaks(answer.text) == []


def test_order_is_of_chance_and_another_one_for_each_part(marks: Path) -> None:
    names = [f"s{number:02}" for number in range(30)]
    folder = classroom(marks.parent / "many", names)
    found = BlindDesk(folder)
    style, tests = found.order("Style"), found.order("Tests")
    again = BlindDesk(folder)
    assert style == again.order("Style") != tests
    assert sorted(style) == sorted(tests) == names != [style, tests]
    found.close()
    again.close()


def test_next_one_goes_by_the_order_of_the_part(
    ann: Tutor, desk: BlindDesk, of: dict[str, str]
) -> None:
    body: dict[str, Any] = {"page": "1", "tutor": "Ann", "part": "Quality"}
    got = []
    while True:
        here = ann.client.post("/token/api/next", json=body).json()["name"]
        if not here:
            break
        got.append(here)
        ann.change(here, type="marks", part="Quality", base="", value="7")
        body["here"] = here
    assert got == [of[name] for name in desk.order("Quality")]


def test_codes_are_the_same_in_each_copy_and_differ() -> None:
    names = [f"student-{number}" for number in range(3000)]
    found = codes(names)
    assert found == codes(reversed(names)) and len({*found.values()}) == 3000


def test_blind_desk_of_the_command_names_nobody(marks: Path) -> None:
    """The option is there; the rest is a desk's life."""
    assert class_folder.BOOK and cli.main(["desk", str(marks), "--blind", "--port", "99999"]) == 2
