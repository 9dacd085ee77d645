class PerimeterGoal {
    public int score(Block board) {
        Color[][] cells = board.flatten();
        int last = cells.length - 1;
        int score = 0;
        for (int i = 0; i <= last; i++) {
            score += cells[0][i] == this.targetGoal ? 1 : 0;
            score += cells[last][i] == this.targetGoal ? 1 : 0;
            score += cells[i][0] == this.targetGoal ? 1 : 0;
            score += i < last && cells[i][last] == this.targetGoal ? 1 : 0;
        }
        return score + (cells[0][0] == this.targetGoal ? 1 : 0);
    }
}
