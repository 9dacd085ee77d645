"""Finds the line of the submission at which a process uses up its time.

It samples the stack several times, the last time just before the CPU limit. The innermost frame
that two samples in a row share is the one that does not return, because the frames that it calls
come and go. So an infinite loop is located in the function that runs it, every time. Each line is
sent at once, because the wall time limit may end a process whose CPU time is far from used up. A
call inside the interpreter's own code cannot be sampled, and a program may switch sampling off;
then nothing is sent.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Collection
from types import FrameType

SAMPLES = (0.02, 0.05, 0.1, 0.25, 0.5, 0.9)
"""Times of samples, as fractions of the CPU time limit."""


class Whereabouts:
    """Samples the stack of this process."""

    def __init__(self, names: Collection[str], report: Callable[[str], None]) -> None:
        """*names* are the files of the submission.

        *report* is called with "file, line n", or "" if the line is unknown; the last call counts.
        """
        self.names = names
        self.report = report
        self.previous: list[FrameType] = []
        self.pauses: list[float] = []

    def watch(self, cpu_seconds: float) -> None:
        """Begin to sample, if this system can; *cpu_seconds* is the limit of the process."""
        if not hasattr(signal, "setitimer") or cpu_seconds <= 0:
            return
        left = cpu_seconds - time.process_time()
        spans = zip((0.0, *SAMPLES), SAMPLES, strict=False)
        self.pauses = [max((end - begin) * left, 0.001) for begin, end in spans]
        signal.signal(signal.SIGPROF, self.sample)
        signal.setitimer(signal.ITIMER_PROF, self.pauses.pop(0))

    def stop(self) -> None:
        """Stop sampling."""
        self.previous = []
        if self.pauses:
            self.pauses = []
            signal.setitimer(signal.ITIMER_PROF, 0)

    def sample(self, _number: int, frame: FrameType | None) -> None:
        """Report the innermost frame that the previous sample shares."""
        try:
            if self.pauses:
                signal.setitimer(signal.ITIMER_PROF, self.pauses.pop(0))
            frames = self.frames(frame)
            line = ""
            for before, now in zip(self.previous, frames, strict=False):
                if before is not now:
                    break
                line = f"{now.f_code.co_filename}, line {now.f_lineno}"
            # keep a reference, or Python makes a new frame object on each access
            self.previous = frames
            self.report(line)
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
