class Block {
    private static int calls = 0;

    private static class Place {
        private int x;
        private int y;
    }

    public int getLevel() {
        int level = this.level;
        return level;
    }

    public final Color[][] flatten() {
        int side = 1 << this.maxDepth - this.level;
        Color[][] cells = new Color[side][side];
        Place first = new Place();
        calls++;
        paint(cells, first.y, first.x, side);
        return cells;
    }
}
