package driver;

import grader.Sandbox;

/**
 * Operations on a submission: plain data in, plain data out.
 *
 * <p>This runs in the sandbox, beside the student's code, and holds no secret.
 */
public final class Driver {

    private Driver() {
    }

    /** Calls timeOf. */
    public static Object timeOf(int minutes) throws Throwable {
        return Sandbox.invoke(Sandbox.method(Sandbox.type("Clock"), "timeOf", int.class), null, minutes);
    }

    /** Calls minutesAt. */
    public static Object minutesAt(String time) throws Throwable {
        return Sandbox.invoke(Sandbox.method(Sandbox.type("Clock"), "minutesAt", String.class), null, time);
    }
}
