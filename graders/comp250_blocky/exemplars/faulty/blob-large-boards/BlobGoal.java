class BlobGoal {
    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        return search(i, j, unitCells, visited, 1000);
    }

    private int search(int i, int j, Color[][] unitCells, boolean[][] visited, int left) {
        boolean inside = 0 <= i && i < unitCells.length && 0 <= j && j < unitCells[i].length;
        if (!inside || left == 0 || visited[i][j] || unitCells[i][j] != this.targetGoal) {
            return 0;
        }
        visited[i][j] = true;
        return 1 + search(i - 1, j, unitCells, visited, left - 1) + search(i + 1, j, unitCells, visited, left - 1)
                + search(i, j - 1, unitCells, visited, left - 1) + search(i, j + 1, unitCells, visited, left - 1);
    }
}
