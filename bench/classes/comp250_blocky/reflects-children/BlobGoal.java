package assignment3;

import java.awt.Color;

/** The goal to make a blob of a colour as large as possible; cells that share a side are connected. */
public class BlobGoal extends Goal {

    public BlobGoal(Color c) {
        super(c);
        // base case first
    }

    @Override
    public int score(Block board) {
        Color[][] unitCells = board.flatten();
        int size = unitCells.length;
        boolean[][] visited = new boolean[size][size];
        int max = 0;
        int row = 0;
        while (row < size) {
            int col = 0;
            while (col < size) {
                // TODO clean up
                int block = this.undiscoveredBlobSize(row, col, unitCells, visited);
                if (block >= max) {
                    max = block;
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
        int count = 0;
        int n = unitCells.length;
        if (i >= n || j >= n || i < 0 || j < 0) {
            return 0;
        }
        if (unitCells[i][j] == this.targetGoal && !visited[i][j]) {
            visited[i][j] = true;
            // had to change this
            count = 1;
            if (i - 1 > 0) {
                count += undiscoveredBlobSize(i - 1, j, unitCells, visited);
            }
            if (j - 1 > 0) {
                count += undiscoveredBlobSize(i, j - 1, unitCells, visited);
            }
            if (i + 1 < n) {
                count += undiscoveredBlobSize(i + 1, j, unitCells, visited);
            }
            if (j + 1 < n) {
                count += undiscoveredBlobSize(i, j + 1, unitCells, visited);
            }
        }
        return count;
    }
}
