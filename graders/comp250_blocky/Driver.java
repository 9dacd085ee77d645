package driver;

import grader.Missing;
import grader.Sandbox;
import java.awt.Color;
import java.awt.Rectangle;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/**
 * Operations on a submission of Blocky for COMP 250: each builds what it needs, calls one method of the student's, and
 * reports. Boards and trees are described at Blocks; colours are indices in BLOCK_COLORS.
 *
 * Most report {"result": ..., "board": tree afterwards}. An IllegalArgumentException is the result "refused"; any other
 * exception ends the operation.
 */
public final class Driver {

    private static final String REFUSED = "refused";
    private static final String NOT_CALLABLE = ", so the classes of the game do not compile with it";
    private static final int MOST = 50_000; // entries of a list that are reported
    private static final int ROUNDS = 5; // of measuring time: the least counts, because the machine may be busy
    private static final int AT_ONCE = 50; // calls between two looks at the clock, which takes longer than a call
    private static final long ROUND_NANOS = 50_000_000;
    private static final int MOST_CELLS = 200_000; // of an array; boards have 65,536 at most

    private Driver() {
    }

    private interface Call {
        Object run() throws Throwable;
    }

    private static Map<String, Object> told(Blocks blocks, Object block, Call call) throws Throwable {
        Map<String, Object> told = new HashMap<String, Object>();
        try {
            told.put("result", call.run());
        } catch (IllegalArgumentException error) {
            told.put("result", REFUSED);
        }
        told.put("board", blocks.tree(block));
        return told;
    }

    /** Returns a required method. Throws Missing if the course's classes do not compile with a call of it. */
    private static Method member(Class<?> owner, String name, Class<?> result, Class<?>... parameters)
            throws Missing {
        Method method = Sandbox.method(owner, name, parameters);
        String why = uncallable(method);
        if (why.isEmpty() && (result == void.class ? method.getReturnType() != result
                : !result.isAssignableFrom(method.getReturnType()))) {
            why = "returns " + method.getReturnType().getSimpleName() + " instead of " + result.getSimpleName();
        }
        if (!why.isEmpty()) {
            throw notCallable(owner, "the method " + name, why);
        }
        return method;
    }

    /** Returns a required constructor. Throws Missing as member does. */
    private static Constructor<?> constructor(Class<?> owner, Class<?>... parameters) throws Missing {
        Constructor<?> constructor = Sandbox.constructor(owner, parameters);
        String why = uncallable(constructor);
        if (!why.isEmpty()) {
            throw notCallable(owner, "the constructor", why);
        }
        return constructor;
    }

    private static String uncallable(Executable member) {
        if (Modifier.isPrivate(member.getModifiers())) {
            return "is private";
        }
        for (Class<?> type : member.getExceptionTypes()) {
            if (!RuntimeException.class.isAssignableFrom(type) && !Error.class.isAssignableFrom(type)) {
                return "declares a checked exception, " + type.getSimpleName();
            }
        }
        return "";
    }

    private static Missing notCallable(Class<?> owner, String member, String why) {
        return new Missing(owner.getSimpleName() + ".java: " + member + " " + why
                + NOT_CALLABLE);
    }

    private static void seed(Blocks blocks, Random gen) throws Throwable {
        Field field = Sandbox.field(blocks.type, "gen", Random.class);
        if (Modifier.isFinal(field.getModifiers())) {
            throw new Missing("Block.java has no field gen that can be set: the starter's is not final");
        }
        field.set(null, gen);
    }

    /**
     * For controls: does what another operation does. An exception is the result "raised", so that a check, which is about
     * something else, can go on.
     */
    public static Object attempt(String operation, List<Object> arguments) throws Throwable {
        for (Method method : Driver.class.getDeclaredMethods()) {
            if (method.getName().equals(operation) && Modifier.isPublic(method.getModifiers())) {
                Object[] values = arguments.toArray();
                for (int i = 0; i < values.length; i++) {
                    Class<?> type = method.getParameterTypes()[i];
                    values[i] = type == int.class ? (Object) Blocks.whole(values[i]) : values[i];
                }
                try {
                    return Sandbox.invoke(method, null, values);
                } catch (Missing absent) {
                    throw absent;
                } catch (Exception | StackOverflowError error) {
                    return "raised";
                }
            }
        }
        throw new Missing("the driver has no operation " + operation);
    }

    // Part I

    /** Calls the constructor with two arguments *times* times, one after the other; returns the trees. */
    public static Object construct(int level, int maxDepth, long seed, int times) throws Throwable {
        Blocks blocks = new Blocks();
        seed(blocks, new Sound.Counted(seed));
        List<Object> trees = new ArrayList<Object>();
        for (int i = 0; i < times; i++) {
            trees.add(blocks.tree(created(blocks, level, maxDepth)));
        }
        return trees;
    }

    private static Object created(Blocks blocks, int level, int maxDepth) throws Throwable {
        return Sandbox.create(constructor(blocks.type, int.class, int.class), level, maxDepth);
    }

    /** For Sound: the same, after *skipped* steps of the generator; returns [tree, steps it took]. */
    public static Object constructed(int level, int maxDepth, long seed, int skipped) throws Throwable {
        Blocks blocks = new Blocks();
        Sound.Counted gen = new Sound.Counted(seed);
        gen.skip(skipped);
        seed(blocks, gen);
        Object block = created(blocks, level, maxDepth);
        return Arrays.asList(blocks.tree(block), gen.steps() - skipped);
    }

    /** Calls updateSizeAndPosition on the board. */
    public static Object update(List<Object> board, int size, int x, int y) throws Throwable {
        Blocks blocks = new Blocks();
        Object root = blocks.build(board);
        return told(blocks, root, () -> updated(blocks, root, size, x, y));
    }

    /** Calls it once for each [size, x, y]; reports each. */
    public static Object updates(List<Object> board, List<Object> calls) throws Throwable {
        Blocks blocks = new Blocks();
        Object root = blocks.build(board);
        List<Object> told = new ArrayList<Object>();
        for (Object call : calls) {
            List<?> three = (List<?>) call;
            int size = Blocks.whole(three.get(0));
            int x = Blocks.whole(three.get(1));
            int y = Blocks.whole(three.get(2));
            told.add(told(blocks, root, () -> updated(blocks, root, size, x, y)));
        }
        return told;
    }

    private static Object updated(Blocks blocks, Object block, int size, int x, int y) throws Throwable {
        Method method = member(blocks.type, "updateSizeAndPosition", void.class, int.class, int.class, int.class);
        return Sandbox.invoke(method, block, size, x, y);
    }

    /** For Sound: the tree after updateSizeAndPosition; an empty list if it was refused. */
    public static Object placed(List<Object> board, int size, int x, int y) throws Throwable {
        Map<?, ?> told = (Map<?, ?>) update(board, size, x, y);
        return told.get("result") == null ? told.get("board") : List.of();
    }

    /**
     * Calls getBlocksToDraw twice on the block at the path; reports both lists, as [colour, x, y, width, height,
     * stroke], and whether they are different lists. The frame's and the highlight's colour are 4 and 5.
     */
    public static Object draw(List<Object> board, List<Object> path) throws Throwable {
        Blocks blocks = new Blocks();
        Object root = blocks.build(board);
        Object block = blocks.at(root, path);
        Method method = member(blocks.type, "getBlocksToDraw", ArrayList.class);
        Object first = Sandbox.invoke(method, block);
        Object entries = entries(blocks, first);
        Map<String, Object> told = told(blocks, root, () -> entries);
        Object second = Sandbox.invoke(method, block);
        told.put("again", entries(blocks, second));
        told.put("fresh", first != second);
        return told;
    }

    private static Object entries(Blocks blocks, Object list) throws Throwable {
        if (!(list instanceof List)) {
            return list == null ? null : "no list, but a " + list.getClass().getSimpleName();
        }
        if (((List<?>) list).size() > MOST) {
            return "a list of " + ((List<?>) list).size() + " entries";
        }
        Class<?> type = Sandbox.type("BlockToDraw");
        Field color = Sandbox.field(type, "color", Color.class);
        Field shape = Sandbox.field(type, "shape", Rectangle.class);
        Field stroke = Sandbox.field(type, "strokeThickness", int.class);
        List<Object> edges = Arrays.asList(edge("FRAME_COLOR"), edge("HIGHLIGHT_COLOR"));
        List<Object> entries = new ArrayList<Object>();
        for (Object entry : (List<?>) list) {
            if (!type.isInstance(entry)) {
                entries.add("no BlockToDraw");
                continue;
            }
            Object drawn = color.get(entry);
            Rectangle place = (Rectangle) shape.get(entry);
            Object index = edges.contains(drawn) ? (Object) (4 + edges.indexOf(drawn)) : blocks.index(drawn);
            entries.add(Arrays.asList(index, place.x, place.y, place.width, place.height, stroke.getInt(entry)));
        }
        return entries;
    }

    private static Object edge(String name) throws Throwable {
        return Sandbox.field(Sandbox.type("GameColors"), name, Color.class).get(null);
    }

    // Part II

    /**
     * Calls getSelectedBlock for each of the points [x, y] on the block at the path; the result is a list: the path of
     * the block found, from the root; null; "refused"; or another text for a block that is not of this board.
     */
    public static Object select(List<Object> board, List<Object> path, List<Object> points, int level)
            throws Throwable {
        Blocks blocks = new Blocks();
        Object root = blocks.build(board);
        Object block = blocks.at(root, path);
        Method method = member(blocks.type, "getSelectedBlock", blocks.type, int.class, int.class, int.class);
        List<Object> found = new ArrayList<Object>();
        for (Object point : points) {
            int x = Blocks.whole(((List<?>) point).get(0));
            int y = Blocks.whole(((List<?>) point).get(1));
            try {
                Object selected = Sandbox.invoke(method, block, x, y, level);
                Object way = selected == null ? null : blocks.pathOf(root, selected);
                found.add(selected == null || way != null ? way : "a block that is not one of the board's");
            } catch (IllegalArgumentException error) {
                found.add(REFUSED);
            }
        }
        return told(blocks, root, () -> found);
    }

    /**
     * Calls getSelectedBlock for the points [x, y] of a small board and of a large one, each for its deepest level, and
     * measures the CPU time of a call, in at most *times* calls. Reports whether one on the large board takes more than *most* times as long as one
     * on the small one, and [x, y, size, level] of each block found on the large board, or null if it is none of its.
     * Their output is dropped, because a line at each of so many calls would exceed the limit.
     */
    public static Object selectGrowth(List<Object> small, List<Object> smallPoints, List<Object> large,
            List<Object> largePoints, int most, int times) throws Throwable {
        Blocks blocks = new Blocks();
        PrintStream shown = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        try {
            List<Object> found = new ArrayList<Object>();
            double little = timeOf(blocks, small, smallPoints, times / 4, new ArrayList<Object>());
            double much = timeOf(blocks, large, largePoints, times / 4, found);
            // once more, since on a busy machine the code is compiled late; the large board is the last one, so that
            // its calls are never the only slow ones
            little = Math.min(little, timeOf(blocks, small, smallPoints, times / 4, new ArrayList<Object>()));
            much = Math.min(much, timeOf(blocks, large, largePoints, times / 4, new ArrayList<Object>()));
            Map<String, Object> told = new HashMap<String, Object>();
            told.put("result", found);
            told.put("grows", much > most * little);
            return told;
        } finally {
            System.setOut(shown);
        }
    }

    /** Returns the CPU time of a call, the least of several rounds; adds what is found. */
    private static double timeOf(Blocks blocks, List<Object> board, List<Object> points, int times,
            List<Object> found) throws Throwable {
        Object root = blocks.build(board);
        Set<Object> all = blocks.all(root);
        Method method = member(blocks.type, "getSelectedBlock", blocks.type, int.class, int.class, int.class);
        int level = Blocks.whole(board.get(1));
        for (Object point : points) {
            int x = Blocks.whole(((List<?>) point).get(0));
            int y = Blocks.whole(((List<?>) point).get(1));
            Object selected = Sandbox.invoke(method, root, x, y, level);
            found.add(all.contains(selected) ? blocks.square(selected) : null);
        }
        double least = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long begin = now();
            int calls = 0;
            while (calls < times / ROUNDS && now() - begin < ROUND_NANOS) {
                Object point = points.get(calls / AT_ONCE % points.size());
                int x = Blocks.whole(((List<?>) point).get(0));
                int y = Blocks.whole(((List<?>) point).get(1));
                for (int i = 0; i < AT_ONCE; i++) {
                    Sandbox.invoke(method, root, x, y, level);
                }
                calls += AT_ONCE;
            }
            least = Math.min(least, (double) (now() - begin) / calls);
        }
        return least;
    }

    private static long now() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Does moves one after the other, each [method, path, direction]; reports each. */
    public static Object moves(List<Object> board, List<Object> steps) throws Throwable {
        Blocks blocks = new Blocks();
        Object root = blocks.build(board);
        List<Object> told = new ArrayList<Object>();
        for (Object step : steps) {
            List<?> three = (List<?>) step;
            Method method = member(blocks.type, (String) three.get(0), void.class, int.class);
            Object block = blocks.at(root, (List<?>) three.get(1));
            int direction = Blocks.whole(three.get(2));
            told.add(told(blocks, root, () -> Sandbox.invoke(method, block, direction)));
        }
        return told;
    }

    /**
     * Asks one board the same question before several moves [method, path, direction] and after each of them, and each
     * time a new board of the same blocks as well. asked: "getBlocksToDraw", "flatten", or "getSelectedBlock", which gets
     * the points [x, y] on level 1. A move that fails is left out; if no move changes the board, the
     * driver gives it the blocks of *other*. Reports [answer, answer of the new board, tree] for each time; an exception
     * is the answer "raised".
     */
    public static Object afterMoves(String asked, List<Object> board, List<Object> steps, List<Object> other,
            List<Object> points) throws Throwable {
        Blocks blocks = new Blocks();
        seed(blocks, new Sound.Counted(7));
        Object root = blocks.build(board);
        List<Object> told = new ArrayList<Object>();
        told.add(answered(blocks, asked, root, points));
        Object before = blocks.tree(root);
        boolean changed = false;
        for (Object step : steps) {
            List<?> three = (List<?>) step;
            try {
                moved(blocks, blocks.at(root, (List<?>) three.get(1)), (String) three.get(0), three.get(2));
                told.add(answered(blocks, asked, root, points));
                changed = changed || !blocks.tree(root).equals(before);
            } catch (Missing | RuntimeException unusable) {
                break; // the board is broken, or a move is not there: other checks grade that
            }
        }
        if (!changed) {
            blocks.fill(root, (List<?>) blocks.tree(blocks.build(other)));
            told.add(answered(blocks, asked, root, points));
        }
        return told;
    }

    private static void moved(Blocks blocks, Object block, String method, Object direction) throws Throwable {
        Method move = direction == null ? member(blocks.type, method, boolean.class)
            : member(blocks.type, method, void.class, int.class);
        try {
            Sandbox.invoke(move, block, direction == null ? new Object[0] : new Object[] {Blocks.whole(direction)});
        } catch (Exception | StackOverflowError error) {
            return;
        }
    }

    private static Object answered(Blocks blocks, String asked, Object root, List<Object> points) throws Throwable {
        Object twin = twin(blocks, root);
        Object tree = blocks.tree(root);
        return Arrays.asList(answer(blocks, asked, root, points), answer(blocks, asked, twin, points), tree);
    }

    /** Returns a new board like this one. Throws IllegalStateException if its blocks are not in order. */
    private static Object twin(Blocks blocks, Object root) throws Throwable {
        Object twin = blocks.build(blocks.board(root));
        if (!blocks.tree(twin).equals(blocks.tree(root))) {
            throw new IllegalStateException("the blocks are not in order");
        }
        return twin;
    }

    private static Object answer(Blocks blocks, String asked, Object root, List<Object> points) throws Throwable {
        try {
            if (asked.equals("flatten")) {
                return rows(blocks, Sandbox.invoke(member(blocks.type, asked, Color[][].class), root));
            }
            if (asked.equals("getBlocksToDraw")) {
                return entries(blocks, Sandbox.invoke(member(blocks.type, asked, ArrayList.class), root));
            }
            Method method = member(blocks.type, asked, blocks.type, int.class, int.class, int.class);
            List<Object> found = new ArrayList<Object>();
            for (Object point : points) {
                int x = Blocks.whole(((List<?>) point).get(0));
                int y = Blocks.whole(((List<?>) point).get(1));
                Object selected = Sandbox.invoke(method, root, x, y, 1);
                found.add(selected == null ? null : blocks.tree(selected)); // not its path: others grade copies
            }
            return found;
        } catch (Missing absent) {
            throw absent;
        } catch (Exception | StackOverflowError error) {
            return "raised";
        }
    }

    /** Calls rotate or reflect on a new Block() that is nothing yet; returns "refused" or "returned". */
    public static Object moveNothing(String method, int direction) throws Throwable {
        Blocks blocks = new Blocks();
        Object block = Sandbox.create(Sandbox.constructor(blocks.type));
        try {
            Sandbox.invoke(member(blocks.type, method, void.class, int.class), block, direction);
        } catch (IllegalArgumentException error) {
            return REFUSED;
        }
        return "returned";
    }

    /** Calls smash on a new Block() that is nothing yet. */
    public static Object smashNothing() throws Throwable {
        Blocks blocks = new Blocks();
        Object block = Sandbox.create(Sandbox.constructor(blocks.type));
        return Sandbox.invoke(member(blocks.type, "smash", boolean.class), block);
    }

    /**
     * Calls smash on the block at the path, when *skipped* steps of the generator have been taken; also reports how many
     * more steps it took.
     */
    public static Object smash(List<Object> board, List<Object> path, long seed, int skipped) throws Throwable {
        Blocks blocks = new Blocks();
        Object root = blocks.build(board);
        Object block = blocks.at(root, path);
        Sound.Counted gen = new Sound.Counted(seed);
        gen.skip(skipped);
        seed(blocks, gen);
        Method method = member(blocks.type, "smash", boolean.class);
        Map<String, Object> told = told(blocks, root, () -> Sandbox.invoke(method, block));
        told.put("steps", gen.steps() - skipped);
        return told;
    }

    // Part III

    /** Calls flatten on the block at the path; the result is its rows. */
    public static Object flatten(List<Object> board, List<Object> path) throws Throwable {
        Blocks blocks = new Blocks();
        Object root = blocks.build(board);
        Object block = blocks.at(root, path);
        Method method = member(blocks.type, "flatten", Color[][].class);
        return told(blocks, root, () -> rows(blocks, Sandbox.invoke(method, block)));
    }

    private static Object rows(Blocks blocks, Object grid) {
        if (grid == null) {
            return null;
        }
        List<Object> rows = new ArrayList<Object>();
        int cells = 0;
        for (Object line : (Object[]) grid) {
            cells += line == null ? 1 : 1 + ((Object[]) line).length;
            if (cells > MOST_CELLS) {
                return "an array of " + ((Object[]) grid).length + " rows, too large to show";
            }
            if (line == null) {
                rows.add(null);
                continue;
            }
            List<Object> row = new ArrayList<Object>();
            for (Object cell : (Object[]) line) {
                row.add(blocks.index(cell));
            }
            rows.add(row);
        }
        return rows;
    }

    /** Returns the rows of the flattened board in letters, as [times, row]; only ever called on the reference. */
    public static Object rowsInLetters(List<Object> board) throws Throwable {
        Blocks blocks = new Blocks();
        Color[][] grid = (Color[][]) Sandbox.invoke(Sandbox.method(blocks.type, "flatten"), blocks.build(board));
        List<Color> colors = Arrays.asList(Blocks.colors());
        List<Object> rows = new ArrayList<Object>();
        int times = 0;
        for (int i = 0; i < grid.length; i++) {
            times++;
            if (i + 1 == grid.length || !Arrays.equals(grid[i], grid[i + 1])) {
                StringBuilder row = new StringBuilder();
                for (Color cell : grid[i]) {
                    row.append("RGBY".charAt(colors.indexOf(cell)));
                }
                rows.add(Arrays.asList(times, row.toString()));
                times = 0;
            }
        }
        return rows;
    }

    private static Object goal(String kind, int colour) throws Throwable {
        Class<?> type = Sandbox.type(kind);
        return Sandbox.create(constructor(type, Color.class), Blocks.colors()[colour]);
    }

    private static Object scored(String kind, List<Object> board, int colour) throws Throwable {
        Blocks blocks = new Blocks();
        Object root = blocks.build(board);
        Object goal = goal(kind, colour);
        Method method = member(goal.getClass(), "score", int.class, blocks.type);
        return told(blocks, root, () -> Sandbox.invoke(method, goal, root));
    }

    /** Calls PerimeterGoal.score; rows are those of the flattened board, for the variant with a sound flatten. */
    public static Object perimeter(List<Object> board, int colour, List<Object> rows) throws Throwable {
        Sound.give(rows, List.of());
        return scored("PerimeterGoal", board, colour);
    }

    /** Calls BlobGoal.score; rows and groups are for the variant with sound methods of its own. */
    public static Object blob(List<Object> board, int colour, List<Object> rows, List<Object> groups)
            throws Throwable {
        Sound.give(rows, groups);
        return scored("BlobGoal", board, colour);
    }

    /**
     * Lets one goal score several boards one after the other, which are the same Block with other blocks in it, and a new
     * goal a new board of the same blocks each time. Reports [score, score of the new goal]; rows and groups are those of
     * each board, for the variants. An exception is the score "raised".
     */
    public static Object scoresAfter(String kind, List<Object> boards, int colour, List<Object> rows,
            List<Object> groups) throws Throwable {
        Blocks blocks = new Blocks();
        Object goal = goal(kind, colour);
        Object root = null;
        List<Object> told = new ArrayList<Object>();
        for (int i = 0; i < boards.size(); i++) {
            @SuppressWarnings("unchecked")
            List<Object> board = (List<Object>) boards.get(i);
            Object twin = blocks.build(board);
            if (root == null) {
                root = blocks.build(board);
            } else {
                blocks.fill(root, (List<?>) blocks.tree(twin));
            }
            @SuppressWarnings("unchecked")
            List<Object> lines = (List<Object>) rows.get(i);
            @SuppressWarnings("unchecked")
            List<Object> numbered = (List<Object>) groups.get(i);
            Sound.give(lines, numbered);
            told.add(Arrays.asList(score(blocks, goal, root), score(blocks, goal(kind, colour), twin)));
        }
        return told;
    }

    private static Object score(Blocks blocks, Object goal, Object board) throws Throwable {
        Method method = member(goal.getClass(), "score", int.class, blocks.type);
        try {
            return Sandbox.invoke(method, goal, board);
        } catch (Exception | StackOverflowError error) {
            return "raised";
        }
    }

    /**
     * Calls undiscoveredBlobSize for each of the cells [row, column], one after the other, on the same arrays: colours,
     * and what has been visited, as [row, column]. Reports the sizes, and what has been visited afterwards.
     */
    public static Object undiscovered(List<Object> rows, int colour, List<Object> visited, List<Object> cells)
            throws Throwable {
        Object goal = goal("BlobGoal", colour);
        Method method = member(goal.getClass(), "undiscoveredBlobSize", int.class, int.class, int.class,
                Color[][].class, boolean[][].class);
        Color[] colors = Blocks.colors();
        Color[][] grid = new Color[rows.size()][];
        boolean[][] marks = new boolean[rows.size()][];
        for (int i = 0; i < grid.length; i++) {
            List<?> row = (List<?>) rows.get(i);
            grid[i] = new Color[row.size()];
            marks[i] = new boolean[row.size()];
            for (int j = 0; j < row.size(); j++) {
                grid[i][j] = colors[Blocks.whole(row.get(j))];
            }
        }
        for (Object cell : visited) {
            marks[Blocks.whole(((List<?>) cell).get(0))][Blocks.whole(((List<?>) cell).get(1))] = true;
        }
        List<Object> sizes = new ArrayList<Object>();
        for (Object cell : cells) {
            int i = Blocks.whole(((List<?>) cell).get(0));
            int j = Blocks.whole(((List<?>) cell).get(1));
            sizes.add(Sandbox.invoke(method, goal, i, j, grid, marks));
        }
        Map<String, Object> told = new HashMap<String, Object>();
        told.put("sizes", sizes);
        told.put("visited", marked(marks));
        return told;
    }

    private static List<Object> marked(boolean[][] marks) {
        List<Object> cells = new ArrayList<Object>();
        for (int i = 0; i < marks.length; i++) {
            for (int j = 0; j < marks[i].length; j++) {
                if (marks[i][j]) {
                    cells.add(Arrays.asList(i, j));
                }
            }
        }
        return cells;
    }

    /**
     * Returns the groups of a colour as undiscoveredBlobSize finds them: rows of numbers, -1 for cells of no group.
     * Only ever called on the reference, whose answer stands in for a student's method in blob.
     */
    public static Object groups(List<Object> board, int colour) throws Throwable {
        Object rows = ((Map<?, ?>) flatten(board, List.of())).get("result");
        @SuppressWarnings("unchecked")
        List<Object> lines = (List<Object>) rows;
        int[][] groups = new int[lines.size()][lines.size()];
        for (int[] line : groups) {
            Arrays.fill(line, -1);
        }
        int number = 0;
        for (int i = 0; i < groups.length; i++) {
            for (int j = 0; j < groups.length; j++) {
                if (groups[i][j] < 0 && Blocks.whole(((List<?>) lines.get(i)).get(j)) == colour) {
                    Map<?, ?> told = (Map<?, ?>) undiscovered(lines, colour, List.of(), List.of(Arrays.asList(i, j)));
                    for (Object cell : (List<?>) told.get("visited")) {
                        groups[Blocks.whole(((List<?>) cell).get(0))][Blocks.whole(((List<?>) cell).get(1))] = number;
                    }
                    number++;
                }
            }
        }
        return groups;
    }

    // The whole game

    /**
     * Plays a game with a goal and all of Block: makes a board of that depth and size, and in each turn [x, y, level,
     * method, direction] selects a block, or the whole board where none is found, and moves it; null for the direction
     * of smash. Reports the start and each turn.
     */
    public static Object play(String goal, int depth, int size, long seed, List<Object> turns) throws Throwable {
        Blocks blocks = new Blocks();
        seed(blocks, new Sound.Counted(seed));
        Object board = created(blocks, 0, depth);
        updated(blocks, board, size, 0, 0);
        Method select = member(blocks.type, "getSelectedBlock", blocks.type, int.class, int.class, int.class);
        List<Object> told = new ArrayList<Object>();
        List<Object> goals = goals(goal);
        told.add(seen(blocks, board, goals));
        for (Object turn : turns) {
            List<?> parts = (List<?>) turn;
            int x = Blocks.whole(parts.get(0));
            int y = Blocks.whole(parts.get(1));
            Object found = Sandbox.invoke(select, board, x, y, Blocks.whole(parts.get(2)));
            Object block = found == null ? board : found;
            String method = (String) parts.get(3);
            if (parts.get(4) == null) {
                Sandbox.invoke(member(blocks.type, method, boolean.class), block);
            } else {
                Sandbox.invoke(member(blocks.type, method, void.class, int.class), block, Blocks.whole(parts.get(4)));
            }
            told.add(seen(blocks, board, goals));
        }
        return told;
    }

    private static List<Object> goals(String kind) throws Throwable {
        List<Object> goals = new ArrayList<Object>();
        for (int colour = 0; colour < Blocks.colors().length; colour++) {
            goals.add(goal(kind, colour));
        }
        return goals;
    }

    /**
     * Returns what the players see: the board's tree, how many entries are drawn, and the score of each goal. Also names
     * what differs on a new board of the same blocks with new goals: "drawn", "scores", or nothing.
     */
    private static Object seen(Blocks blocks, Object board, List<Object> goals) throws Throwable {
        Map<String, Object> seen = new HashMap<String, Object>();
        Object twin = null;
        try {
            twin = twin(blocks, board); // before any call, which may change the board
        } catch (IllegalStateException broken) {
            twin = null; // other checks grade that
        }
        Object drawn = drawn(blocks, board);
        List<Object> scores = scores(blocks, board, goals);
        seen.put("drawn", drawn instanceof List ? ((List<?>) drawn).size() : 0);
        seen.put("scores", scores);
        seen.put("board", blocks.tree(board));
        List<Object> stale = new ArrayList<Object>();
        if (twin != null && !Objects.equals(sorted(drawn), sorted(drawn(blocks, twin)))) {
            stale.add("drawn");
        }
        if (twin != null && !scores.equals(scores(blocks, twin, goals(goals.get(0).getClass().getSimpleName())))) {
            stale.add("scores");
        }
        seen.put("stale", stale);
        return seen;
    }

    private static Object drawn(Blocks blocks, Object board) throws Throwable {
        return entries(blocks, Sandbox.invoke(member(blocks.type, "getBlocksToDraw", ArrayList.class), board));
    }

    private static Object sorted(Object entries) {
        if (!(entries instanceof List)) {
            return entries;
        }
        List<String> lines = new ArrayList<String>();
        for (Object entry : (List<?>) entries) {
            lines.add(String.valueOf(entry));
        }
        lines.sort(null);
        return lines;
    }

    private static List<Object> scores(Blocks blocks, Object board, List<Object> goals) throws Throwable {
        List<Object> scores = new ArrayList<Object>();
        for (Object goal : goals) {
            scores.add(Sandbox.invoke(member(goal.getClass(), "score", int.class, blocks.type), goal, board));
        }
        return scores;
    }

    // How the code is written: nothing of it is run.

    private static final List<String> FILES = List.of("Block.java", "BlobGoal.java", "PerimeterGoal.java");

    /** Returns the rules of a submitted file; null if it is not there, or does not parse. */
    private static Rules rules(String file) throws Throwable {
        Map<String, String> sources = new HashMap<String, String>();
        for (String each : FILES) {
            if (Sandbox.source(each) != null) {
                sources.put(each, Sandbox.source(each));
            }
        }
        return sources.containsKey(file) ? Rules.of(file, sources) : null;
    }

    /** Returns what the rules find in the submitted files; starter is a map from file names to sources. */
    public static Object findings(Object starter, Object settings) throws Throwable {
        List<Object> found = new ArrayList<Object>();
        for (String file : FILES) {
            String source = Sandbox.source(file);
            Object given = ((Map<?, ?>) starter).get(file);
            Rules mine = rules(file);
            if (mine != null && mine.isEmpty()) {
                continue; // as if it were left out; flags() reports it
            }
            if (mine != null && !mine.packageName().equals(Rules.PACKAGE)) {
                String line = "`package " + Rules.PACKAGE + ";`";
                String todo = mine.packageName().isEmpty()
                    ? "add the line " + line + " at the top: the file is in no package"
                    : "write " + line + " instead of `package " + mine.packageName() + ";`";
                found.add(Arrays.asList("package", "breach", file, 1, todo));
            }
            if (mine == null && source != null && Sandbox.problem(file) == null) {
                found.add(Arrays.asList("not-looked-at", "review", file, 1, "compiles, but cannot be parsed here"));
            }
            if (mine != null && given != null) {
                found.addAll(mine.compared(Rules.of(file, Map.of(file, new String((byte[]) given, StandardCharsets.UTF_8)))));
            }
        }
        return found;
    }

    /** Returns the flags for staff, as keys of the manifest: for these the handout gives no marks at all. */
    public static Object flags() throws Throwable {
        List<Object> flags = new ArrayList<Object>();
        boolean areThere = true;
        for (String file : FILES) {
            String source = Sandbox.source(file);
            Rules mine = rules(file);
            areThere = areThere && source != null && Sandbox.problem(file) == null;
            if (mine != null && mine.isEmpty()) {
                flags.add("nothing-in-it");
                continue;
            }
            if (mine != null && !mine.packageName().equals(Rules.PACKAGE)) {
                flags.add("wrong-package");
            }
            if (mine != null && (mine.foreignClasses() || mine.inferredClasses())) {
                flags.add("foreign-classes");
            }
            if (source != null && Sandbox.problem(file) != null) {
                flags.add("does-not-compile");
            }
        }
        if (areThere && !callable()) { // a file that does not load would end this operation
            flags.add("not-callable");
        }
        return flags;
    }

    /** Returns whether the course's classes can call every required member that is there. */
    private static boolean callable() {
        List<Call> members = List.of(
            () -> constructor(block(), int.class, int.class),
            () -> member(block(), "updateSizeAndPosition", void.class, int.class, int.class, int.class),
            () -> member(block(), "getBlocksToDraw", ArrayList.class),
            () -> member(block(), "getSelectedBlock", block(), int.class, int.class, int.class),
            () -> member(block(), "reflect", void.class, int.class),
            () -> member(block(), "rotate", void.class, int.class),
            () -> member(block(), "smash", boolean.class),
            () -> member(block(), "flatten", Color[][].class),
            () -> constructor(Sandbox.type("PerimeterGoal"), Color.class),
            () -> constructor(Sandbox.type("BlobGoal"), Color.class),
            () -> member(Sandbox.type("BlobGoal"), "undiscoveredBlobSize", int.class, int.class, int.class,
                    Color[][].class, boolean[][].class));
        for (Call member : members) {
            try {
                member.run();
            } catch (Throwable absent) {
                if (String.valueOf(absent.getMessage()).contains(NOT_CALLABLE)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static Class<?> block() throws Missing {
        return Sandbox.type("Block");
    }
}
