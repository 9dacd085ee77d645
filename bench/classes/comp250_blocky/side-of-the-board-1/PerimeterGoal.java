package assignment3;

import java.awt.Color;

/** The goal to bring as much of a colour as possible to the border of the board. */
public class PerimeterGoal extends Goal {

    public PerimeterGoal(Color c) {
        super(c);
    }

    @Override
    public int score(Block board) {
    	Color[][] c=board.flatten();
    	int end=c.length-1;
    	int result=0;
    	for(int i=0;i<=end;i++){
    		for(int j=0;j<=end;j++){
    			if(c[i][j]!=targetGoal) continue;
    			if(i==0||i==end) result++;
    			if(j==0||j==end) result++;
    		}
    	}
    	return result;
    }

    @Override
    public String description() {
        return "Bring as much " + GameColors.colorToString(this.targetGoal)
                + " as you can to the border of the board: a point for each cell there, two in a corner.";
    }
}
