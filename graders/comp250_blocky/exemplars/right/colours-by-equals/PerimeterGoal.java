class PerimeterGoal {
    private int worth(Color cell) {
        if (cell.equals(new Color(this.targetGoal.getRGB()))) {
            return 1;
        }
        return 0;
    }
}
