package assignment3;

import java.awt.Color;

/** The goal to make a blob of a colour as large as possible; cells that share a side are connected. */
public class BlobGoal extends Goal {

    public BlobGoal(Color c) {
        super(c);
    }

    @Override
    public int score(Block board) {
        Color[][] cells = board.flatten();
        boolean[][] visited = new boolean[cells.length][cells.length];
        int max = 0;
        for (int i = 0; i < cells.length; i++)
        {
            for (int j = 0; j < cells.length; j++)
            {
                int cur = undiscoveredBlobSize(i, j, cells, visited);
                if (cur > max)
                {
                    max = cur;
                }
            }
        }
        return max;
    }

    @Override
    public String description() {
        return "Make one blob of " + GameColors.colorToString(this.targetGoal)
                + " as large as you can: cells that share a side belong together, cells that touch at a corner do not.";
    }

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
