package grader;

/** A file or a name that a check needs is not there, or does not compile. The message is for the student. */
public final class Missing extends Exception {
    private static final long serialVersionUID = 1L;

    /** "Block.java, line 12", or empty. */
    final String where;

    /** The type whose file is of no use as a whole, or empty. */
    final String type;

    public Missing(String text) {
        this(text, "", "");
    }

    Missing(String text, String where, String type) {
        super(text);
        this.where = where;
        this.type = type;
    }
}
