class Block {
    public Color[][] flatten() {
        int side = 1 << this.maxDepth - this.level;
        Color[][] rows = new Color[side][side];
        paint(rows, 0, 0, side);
        Color[][] cells = new Color[side][side];
        for (int i = 0; i < side; i++) {
            for (int j = 0; j < side; j++) {
                cells[j][i] = rows[i][j];
            }
        }
        return cells;
    }
}
