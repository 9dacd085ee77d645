package grader;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** The output stream of all that is printed: counts it, keeps its beginning, and ends the call at the limit. */
final class CappedOutput extends OutputStream {
    /** The program printed more in one call than the limit allows. */
    static final class Flood extends Error {
        private static final long serialVersionUID = 1L;

        Flood() {
            super("too much output", null, false, false);
        }
    }

    private static final int KEPT = 1000;

    private final long limit;
    private long printed;
    private final byte[] kept = new byte[KEPT + 1];
    private int length;

    CappedOutput(long limit) {
        this.limit = limit;
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        keep(bytes, from, length);
        count(length);
    }

    private synchronized void keep(byte[] bytes, int from, int more) {
        int room = Math.min(more, kept.length - length);
        if (room > 0) {
            System.arraycopy(bytes, from, kept, length, room);
            length += room;
        }
    }

    /** Returns the first KEPT bytes of the output, plus one if there were more. */
    synchronized String beginning() {
        return new String(kept, 0, length, StandardCharsets.UTF_8);
    }

    private synchronized void count(int more) {
        printed += more;
        if (printed > limit) {
            throw new Flood();
        }
    }

    synchronized boolean flooded() {
        return printed > limit;
    }

    synchronized void reset() {
        printed = 0;
        length = 0;
    }
}
