class BlobGoal {
    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        boolean[][] seen = new boolean[unitCells.length][];
        for (int row = 0; row < seen.length; row++) {
            seen[row] = visited[row].clone();
        }
        return search(i, j, unitCells, seen);
    }

    private int search(int i, int j, Color[][] unitCells, boolean[][] seen) {
        boolean inside = 0 <= i && i < unitCells.length && 0 <= j && j < unitCells[i].length;
        if (!inside || seen[i][j] || unitCells[i][j] != this.targetGoal) {
            return 0;
        }
        seen[i][j] = true;
        return 1 + search(i - 1, j, unitCells, seen) + search(i + 1, j, unitCells, seen)
                + search(i, j - 1, unitCells, seen) + search(i, j + 1, unitCells, seen);
    }
}
