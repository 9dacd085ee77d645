package grader;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;

/** The static variables of the driver's classes, with the values that they have before the first call. */
final class Variables {
    private final List<Field> fields = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();

    /** Finds the variables of the classes in a jar whose names begin with a prefix. */
    Variables(String jar, String prefix) throws IOException, ReflectiveOperationException {
        List<String> names = new ArrayList<>();
        try (JarFile file = new JarFile(jar)) {
            file.stream().map(entry -> entry.getName()).filter(name -> name.startsWith(prefix)).forEach(names::add);
        }
        for (String name : names) {
            String type = name.replace('/', '.').replaceFirst("\\.class$", "");
            for (Field field : Class.forName(type, false, Variables.class.getClassLoader()).getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && !Modifier.isFinal(field.getModifiers())) {
                    field.setAccessible(true);
                    fields.add(field);
                    values.add(field.get(null));
                }
            }
        }
    }

    /** Gives them these values again. */
    void restore() {
        for (int i = 0; i < fields.size(); i++) {
            try {
                fields.get(i).set(null, values.get(i));
            } catch (IllegalAccessException error) {
                throw new IllegalStateException(error);
            }
        }
    }
}
