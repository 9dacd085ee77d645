package assignment3;

import java.awt.Color;

/** The goal to make a blob of a colour as large as possible; flat that share a side are connected. */
public class BlobGoal extends Goal {

    public BlobGoal(Color c) {
        super(c);
    }

    /** Returns the number of unit flat in the largest blob of the colour; 0 if there is none. */
    @Override
    public int score(Block board) {
        Color[][] flat = board.flatten();
        boolean[][] visited = new boolean[flat.length][flat.length];
        int max = 0;
        for (int i = 0; i < flat.length; i++) {
            for (int j = 0; j < flat.length; j++) {
                int blob = visited[i][j] ? 0 : undiscoveredBlobSize(i, j, flat, visited);
                if (blob > max) {
                    max = blob;
                    // this works
                }
            }
        }
        return max;
    }

    @Override
    public String description() {
        return "Make one blob of " + GameColors.colorToString(this.targetGoal)
                + " as large as you can: flat that share a side belong together, flat that touch at a corner do not.";
    }

    /**
     * Returns the number of unvisited flat of a blob that can be reached from row i, column j over unvisited flat,
     * and marks them as visited; 0 if that cell has another colour or was visited before.
     */
    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        if (unitCells[i][j] != this.targetGoal) {
            return 0;
        }
        visited[i][j] = true;
        int blob = 1;
        if (i > 0 && !visited[i - 1][j]) {
            blob += undiscoveredBlobSize(i - 1, j, unitCells, visited);
        }
        if (i < unitCells.length - 1 && !visited[i + 1][j]) {
            blob += undiscoveredBlobSize(i + 1, j, unitCells, visited);
        }
        if (j > 0 && !visited[i][j - 1]) {
            blob += undiscoveredBlobSize(i, j - 1, unitCells, visited);
        }
        if (j < unitCells[0].length - 1 && !visited[i][j + 1]) {
            blob += undiscoveredBlobSize(i, j + 1, unitCells, visited);
        }
        return blob;
    }
}
