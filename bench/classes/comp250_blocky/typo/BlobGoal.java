package assignment3;

import java.awt.Color;

/** The goal to make a blob of a colour as large as possible; cells that share a side are connected. */
public class BlobGoal extends Goal {

    public BlobGoal(Color c) {
        super(c);
    }

    @Override
    public int score(Block board) {
        Color[][] unitCells = board.flatten();
        int size = unitCells.length;
        boolean[][] visited = new boolean[size][size];
        int maxBlob = 0;
        int row = 0;
        // had to change this
        while (row < size) {
            int col = 0;
            while (col < size) {
                int block = this.undiscoveredBlobSize(row, col, unitCells, visited);
                if (block >= maxBlob) {
                    maxBlob = block;
                }
                col++;
                // System.out.println("here");
            }
            row++;
        }
        return maxBlob;
    }

    @Override
    public String description() {
        return "Make one blob of " + GameColors.colorToString(this.targetGoal)
                + " as large as you can: cells that share a side belong together, cells that touch at a corner do not.";
    }

    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        int rows = unitCells.length;
        int cols = unitCells[0].length;
        if (i < 0 || i > rows - 1 || j < 0 || j > cols - 1) {
            return 0;
        }
        if (visited[i][j]) {
            return 0;
        }
        if (!unitCells[i][j].equals(this.targetGoal)) {
            return 0;
        }
        visited[i][j] = true;
        // TODO clean up
        int up = 0, down = 0, left = 0, right = 0;
        // not sure if this is needed
        if (i > 0) {
            up = undiscoveredBlobSize(i - 1, j, unitCells, visited);
        }
        if (i < rows - 1) {
            down = undiscoveredBlobSize(i + 1, j, unitCells, visited);
        }
        if (j > 0) {
            left = undiscoveredBlobSize(i, j - 1, unitCells, visited);
        }
        if (j < cols - 1) {
            right = undiscoveredBlobSize(i, j + 1, unitCells, visited);
        }
        return up + down + left + right + 1;
    }
}
