package assignment3;

import java.awt.Color;

/** The goal to make a blob of a colour as large as possible; cells that share a side are connected. */
public class BlobGoal extends Goal {

    public BlobGoal(Color c) {
        super(c);
    }

    @Override
    public int score(Block board) {
    	Color[][] unitCells2=board.flatten();
    	boolean[][] visited=new boolean[unitCells2.length][unitCells2.length];
    	int largest=0;
    	for(int i=0; i < unitCells2.length; i++){
    		for(int j=0; j < unitCells2.length; j++){
    			int blob=undiscoveredBlobSize(i,j,unitCells2,visited);
    			if(blob > largest){
    				largest=blob;
    			}
    		}
    	}
    	return largest;
    }

    @Override
    public String description() {
        return "Make one blob of " + GameColors.colorToString(this.targetGoal)
                + " as large as you can: cells that share a side belong together, cells that touch at a corner do not.";
    }

    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
    	int rows=unitCells.length;
    	int cols=unitCells[0].length;
    	if(i < 0||i > rows - 1||j < 0||j > cols - 1){
    		return 0;
    	}
    	if(visited[i][j]){
    		return 0;
    	}
    	if(!unitCells[i][j].equals(this.targetGoal)){
    		return 0;
    	}
    	visited[i][j]=true;
    	int up=0,down=0,left=0,right=0;
    	if(i > 0){
    		up=undiscoveredBlobSize(i - 1,j,unitCells,visited);
    	}
    	if(i < rows - 1){
    		down=undiscoveredBlobSize(i+1,j,unitCells,visited);
    	}
    	if(j > 0){
    		left=undiscoveredBlobSize(i,j - 1,unitCells,visited);
    	}
    	if(j < cols - 1){
    		right=undiscoveredBlobSize(i,j+1,unitCells,visited);
    	}
    	return up+down+left+right+1;
    }
}
