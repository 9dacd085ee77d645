package grader;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;

/**
 * A clock that runs ahead, as in {@code inside/clocks.py}: {@code Thread.sleep} takes no time, and {@code System.nanoTime}
 * and {@code currentTimeMillis} show that it has passed. While the submission has other threads, a sleep is a real one.
 *
 * <p>Compiled classes call the methods here instead, see {@link #used}. Other waits take real time: those of
 * {@code Object.wait}, {@code TimeUnit}, timers and locks. Other clocks show it: those of {@code java.time}.
 */
public final class Clock {
    private static final Set<String> REPLACED =
        Set.of("java/lang/Thread.sleep", "java/lang/System.nanoTime", "java/lang/System.currentTimeMillis");

    /** Longest sleep, and a part of the longest time that nanoTime can show. */
    private static final long MOST_MILLISECONDS = Long.MAX_VALUE / 4_000_000;

    /** Bytes of a constant by its tag; those of a text follow from its length. */
    private static final int[] LENGTHS = {0, 0, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3};

    private static final int METHOD = 10;
    private static final int MOST_CONSTANTS = 65534;
    private static final byte[] NAME = "grader/Clock".getBytes(StandardCharsets.UTF_8);

    /** Threads that are not the submission's. */
    private static int ownThreads;

    /** Nanoseconds by which the clock is ahead. */
    private static volatile long ahead;

    private Clock() {}

    /** Lets the clock show the real time again. No thread of the submission may run. */
    static void reset() {
        ahead = 0;
        ownThreads = Thread.activeCount();
    }

    /** Replaces {@code Thread.sleep}. */
    public static void sleep(long milliseconds) throws InterruptedException {
        sleep(milliseconds, 0);
    }

    /** Replaces {@code Thread.sleep}. */
    public static void sleep(long milliseconds, int nanoseconds) throws InterruptedException {
        boolean isValid = milliseconds >= 0 && nanoseconds >= 0 && nanoseconds <= 999_999;
        if (!isValid || Thread.currentThread().isInterrupted() || Thread.activeCount() > ownThreads) {
            Thread.sleep(milliseconds, nanoseconds);
        } else {
            long slept = Math.min(milliseconds, MOST_MILLISECONDS) * 1_000_000 + nanoseconds;
            ahead = Math.min(ahead + slept, Long.MAX_VALUE / 2);
        }
    }

    /** Replaces {@code Thread.sleep} of Java 19. */
    public static void sleep(Duration duration) throws InterruptedException {
        sleep(Math.max(0, duration.toMillis()));
    }

    /** Replaces {@code System.nanoTime}. */
    public static long nanoTime() {
        return System.nanoTime() + ahead;
    }

    /** Replaces {@code System.currentTimeMillis}. */
    public static long currentTimeMillis() {
        return System.currentTimeMillis() + ahead / 1_000_000;
    }

    /**
     * Changes a class file so that it uses this clock, see chapter 4 of the specification of the virtual machine.
     *
     * <p>The constants that name the replaced methods get another class, whose name is added to the constants.
     */
    static byte[] used(byte[] code) {
        ByteBuffer file = ByteBuffer.wrap(code);
        int size = number(file, 8);
        int[] places = new int[size];
        int end = 10;
        for (int i = 1; i < size; i++) {
            places[i] = end;
            int tag = code[end];
            end += tag == 1 ? 3 + number(file, end + 1) : LENGTHS[tag];
            i += tag == 5 || tag == 6 ? 1 : 0;
        }
        boolean isChanged = false;
        for (int place : places) {
            if (code[place] == METHOD && REPLACED.contains(method(file, places, place)) && size < MOST_CONSTANTS) {
                file.putShort(place + 1, (short) (size + 1));
                isChanged = true;
            }
        }
        if (!isChanged) {
            return code;
        }
        ByteBuffer changed = ByteBuffer.allocate(code.length + NAME.length + 6).put(code, 0, end);
        changed.putShort(8, (short) (size + 2));
        changed.put((byte) 1).putShort((short) NAME.length).put(NAME).put((byte) 7).putShort((short) size);
        return changed.put(code, end, code.length - end).array();
    }

    /** Returns the class and the name of the method of a constant, as in REPLACED. */
    private static String method(ByteBuffer file, int[] places, int place) {
        int type = places[number(file, place + 1)];
        int nameAndType = places[number(file, place + 3)];
        return text(file, places[number(file, type + 1)]) + "." + text(file, places[number(file, nameAndType + 1)]);
    }

    private static String text(ByteBuffer file, int place) {
        return new String(file.array(), place + 3, number(file, place + 1), StandardCharsets.UTF_8);
    }

    private static int number(ByteBuffer file, int place) {
        return file.getShort(place) & 0xFFFF;
    }
}
