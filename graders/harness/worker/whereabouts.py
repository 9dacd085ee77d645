"""Tells, shortly before the time of a process is up, where in the submission it is.

It looks twice: when half of the time is gone, and just before the end. The innermost frame that is there both times is
the one that does not come to its end; what it calls comes and goes. So an endless loop is found by the function that
runs it, the same one every time. A call that stays in the interpreter's own code cannot be looked at, and a program may
switch all of this off: then nothing is told.
"""

import signal
import time

FIRST = 0.5
"""The part of the CPU time after which it looks for the first time."""
LAST_SECONDS = 0.2
LAST = 0.9
"""It looks for the last time so many seconds before the end, or at this part of the time if that is later."""


class Whereabouts(object):
    """Looks where one process is."""

    def __init__(self, names, tell):
        """*names* are the files of the submission; *tell* is called with "file, line n" before the end, or never."""
        self.names = names
        self.tell = tell
        self.seen = []
        self.looks_again = 0.0

    def watch(self, cpu_seconds):
        """Begin to look after a process that has *cpu_seconds* altogether, if this system can."""
        if not hasattr(signal, "setitimer") or cpu_seconds <= 0:
            return
        left = cpu_seconds - time.process_time()
        first = max(FIRST * left, 0.001)
        self.looks_again = max(LAST * left, left - LAST_SECONDS) - first
        signal.signal(signal.SIGPROF, self.look)
        signal.setitimer(signal.ITIMER_PROF, first)

    def stop(self):
        """Look no more."""
        if self.looks_again:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def look(self, _number, frame):
        """Take note of the frames that are there, or tell which of those noted is still there."""
        try:
            frames = self.frames(frame)
            if not self.seen:
                self.seen = [known for known, _line in frames] or [None]
                signal.setitimer(signal.ITIMER_PROF, max(self.looks_again, 0.001))
                return
            place = ""
            for before, (now, line) in zip(self.seen, frames):
                if before != now:
                    break
                place = "%s, line %d" % (now[1].co_filename, line)
            self.tell(place)
        except BaseException:  # whatever it interrupted goes on
            pass

    def frames(self, frame):
        """Return what is known of the submission's frames, the outermost first, and the line each is in."""
        found = []
        while frame is not None:
            if frame.f_code.co_filename in self.names:
                found.append(((id(frame), frame.f_code), frame.f_lineno))
            frame = frame.f_back
        return found[::-1]
