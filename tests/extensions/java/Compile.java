import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/** Compiles the files of many programs: each argument is a folder and its sources, with a colon between any two. */
public final class Compile {
    public static void main(String[] arguments) {
        for (String argument : arguments) {
            String[] places = argument.split(":");
            List<String> options = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d"));
            options.addAll(List.of(places));
            if (ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new)) != 0) {
                System.exit(1);
            }
        }
    }
}
