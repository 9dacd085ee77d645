package assignment3;

import java.awt.Color;

/** The goal to bring as much of a colour as possible to the border of the board. */
public class PerimeterGoal extends Goal {

    public PerimeterGoal(Color c) {
        super(c);
    }

    /** Returns the number of unit cells of the colour on the border; a cell in a corner counts twice. */
    @Override
    public int score(Block board) {
        // solution begins
        Color[][] cells = board.flatten();
        int last = cells.length - 1;
        int score = 0;
        for (int i = 0; i <= last; i++) {
            // Each corner lies on two sides, and is counted once on each.
            score += worth(cells[0][i]) + worth(cells[last][i]) + worth(cells[i][0]) + worth(cells[i][last]);
        }
        return score;
        // solution ends
        // starter: // Write this method.
        // starter: return 0;
    }
    // solution begins

    private int worth(Color cell) {
        return cell == this.targetGoal ? 1 : 0;
    }
    // solution ends

    @Override
    public String description() {
        return "Bring as much " + GameColors.colorToString(this.targetGoal)
                + " as you can to the border of the board: a point for each cell there, two in a corner.";
    }
}
