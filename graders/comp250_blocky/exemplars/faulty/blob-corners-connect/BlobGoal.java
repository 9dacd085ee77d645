class BlobGoal {
    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        if (i < 0 || j < 0 || i >= unitCells.length || j >= unitCells[0].length || visited[i][j]
                || unitCells[i][j] != this.targetGoal) {
            return 0;
        }
        visited[i][j] = true;
        int size = 1;
        for (int down = -1; down <= 1; down++) {
            for (int right = -1; right <= 1; right++) {
                size += undiscoveredBlobSize(i + down, j + right, unitCells, visited);
            }
        }
        return size;
    }
}
