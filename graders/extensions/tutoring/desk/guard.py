"""The door of the desk: who may ask, and what browsers may do with the answer.

The desk shows hidden checks and takes marks, and every page that a tutor has open can send requests
to this machine. So each request needs the token, which is part of the address. A page of another
site cannot know it. The names of host and origin are checked as well: a site whose name leads to
this machine (DNS rebinding) has its own name in both.

Tutors at other machines come by way of a web server with a login, a `Proxy` on this machine. Then
each request needs the login, too, and counts as that tutor's.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOCAL = frozenset({"127.0.0.1", "localhost"})
"""Host names of this machine. The port may be another one: `ssh -L` changes it."""
JSON = "application/json"
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",  # the address has the token
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


@dataclass(frozen=True, slots=True)
class Proxy:
    """A web server with a login, in front of the desk."""

    address: str
    """Where browsers find it, such as "https://marking.example.edu"."""
    header: str
    """The header in which it says who has logged in."""


class Guard:
    """Lets requests through to *app* that have the token and come from this machine's pages, or by
    way of *proxy* alone. The state of a request from there has its "login".
    """

    def __init__(self, app: ASGIApp, token: str, proxy: Proxy | None = None) -> None:
        self._app = app
        self._token = token
        self._proxy = proxy
        self._hosts = LOCAL if proxy is None else frozenset({_name(proxy.address)})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refusal = self._refusal(scope)
        answer = PlainTextResponse(refusal, 403) if refusal else self._app
        await answer(scope, receive, with_headers)

    def _refusal(self, scope: Scope) -> str:
        """Return why a request is refused, or ""."""
        if scope["type"] != "http":
            return "the desk has no such connections"
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _name(f"//{host}") not in self._hosts:
            where = "this machine only" if self._proxy is None else self._proxy.address
            return f"the desk is for {where}"
        if self._proxy is not None:
            logins = headers.getlist(self._proxy.header)
            if len(logins) != 1 or not logins[0].strip():
                return f"nobody has logged in: there is no header {self._proxy.header}"
            scope["state"] = {"login": logins[0].strip()}
        token = scope["path"].removeprefix("/").partition("/")[0]
        if not secrets.compare_digest(token.encode(), self._token.encode()):
            return "wrong address: use the one that `grader desk` printed"
        origin = headers.get("origin")
        address = f"http://{host}" if self._proxy is None else self._proxy.address
        if origin is not None and origin != address:
            return "the request comes from another site"
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return "the request comes from another site"
        if scope["method"] in ("GET", "HEAD"):
            return ""
        if headers.get("content-type", "").partition(";")[0].strip() != JSON:
            return "a change is sent as JSON"
        return ""


def _name(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None
