package grader;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;

/**
 * Entry point of a Java process, whose connection is its standard input and output.
 *
 * <p>Arguments: the jar of the course's classes, the jar of the starter's, the required package of submitted files, the
 * maximum bytes of a frame, the maximum characters printed in one call, the size of the stack in bytes, whether files
 * of another package are moved into the required one, and the release of Java that they are compiled as.
 */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
        InputStream in = new FileInputStream(FileDescriptor.in);
        FileOutputStream output = new FileOutputStream(FileDescriptor.out);
        Channel channel = new Channel(in, output, Integer.parseInt(arguments[3]));
        CappedOutput printed = new CappedOutput(Long.parseLong(arguments[4]));
        Server server = new Server(channel, printed, arguments[2], Boolean.parseBoolean(arguments[6]),
            Integer.parseInt(arguments[7]), arguments[0], arguments[1]);
        Thread thread = new Thread(null, server, "submission", Long.parseLong(arguments[5]));
        thread.start();
        thread.join();
    }
}
