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
        Color[][] c=board.flatten();
        int last=c.length-1;
        int sum=0;
        for(int i=0;i<=last;i++){
            for(int j=0;j<=last;j++){
                if(c[i][j]!=targetGoal) continue;
                if(i==0||i==last) sum++;
                if(j==0||j==last) sum++;
            }
        }
        return sum;
    }

    @Override
    public String description() {
        return "Bring as much " + GameColors.colorToString(this.targetGoal)
                + " as you can to the border of the board: a point for each cell there, two in a corner.";
    }
}
