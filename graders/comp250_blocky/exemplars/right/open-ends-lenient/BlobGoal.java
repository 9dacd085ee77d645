class BlobGoal {
    public int score(Block board) {
        Color[][] cells = board.flatten();
        int largest = 0;
        for (int i = cells.length - 1; i >= 0; i--) {
            for (int j = cells.length - 1; j >= 0; j--) {
                boolean[][] visited = new boolean[cells.length][cells.length];
                int size = undiscoveredBlobSize(i, j, cells, visited);
                if (size > largest) {
                    largest = size;
                }
            }
        }
        return largest;
    }
}
