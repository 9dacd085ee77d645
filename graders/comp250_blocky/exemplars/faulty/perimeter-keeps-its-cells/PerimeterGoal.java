class PerimeterGoal {
    private Color[][] cells;

    public int score(Block board) {
        if (this.cells == null) {
            this.cells = board.flatten();
        }
        int last = this.cells.length - 1;
        int score = 0;
        for (int i = 0; i <= last; i++) {
            score += worth(cells[0][i]) + worth(cells[last][i]) + worth(cells[i][0]) + worth(cells[i][last]);
        }
        return score;
    }
}
