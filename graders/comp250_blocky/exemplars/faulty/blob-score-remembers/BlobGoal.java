class BlobGoal {
    public int score(Block board) {
        Color[][] cells = board.flatten();
        if (seen == null) {
            seen = new boolean[cells.length][cells.length];
        }
        int largest = 0;
        for (int i = 0; i < cells.length; i++) {
            for (int j = 0; j < cells.length; j++) {
                largest = Math.max(largest, undiscoveredBlobSize(i, j, cells, seen));
            }
        }
        return largest;
    }

    private static boolean[][] seen;

    public String toString() {
        return description();
    }
}
