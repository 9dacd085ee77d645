class Block {
    public void reflect(int direction) {
        if (direction != 0 && direction != 1) {
            throw new IllegalArgumentException("Invalid direction");
        }
        if (this.children.length == 0) {
            return;
        }
        Block ur = this.children[0], ul = this.children[1], ll = this.children[2], lr = this.children[3];
        if (direction == 0) {
            this.children[0] = lr;
            this.children[1] = ll;
            this.children[2] = ul;
            this.children[3] = ur;
        } else {
            this.children[0] = ul;
            this.children[1] = ur;
            this.children[2] = lr;
            this.children[3] = ll;
        }
        this.updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
        for (Block child : this.children) {
            child.reflect(direction);
        }
    }

    public void rotate(int direction) {
        if (direction == 1) {
            if (this.children.length != 0) {
                Block first = this.children[0];
                for (int i = 0; i < 3; i++) {
                    this.children[i] = this.children[i + 1];
                }
                this.children[3] = first;
                for (Block child : this.children) {
                    child.rotate(1);
                }
                this.updateSizeAndPosition(this.size, this.xCoord, this.yCoord);
            }
        } else if (direction == 0) {
            for (int i = 0; i < 3; i++) {
                this.rotate(1);
            }
        } else {
            throw new IllegalArgumentException("Invalid direction");
        }
    }
}
