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
        int largestBlob=0;
        boolean[][] seen=new boolean[unitCells.length][unitCells[0].length];
        for(int r=0;r<unitCells.length;r++)
        {
            for(int c=0;c<unitCells[r].length;c++)
            {
                if(unitCells[r][c]==targetGoal && !seen[r][c])
                {
                    largestBlob=Math.max(largestBlob,undiscoveredBlobSize(r,c,unitCells,seen));
                }
            }
        }
        return largestBlob;
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
        // ADD YOUR CODE HERE
        int rows = unitCells.length;
        int cols = unitCells.length;
        if (i < 0 || i > rows - 1 || j < 0 || j > cols - 1)
        {
            return 0;
        }
        if (visited[i][j])
        {
            return 0;
        }
        if (!unitCells[i][j].equals(this.targetGoal))
        {
            return 0;
        }
        visited[i][j] = true;
        int up = 0, down = 0, left = 0, right = 0;
        if (i > 0)
        {
            up = undiscoveredBlobSize(i - 1, j, unitCells, visited);
        }
        if (i < rows - 1)
        {
            down = undiscoveredBlobSize(i + 1, j, unitCells, visited);
        }
        if (j > 0)
        {
            left = undiscoveredBlobSize(i, j - 1, unitCells, visited);
        }
        if (j < cols - 1)
        {
            right = undiscoveredBlobSize(i, j + 1, unitCells, visited);
        }
        return up + down + left + right + 1;
    }
}
