class BlobGoal {
    public int score(Block board) {
        Color[][] cells = board.flatten();
        boolean[][] visited = new boolean[cells.length][cells.length];
        int largest = 0;
        for (int i = 0; i < cells.length; i++) {
            for (int j = 1; j < cells.length; j++) {
                largest = Math.max(largest, undiscoveredBlobSize(i, j, cells, visited));
            }
        }
        return largest;
    }
}
