class BlobGoal {
    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        if (i < 0 || j < 0 || i >= unitCells.length || j >= unitCells[i].length) {
            return 0;
        }
        if (visited[i][j] || !this.targetGoal.equals(unitCells[i][j])) {
            return 0;
        }
        visited[i][j] = true;
        int size = 1;
        int[][] steps = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
        for (int[] step : steps) {
            size += undiscoveredBlobSize(i + step[0], j + step[1], unitCells, visited);
        }
        return size;
    }
}
