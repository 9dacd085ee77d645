class Block {
    public boolean smash() {
        if (this.level == 0 || this.level >= this.maxDepth - 1) {
            return false;
        }
        this.color = null;
        this.children = randomChildren();
        updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        return true;
    }
}
