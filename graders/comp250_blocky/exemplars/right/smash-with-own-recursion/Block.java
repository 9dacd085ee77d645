class Block {
    public boolean smash() {
        boolean can = this.level > 0 && this.level < this.maxDepth;
        if (can) {
            Block[] fresh = new Block[4];
            int half = this.size / 2;
            for (int i = 0; i < 4; i++) {
                fresh[i] = new Block(this.level + 1, this.maxDepth);
                int x = this.xCoord + (i == 0 || i == 3 ? half : 0);
                int y = this.yCoord + (i == 2 || i == 3 ? half : 0);
                fresh[i].updateSizeAndPosition(half, x, y);
            }
            this.children = fresh;
            this.color = null;
        }
        return can;
    }

    public Block(int lvl, int maxDepth) {
        level = lvl;
        this.maxDepth = maxDepth;
        boolean divide = false;
        if (lvl < maxDepth) {
            divide = gen.nextDouble() < Math.exp(-0.25 * lvl);
        }
        if (!divide) {
            children = new Block[] {};
            color = GameColors.BLOCK_COLORS[gen.nextInt(GameColors.BLOCK_COLORS.length)];
            return;
        }
        Block ur = new Block(lvl + 1, maxDepth);
        Block ul = new Block(lvl + 1, maxDepth);
        Block ll = new Block(lvl + 1, maxDepth);
        Block lr = new Block(lvl + 1, maxDepth);
        children = new Block[] {ur, ul, ll, lr};
    }
}
