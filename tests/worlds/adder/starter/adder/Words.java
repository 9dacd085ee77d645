package toys;

/** Words. */
public class Words {
    public String say(int a, int b) {
        return null;
    }
}
