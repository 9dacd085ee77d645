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
        Color[][] unitCells2 = board.flatten();
        int n = unitCells2.length;
        int score = 0;
        for (int i = 0; i < n; i++) {
            if (unitCells2[0][i] == this.targetGoal) {
                score++;
            }
            if (unitCells2[n - 1][i] == this.targetGoal) {
                score++;
            }
            if (unitCells2[i][0] == this.targetGoal) {
                score++;
            }
            if (unitCells2[i][n - 1] == this.targetGoal) {
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
