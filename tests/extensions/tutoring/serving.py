"""A desk that a test serves on this machine, for real browsers."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import uvicorn

from graders.extensions.tutoring.desk.application import application
from graders.extensions.tutoring.desk.desk import Desk
from graders.extensions.tutoring.desk.finishing import Finisher


@contextlib.contextmanager
def served(folder: Path, tutor: str = "Ann") -> Iterator[str]:
    """Yield the address of a desk of the class in *folder*; all marks are in the results afterwards."""
    desk, finisher = Desk(folder), Finisher(folder)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(
            application(desk, finisher, "token", tutor),
            log_level="error",
            lifespan="off",
            ws="none",
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            while not server.started and thread.is_alive():
                time.sleep(0.01)
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/token/"
        finally:
            server.should_exit = True
            thread.join()
            desk.close()
            finisher.finish()
