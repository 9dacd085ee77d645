"""Tells, as the time of a process is used up, where in the submission it is.

It looks several times, the last time just before the end. The innermost frame that is there one
time and the next is the one that does not come to its end; what it calls comes and goes. So an
endless loop is found by the function that runs it, the same one every time. What is found is told
at once, for the clock on the wall may end a process whose CPU time is far from used up. A call that
stays in the interpreter's own code cannot be looked at, and a program may switch all of this off:
then nothing is told.
"""

import signal
import time

LOOKS = (0.02, 0.05, 0.1, 0.25, 0.5, 0.9)
"""The parts of the CPU time after which it looks."""


class Whereabouts(object):
    """Looks where one process is."""

    def __init__(self, names, tell):
        """*names* are the files of the submission; *tell* is called with "file, line n", the last
        time counts.
        """
        self.names = names
        self.tell = tell
        self.seen = []
        self.pauses = []

    def watch(self, cpu_seconds):
        """Begin to look after a process that has *cpu_seconds* altogether, if this system can."""
        if not hasattr(signal, "setitimer") or cpu_seconds <= 0:
            return
        left = cpu_seconds - time.process_time()
        self.pauses = [max((to - since) * left, 0.001) for since, to in zip((0.0,) + LOOKS, LOOKS)]
        signal.signal(signal.SIGPROF, self.look)
        signal.setitimer(signal.ITIMER_PROF, self.pauses.pop(0))

    def stop(self):
        """Look no more."""
        self.seen = []
        if self.pauses:
            self.pauses = []
            signal.setitimer(signal.ITIMER_PROF, 0)

    def look(self, _number, frame):
        """Take note of the frames that are there, and tell which of those noted the last time is
        still there.
        """
        try:
            if self.pauses:
                signal.setitimer(signal.ITIMER_PROF, self.pauses.pop(0))
            frames = self.frames(frame)
            place = ""
            for before, now in zip(self.seen, frames):
                if before is not now:
                    break
                place = "%s, line %d" % (now.f_code.co_filename, now.f_lineno)
            self.seen = (
                frames  # held: of a frame that nobody holds, Python makes another object each time
            )
            self.tell(place)
        except BaseException:  # whatever it interrupted goes on
            pass

    def frames(self, frame):
        """Return the submission's frames, the outermost first."""
        found = []
        while frame is not None:
            if frame.f_code.co_filename in self.names:
                found.append(frame)
            frame = frame.f_back
        return found[::-1]
