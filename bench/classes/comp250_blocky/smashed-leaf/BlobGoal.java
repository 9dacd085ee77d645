package assignment3;

import java.awt.Color;

/** The goal to make a blob of a colour as large as possible; cells that share a side are connected. */
public class BlobGoal extends Goal {

    public BlobGoal(Color c) {
        super(c);
    }

    @Override
    public int score(Block board) {
        Color[][] arr = board.flatten();
        boolean[][] visited = new boolean[arr.length][arr.length];
        int best = 0;
        for (int i = 0; i < arr.length; i++) {
            for (int j = 0; j < arr.length; j++) {
                int count = undiscoveredBlobSize(i, j, arr, visited);
                if (count > best) {
                    best = count;
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

    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        int count=0;
        if(i<0||i>=unitCells.length) return 0;
        if(j<0||j>=unitCells[i].length) return 0;
        if(unitCells[i][j]==targetGoal && visited[i][j]==false){
            visited[i][j]=true;
            count=1;
            int[][] neighbours={{0,1},{0,-1},{1,0},{-1,0}};
            for(int k=0;k<4;k++){
                count=count+undiscoveredBlobSize(i+neighbours[k][0],j+neighbours[k][1],unitCells,visited);
            }
        }
        return count;
    }
}
