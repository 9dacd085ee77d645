class BlobGoal {
    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        if (i < 0 || j < 0 || i >= unitCells.length || j >= unitCells.length) {
            return 0;
        }
        if (visited[i][j] || unitCells[i][j] != this.targetGoal) {
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
