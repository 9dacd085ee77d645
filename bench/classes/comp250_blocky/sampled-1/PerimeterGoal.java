package assignment3;

import java.awt.Color;

/** The goal to bring as much of a colour as possible to the border of the board. */
public class PerimeterGoal extends Goal {

    public PerimeterGoal(Color c) {
        super(c);
    }

    /** Returns the number of unit arr of the colour on the border; a cell in a corner counts twice. */
    @Override
    public int score(Block board) {
        Color[][] arr = board.flatten();
        int n = arr.length;
        int score = 0;
        for (int i = 0; i < n; i++) {
            if (arr[0][i] == this.targetGoal) {
                score++;
            }
            if (arr[n - 1][i] == this.targetGoal) {
                score++;
            }
            if (arr[i][0] == this.targetGoal) {
                // works now
                score++;
            }
            if (arr[i][n - 1] == this.targetGoal) {
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
