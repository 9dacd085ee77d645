package driver;

import grader.Sandbox;
import java.awt.Color;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Plain data for blocks, and blocks for plain data.
 *
 * A board is [level, maxDepth, block], and a block [x, y, size, colour]: the index of its colour in BLOCK_COLORS, or
 * instead a list of four blocks. Sizes and places all come from the judge, since to know them is a student's task.
 * A tree, the full picture of a block, is [[x, y], size, colour, level, maxDepth, children]; any fault
 * of a block stands in it as a text. A path is a list of indices of children. Blocks are made with the seven-argument
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
    private final Color[] colors;
    private Constructor<?> whole; // the constructor with seven arguments, once it is needed
    private int reported;

    Blocks() throws Throwable {
        type = Sandbox.type("Block");
        x = Sandbox.field(type, "xCoord", int.class);
        y = Sandbox.field(type, "yCoord", int.class);
        size = Sandbox.field(type, "size", int.class);
        level = Sandbox.field(type, "level", int.class);
        maxDepth = Sandbox.field(type, "maxDepth", int.class);
        color = Sandbox.field(type, "color", Color.class);
        children = Sandbox.field(type, "children", type.arrayType());
        colors = colors();
    }

    /** Returns a block as the board says. */
    Object build(List<Object> board) throws Throwable {
        if (whole == null) {
            whole = Sandbox.constructor(type, int.class, int.class, int.class, int.class, int.class, Color.class,
                    type.arrayType());
        }
        return build((List<?>) board.get(2), whole(board.get(0)), whole(board.get(1)));
    }

    private Object build(List<?> block, int lvl, int deepest) throws Throwable {
        List<?> blocks = block.get(3) instanceof List ? (List<?>) block.get(3) : List.of();
        Object inner = Array.newInstance(type, blocks.size());
        for (int i = 0; i < blocks.size(); i++) {
            Array.set(inner, i, build((List<?>) blocks.get(i), lvl + 1, deepest));
        }
        return Sandbox.create(whole, whole(block.get(0)), whole(block.get(1)), whole(block.get(2)), lvl, deepest,
                blocks.isEmpty() ? colors[whole(block.get(3))] : null, inner);
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

    /** Returns a block and all that are in it. */
    Set<Object> all(Object block) throws Throwable {
        Set<Object> found = Collections.newSetFromMap(new IdentityHashMap<Object, Boolean>());
        add(block, found);
        return found;
    }

    private void add(Object block, Set<Object> found) throws Throwable {
        found.add(block);
        Object inner = children.get(block);
        for (int i = 0; i < Array.getLength(inner); i++) {
            add(Array.get(inner, i), found);
        }
    }

    /** Returns [x, y, size, level] of a block. */
    Object square(Object block) throws Throwable {
        return Arrays.asList(x.getInt(block), y.getInt(block), size.getInt(block), level.getInt(block));
    }

    /** Returns the tree of a block. */
    Object tree(Object block) throws Throwable {
        reported = 0;
        return subtree(block, 0);
    }

    private Object subtree(Object block, int depth) throws Throwable {
        if (!type.isInstance(block)) {
            return block == null ? "null instead of a block" : "no Block, but a " + block.getClass().getSimpleName();
        }
        if (depth > 12 || ++reported > MOST) {
            return "a block that is far too deep";
        }
        Object inner = children.get(block);
        Object told;
        if (inner == null) {
            told = "null";
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
        Constructor<?> empty = Sandbox.constructor(type);
        for (int i = 0; i < trees.size(); i++) {
            Array.set(inner, i, Sandbox.create(empty));
            fill(Array.get(inner, i), (List<?>) trees.get(i));
        }
        color.set(block, tree.get(2) == null ? null : colors[whole(tree.get(2))]);
        level.setInt(block, whole(tree.get(3)));
        maxDepth.setInt(block, whole(tree.get(4)));
        children.set(block, inner);
        place(block, tree);
    }

    /** Returns the board that a block is; throws IllegalStateException if it is none. */
    List<Object> board(Object block) throws Throwable {
        return Arrays.asList(level.getInt(block), maxDepth.getInt(block), part(block));
    }

    private Object part(Object block) throws Throwable {
        Object inner = block == null ? null : children.get(block);
        int number = inner == null ? -1 : Array.getLength(inner);
        Object colour = number == 0 ? index(color.get(block)) : null;
        if (number == 4) {
            List<Object> four = new ArrayList<Object>();
            for (int i = 0; i < 4; i++) {
                four.add(part(Array.get(inner, i)));
            }
            return Arrays.asList(x.getInt(block), y.getInt(block), size.getInt(block), four);
        }
        if (!(colour instanceof Integer)) {
            throw new IllegalStateException("the blocks are not in order");
        }
        return Arrays.asList(x.getInt(block), y.getInt(block), size.getInt(block), colour);
    }

    /** Returns the four colours of the game: the course's own array. To find it takes long where there are many blocks. */
    static Color[] colors() throws Throwable {
        return (Color[]) Sandbox.field(Sandbox.type("GameColors"), "BLOCK_COLORS", Color[].class).get(null);
    }

    /** Returns the index of a colour in BLOCK_COLORS; null for null, a text for any other. */
    Object index(Object colour) {
        if (colour == null) {
            return null;
        }
        for (int i = 0; i < colors.length; i++) {
            if (colour == colors[i] || colour.equals(colors[i])) {
                return i;
            }
        }
        Color other = (Color) colour;
        return Arrays.asList("another colour", other.getRed(), other.getGreen(), other.getBlue());
    }

    /** Returns a number that came as plain data. */
    static int whole(Object number) {
        return ((Number) number).intValue();
    }
}
