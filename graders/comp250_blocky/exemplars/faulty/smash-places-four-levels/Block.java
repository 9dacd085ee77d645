class Block {
    public boolean smash() {
        if (this.level == 0 || this.level == this.maxDepth) {
            return false;
        }
        this.color = null;
        this.children = new Block[4];
        for (int i = 0; i < 4; i++) {
            this.children[i] = new Block(this.level + 1, this.maxDepth);
        }
        placeChildren(4);
        return true;
    }

    private void placeChildren(int levels) {
        for (int i = 0; i < this.children.length; i++) {
            Block child = this.children[i];
            child.size = this.size / 2;
            child.xCoord = this.xCoord + (i == 0 || i == 3 ? child.size : 0);
            child.yCoord = this.yCoord + (i == 2 || i == 3 ? child.size : 0);
            if (levels > 1) {
                child.placeChildren(levels - 1);
            }
        }
    }
}
