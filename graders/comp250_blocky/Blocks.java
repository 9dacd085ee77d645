package driver;

import grader.Missing;
import grader.Sandbox;
import java.awt.Color;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Plain data for blocks, and blocks for plain data.
 *
 * A board is [x, y, size, level, maxDepth, cells]; cells are the index of a colour in BLOCK_COLORS, or a list of four
 * cells. A tree, the full picture of a block, is [[x, y], size, colour, level, maxDepth, children]; whatever is wrong
 * about a block stands in it as a text. A path is a list of indices of children. Blocks are made with the seven-argument
 * constructor and read by reflection, so that no other method of the student's matters.
 */
final class Blocks {

    private static final int MOST = 4_000; // blocks that are reported, in a tree that may have got out of hand

    /** The class Block, and what is looked at in it. */
    final Class<?> type;

    private final Field x;
    private final Field y;
    private final Field size;
    private final Field level;
    private final Field maxDepth;
    private final Field color;
    private final Field children;
    private int reported;

    Blocks() throws Missing {
        type = Sandbox.type("Block");
        x = Sandbox.field(type, "xCoord", int.class);
        y = Sandbox.field(type, "yCoord", int.class);
        size = Sandbox.field(type, "size", int.class);
        level = Sandbox.field(type, "level", int.class);
        maxDepth = Sandbox.field(type, "maxDepth", int.class);
        color = Sandbox.field(type, "color", Color.class);
        children = Sandbox.field(type, "children", type.arrayType());
    }

    /** Returns a block as the board says. */
    Object build(List<Object> board) throws Throwable {
        return build(whole(board.get(0)), whole(board.get(1)), whole(board.get(2)), whole(board.get(3)),
                whole(board.get(4)), board.get(5));
    }

    private Object build(int left, int top, int side, int lvl, int deepest, Object cells) throws Throwable {
        boolean divided = cells instanceof List;
        Object inner = Array.newInstance(type, divided ? 4 : 0);
        int half = side / 2;
        for (int i = 0; i < Array.getLength(inner); i++) {
            int right = i == 0 || i == 3 ? half : 0;
            int down = i >= 2 ? half : 0;
            Object cell = ((List<?>) cells).get(i);
            Array.set(inner, i, build(left + right, top + down, half, lvl + 1, deepest, cell));
        }
        return Sandbox.create(
                Sandbox.constructor(type, int.class, int.class, int.class, int.class, int.class, Color.class,
                        inner.getClass()),
                left, top, side, lvl, deepest, divided ? null : colors()[whole(cells)], inner);
    }

    /** Returns the block at a path. */
    Object at(Object block, List<?> path) throws Throwable {
        for (Object index : path) {
            block = Array.get(children.get(block), whole(index));
        }
        return block;
    }

    /** Returns the path of a block in another one, by identity; null if it is not there. */
    List<Object> pathOf(Object root, Object wanted) throws Throwable {
        reported = 0;
        return pathOf(root, wanted, new ArrayList<Object>());
    }

    private List<Object> pathOf(Object block, Object wanted, List<Object> way) throws Throwable {
        if (block == wanted) {
            return new ArrayList<Object>(way);
        }
        Object inner = block == null || reported++ > MOST ? null : children.get(block);
        for (int i = 0; inner != null && i < Array.getLength(inner); i++) {
            way.add(i);
            List<Object> found = pathOf(Array.get(inner, i), wanted, way);
            if (found != null) {
                return found;
            }
            way.remove(way.size() - 1);
        }
        return null;
    }

    /** Returns the tree of a block. */
    Object tree(Object block) throws Throwable {
        reported = 0;
        return subtree(block, 0);
    }

    private Object subtree(Object block, int depth) throws Throwable {
        if (!type.isInstance(block)) {
            return block == null ? "null in place of a block" : "no Block, but a " + block.getClass().getSimpleName();
        }
        Object inner = children.get(block);
        Object told;
        if (inner == null) {
            told = "null";
        } else if (depth > 12 || ++reported > MOST) {
            told = "without end";
        } else {
            List<Object> trees = new ArrayList<Object>();
            for (int i = 0; i < Array.getLength(inner); i++) {
                trees.add(subtree(Array.get(inner, i), depth + 1));
            }
            told = trees;
        }
        return Arrays.asList(Arrays.asList(x.getInt(block), y.getInt(block)), size.getInt(block),
                index(color.get(block)), level.getInt(block), maxDepth.getInt(block), told);
    }

    /** Gives a block and those in it the sizes and places of a tree. */
    void place(Object block, List<?> tree) throws Throwable {
        List<?> corner = (List<?>) tree.get(0);
        x.setInt(block, whole(corner.get(0)));
        y.setInt(block, whole(corner.get(1)));
        size.setInt(block, whole(tree.get(1)));
        Object inner = children.get(block);
        for (int i = 0; i < Array.getLength(inner); i++) {
            place(Array.get(inner, i), (List<?>) ((List<?>) tree.get(5)).get(i));
        }
    }

    /** Gives a block everything that a tree says. */
    void fill(Object block, List<?> tree) throws Throwable {
        List<?> trees = (List<?>) tree.get(5);
        Object inner = Array.newInstance(type, trees.size());
        for (int i = 0; i < trees.size(); i++) {
            Array.set(inner, i, Sandbox.create(Sandbox.constructor(type)));
            fill(Array.get(inner, i), (List<?>) trees.get(i));
        }
        color.set(block, tree.get(2) == null ? null : colors()[whole(tree.get(2))]);
        level.setInt(block, whole(tree.get(3)));
        maxDepth.setInt(block, whole(tree.get(4)));
        children.set(block, inner);
        place(block, tree);
    }

    /** Returns the board that a block is; throws IllegalStateException if it is none. */
    List<Object> board(Object block) throws Throwable {
        return Arrays.asList(x.getInt(block), y.getInt(block), size.getInt(block), level.getInt(block),
                maxDepth.getInt(block), cells(block));
    }

    private Object cells(Object block) throws Throwable {
        Object inner = block == null ? null : children.get(block);
        int number = inner == null ? -1 : Array.getLength(inner);
        Object colour = number == 0 ? index(color.get(block)) : null;
        if (number == 4) {
            List<Object> four = new ArrayList<Object>();
            for (int i = 0; i < 4; i++) {
                four.add(cells(Array.get(inner, i)));
            }
            return four;
        }
        if (!(colour instanceof Integer)) {
            throw new IllegalStateException("the blocks are not in order");
        }
        return colour;
    }

    /** Returns the four colours of the game. */
    static Color[] colors() throws Throwable {
        return (Color[]) Sandbox.field(Sandbox.type("GameColors"), "BLOCK_COLORS", Color[].class).get(null);
    }

    /** Returns the index of a colour in BLOCK_COLORS; null for null, a text for any other. */
    static Object index(Object colour) throws Throwable {
        int found = Arrays.asList(colors()).indexOf(colour);
        if (found >= 0 || colour == null) {
            return colour == null ? null : (Object) found;
        }
        Color other = (Color) colour;
        return Arrays.asList("another colour", other.getRed(), other.getGreen(), other.getBlue());
    }

    /** Returns a number that came as plain data. */
    static int whole(Object number) {
        return ((Number) number).intValue();
    }
}
