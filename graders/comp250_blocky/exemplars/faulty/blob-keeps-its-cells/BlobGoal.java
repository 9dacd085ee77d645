class BlobGoal {
    private Color[][] cells;

    public int score(Block board) {
        if (this.cells == null) {
            this.cells = board.flatten();
        }
        boolean[][] visited = new boolean[this.cells.length][this.cells.length];
        int largest = 0;
        for (int i = 0; i < this.cells.length; i++) {
            for (int j = 0; j < this.cells.length; j++) {
                largest = Math.max(largest, undiscoveredBlobSize(i, j, this.cells, visited));
            }
        }
        return largest;
    }
}
