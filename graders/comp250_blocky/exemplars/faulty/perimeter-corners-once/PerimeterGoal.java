class PerimeterGoal {
    public int score(Block board) {
        Color[][] cells = board.flatten();
        int last = cells.length - 1;
        int score = 0;
        for (int i = 0; i <= last; i++) {
            for (int j = 0; j <= last; j++) {
                if (i == 0 || j == 0 || i == last || j == last) {
                    score += worth(cells[i][j]);
                }
            }
        }
        return score;
    }
}
