class Block {
    public Block(int lvl, int maxDepth) {
        this(lvl, maxDepth, true);
    }

    private Block(int lvl, int maxDepth, boolean first) {
        this.level = lvl;
        this.maxDepth = maxDepth;
        if (lvl < maxDepth && (gen.nextDouble() < Math.exp(-0.25 * lvl) || first)) {
            this.children = new Block[4];
            for (int i = 0; i < 4; i++) {
                this.children[i] = new Block(lvl + 1, maxDepth, false);
            }
        } else {
            this.color = GameColors.BLOCK_COLORS[gen.nextInt(4)];
            this.children = new Block[0];
        }
    }
}
