package grader;

import java.lang.management.ManagementFactory;

/** A worker as {@link Main} starts it, which has loaded all that any of them may need: an archive is made of it. */
public final class Training {
    private Training() {}

    public static void main(String[] arguments) throws Exception {
        for (String name : Archive.classes(System.getProperty("java.class.path")).keySet()) {
            load(name);
        }
        load("java.awt.Color"); // what many courses draw with
        ManagementFactory.getThreadMXBean().getThreadInfo(Thread.currentThread().getId(), 1);
        Main.main(arguments);
    }

    private static void load(String name) {
        try {
            Class.forName(name);
        } catch (ClassNotFoundException | LinkageError lacking) {
            return; // whoever needs it will hear
        }
    }
}
