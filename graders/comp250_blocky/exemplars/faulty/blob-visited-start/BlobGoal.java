class BlobGoal {
    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        if (unitCells[i][j] != this.targetGoal) {
            return 0;
        }
        visited[i][j] = true;
        int size = 1;
        if (i > 0 && !visited[i - 1][j]) {
            size += undiscoveredBlobSize(i - 1, j, unitCells, visited);
        }
        if (i + 1 < unitCells.length && !visited[i + 1][j]) {
            size += undiscoveredBlobSize(i + 1, j, unitCells, visited);
        }
        if (j > 0 && !visited[i][j - 1]) {
            size += undiscoveredBlobSize(i, j - 1, unitCells, visited);
        }
        if (j + 1 < unitCells[i].length && !visited[i][j + 1]) {
            size += undiscoveredBlobSize(i, j + 1, unitCells, visited);
        }
        return size;
    }
}
