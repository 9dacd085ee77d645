class PerimeterGoal {
    public int score(Block board) {
        Color[][] cells = board.flatten();
        int last = cells.length - 1;
        int score = 0;
        for (int i = 0; i <= last; i++) {
            score += worth(cells[0][i]) + worth(cells[last][i]);
            if (last > 1) {
                score += worth(cells[i][0]) + worth(cells[i][last]);
            }
        }
        return score;
    }
}
