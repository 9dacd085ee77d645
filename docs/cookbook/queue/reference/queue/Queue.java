import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/** People who wait: the first to come is the first to go. */
public class Queue {
    private final List<String> people = new ArrayList<>();

    /** Adds somebody at the end. */
    public void add(String name) {
        // solution begins
        people.add(name);
        // solution ends
    }

    /** Removes and returns the first. Throws NoSuchElementException if nobody is there. */
    public String next() {
        // solution begins
        if (people.isEmpty()) {
            throw new NoSuchElementException("nobody is there");
        }
        return people.remove(0);
        // solution ends
        // starter: return null;
    }
}
