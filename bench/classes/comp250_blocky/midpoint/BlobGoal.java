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
    	int best=0;
    	boolean[][] seen=new boolean[unitCells.length][unitCells[0].length];
    	for(int r=0;r<unitCells.length;r++){
    		for(int c=0;c<unitCells[r].length;c++){
    			// System.out.println("here");
    			if(unitCells[r][c]==targetGoal && !seen[r][c]){
    				best=Math.max(best,undiscoveredBlobSize(r,c,unitCells,seen));
    			}
    		}
    	}
    	return best;
    }

    @Override
    public String description() {
        return "Make one blob of " + GameColors.colorToString(this.targetGoal)
                + " as large as you can: cells that share a side belong together, cells that touch at a corner do not.";
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
    			// not sure if this is needed
    			if(i+steps[k][0]<0||j+steps[k][1]<0||i+steps[k][0]>=unitCells.length||j+steps[k][1]>=unitCells[0].length) continue;
    			count=count+undiscoveredBlobSize(i+steps[k][0],j+steps[k][1],unitCells,visited);
    		}
    	}
    	return count;
    }
}
