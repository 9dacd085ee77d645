class BlobGoal {
    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        if (visited[i][j]) {
            return 0;
        }
        return search(i, j, unitCells, visited, unitCells[i][j]);
    }

    private int search(int i, int j, Color[][] unitCells, boolean[][] visited, Color color) {
        boolean inside = 0 <= i && i < unitCells.length && 0 <= j && j < unitCells[i].length;
        if (!inside || visited[i][j] || unitCells[i][j] != color) {
            return 0;
        }
        visited[i][j] = true;
        return 1 + search(i - 1, j, unitCells, visited, color) + search(i + 1, j, unitCells, visited, color)
                + search(i, j - 1, unitCells, visited, color) + search(i, j + 1, unitCells, visited, color);
    }
}
