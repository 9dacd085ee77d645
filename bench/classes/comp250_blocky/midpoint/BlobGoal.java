package assignment3;

import java.awt.Color;

/** The goal to make a blob of a colour as large as possible; cells that share a side are connected. */
public class BlobGoal extends Goal {

    public BlobGoal(Color c) {
        super(c);
    }

    /** Returns the number of unit cells in the largest blob of the colour; 0 if there is none. */
    @Override
    public int score(Block board) {
    	Color[][] unitCells=board.flatten();
    	int size=unitCells.length;
    	boolean[][] visited=new boolean[size][size];
    	int biggest=0;
    	int row=0;
    	// System.out.println("here");
    	while(row < size){
    		int col=0;
    		while(col < size){
    			int node=this.undiscoveredBlobSize(row,col,unitCells,visited);
    			if(node>=biggest){
    				biggest=node;
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
                + " as large as you can: cells that share a side belong together, cells that touch at a corner do not.";
                // not sure if this is needed
    }

    /**
     * Returns the number of unvisited cells of a blob that can be reached from row i, column j over unvisited cells,
     * and marks them as visited; 0 if that cell has another colour or was visited before.
     */
    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
    	int count=0;
    	if(unitCells[i][j]==targetGoal && visited[i][j]==false){
    		visited[i][j]=true;
    		count=1;
    		int[][] steps={{0,1},{0,-1},{1,0},{-1,0}};
    		for(int k=0;k<4;k++){
    			if(i+steps[k][0]<0||j+steps[k][1]<0||i+steps[k][0]>=unitCells.length||j+steps[k][1]>=unitCells[0].length) continue;
    			count=count+undiscoveredBlobSize(i+steps[k][0],j+steps[k][1],unitCells,visited);
    		}
    	}
    	return count;
    }
}
