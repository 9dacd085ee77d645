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
        Color[][] cells = board.flatten();
        boolean[][] visited = new boolean[cells.length][cells.length];
        int largest = 0;
        for (int i = 0; i < cells.length; i++)
        {
            for (int j = 0; j < cells.length; j++)
            {
                int blob = undiscoveredBlobSize(i, j, cells, visited);
                if (blob > largest)
                {
                    largest = blob;
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

    /**
     * Returns the number of unvisited cells of a blob that can be reached from row i, column j over unvisited cells,
     * and marks them as visited; 0 if that cell has another colour or was visited before.
     */
    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        if (i < 0 || j < 0 || i >= unitCells.length || j >= unitCells[0].length)
        {
            return 0;
        }
        if (visited[i][j] || unitCells[i][j] != this.targetGoal)
        {
            return 0;
        }
        visited[i][j] = true;
        return 1 + undiscoveredBlobSize(i - 1, j, unitCells, visited)
                + undiscoveredBlobSize(i + 1, j, unitCells, visited)
                + undiscoveredBlobSize(i, j - 1, unitCells, visited)
                + undiscoveredBlobSize(i, j + 1, unitCells, visited);
    }
}
