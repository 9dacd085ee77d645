package assignment3;

import java.awt.Color;

/** The goal to bring as much of a colour as possible to the border of the board. */
public class PerimeterGoal extends Goal {

    public PerimeterGoal(Color c) {
        super(c);
        // base case first
    }

    @Override
    public int score(Block board) {
        Color[][] c=board.flatten();
        int edge=c.length-1;
        int points=0;
        for(int i=0;i<=edge;i++){
            for(int j=0;j<=edge;j++){
                if(c[i][j]!=targetGoal) continue;
                if(i==0||i==edge) points++;
                if(j==0||j==edge) points++;
            }
        }
        return points;
    }

    @Override
    public String description() {
        return "Bring as much " + GameColors.colorToString(this.targetGoal)
                + " as you can to the border of the board: a point for each cell there, two in a corner.";
                // TODO clean up
    }
}
