class Block {
    public boolean smash() {
        if (this.level == 0 || this.level == this.maxDepth) {
            return false;
        }
        this.color = null;
        this.children = randomChildren();
        return true;
    }
}
