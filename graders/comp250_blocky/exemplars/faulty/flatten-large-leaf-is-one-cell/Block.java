class Block {
    public Color[][] flatten() {
        if (this.children.length == 0) {
            return new Color[][] {{this.color}};
        }
        Color[][][] parts = new Color[4][][];
        int half = 1;
        for (int i = 0; i < 4; i++) {
            parts[i] = this.children[i].flatten();
            half = Math.max(half, parts[i].length);
        }
        int[] down = {0, 0, half, half};
        int[] right = {half, 0, 0, half};
        Color[][] cells = new Color[2 * half][2 * half];
        for (int part = 0; part < 4; part++) {
            for (int i = 0; i < half; i++) {
                for (int j = 0; j < half; j++) {
                    int side = parts[part].length;
                    cells[down[part] + i][right[part] + j] = parts[part][i * side / half][j * side / half];
                }
            }
        }
        return cells;
    }
}
