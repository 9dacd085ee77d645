class Block {
    private boolean smash() {
        if (this.level == 0 || this.level == this.maxDepth) {
            return false;
        }
        this.color = null;
        this.children = randomChildren();
        updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        return true;
    }
}
