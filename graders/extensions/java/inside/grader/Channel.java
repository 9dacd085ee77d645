package grader;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/** Frames over a pair of streams: a four-byte length in big-endian order, then JSON of that length. */
final class Channel {
    private final DataInputStream in;
    private final OutputStream out;
    private final int limit;

    Channel(InputStream in, OutputStream out, int limit) {
        this.in = new DataInputStream(in);
        this.out = out;
        this.limit = limit;
    }

    /** Returns the next message, or null if the judge has hung up. */
    List<?> read() throws IOException, Wire.Broken {
        int length;
        try {
            length = in.readInt();
        } catch (EOFException end) {
            return null;
        }
        byte[] payload = new byte[length];
        in.readFully(payload);
        return (List<?>) Wire.decode(payload);
    }

    /** Sends a message. Throws Broken if it cannot be encoded or exceeds the limit of a frame. */
    synchronized void write(Object... message) throws IOException, Wire.Broken {
        byte[] payload = Wire.encode(message);
        if (payload.length > limit) {
            throw new Wire.Broken("the value is too large to report");
        }
        byte[] frame = new byte[4 + payload.length];
        for (int i = 0; i < 4; i++) {
            frame[i] = (byte) (payload.length >>> (24 - 8 * i));
        }
        System.arraycopy(payload, 0, frame, 4, payload.length);
        out.write(frame);
        out.flush();
    }
}
