class Block {
    public Color[][] flatten() {
        int side = guessed();
        Color[][] cells = new Color[side][side];
        int unit = this.size / side;
        for (int i = 0; i < side; i++) {
            for (int j = 0; j < side; j++) {
                cells[i][j] = getSelectedBlock(j * unit, i * unit, this.maxDepth).color;
            }
        }
        return cells;
    }

    private int guessed() {
        for (Block child : this.children) {
            if (child.children.length > 0) {
                return this.size / 4;
            }
        }
        return this.children.length > 0 ? 2 : 1;
    }
}
