import assignment3.GameColors;
import static java.lang.Math.exp;
import static java.lang.Math.pow;

class Block {
    public Block(int lvl, int maxDepth) {
        this.level = lvl;
        this.maxDepth = maxDepth;
        this.children = new Block[0];
        if (lvl == maxDepth) {
            this.color = pick();
        } else {
            double chance = gen.nextDouble(1);
            if (chance < exp(-0.25 * lvl)) {
                this.children = randomChildren();
            } else {
                this.color = pick();
            }
        }
    }

    private static Color pick() {
        return switch (gen.nextInt(4)) {
            case 0 -> GameColors.RED;
            case 1 -> GameColors.GREEN;
            case 2 -> GameColors.BLUE;
            default -> GameColors.YELLOW;
        };
    }

    public void rotate(int direction) {
        switch (direction) {
            case 0 -> rearrange(new int[] {3, 0, 1, 2});
            case 1 -> rearrange(new int[] {1, 2, 3, 0});
            default -> throw new IllegalArgumentException("direction " + direction);
        }
    }

    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        if (size < 0 || size % pow(2, this.maxDepth - this.level) != 0) {
            throw new IllegalArgumentException("size " + size);
        }
        this.size = size;
        this.xCoord = xCoord;
        this.yCoord = yCoord;
        for (int i = 0; i < this.children.length; i++) {
            int x = i == 0 || i == 3 ? xCoord + size / 2 : xCoord;
            int y = i < 2 ? yCoord : yCoord + size / 2;
            this.children[i].updateSizeAndPosition(size / 2, x, y);
        }
    }
}
