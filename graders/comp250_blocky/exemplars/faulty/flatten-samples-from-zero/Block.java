class Block {
    public Color[][] flatten() {
        int side = 1 << this.maxDepth - this.level;
        int unit = this.size / side;
        Color[][] cells = new Color[side][side];
        for (int i = 0; i < side; i++) {
            for (int j = 0; j < side; j++) {
                Block found = getSelectedBlock(j * unit + unit / 2, i * unit + unit / 2, this.maxDepth);
                cells[i][j] = found == null ? null : found.color;
            }
        }
        return cells;
    }
}
