class Block {
    public Block(int lvl, int maxDepth) {
        this.level = lvl;
        this.maxDepth = maxDepth;
        this.children = new Block[0];
        if (lvl < maxDepth && gen.nextDouble() < Math.exp(-0.25 * lvl)) {
            this.children = randomChildren();
        }
        this.color = GameColors.BLOCK_COLORS[gen.nextInt(4)];
    }
}
