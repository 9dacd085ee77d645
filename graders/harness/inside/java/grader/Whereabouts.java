package grader;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Looks now and then where a call is, and tells the line of the innermost frame that does not come to its end: what it
 * calls comes and goes. The longer a call takes, the more rarely.
 */
final class Whereabouts implements Runnable {
    private static final long FIRST_MILLIS = 100;
    private static final int LOOKS = 8;
    private static final int DEEPEST = 1_000;
    private static final StackTraceElement[] NOTHING = {};

    private final Thread looked;
    private final Predicate<String> known;
    private final Consumer<String> tell;
    private long calls;
    private boolean calling;

    /** Looks at a thread; a file counts if it is known; "file, line n" is told, or nothing that helps. */
    Whereabouts(Thread looked, Predicate<String> known, Consumer<String> tell) {
        this.looked = looked;
        this.known = known;
        this.tell = tell;
    }

    /** A call begins. */
    synchronized void begin() {
        calls++;
        calling = true;
        notifyAll();
    }

    /** The call has come to its end: from now on nothing is told of it. */
    synchronized void end() {
        calling = false;
    }

    @Override
    public void run() {
        try {
            while (true) {
                watch(next());
            }
        } catch (InterruptedException stopped) {
            return;
        }
    }

    private synchronized long next() throws InterruptedException {
        while (!calling) {
            wait();
        }
        return calls;
    }

    private void watch(long call) throws InterruptedException {
        StackTraceElement[] before = NOTHING;
        long pause = FIRST_MILLIS;
        for (int look = 0; look < LOOKS; look++, pause *= 2) {
            Thread.sleep(pause);
            StackTraceElement[] now = stack();
            synchronized (this) {
                if (!calling || calls != call) {
                    return;
                }
                tell.accept(place(before, now));
            }
            before = now;
        }
        synchronized (this) {
            while (calling && calls == call) {
                wait();
            }
        }
    }

    /** Returns the frames, innermost first; none where there are so many that to look at all would take its memory. */
    private StackTraceElement[] stack() {
        ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(looked.getId(), DEEPEST);
        return info == null || info.getStackTrace().length == DEEPEST ? NOTHING : info.getStackTrace();
    }

    /** Returns the line of the innermost known frame that two stacks, innermost first, have in common. */
    private String place(StackTraceElement[] before, StackTraceElement[] now) {
        String place = "";
        for (int i = 1; i <= Math.min(before.length, now.length); i++) {
            StackTraceElement one = before[before.length - i];
            StackTraceElement other = now[now.length - i];
            if (!one.getClassName().equals(other.getClassName()) || !one.getMethodName().equals(other.getMethodName())) {
                break;
            }
            if (other.getFileName() != null && known.test(other.getFileName())) {
                place = other.getFileName() + ", line " + other.getLineNumber();
            }
            if (one.getLineNumber() != other.getLineNumber()) {
                break; // what it called then is not what it calls now
            }
        }
        return place;
    }
}
