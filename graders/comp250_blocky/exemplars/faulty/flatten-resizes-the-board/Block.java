class Block {
    public Color[][] flatten() {
        int side = 1 << this.maxDepth - this.level;
        updateSizeAndPosition(side, 0, 0);
        Color[][] cells = new Color[side][side];
        for (int i = 0; i < side; i++) {
            for (int j = 0; j < side; j++) {
                cells[i][j] = getSelectedBlock(j, i, this.maxDepth).color;
            }
        }
        return cells;
    }
}
