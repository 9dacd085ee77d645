class BlobGoal {
    public int score(Block board) {
        Color[][] cells = board.flatten();
        return undiscoveredBlobSize(0, 0, cells, new boolean[cells.length][cells.length]);
    }
}
