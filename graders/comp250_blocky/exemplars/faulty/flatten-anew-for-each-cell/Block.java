class Block {
    public Color[][] flatten() {
        int side = 1 << this.maxDepth - this.level;
        Color[][] cells = new Color[side][side];
        for (int i = 0; i < side; i++) {
            for (int j = 0; j < side; j++) {
                if (this.children.length == 0) {
                    cells[i][j] = this.color;
                } else {
                    int half = side / 2;
                    int child = i < half ? (j < half ? 1 : 0) : (j < half ? 2 : 3);
                    cells[i][j] = this.children[child].flatten()[i % half][j % half];
                }
            }
        }
        return cells;
    }
}
