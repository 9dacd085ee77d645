class Block {
    public Block getSelectedBlock(int x, int y, int lvl) {
        if (lvl < this.level || lvl > this.maxDepth) {
            throw new IllegalArgumentException();
        }
        if (x < this.xCoord || x >= this.xCoord + this.size || y < this.yCoord || y >= this.yCoord + this.size) {
            return null;
        }
        if (this.level == lvl || this.children.length == 0) {
            return this;
        }
        int half = this.size / 2;
        if (x > this.xCoord + half && y < this.yCoord + half) {
            return this.children[0].getSelectedBlock(x, y, lvl);
        } else if (x < this.xCoord + half && y < this.yCoord + half) {
            return this.children[1].getSelectedBlock(x, y, lvl);
        } else if (x < this.xCoord + half && y > this.yCoord + half) {
            return this.children[2].getSelectedBlock(x, y, lvl);
        } else if (x > this.xCoord + half && y > this.yCoord + half) {
            return this.children[3].getSelectedBlock(x, y, lvl);
        }
        return null;
    }
}
