package grader;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.function.ObjDoubleConsumer;
import java.util.function.Predicate;

/**
 * Samples the stack of a long call, and reports the line of the innermost frame that does not return, because the
 * frames that it calls come and go. Each pause between samples is half as long again as the last one.
 */
final class Whereabouts implements Runnable {
    private static final long FIRST_MILLIS = 30;
    private static final int SAMPLES = 16;
    private static final double NANOS = 1e9;
    private static final int DEEPEST = 1_000;
    private static final StackTraceElement[] NOTHING = {};

    private final Thread watched;
    private final Predicate<String> isSubmitted;
    private final ObjDoubleConsumer<String> report;
    private long calls;
    private boolean calling;

    /**
     * Samples a thread for lines of submitted files; reports "file, line n", or "" if the line is unknown, and the CPU
     * seconds that the thread has taken since the first sample of the call.
     */
    Whereabouts(Thread watched, Predicate<String> isSubmitted, ObjDoubleConsumer<String> report) {
        this.watched = watched;
        this.isSubmitted = isSubmitted;
        this.report = report;
    }

    /** Begins to sample a call. */
    synchronized void begin() {
        calls++;
        calling = true;
        notifyAll();
    }

    /** Ends the call: nothing is reported of it from now on. */
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
        long first = 0;
        for (int sample = 0; sample < SAMPLES; sample++, pause += pause / 2) {
            Thread.sleep(pause);
            ThreadMXBean threads = ManagementFactory.getThreadMXBean(); // is not loaded for short calls
            long used = threads.getThreadCpuTime(watched.getId());
            first = sample == 0 ? used : first;
            StackTraceElement[] now = stack(threads);
            synchronized (this) {
                if (!calling || calls != call) {
                    return;
                }
                report.accept(sharedLine(before, now), (used - first) / NANOS);
            }
            before = now;
        }
        synchronized (this) {
            while (calling && calls == call) {
                wait();
            }
        }
    }

    /** Returns the frames, innermost first; none if there are so many that reading all would use up the memory. */
    private StackTraceElement[] stack(ThreadMXBean threads) {
        ThreadInfo info = threads.getThreadInfo(watched.getId(), DEEPEST);
        return info == null || info.getStackTrace().length == DEEPEST ? NOTHING : info.getStackTrace();
    }

    /** Returns the line of the innermost submitted frame that two stacks, innermost first, share. */
    private String sharedLine(StackTraceElement[] before, StackTraceElement[] now) {
        String line = "";
        for (int i = 1; i <= Math.min(before.length, now.length); i++) {
            StackTraceElement earlier = before[before.length - i];
            StackTraceElement later = now[now.length - i];
            if (!earlier.getClassName().equals(later.getClassName())
                    || !earlier.getMethodName().equals(later.getMethodName())) {
                break;
            }
            if (later.getFileName() != null && isSubmitted.test(later.getFileName())) {
                line = later.getFileName() + ", line " + later.getLineNumber();
            }
            if (earlier.getLineNumber() != later.getLineNumber()) {
                break; // it makes another call now
            }
        }
        return line;
    }
}
