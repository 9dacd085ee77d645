class BlobGoal {
    public int score(Block board) {
        Color[][] cells = board.flatten();
        boolean[][] visited = new boolean[cells.length][cells.length];
        for (int i = 0; i < cells.length; i++) {
            for (int j = 0; j < cells.length; j++) {
                int size = undiscoveredBlobSize(i, j, cells, visited);
                if (size > 0) {
                    return size;
                }
            }
        }
        return 0;
    }
}
