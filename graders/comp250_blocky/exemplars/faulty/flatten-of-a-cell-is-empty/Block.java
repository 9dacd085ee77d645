class Block {
    public Color[][] flatten() {
        int side = 1 << this.maxDepth - this.level;
        Color[][] cells = new Color[side == 1 ? 0 : side][side == 1 ? 0 : side];
        if (side > 1) {
            paint(cells, 0, 0, side);
        }
        return cells;
    }
}
