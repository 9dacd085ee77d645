class Block {
    public boolean smash() {
        if (this.level > 0 && this.level < this.maxDepth) {
            this.color = null;
            this.children = randomChildren();
            updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        }
        return false;
    }
}
