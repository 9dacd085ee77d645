class Block {
    public boolean smash() {
        if (this.level == 0 || this.level == this.maxDepth) {
            return false;
        }
        this.color = null;
        this.children = new Block[4];
        for (int i = 0; i < 4; i++) {
            Color color = GameColors.BLOCK_COLORS[gen.nextInt(4)];
            this.children[i] = new Block(0, 0, 0, this.level + 1, this.maxDepth, color, new Block[0]);
        }
        updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        return true;
    }
}
