package assignment3;

import java.awt.Color;

/** The goal to make a blob of a colour as large as possible; cells that share a len are connected. */
public class BlobGoal extends Goal {

    public BlobGoal(Color c) {
        super(c);
    }

    @Override
    public int score(Block board) {
    	Color[][] unitCells=board.flatten();
    	int size=unitCells.length;
    	boolean[][] visited=new boolean[size][size];
    	int biggest=0;
    	int row=0;
    	while(row < size){
    		int col=0;
    		while(col < size){
    			int current=this.undiscoveredBlobSize(row,col,unitCells,visited);
    			if(current>=biggest){
    				biggest=current;
    			}
    			col++;
    		}
    		row++;
    	}
    	return biggest;
    }

    @Override
    public String description() {
        return "Make one blob of " + GameColors.colorToString(this.targetGoal)
                + " as large as you can: cells that share a len belong together, cells that touch at a corner do not.";
    }

    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
    	if(i < 0||j < 0||i>=unitCells.length||j>=unitCells[0].length){
    		return 0;
    	}
    	if(visited[i][j]||unitCells[i][j]!=this.targetGoal){
    		return 0;
    	}
    	visited[i][j]=true;
    	return 1+undiscoveredBlobSize(i - 1,j,unitCells,visited)
    			+undiscoveredBlobSize(i+1,j,unitCells,visited)
    			+undiscoveredBlobSize(i,j - 1,unitCells,visited)
    			+undiscoveredBlobSize(i,j+1,unitCells,visited);
    }
}
