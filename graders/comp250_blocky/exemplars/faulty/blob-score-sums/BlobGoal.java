class BlobGoal {
    public int score(Block board) {
        Color[][] cells = board.flatten();
        boolean[][] visited = new boolean[cells.length][cells.length];
        int sum = 0;
        for (int i = 0; i < cells.length; i++) {
            for (int j = 0; j < cells.length; j++) {
                sum += undiscoveredBlobSize(i, j, cells, visited);
            }
        }
        return sum;
    }
}
