package grader;

/** A file or name that a check needs is not there, or does not compile; as data, which reports put into words. */
public final class Missing extends Exception {
    private static final long serialVersionUID = 1L;

    /** "file_missing", "file_broken", "file_unusable" or "name_missing". */
    final String kind;

    /** The file concerned, or empty if the text is the whole message. */
    final String file;

    /** "Block.java, line 12", or empty. */
    final String where;

    /** The type whose whole file is unusable, or empty. */
    final String type;

    public Missing(String text) {
        this("name_missing", "", text, "", "");
    }

    Missing(String kind, String file, String text, String where, String type) {
        super(text);
        this.kind = kind;
        this.file = file;
        this.where = where;
        this.type = type;
    }
}
