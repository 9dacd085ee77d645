class Block {
    public Color[][] flatten() {
        Color[][] cells = new Color[this.size][this.size];
        paint(cells, 0, 0, this.size);
        return cells;
    }
}
