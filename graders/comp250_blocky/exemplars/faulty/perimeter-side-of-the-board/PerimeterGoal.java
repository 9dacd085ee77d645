class PerimeterGoal {
    public int score(Block board) {
        Color[][] cells = board.flatten();
        int last = board.getMaxDepth();
        int score = 0;
        for (int i = 0; i <= last && i < cells.length; i++) {
            score += worth(cells[0][i]) + worth(cells[last][i]) + worth(cells[i][0]) + worth(cells[i][last]);
        }
        return score;
    }
}
