class BlobGoal {
    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        boolean inside = 0 <= i && i < unitCells.length && 0 <= j && j < unitCells[0].length;
        if (!inside || visited[i][j] || unitCells[i][j] != this.targetGoal) {
            return 0;
        }
        boolean up = i == 0 || visited[i - 1][j];
        boolean down = i == unitCells.length - 1 || visited[i + 1][j];
        boolean left = j == 0 || visited[i][j - 1];
        boolean right = j == unitCells[0].length - 1 || visited[i][j + 1];
        if (up && down && left && right) {
            return 0;
        }
        visited[i][j] = true;
        return 1
                + undiscoveredBlobSize(i - 1, j, unitCells, visited)
                + undiscoveredBlobSize(i + 1, j, unitCells, visited)
                + undiscoveredBlobSize(i, j - 1, unitCells, visited)
                + undiscoveredBlobSize(i, j + 1, unitCells, visited);
    }
}
