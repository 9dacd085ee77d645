"""The desk's addresses. `guard` stands before all of them.

Answers are JSON. Status 409 is a conflict, with the value that somebody else wrote; 422 is a wrong
value or a file that cannot be read, with a message for the tutor.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp

from graders.extensions.tutoring.desk.decided import DecideRequest, EffectView
from graders.extensions.tutoring.desk.desk import Desk, Unknown
from graders.extensions.tutoring.desk.finishing import Finisher
from graders.extensions.tutoring.desk.guard import JSON, Guard, Proxy
from graders.extensions.tutoring.marking_edits import Change, Conflict, RubricChange
from graders.harness.errors import GraderError
from graders.harness.reports.html import template

STATIC = Path(__file__).parent / "static"
PAGES = {
    "": (STATIC / "index.html", "text/html"),
    "desk.js": (STATIC / "desk.js", "text/javascript"),
    "desk.css": (STATIC / "desk.css", "text/css"),
    "report.css": (template.STYLE, "text/css"),
}
"""The end of the address -> file and type; nothing else is served."""
MOST_BYTES = 64 << 10
"""Bytes of a request; a comment has at most 16 kB."""
MOST_UPLOADED = 44 << 20
"""Bytes of a file in base64, about 32 MB; `grader decide --instead` takes larger ones."""
Body = TypeVar("Body", bound=msgspec.Struct)


class ChangeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tutor's change of one submission."""

    tutor: str
    change: Change


class RubricRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of the rubric."""

    change: RubricChange
    dry: bool = False
    """Whether only its effect is wanted."""


class NextRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish of a page for the next submission to mark."""

    page: str
    tutor: str
    here: str = ""
    """The submission that it shows."""
    part: str = ""
    """The part that its tutor marks."""
    part_alone: bool = False
    """Whether the tutor marks no other part."""


class LeaveRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a page."""

    page: str


class RerunRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to run a failed check again."""

    check: str


class Routes:
    """Answers requests about one class."""

    def __init__(self, desk: Desk, finisher: Finisher, tutor: str) -> None:
        """tutor: the name that the page proposes."""
        self._desk = desk
        self._finisher = finisher
        self._tutor = tutor
        self._presence = desk.presence

    def all(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/class", self.class_, methods=["GET"]),
            Route("/api/changes", self.changes, methods=["GET"]),
            Route("/api/code", self.code, methods=["GET"]),
            Route("/api/colours", self.colours, methods=["GET"]),
            Route("/api/marking", self.marking, methods=["GET"]),
            Route("/api/marking", self.change, methods=["POST"]),
            Route("/api/next", self.next, methods=["POST"]),
            Route("/api/leave", self.leave, methods=["POST"]),
            Route("/api/decide", self.decide, methods=["POST"]),
            Route("/api/rerun", self.rerun, methods=["POST"]),
            Route("/api/rubric", self.change_rubric, methods=["POST"]),
            Route("/{name:path}", static, methods=["GET"]),
        ]

    def class_(self, request: Request) -> Response:
        """Return what does not change while the desk runs."""
        desk = self._desk
        return _json(
            {
                "title": desk.title,
                "key": desk.key,
                "assignment": desk.assignment,
                "tutor": _tutor(request, self._tutor),
                "has_login": hasattr(request.state, "login"),
                "parts": [
                    {"name": name, "max": str(float(full)).removesuffix(".0")}
                    for name, full in desk.parts.items()
                ],
                "submissions": [{"name": name, "who": who} for name, who in desk.people()],
            }
        )

    def changes(self, request: Request) -> Response:
        """Return all that tutors wrote since the version *seen*, the marking of *name*, and who has
        which submission open.
        """
        query = request.query_params
        page = _page(request, query.get("page", ""))
        self._presence.note(page, _tutor(request, query.get("tutor", "")))
        version = self._desk.version()
        answer: dict[str, Any] = {
            "version": version,
            "pending": self._finisher.pending,
            "problem": self._desk.said(self._finisher.problem),
            "here": self._here(page),
            "results": self._desk.results_version(),
            "people": self._desk.people_version(),
        }
        seen = query.get("seen", "")
        if seen != version:
            if seen:
                self._finisher.touch()  # somebody else may have changed a file
            answer["states"] = list(self._desk.states().values())
            answer["rubric"] = self._desk.rubric()
            name = query.get("name", "")
            if name:
                answer["marking"] = self._desk.marking(name)
        return _json(answer)

    def _here(self, page: str) -> dict[str, list[str]]:
        """Return the tutors of all other pages, by the submission as the page calls it."""
        others = self._presence.others(page).items()
        here = {self._desk.shown_name(name): tutors for name, tutors in others}
        return {name: tutors for name, tutors in here.items() if name}

    def code(self, request: Request) -> Response:
        """Return code and result of a submission."""
        return _json(self._desk.code(request.query_params.get("name", "")))

    def colours(self, request: Request) -> Response:
        """Return the lines of one file in colours."""
        query = request.query_params
        return _json(self._desk.colours(query.get("name", ""), query.get("file", "")))

    def marking(self, request: Request) -> Response:
        """Return what tutors wrote about a submission, which *page* now shows, if it is named."""
        query = request.query_params
        marking = self._desk.marking(query.get("name", ""))
        if page := _page(request, query.get("page", "")):
            name = self._desk.real_name(marking.name)
            self._presence.note(page, _tutor(request, query.get("tutor", "")), name)
        return _json(marking)

    async def next(self, request: Request) -> Response:
        """Return the next submission for a tutor to mark, which nobody else has open."""
        wanted = await _body(request, NextRequest)
        here = self._desk.real_name(wanted.here)
        chosen = await run_in_threadpool(
            lambda: self._presence.claim(
                _page(request, wanted.page),
                wanted.tutor,
                lambda taken: self._desk.next_unmarked(
                    here, wanted.tutor, taken, wanted.part, wanted.part_alone
                ),
            )
        )
        return _json({"name": self._desk.shown_name(chosen)})

    async def leave(self, request: Request) -> Response:
        """Note that a page was closed."""
        self._presence.leave(_page(request, (await _body(request, LeaveRequest)).page))
        return _json({})

    async def change(self, request: Request) -> Response:
        """Make a tutor's change of a submission."""
        name = request.query_params.get("name", "")
        wanted = await _body(request, ChangeRequest)
        return await self._made(lambda: self._desk.change(name, wanted.change, wanted.tutor))

    async def decide(self, request: Request) -> Response:
        """Show what a decision changes, or write it."""
        name = request.query_params.get("name", "")
        wanted = await _body(request, DecideRequest, MOST_BYTES + MOST_UPLOADED)

        def make() -> EffectView:
            self._finisher.finish()  # so that the effect is not that of other changes
            return self._desk.decide(name, wanted)

        return await self._made(make)

    async def rerun(self, request: Request) -> Response:
        """Run a failed check again, and return what that prints."""
        name = request.query_params.get("name", "")
        check = (await _body(request, RerunRequest)).check
        return _json({"text": await run_in_threadpool(self._desk.rerun, name, check)})

    async def change_rubric(self, request: Request) -> Response:
        """Make a change of the rubric, or show its effect."""
        wanted = await _body(request, RubricRequest)
        if wanted.dry:
            return _json(await run_in_threadpool(self._desk.rubric_effect, wanted.change))
        return await self._made(lambda: self._desk.change_rubric(wanted.change))

    async def _made(self, make: Callable[[], object]) -> Response:
        try:
            answer = await run_in_threadpool(make)
        except Conflict as conflict:
            return _json({"now": conflict.now, "by": conflict.by}, 409)
        self._finisher.touch()
        return _json(answer)


def static(request: Request) -> Response:
    """Return a file of the page."""
    name = request.path_params["name"]
    if name not in PAGES:
        raise HTTPException(404)
    file, kind = PAGES[name]
    return Response(file.read_bytes(), media_type=kind)


def application(
    desk: Desk, finisher: Finisher, token: str, tutor: str, proxy: Proxy | None = None
) -> ASGIApp:
    """Return the desk as an application behind its guard."""
    routes = Routes(desk, finisher, tutor)
    app = Starlette(
        routes=[Mount(f"/{token}", routes=routes.all())],
        exception_handlers={
            Unknown: _refused(desk, 404),
            ValueError: _refused(desk, 422),
            GraderError: _refused(desk, 422),
        },
    )
    return Guard(app, token, proxy)


def _refused(desk: Desk, status: int) -> Callable[[Request, Exception], Response]:
    def answer(request: Request, error: Exception) -> Response:
        return _json({"message": desk.said(str(error))}, status)

    return answer


def _tutor(request: Request, named: str) -> str:
    """Return who asks: the login at the proxy, or without one the tutor *named*."""
    return str(getattr(request.state, "login", named))


def _page(request: Request, named: str) -> str:
    """Return the page that asks, see `Presence`. A login is one person's in all browsers."""
    login = getattr(request.state, "login", "")
    return f"{login}.{named.rpartition('.')[2]}" if login and named else named


async def _body(request: Request, kind: type[Body], most: int = MOST_BYTES) -> Body:
    """Return the body of a request. Raises HTTPException for a wrong one, and for one of more bytes
    than *most*.
    """
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > most:
            raise HTTPException(413)
    try:
        body = msgspec.json.decode(bytes(data), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise HTTPException(400, str(error)) from None
    named = getattr(body, "tutor", None)
    return body if named is None else msgspec.structs.replace(body, tutor=_tutor(request, named))


def _json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type=JSON)
