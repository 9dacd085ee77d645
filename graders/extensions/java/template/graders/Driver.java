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

    /** Calls sumOfDigits. */
    public static Object sumOfDigits(int number) throws Throwable {
        return Sandbox.invoke(Sandbox.method(Sandbox.type("NewModule"), "sumOfDigits", int.class), null, number);
    }

    /** Calls backwards. */
    public static Object backwards(String word) throws Throwable {
        return Sandbox.invoke(Sandbox.method(Sandbox.type("NewModule"), "backwards", String.class), null, word);
    }
}
