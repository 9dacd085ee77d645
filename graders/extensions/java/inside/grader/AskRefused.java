package grader;

/** The judge refuses this callback in this check. */
public final class AskRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AskRefused(String reason) {
        super(reason);
    }
}
