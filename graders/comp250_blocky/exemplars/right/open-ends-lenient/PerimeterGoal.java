class PerimeterGoal {
    public int score(Block board) {
        Color[][] cells = board.flatten();
        int n = cells.length;
        int score = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (cells[i][j] == this.targetGoal) {
                    if (i == 0 || i == n - 1) {
                        score++;
                    }
                    if (j == 0 || j == n - 1) {
                        score++;
                    }
                }
            }
        }
        if (n == 1) {
            score = score / 2;
        }
        return score;
    }
}
