class BlobGoal {
    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        if (visited[i][j] || unitCells[i][j] != this.targetGoal) {
            return 0;
        }
        visited[i][j] = true;
        int size = 1;
        if (i - 1 > 0) {
            size += undiscoveredBlobSize(i - 1, j, unitCells, visited);
        }
        if (i + 1 < unitCells.length) {
            size += undiscoveredBlobSize(i + 1, j, unitCells, visited);
        }
        if (j - 1 > 0) {
            size += undiscoveredBlobSize(i, j - 1, unitCells, visited);
        }
        if (j + 1 < unitCells[i].length) {
            size += undiscoveredBlobSize(i, j + 1, unitCells, visited);
        }
        return size;
    }
}
