package assignment3;

import java.awt.Color;

/**
 * The colours of the game, and their names.
 *
 * There is one object for each colour. Use these very objects, never copies.
 */
public class GameColors {

    public final static Color GREEN = new Color(76, 153, 0);
    public final static Color RED = new Color(204, 0, 0);
    public final static Color BLUE = new Color(0, 102, 204);
    public final static Color YELLOW = new Color(252, 209, 42);

    /** The colours that a block can have; a random number from 0 to 3 picks one. */
    public final static Color[] BLOCK_COLORS = {RED, GREEN, BLUE, YELLOW};

    public final static Color FRAME_COLOR = Color.BLACK;
    public final static Color HIGHLIGHT_COLOR = Color.CYAN;

    /** Resets a colour that colorToANSIColor has set. */
    public final static String ANSI_RESET = "\u001B[0m";

    /** Returns the name of a block's colour in capitals; the empty string for anything else, including null. */
    public static String colorToString(Color c) {
        if (c == BLUE) {
            return "BLUE";
        }
        if (c == GREEN) {
            return "GREEN";
        }
        if (c == YELLOW) {
            return "YELLOW";
        }
        return c == RED ? "RED" : "";
    }

    /** Returns the ANSI code that switches a terminal to that colour; ANSI_RESET for any other colour. */
    public static String colorToANSIColor(Color c) {
        switch (colorToString(c)) {
            case "BLUE":
                return "\u001B[34m";
            case "GREEN":
                return "\u001B[32m";
            case "YELLOW":
                return "\u001B[33m";
            case "RED":
                return "\u001B[31m";
            default:
                return ANSI_RESET;
        }
    }
}
