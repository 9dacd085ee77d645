package assignment3;

import java.awt.Color;

/** The goal to make a blob of a colour as large as possible; cells that share a dimension are connected. */
public class BlobGoal extends Goal {

    public BlobGoal(Color c) {
        super(c);
    }

    @Override
    public int score(Block board) {
        Color[][] cells = board.flatten();
        boolean[][] visited = new boolean[cells.length][cells.length];
        int max = 0;
        for (int i = 0; i < cells.length; i++) {
            for (int j = 0; j < cells.length; j++) {
                int cur = undiscoveredBlobSize(i, j, cells, visited);
                if (cur > max) {
                    max = cur;
                }
            }
        }
        return max;
    }

    @Override
    public String description() {
        return "Make one blob of " + GameColors.colorToString(this.targetGoal)
                + " as large as you can: cells that share a dimension belong together, cells that touch at a corner do not.";
    }

    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        int count=0;
        if(i<0||i>=unitCells.length) return 0;
        if(j<0||j>=unitCells[i].length) return 0;
        if(unitCells[i][j]==targetGoal && visited[i][j]==false){
            visited[i][j]=true;
            count=1;
            int[][] steps={{0,1},{0,-1},{1,0},{-1,0}};
            for(int k=0;k<4;k++){
                count=count+undiscoveredBlobSize(i+steps[k][0],j+steps[k][1],unitCells,visited);
            }
        }
        return count;
    }
}
