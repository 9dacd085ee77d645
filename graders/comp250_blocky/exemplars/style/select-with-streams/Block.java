class Block {
    public Block getSelectedBlock(int x, int y, int lvl) {
        if (lvl < this.level || lvl > this.maxDepth) {
            throw new IllegalArgumentException(String.format("level %d is not from %d to %d", lvl, this.level, this.maxDepth));
        }
        java.util.function.Predicate<Block> holds = block -> x >= block.xCoord && x < block.xCoord + block.size
                && y >= block.yCoord && y < block.yCoord + block.size;
        if (!holds.test(this)) {
            return null;
        }
        if (this.level == lvl) {
            return this;
        }
        return java.util.Arrays.stream(this.children).filter(holds)
                .sorted(java.util.Comparator.comparing((Block block) -> String.format("%d %d", block.xCoord, block.yCoord)))
                .map(child -> child.getSelectedBlock(x, y, lvl)).collect(java.util.stream.Collectors.toList())
                .stream().findFirst().orElse(this);
    }
}
