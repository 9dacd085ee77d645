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
    	Color[][] cells=board.flatten();
    	int n=cells.length;
    	int score=0;
    	for(int i=0; i < n; i++){
    		if(cells[0][i]==this.targetGoal){
    			score++;
    		}
    		if(cells[n - 1][i]==this.targetGoal){
    			score++;
    		}
    		if(cells[i][0]==this.targetGoal){
    			score++;
    		}
    		if(cells[i][n - 1]==this.targetGoal){
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
