"""The desk's server: who may ask, what it answers, and two tutors at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the optional extra `tutoring` is not installed")

from starlette.testclient import TestClient

from graders.extensions.platforms.return_feedback import return_feedback
from graders.extensions.tutoring.desk import views
from graders.extensions.tutoring.desk.application import MOST_BYTES, Routes, application
from graders.extensions.tutoring.desk.desk import Desk
from graders.extensions.tutoring.desk.finishing import Finisher
from graders.extensions.tutoring.desk.guard import Proxy
from graders.harness.course.marks import decisions_file, markings
from graders.harness.course.pages import class_folder, gradebook
from graders.harness.intake.delivery import Person
from graders.harness.reports import result_folder
from graders.harness.reports.audience import Audience
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.result_folder import CODE, EARLIER_CODE
from graders.harness.result import Comment, from_json
from tests.course.graded import write_state
from tests.extensions.tutoring.classroom import classroom, made
from tests.intake.downloads import delivery
from tests.reports.paper import controls
from tests.reports.test_pages import NASTY

HOST = "http://127.0.0.1:8800"
WHY = {"text": "Why **7**?", "file": "game.py", "line": 9, "end": 9}


class Tutor:
    """A browser at the desk, without its page."""

    def __init__(self, client: TestClient, name: str) -> None:
        self.client, self.name = client, name

    def get(self, path: str, **query: str) -> Any:
        """Return an answer."""
        return self.client.get(f"/token/api/{path}", params=query)

    def change(self, submission: str = "ada", **change: Any) -> Any:
        """Send a change of a submission."""
        body = {"tutor": self.name, "change": change}
        return self.client.post("/token/api/marking", params={"name": submission}, json=body)

    def rubric(self, **change: Any) -> Any:
        """Send a change of the rubric."""
        return self.client.post("/token/api/rubric", json={"change": change})


PROXY = Proxy("https://marking.example.edu", "X-Remote-User")


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """The folder of a class of three."""
    return classroom(tmp_path / "marks")


@pytest.fixture
def finisher(marks: Path) -> Finisher:
    """One that waits until the test ends."""
    return Finisher(marks, quiet=600)


@pytest.fixture
def client(marks: Path, finisher: Finisher) -> Iterator[TestClient]:
    """A client of the desk."""
    desk = Desk(marks)
    yield TestClient(application(desk, finisher, "token", "ann"), base_url=HOST)
    desk.close()


@pytest.fixture
def ann(client: TestClient) -> Tutor:
    return Tutor(client, "Ann")


@pytest.fixture
def ben(client: TestClient) -> Tutor:
    return Tutor(client, "Ben")


# The door.

REFUSED = {
    "no token": ("/", {}),
    "another token": ("/tokem/api/class", {}),
    "a longer token": ("/token2/api/class", {}),
    "host of another name": ("/token/api/class", {"host": "desk.example.org:8800"}),
    "host that begins alike": ("/token/api/class", {"host": "127.0.0.1.example.org:8800"}),
    "host with a user": ("/token/api/class", {"host": "127.0.0.1:8800@example.org"}),
    "no host": ("/token/api/class", {"host": ""}),
    "another site": ("/token/api/class", {"origin": "http://example.org"}),
    "another port": ("/token/api/class", {"origin": "http://127.0.0.1:9999"}),
    "a sandboxed frame": ("/token/api/class", {"origin": "null"}),
    "a link from another site": ("/token/", {"sec-fetch-site": "cross-site"}),
}


@pytest.mark.parametrize("case", REFUSED)
def test_stranger_gets_nothing(client: TestClient, case: str) -> None:
    """A site whose name leads to this machine (DNS rebinding) has its own name in Host and Origin."""
    path, headers = REFUSED[case]
    answer = client.get(path, headers=headers)
    assert answer.status_code == 403 and "ada" not in answer.text


def test_submission_without_a_roster_is_named_once(tmp_path: Path) -> None:
    """Its gradebook has the submission's name as the person's, too."""
    deliveries = [delivery("1001", Person("1001"))]
    write_state(tmp_path, gradebook.rows(deliveries, {"1001": made("1001")}, {}))
    result_folder.write(tmp_path, made("1001"), (), ReportStyle("Connect"), Audience.STAFF)
    desk = Desk(tmp_path)
    assert [(seat.name, seat.who) for seat in desk.seats.values()] == [("1001", "")]
    desk.close()


def test_rebinding_wins_without_the_guard(marks: Path, finisher: Finisher) -> None:
    """Weak side: Starlette alone answers any host, and a name in the address is no secret."""
    from starlette.applications import Starlette

    desk = Desk(marks)
    with TestClient(
        Starlette(routes=Routes(desk, finisher, "").all()), base_url="http://example.org"
    ) as open_:
        assert "ada" in open_.get("/api/class", headers={"origin": "http://example.org"}).text
    desk.close()


def test_form_of_another_site_changes_nothing(client: TestClient, marks: Path) -> None:
    """A form sends no JSON, and a script of another site has another origin."""
    body = json.dumps(
        {"tutor": "Eve", "change": {"type": "marks", "part": "Quality", "base": "", "value": "10"}}
    )
    for headers in (
        {"content-type": "text/plain"},
        {"content-type": "application/json", "origin": "http://example.org"},
    ):
        assert (
            client.post("/token/api/marking?name=ada", content=body, headers=headers).status_code
            == 403
        )
    assert decisions_file.read(marks).marking("ada") == markings.Marking("ada")


def test_page_may_load_its_own_files_only(client: TestClient) -> None:
    page = client.get("/token/")
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
    assert (
        page.headers["referrer-policy"] == "no-referrer"
        and page.headers["x-content-type-options"] == "nosniff"
    )
    assert "style=" not in page.text and " onclick" not in page.text
    for name, kind in (("desk.js", "text/javascript"), ("desk.css", "text/css")):
        assert name in page.text and client.get(f"/token/{name}").headers[
            "content-type"
        ].startswith(kind)


@pytest.mark.parametrize(
    "path", ["../desk.py", "..%2fdesk.py", "%2e%2e/desk.py", "static/desk.js", "/etc/passwd"]
)
def test_path_leads_nowhere_else(client: TestClient, path: str) -> None:
    """Files come from a table of three."""
    answer = client.get(f"/token/{path}")
    assert answer.status_code in (403, 404) and "import" not in answer.text


@pytest.mark.parametrize("name", ["../ada", "ada/../ben", "/etc", "", "ada\x00", "nobody"])
def test_unknown_submission_has_no_file(ann: Tutor, marks: Path, name: str) -> None:
    assert ann.get("code", name=name).status_code == 404
    assert ann.change(name, type="item", id="x", on=True).status_code == 404
    assert not (marks / decisions_file.FILE).exists()


def test_large_or_malformed_body_is_refused(client: TestClient) -> None:
    """A request is read up to its limit and no further."""
    for content, status in (
        (b"x" * (MOST_BYTES + 1), 413),
        (b"{", 400),
        (b"[" * 5000, 400),
        (b'{"tutor": 1, "change": {}}', 400),
        (b"\xff", 400),
    ):
        answer = client.post(
            "/token/api/marking?name=ada",
            content=content,
            headers={"content-type": "application/json"},
        )
        assert answer.status_code == status, content[:20]


# The code.


@pytest.mark.slow
def test_code_has_findings_and_failed_checks_at_their_lines(ann: Tutor) -> None:
    code = ann.get("code", name="ada").json()
    game = code["files"][0]
    assert game["name"] == "game.py" and game["lines"][5] == "def drop(board, column):"
    assert ann.get("colours", name="ada", file="0").json()[5][0] == ["k", "def"]
    for name, file in (("ada", "2"), ("ada", ""), ("ada", "-1"), ("../ada", "0")):
        assert ann.get("colours", name=name, file=file).status_code == 404
    notes = {
        (note["file"], note["line"]): note["title"]
        for note in code["result"]["notes"]
        if note["line"]
    }
    assert notes == {
        ("game.py", 8): "drop refuses a full column.",
        ("game.py", 9): "7 has no name.",
        ("main.py", 3): "A call outside of functions.",
    }
    assert "A diagonal wins." in [
        note["title"] for note in code["result"]["notes"] if not note["line"]
    ]


@pytest.mark.slow
def test_changes_since_the_earlier_files_are_shown(ann: Tutor, marks: Path) -> None:
    code = marks / "ada" / CODE
    earlier = json.loads(code.read_text()) | {"gone.py": "X = 1"}
    earlier["game.py"] = earlier["game.py"].replace("SIZE = 7", "SIZE = 8")
    (code.parent / EARLIER_CODE).write_text(json.dumps(earlier))
    files = ann.get("code", name="ada").json()["files"]
    assert [file["is_changes"] for file in files] == [False, False, True]
    changes = files[-1]["lines"]
    assert {"-SIZE = 8", "+SIZE = 7", "-X = 1"} < {*changes}
    coloured = ann.get("colours", name="ada", file="2").json()
    assert coloured[changes.index("+SIZE = 7")] == [["added", "+SIZE = 7"]]
    assert [text_of(line) for line in coloured] == changes


def test_change_that_is_not_shown_is_named() -> None:
    """Attack: what is behind 400 characters of a line, or behind 60 files, differs in no line that a tutor sees."""
    wide = "x = 1" + " " * views.WIDEST
    many = {f"a{number:03}.py": b"1\n" for number in range(views.MOST_FILES)}
    before = many | {"a000.py": f"{wide}; y = 1".encode(), "z.py": b"1\n", "a001.py": b"2\n"}
    after = many | {"a000.py": f"{wide}; y = 2".encode(), "z.py": b"3\n"}
    assert views.unseen_changes(before, after) == ["a000.py", "z.py"]
    assert views.changes([], ["z.py"]).left_out == "Also changed, where it is not shown: z.py"
    assert views.unseen_changes(many, many) == []


def text_of(line: list[Any]) -> str:
    """Return the text of a coloured line."""
    return "".join(span if isinstance(span, str) else span[1] for span in line)


@pytest.mark.slow
def test_hostile_code_arrives_as_text(tmp_path: Path, finisher: Finisher) -> None:
    """Control and direction characters are visible, and no line makes markup: the page gets texts."""
    source = "\n".join(
        [*NASTY[:-1], "a\u202eb\x1b[2J", "::set-output name=a::b", "p\u0430ss = 1"]
    ).encode()
    desk = Desk(
        classroom(tmp_path / "hostile", ("eve",), code={"game.py": source, "<img src=x>.py": b"1"})
    )
    client = TestClient(application(desk, finisher, "token", ""), base_url=HOST)
    answer = client.get("/token/api/code?name=eve")
    coloured = client.get("/token/api/colours?name=eve&file=1").json()
    desk.close()
    assert answer.headers["content-type"] == "application/json"
    lines = answer.json()["files"][1]["lines"]
    assert [text_of(line) for line in coloured] == lines
    assert len(lines) == len(source.splitlines()) and not controls("".join(lines))
    assert ["x", "\u0430"] in coloured[-1] and lines[-1] == "p\u0430ss = 1"
    assert lines[0] == NASTY[0] and lines[-3].startswith("a\\u202eb\\x1b")


@pytest.mark.slow
def test_huge_files_are_bounded(tmp_path: Path, finisher: Finisher) -> None:
    """Many lines, a line of megabytes, and a file too large for any page."""
    code = {
        "a.py": b"x = 1\n" * 20_000,
        "b.py": b"y" * 1_500_000,
        **{f"c{number:03}.py": b"1" for number in range(100)},
    }
    folder = classroom(tmp_path / "huge", ("eve",), code=code)
    stored = json.loads((folder / "eve" / CODE).read_text())
    (folder / "eve" / CODE).write_text(json.dumps({**stored, "d.py": "z" * (3 << 20)}))
    desk = Desk(folder)
    client = TestClient(application(desk, finisher, "token", ""), base_url=HOST)
    answer = client.get("/token/api/code?name=eve")
    desk.close()
    files = {file["name"]: file for file in answer.json()["files"]}
    assert len(files) == 60 and len(answer.content) < 1 << 20
    assert len(files["a.py"]["lines"]) == 5000 and files["a.py"]["left_out"] == "15,000 more lines"
    assert len(files["b.py"]["lines"][0]) < 500


# Tutors' words.


@pytest.mark.slow
def test_words_and_marks_are_in_files_and_results(
    ann: Tutor, marks: Path, finisher: Finisher
) -> None:
    """They are saved at once, and come into results, pages and gradebook as those of a sheet do."""
    assert (
        ann.change(type="comment", id="c1", base=None, value=WHY).json()["comments"][0]["html"]
        == "<p>Why <strong>7</strong>?</p>\n"
    )
    item = {"id": "names", "name": "Names", "part": "Quality", "marks": "-1.5"}
    assert ann.rubric(type="entry", id="names", base=None, value=item).status_code == 200
    assert ann.change(type="item", id="names", on=True).json()["parts"][0]["marks"] == "8.5"
    assert decisions_file.read(marks).marking("ada").comment[0].by == "Ann"
    assert finisher.pending
    finisher.finish()
    found = from_json((marks / "ada" / "result.json").read_bytes())
    assert (found.manual[0].comment, found.comments) == ("- Names (-1.5)", (Comment(**WHY),))
    assert "8.5" in (marks / class_folder.BOOK).read_text()
    assert "<strong>7</strong>" in (marks / "ada" / "staff-report.html").read_text()
    return_feedback(marks, "folders", marks.parent / "back")
    pages = {
        path.parent.name: path.read_text() for path in (marks.parent / "back").rglob("report.html")
    }
    assert [
        name for name, page in pages.items() if "<strong>7</strong>" in page and "return 7" in page
    ] == ["Ada Person ada"]
    assert not any("Ann" in page for page in pages.values())


@pytest.mark.slow
def test_two_tutors_lose_no_word(ann: Tutor, ben: Tutor) -> None:
    """The second gets the first's text and its author; nothing is written over."""
    ann.change(type="comment", id="c1", base=None, value=WHY)
    mine, theirs = {**WHY, "text": "Mine."}, {**WHY, "text": "Theirs."}
    assert ben.change(type="comment", id="c1", base=WHY, value=theirs).status_code == 200
    answer = ann.change(type="comment", id="c1", base=WHY, value=mine)
    assert answer.status_code == 409 and answer.json() == {"now": theirs, "by": "Ben"}
    both = {**WHY, "text": "Theirs.\n\nMine."}
    assert ann.change(type="comment", id="c1", base=theirs, value=both).status_code == 200
    ben.change(type="comment", id="c2", base=None, value={"text": "And more."})
    assert [one["text"] for one in ann.get("marking", name="ada").json()["comments"]] == [
        "And more.",
        "Theirs.\n\nMine.",
    ]


def test_tutor_sees_what_another_one_wrote(ann: Tutor, ben: Tutor) -> None:
    """The page asks for changes; without any, the answer is short."""
    version = ann.get("changes", name="ada").json()["version"]
    assert set(ann.get("changes", seen=version, name="ada").json()) == {
        "version",
        "pending",
        "problem",
        "here",
        "results",
        "people",
    }
    ben.change(type="marks", part="Quality", base="", value="7")
    news = ann.get("changes", seen=version, name="ada").json()
    assert news["marking"]["parts"][0]["typed"] == "7"
    assert [(state["marked"], state["by"], state["marks"]) for state in news["states"]] == [
        (True, {"Quality": "Ben"}, "7"),
        (False, {}, ""),
        (False, {}, ""),
    ]


@pytest.mark.slow
def test_file_changed_by_hand_is_read_again(ann: Tutor, marks: Path) -> None:
    """So is one that git merged. A damaged file is reported, and neither lost nor written over."""
    ann.change(type="marks", part="Quality", base="", value="7")
    version = ann.get("changes").json()["version"]
    path = marks / decisions_file.FILE
    path.write_text(path.read_text().replace('"7"', '"6.5"'))
    assert (
        ann.get("changes", seen=version, name="ada").json()["marking"]["parts"][0]["typed"] == "6.5"
    )
    path.write_text("<<<<<<< HEAD\n")
    answer = ann.change(type="marks", part="Quality", base="6.5", value="8")
    assert answer.status_code == 422 and "decisions.toml" in answer.json()["message"]
    news = ann.get("changes")
    assert news.status_code == 422 and "decisions.toml" in news.json()["message"]
    assert path.read_text() == "<<<<<<< HEAD\n"


def test_wrong_value_has_a_message(ann: Tutor) -> None:
    answer = ann.change(type="marks", part="Quality", base="", value="11")
    assert (answer.status_code, answer.json()["message"]) == (
        422,
        "'11' is more than the maximum, 10",
    )


def test_without_parts_a_submission_is_read_or_not(tmp_path: Path, finisher: Finisher) -> None:
    """Three of the five assignments have no part for tutors."""
    desk = Desk(classroom(tmp_path / "plain", manual=()))
    ann = Tutor(TestClient(application(desk, finisher, "token", ""), base_url=HOST), "Ann")
    ann.change(type="read", on=True)
    assert [state["marked"] for state in ann.get("changes").json()["states"]] == [
        True,
        False,
        False,
    ]
    assert ann.get("class").json()["parts"] == []
    desk.close()


@pytest.fixture
def by_proxy(marks: Path, finisher: Finisher) -> Iterator[TestClient]:
    """A client of a desk behind a web server with a login."""
    desk = Desk(marks)
    yield TestClient(application(desk, finisher, "token", "", PROXY), base_url=PROXY.address)
    desk.close()


def test_tutor_behind_a_proxy_is_who_has_logged_in(by_proxy: TestClient, marks: Path) -> None:
    """The name that a page sends counts for nothing: a mark that can be defended has the login."""
    by_proxy.headers["X-Remote-User"] = "ben"
    by_proxy.headers["Origin"] = PROXY.address
    about = by_proxy.get("/token/api/class").json()
    assert (about["tutor"], about["has_login"]) == ("ben", True)
    Tutor(by_proxy, "Ann").change(type="comment", id="c1", base=None, value=WHY)
    assert decisions_file.read(marks).marking("ada").comment[0].by == "ben"


def test_login_is_one_person_in_all_browsers(by_proxy: TestClient) -> None:
    """The name of the page plays no part."""

    def following(login: str, page: str) -> str:
        answer = by_proxy.post(
            "/token/api/next",
            json={"page": page, "tutor": ""},
            headers={"X-Remote-User": login, "Origin": PROXY.address},
        )
        return str(answer.json()["name"])

    assert following("ann", "desktop.1") == following("ann", "tablet.2") == "ada"
    assert following("ben", "desktop.3") == "ben"


@pytest.mark.parametrize(
    ("host", "headers", "reason"),
    [
        (PROXY.address, [], "nobody has logged in"),
        (PROXY.address, [("X-Remote-User", " ")], "nobody has logged in"),
        (PROXY.address, [("X-Remote-User", "ann"), ("X-Remote-User", "ben")], "nobody has"),
        (HOST, [("X-Remote-User", "ann")], "the desk is for https://marking.example.edu"),
        (
            PROXY.address,
            [("X-Remote-User", "ann"), ("Origin", "http://marking.example.edu")],
            "the request comes from another site",
        ),
    ],
)
def test_desk_behind_a_proxy_refuses_all_others(
    by_proxy: TestClient, host: str, headers: list[tuple[str, str]], reason: str
) -> None:
    answer = by_proxy.get(f"{host}/token/api/class", headers=headers)
    assert (answer.status_code, reason in answer.text) == (403, True)
