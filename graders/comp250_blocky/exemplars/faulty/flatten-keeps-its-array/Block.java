class Block {
    private Color[][] kept;

    public Color[][] flatten() {
        if (this.kept == null) {
            int side = 1 << this.maxDepth - this.level;
            this.kept = new Color[side][side];
            paint(this.kept, 0, 0, side);
        }
        return this.kept;
    }
}
