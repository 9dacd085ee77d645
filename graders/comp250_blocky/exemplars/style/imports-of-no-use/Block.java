import java.util.Scanner;

class Block {
    private static void checkDirection(int direction) {
        if (direction < 0 || direction > 1) {
            throw new IllegalArgumentException("a direction is 0 or 1");
        }
    }
}
