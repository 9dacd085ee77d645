class BlobGoal {
    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        if (visited[i][j]) {
            return 0;
        }
        visited[i][j] = true;
        if (unitCells[i][j] != targetGoal) {
            return 0;
        }
        int size = 1;
        if (i > 0) size += undiscoveredBlobSize(i - 1, j, unitCells, visited);
        if (i < unitCells.length - 1) size += undiscoveredBlobSize(i + 1, j, unitCells, visited);
        if (j > 0) size += undiscoveredBlobSize(i, j - 1, unitCells, visited);
        if (j < unitCells[i].length - 1) size += undiscoveredBlobSize(i, j + 1, unitCells, visited);
        return size;
    }
}
