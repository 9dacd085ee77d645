class Block {
    public Color[][] flatten() {
        int n = (int) Math.pow(2, this.maxDepth - this.level);
        Color[][] arr = new Color[n][n];
        int unit = this.size / n;
        for (int row = 0; row < n; row++) {
            for (int col = 0; col < n; col++) {
                int x = this.xCoord + col * unit + unit / 2;
                int y = this.yCoord + row * unit + unit / 2;
                arr[row][col] = this.getSelectedBlock(x, y, this.maxDepth).color;
            }
        }
        return arr;
    }
}
