package grader;

import java.io.OutputStream;

/** Where everything goes that is printed: it is counted, not kept, and a flood of it ends the call. */
final class CappedOutput extends OutputStream {
    /** More was printed in one call than may be. */
    static final class Flood extends Error {
        private static final long serialVersionUID = 1L;

        Flood() {
            super("too much output", null, false, false);
        }
    }

    private final long limit;
    private long printed;

    CappedOutput(long limit) {
        this.limit = limit;
    }

    @Override
    public void write(int one) {
        count(1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        count(length);
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
    }
}
