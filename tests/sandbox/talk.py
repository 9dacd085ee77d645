"""Calls operations over a connection, like a session, but without one."""

from __future__ import annotations

import time
from typing import Any

from graders.harness.protocol import values
from graders.harness.sandbox.interface import Box, Connection


def call(
    connection: Connection, operation: str, *arguments: object, seconds: float = 10.0
) -> list[Any]:
    """Call *operation*; return the kind of the reply and its values."""
    deadline = time.monotonic() + seconds
    connection.send(values.encode_frame(["call", 1, operation, list(arguments)], 1 << 20), deadline)
    while True:
        kind, _call, *rest = values.decode(connection.receive(deadline))
        if kind not in ("importing", "imported", "printed", "busy"):
            return [kind, *rest]


def once(box: Box, *arguments: object) -> list[Any]:
    """Call a function of the submission's module ``work`` in a new connection."""
    connection = box.connect("own")
    try:
        return call(connection, "call", *arguments)
    finally:
        connection.finish()
