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

SAMPLES = (0.01, 0.015, 0.0215, 0.03, 0.043, 0.075, 0.1, 0.125, 0.2, 0.25, 0.5, 0.9)
"""Times of samples, as fractions of the CPU time limit."""


class Whereabouts:
    """Samples the stack of this process."""

    def __init__(self, names: Collection[str], report: Callable[[str, float], None]) -> None:
        """*names* are the files of the submission.

        *report* is called with "file, line n", or "" if the line is unknown, and the CPU seconds of
        the call; the last report counts.
        """
        self.names = names
        self.report = report
        self.previous: list[FrameType] = []
        self.times: list[float] = []
        """CPU times of this process at the samples that follow."""
        self.called = 0.0
        """CPU time of this process at the beginning of the call."""

    def watch(self, cpu_seconds: float) -> None:
        """Begin to sample, if this system can; *cpu_seconds* is the limit of the process."""
        if not hasattr(signal, "setitimer") or cpu_seconds <= 0:
            return
        now = time.process_time()
        self.times = [now + part * (cpu_seconds - now) for part in SAMPLES]
        signal.signal(signal.SIGPROF, self.sample)
        self.wait()

    def wait(self) -> None:
        """Set the time of the next sample, if any follows."""
        if self.times:
            pause = max(self.times[0] - time.process_time(), 0.001)
            signal.setitimer(signal.ITIMER_PROF, pause)

    def begin_call(self) -> None:
        """Note that a call begins."""
        self.called = time.process_time()

    def stop(self) -> None:
        """Stop sampling."""
        self.previous = []
        if self.times:
            self.times = []
            signal.setitimer(signal.ITIMER_PROF, 0)

    def sample(self, _number: int, frame: FrameType | None) -> None:
        """Report the innermost frame that the previous sample shares."""
        try:
            self.times.pop(0)
            self.wait()
            frames = self.frames(frame)
            line = ""
            for before, now in zip(self.previous, frames, strict=False):
                if before is not now:
                    break
                line = f"{now.f_code.co_filename}, line {now.f_lineno}"
            # keep a reference, or Python makes a new frame object on each access
            self.previous = frames
            self.report(line, time.process_time() - self.called)
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
