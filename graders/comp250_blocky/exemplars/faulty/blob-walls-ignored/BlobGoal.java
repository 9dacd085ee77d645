class BlobGoal {
    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        boolean[][] seen = new boolean[unitCells.length][unitCells[0].length];
        return visited[i][j] ? 0 : search(i, j, unitCells, visited, seen);
    }

    private int search(int i, int j, Color[][] unitCells, boolean[][] visited, boolean[][] seen) {
        boolean inside = 0 <= i && i < unitCells.length && 0 <= j && j < unitCells[i].length;
        if (!inside || seen[i][j] || unitCells[i][j] != this.targetGoal) {
            return 0;
        }
        seen[i][j] = true;
        int size = visited[i][j] ? 0 : 1;
        visited[i][j] = true;
        return size + search(i - 1, j, unitCells, visited, seen) + search(i + 1, j, unitCells, visited, seen)
                + search(i, j - 1, unitCells, visited, seen) + search(i, j + 1, unitCells, visited, seen);
    }
}
