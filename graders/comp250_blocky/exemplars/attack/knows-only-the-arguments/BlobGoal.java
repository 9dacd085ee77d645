class BlobGoal {
    public int score(Block board) {
        return board.flatten().length;
    }

    public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {
        return 1;
    }
}
