class Block {
    public boolean smash() {
        if (this.level == 0 || this.level == this.maxDepth) {
            return false;
        }
        boolean divided = this.children.length == 4;
        this.color = null;
        this.children = randomChildren();
        if (divided) {
            updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        }
        return true;
    }
}
