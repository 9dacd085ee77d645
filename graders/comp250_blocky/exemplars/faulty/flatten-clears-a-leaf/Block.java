class Block {
    public Color[][] flatten() {
        int side = 1 << this.maxDepth - this.level;
        Color[][] cells = new Color[side][side];
        paint(cells, 0, 0, side);
        if (this.children.length == 0) {
            this.color = null;
        }
        return cells;
    }
}
