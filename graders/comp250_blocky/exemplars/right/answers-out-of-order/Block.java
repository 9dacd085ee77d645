class Block {
    public ArrayList<BlockToDraw> getBlocksToDraw() {
        ArrayList<Block> waiting = new ArrayList<Block>();
        ArrayList<BlockToDraw> frames = new ArrayList<BlockToDraw>();
        ArrayList<BlockToDraw> fills = new ArrayList<BlockToDraw>();
        waiting.add(this);
        while (!waiting.isEmpty()) {
            Block next = waiting.remove(waiting.size() - 1);
            if (next.color != null) {
                frames.add(new BlockToDraw(GameColors.FRAME_COLOR, next.xCoord, next.yCoord, next.size, 3));
                fills.add(new BlockToDraw(next.color, next.xCoord, next.yCoord, next.size, 0));
            } else {
                for (Block child : next.children) {
                    waiting.add(child);
                }
            }
        }
        frames.addAll(fills);
        return frames;
    }
}
