class Block {
    public Color[][] flatten() {
        int side = (int) Math.pow(2, this.maxDepth);
        int unit = this.size / side;
        Color[][] cells = new Color[side][side];
        for (int i = 0; i < side; i++) {
            for (int j = 0; j < side; j++) {
                cells[i][j] = this.getSelectedBlock(j * unit, i * unit, this.maxDepth).color;
            }
        }
        return cells;
    }
}
