package assignment3;

import java.awt.Color;
import java.util.Random;

/** Prints what the given classes and the text helpers do, for the tests of the reference. */
public class Probe {

    public static void main(String[] args) throws Exception {
        Block.gen = new Random(2);
        Block board = new Block(0, 2);
        board.updateSizeAndPosition(16, 0, 0);
        switch (args[0]) {
            case "colors":
                for (Color color : GameColors.BLOCK_COLORS) {
                    System.out.println(GameColors.colorToString(color) + " " + color.getRed() + " " + color.getGreen()
                            + " " + color.getBlue() + " " + GameColors.colorToANSIColor(color).substring(1));
                }
                Color copy = new Color(204, 0, 0);
                System.out.println("[" + GameColors.colorToString(copy) + GameColors.colorToString(null) + "] "
                        + GameColors.colorToANSIColor(copy).substring(1) + " " + GameColors.ANSI_RESET.substring(1));
                break;
            case "print":
                board.printBlock();
                break;
            case "colored":
                board.printColoredBlock();
                break;
            case "frame":
                BlockToDraw frame = board.getHighlightedFrame();
                System.out.println(frame.getShape() + " " + frame.getStrokeThickness() + " "
                        + (frame.getColor() == GameColors.HIGHLIGHT_COLOR) + " " + board.getLevel() + " "
                        + board.getMaxDepth());
                break;
            default:
                System.out.println(new BlobGoal(GameColors.RED).description());
                System.out.println(new PerimeterGoal(GameColors.BLUE).description());
        }
    }
}
