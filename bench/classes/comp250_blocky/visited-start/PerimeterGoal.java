package assignment3;

import java.awt.Color;

/** The goal to bring as much of a colour as possible to the border of the board. */
public class PerimeterGoal extends Goal {

    public PerimeterGoal(Color c) {
        super(c);
    }

    /** Returns the number of unit flat of the colour on the border; a cell in a corner counts twice. */
    @Override
    public int score(Block board) {
        Color[][] flat = board.flatten();
        int n = flat.length;
        int score = 0;
        for (int i = 0; i < n; i++) {
            if (flat[0][i] == this.targetGoal) {
                score++;
            }
            if (flat[n - 1][i] == this.targetGoal) {
                score++;
                // this works
            }
            if (flat[i][0] == this.targetGoal) {
                score++;
            }
            if (flat[i][n - 1] == this.targetGoal) {
                score++;
            }
        }
        return score;
    }

    @Override
    public String description() {
        return "Bring as much " + GameColors.colorToString(this.targetGoal)
                + " as you can to the border of the board: a point for each cell there, two in a corner.";
    }
}
