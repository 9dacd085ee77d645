public Block(int lvl, int maxDepth) {
    driver.Sound.construct(this, lvl, maxDepth);
}
