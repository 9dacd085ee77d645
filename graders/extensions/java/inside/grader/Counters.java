package grader;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Marks in the sources of a submission, which tell the lines that a call reaches.
 *
 * <p>Before each statement stands an assignment that notes its lines, in an array of a class that is added to the file.
 * No line break is inserted, so that lines keep their numbers. What runs when a class is initialised is not marked: the
 * first call alone would reach it.
 */
final class Counters extends TreeScanner<Void, Void> {
    private static final String SUFFIX = "__Lines";
    private static final String ARRAY = "REACHED";
    private static final int MOST_LINES = 20; // of one statement

    private final String source;
    private final String array;
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<Insertion> insertions = new ArrayList<>();

    private Counters(String type, String source, CompilationUnitTree unit, SourcePositions positions) {
        this.source = source;
        this.array = type + SUFFIX + "." + ARRAY;
        this.unit = unit;
        this.positions = positions;
    }

    /** Returns the source of the file of a type with its marks. */
    static String counted(String type, String source, CompilationUnitTree unit, SourcePositions positions) {
        Counters counters = new Counters(type, source, unit, positions);
        counters.scan(unit, null);
        counters.insertions.sort(Comparator.comparingInt(insertion -> insertion.position));
        StringBuilder result = new StringBuilder();
        int end = 0;
        for (Insertion insertion : counters.insertions) {
            result.append(source, end, insertion.position).append(insertion.text);
            end = insertion.position;
        }
        long lines = source.lines().count();
        return result.append(source, end, source.length())
            .append("\nfinal class " + type + SUFFIX + " { static final boolean[] " + ARRAY + " = new boolean[")
            .append(lines + 2).append("]; }\n").toString();
    }

    /** Returns the arrays of the files whose types a loader has with marks, all empty. */
    static Map<String, boolean[]> cleared(ClassLoader loader, String prefix, Set<String> files) {
        Map<String, boolean[]> arrays = new LinkedHashMap<>();
        for (String file : files) {
            try {
                String type = prefix + file.replace(".java", "") + SUFFIX;
                Field field = Class.forName(type, true, loader).getDeclaredField(ARRAY);
                field.setAccessible(true);
                boolean[] reached = (boolean[]) field.get(null);
                Arrays.fill(reached, false);
                arrays.put(file, reached);
            } catch (ReflectiveOperationException | LinkageError absent) {
                continue; // another file stands in for it, or it does not compile
            }
        }
        return arrays;
    }

    /** Returns the numbers of the lines that are noted in arrays, by file. */
    static Map<String, List<Integer>> numbers(Map<String, boolean[]> arrays) {
        Map<String, List<Integer>> numbers = new LinkedHashMap<>();
        arrays.forEach((file, reached) -> {
            List<Integer> lines = new ArrayList<>();
            for (int line = 0; line < reached.length; line++) {
                if (reached[line]) {
                    lines.add(line);
                }
            }
            numbers.put(file, lines);
        });
        return numbers;
    }

    @Override
    public Void visitBlock(BlockTree block, Void none) {
        if (block.isStatic()) {
            return null;
        }
        if (block.getStatements().isEmpty()) {
            int line = line(start(block));
            insert(start(block) + 1, mark(line, line));
        }
        block.getStatements().forEach(this::precede);
        return super.visitBlock(block, none);
    }

    @Override
    public Void visitCase(CaseTree branch, Void none) {
        if (branch.getStatements() != null) {
            branch.getStatements().forEach(this::precede);
        } else if (branch.getBody() instanceof StatementTree) {
            enclose((StatementTree) branch.getBody());
        }
        return super.visitCase(branch, none);
    }

    @Override
    public Void visitIf(IfTree choice, Void none) {
        enclose(choice.getThenStatement());
        enclose(choice.getElseStatement());
        return super.visitIf(choice, none);
    }

    @Override
    public Void visitWhileLoop(WhileLoopTree loop, Void none) {
        enclose(loop.getStatement());
        return super.visitWhileLoop(loop, none);
    }

    @Override
    public Void visitDoWhileLoop(DoWhileLoopTree loop, Void none) {
        enclose(loop.getStatement());
        return super.visitDoWhileLoop(loop, none);
    }

    @Override
    public Void visitForLoop(ForLoopTree loop, Void none) {
        enclose(loop.getStatement());
        return super.visitForLoop(loop, none);
    }

    @Override
    public Void visitEnhancedForLoop(EnhancedForLoopTree loop, Void none) {
        enclose(loop.getStatement());
        return super.visitEnhancedForLoop(loop, none);
    }

    /** Marks a statement among others. */
    private void precede(StatementTree statement) {
        if (!(statement instanceof BlockTree || statement instanceof ClassTree || callsConstructor(statement))) {
            insert(start(statement), mark(statement));
        }
    }

    /** Marks the only statement of a branch or a loop, which then needs braces. */
    private void enclose(StatementTree statement) {
        if (statement != null && !(statement instanceof BlockTree)) {
            insert(start(statement), "{ " + mark(statement));
            insert(end(statement), " }");
        }
    }

    /** Returns whether a statement calls another constructor, before which none may stand. */
    private static boolean callsConstructor(StatementTree statement) {
        Tree call = statement instanceof ExpressionStatementTree
            ? ((ExpressionStatementTree) statement).getExpression() : null;
        return call instanceof MethodInvocationTree
            && ((MethodInvocationTree) call).getMethodSelect().toString().matches("this|(.*\\.)?super");
    }

    private String mark(StatementTree statement) {
        StatementTree labelled = statement;
        while (labelled instanceof LabeledStatementTree) {
            labelled = ((LabeledStatementTree) labelled).getStatement();
        }
        int first = line(start(statement));
        String mark = mark(first, Math.min(line(headEnd(labelled)), first + MOST_LINES));
        if (statement instanceof DoWhileLoopTree) {
            int condition = line(start(((DoWhileLoopTree) statement).getCondition()));
            mark += mark(condition, condition);
        }
        return mark;
    }

    private String mark(int first, int last) {
        StringBuilder text = new StringBuilder();
        for (int line = first; line <= Math.max(first, last); line++) {
            text.append(array).append('[').append(line).append("] = ");
        }
        return text.append("true; ").toString();
    }

    /** Returns the last position of a statement, or of its part before other statements that it holds. */
    private int headEnd(StatementTree statement) {
        int[] end = {end(statement)};
        new TreeScanner<Void, Void>() {
            @Override
            public Void scan(Tree tree, Void none) {
                if (tree == statement) {
                    return super.scan(tree, none);
                }
                if (tree instanceof StatementTree || tree instanceof CaseTree) {
                    end[0] = Math.min(end[0], start(tree));
                    return null;
                }
                return super.scan(tree, none);
            }
        }.scan(statement, null);
        int last = end[0] - 1;
        while (last > start(statement) && Character.isWhitespace(source.charAt(last))) {
            last--;
        }
        return last;
    }

    private void insert(int position, String text) {
        insertions.add(new Insertion(position, text));
    }

    private int start(Tree tree) {
        return (int) positions.getStartPosition(unit, tree);
    }

    private int end(Tree tree) {
        return (int) positions.getEndPosition(unit, tree);
    }

    private int line(int position) {
        return (int) unit.getLineMap().getLineNumber(position);
    }

    private static final class Insertion {
        final int position;
        final String text;

        Insertion(int position, String text) {
            this.position = position;
            this.text = text;
        }
    }
}
