class Block {
    public Color[][] flatten() {
        int side = 1 << this.maxDepth;
        Color[][] cells = new Color[side][side];
        paint(cells, 0, 0, 1 << this.maxDepth - this.level);
        return cells;
    }
}
