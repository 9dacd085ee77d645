class Block {
    public boolean smash() {
        Random random = new Random();
        if (this.level == 0 || this.level == this.maxDepth) {
            return false;
        }
        this.color = null;
        this.children = randomChildren();
        updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        return true;
    }
}
