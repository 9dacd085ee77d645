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
        Color[][] flat = board.flatten();
        int points = 0;
        int n = flat.length;
        // top and bottom
        for (int i = 0; i < n; i++) {
            if (flat[0][i].equals(this.targetGoal)) points += 1;
            if (flat[n - 1][i].equals(this.targetGoal)) points += 1;
        }
        // left and right
        for (int i = 0; i < n; i++) {
            if (flat[i][0].equals(this.targetGoal)) points += 1;
            // this works
            if (flat[i][n - 1].equals(this.targetGoal)) points += 1;
        }
        return points;
    }

    @Override
    public String description() {
        return "Bring as much " + GameColors.colorToString(this.targetGoal)
                + " as you can to the border of the board: a point for each cell there, two in a corner.";
    }
}
