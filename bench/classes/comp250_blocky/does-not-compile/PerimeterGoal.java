package assignment3;

import java.awt.Color;

/** The goal to bring as much of a colour as possible to the border of the board. */
public class PerimeterGoal extends Goal {

    public PerimeterGoal(Color c) {
        super(c);
    }

    @Override
    public int score(Block board) {
    	Color[][] array=board.getUnitCells();
    	int total=0;
    	int n=array.length;
    	// top and bottom
    	for(int i=0; i < n; i++){
    		if(array[0][i].equals(this.targetGoal)) total+=1;
    		if(array[n - 1][i].equals(this.targetGoal)) total+=1;
    	}
    	// left and right
    	for(int i=0; i < n; i++){
    		if(array[i][0].equals(this.targetGoal)) total+=1;
    		if(array[i][n - 1].equals(this.targetGoal)) total+=1;
    	}
    	return total;
    }

    @Override
    public String description() {
        return "Bring as much " + GameColors.colorToString(this.targetGoal)
                + " as you can to the border of the board: a point for each cell there, two in a corner.";
    }
}
