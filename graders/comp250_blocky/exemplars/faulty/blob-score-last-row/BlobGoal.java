class BlobGoal {
    public int score(Block board) {
        Color[][] cells = board.flatten();
        boolean[][] visited = new boolean[cells.length][cells.length];
        int largest = 0;
        for (int i = 0; i < cells.length - 1; i++) {
            for (int j = 0; j < cells.length - 1; j++) {
                largest = Math.max(largest, undiscoveredBlobSize(i, j, cells, visited));
            }
        }
        return largest;
    }
}
