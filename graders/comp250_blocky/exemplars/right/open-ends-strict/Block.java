class Block {
    public Block(int lvl, int maxDepth) {
        if (lvl < 0 || maxDepth <= 0 || lvl > maxDepth) {
            throw new IllegalArgumentException("bad level");
        }
        this.level = lvl;
        this.maxDepth = maxDepth;
        if (lvl < maxDepth && gen.nextDouble() < Math.exp(-0.25 * lvl)) {
            this.children = randomChildren();
        } else {
            this.color = GameColors.BLOCK_COLORS[gen.nextInt(4)];
            this.children = new Block[0];
        }
    }

    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        this.size = size;
        this.xCoord = xCoord;
        this.yCoord = yCoord;
        if (size <= 0) {
            throw new IllegalArgumentException("bad size");
        }
        int half = size / 2;
        for (int i = 0; i < this.children.length; i++) {
            int x = i == 0 || i == 3 ? xCoord + half : xCoord;
            int y = i < 2 ? yCoord : yCoord + half;
            this.children[i].updateSizeAndPosition(half, x, y);
        }
        if (size % (1 << (this.maxDepth - this.level)) != 0) {
            throw new IllegalArgumentException("bad size");
        }
    }
}
