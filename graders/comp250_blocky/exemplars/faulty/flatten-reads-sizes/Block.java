class Block {
    public Color[][] flatten() {
        int side = this.children.length == 0 ? 1 : this.size / smallest();
        Color[][] cells = new Color[side][side];
        paint(cells, 0, 0, side);
        return cells;
    }

    private int smallest() {
        int found = this.size;
        for (Block child : this.children) {
            found = Math.min(found, child.smallest());
        }
        return found;
    }
}
