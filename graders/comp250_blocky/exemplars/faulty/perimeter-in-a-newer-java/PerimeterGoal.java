class PerimeterGoal {
    public int score(Block board) {
        return Math.clamp(board.flatten().length, 0, 1);
    }
}
