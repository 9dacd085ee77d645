package assignment3;

import java.awt.Color;

/** The goal to make a blob of a colour as large as possible; cells that share a side are connected. */
public class BlobGoal extends Goal {

    public BlobGoal(Color c) {
        super(c);
    }

    @Override
    public int score(Block board) {
    	Color[][] unitCells=board.flatten();
    	int size=unitCells.length;
    	boolean[][] visited=new boolean[size][size];
    	int max=0;
    	int row=0;
    	while(row < size){
    		int col=0;
    		while(col < size){
    			int block=this.undiscoveredBlobSize(row,col,unitCells,visited);
    			if(block>=max){
    				max=block;
    			}
    			col++;
    		}
    		row++;
    	}
    	return max;
    }

    @Override
    public String description() {
        return "Make one blob of " + GameColors.colorToString(this.targetGoal)
                + " as large as you can: cells that share a side belong together, cells that touch at a corner do not.";
    }

    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
    	int count=0;
    	if(unitCells[i][j]==targetGoal && visited[i][j]==false){
    		visited[i][j]=true;
    		count=1;
    		int[][] steps={{0,1},{0,-1},{1,0},{-1,0}};
    		for(int k=0;k<4;k++){
    			int r=i+steps[k][0];
    			int c=j+steps[k][1];
    			if(r<0||c<0||r==unitCells.length||c==unitCells[0].length) continue;
    			count=count+undiscoveredBlobSize(i+steps[k][0],j+steps[k][1],unitCells,visited);
    		}
    	}
    	return count;
    }
}
