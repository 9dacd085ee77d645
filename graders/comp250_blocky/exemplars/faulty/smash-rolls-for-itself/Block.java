class Block {
    public boolean smash() {
        if (this.level == 0 || this.level == this.maxDepth) {
            return false;
        }
        if (gen.nextDouble() < Math.exp(-0.25 * this.level)) {
            this.color = null;
            this.children = randomChildren();
            updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        }
        return true;
    }
}
