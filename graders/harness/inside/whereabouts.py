"""Finds, as the time of a process is used up, the line of the submission that does not end.

It looks several times, the last time just before the end. The innermost frame that is there at two
looks in a row is the one that does not end; the frames that it calls come and go. So an endless
loop is found by the function that runs it, the same one every time. Each finding is sent at once,
because the wall clock may end a process whose CPU time is far from used up. A call that stays in
the interpreter's own code cannot be looked at, and a program may switch all of this off: then
nothing is sent.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Collection
from types import FrameType

LOOKS = (0.02, 0.05, 0.1, 0.25, 0.5, 0.9)
"""Parts of the CPU time after which it looks."""


class Whereabouts:
    """Looks where one process is."""

    def __init__(self, names: Collection[str], tell: Callable[[str], None]) -> None:
        """*names* are the files of the submission.

        *tell* is called with "file, line n", or "" if it cannot be told; the last call counts.
        """
        self.names = names
        self.tell = tell
        self.seen: list[FrameType] = []
        self.pauses: list[float] = []

    def watch(self, cpu_seconds: float) -> None:
        """Begin to look, if this system can, at a process that has *cpu_seconds* altogether."""
        if not hasattr(signal, "setitimer") or cpu_seconds <= 0:
            return
        left = cpu_seconds - time.process_time()
        spans = zip((0.0, *LOOKS), LOOKS, strict=False)
        self.pauses = [max((end - begin) * left, 0.001) for begin, end in spans]
        signal.signal(signal.SIGPROF, self.look)
        signal.setitimer(signal.ITIMER_PROF, self.pauses.pop(0))

    def stop(self) -> None:
        """Look no more."""
        self.seen = []
        if self.pauses:
            self.pauses = []
            signal.setitimer(signal.ITIMER_PROF, 0)

    def look(self, _number: int, frame: FrameType | None) -> None:
        """Tell the innermost of the present frames that was there the last time."""
        try:
            if self.pauses:
                signal.setitimer(signal.ITIMER_PROF, self.pauses.pop(0))
            frames = self.frames(frame)
            line = ""
            for before, now in zip(self.seen, frames, strict=False):
                if before is not now:
                    break
                line = f"{now.f_code.co_filename}, line {now.f_lineno}"
            # keep a reference, or Python makes a new frame object on each access
            self.seen = frames
            self.tell(line)
        except BaseException:  # the interrupted code must go on
            pass

    def frames(self, frame: FrameType | None) -> list[FrameType]:
        """Return the submission's frames, the outermost first."""
        frames = []
        while frame is not None:
            if frame.f_code.co_filename in self.names:
                frames.append(frame)
            frame = frame.f_back
        return frames[::-1]
