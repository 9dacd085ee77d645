class Block {
    public Block(int lvl, int maxDepth) {
        this.size = 1;
        this.level = lvl;
        this.maxDepth = maxDepth;
        if (lvl < maxDepth && gen.nextDouble() < Math.exp(-0.25 * lvl)) {
            this.children = randomChildren();
        } else {
            this.color = GameColors.BLOCK_COLORS[gen.nextInt(4)];
            this.children = new Block[0];
        }
    }
}
