package assignment3;

import java.awt.Color;

/** The goal to make a blob of a colour as large as possible; colours that share a side are connected. */
public class BlobGoal extends Goal {

    public BlobGoal(Color c) {
        super(c);
    }

    /** Returns the number of unit colours in the largest blob of the colour; 0 if there is none. */
    @Override
    public int score(Block board) {
        Color[][] board2D = board.flatten();
        boolean[][] visited = new boolean[board2D.length][board2D.length];
        int max = 0;
        for (int i = 0; i < board2D.length; i++) {
            for (int j = 0; j < board2D.length; j++) {
                int blob = undiscoveredBlobSize(i, j, board2D, visited);
                if (blob > max) {
                    max = blob;
                }
            }
        }
        return max;
    }

    @Override
    public String description() {
        return "Make one blob of " + GameColors.colorToString(this.targetGoal)
                + " as large as you can: colours that share a side belong together, colours that touch at a corner do not.";
    }

    /**
     * Returns the number of unvisited colours of a blob that can be reached from row i, column j over unvisited colours,
     * and marks them as visited; 0 if that cell has another colour or was visited before.
     */
    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        int count=0;
        if(i<0||i>=unitCells.length) return 0;
        if(j<0||j>=unitCells[i].length) return 0;
        if(unitCells[i][j]==targetGoal && visited[i][j]==false){
            visited[i][j]=true;
            count=1;
            int[][] dirs={{0,1},{0,-1},{1,0},{-1,0}};
            for(int k=0;k<4;k++){
                count=count+undiscoveredBlobSize(i+dirs[k][0],j+dirs[k][1],unitCells,visited);
            }
        }
        return count;
    }
}
