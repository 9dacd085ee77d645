class Block {
    public Block(int lvl, int maxDepth) {
        this.level = lvl;
        this.maxDepth = maxDepth;
        if (lvl < maxDepth && gen.nextDouble() < Math.exp(-0.25 * lvl)) {
            this.children = new Block[4];
            for (int i : new int[] {1, 0, 2, 3}) {
                this.children[i] = new Block(lvl + 1, maxDepth);
            }
        } else {
            this.color = GameColors.BLOCK_COLORS[gen.nextInt(4)];
            this.children = new Block[0];
        }
    }
}
