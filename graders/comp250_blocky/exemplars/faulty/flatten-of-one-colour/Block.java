class Block {
    public Color[][] flatten() {
        int side = 1 << this.maxDepth - this.level;
        Color[][] cells = new Color[side][side];
        if (this.children.length == 0) {
            cells[0][0] = this.color;
        } else {
            paint(cells, 0, 0, side);
        }
        return cells;
    }
}
