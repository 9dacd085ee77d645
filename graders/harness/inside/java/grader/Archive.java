package grader;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Class files out of a jar of ours, by class name. */
final class Archive {
    private Archive() {}

    static Map<String, byte[]> classes(String path) throws IOException {
        Map<String, byte[]> found = new HashMap<>();
        try (JarFile jar = new JarFile(path)) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                if (name.endsWith(".class")) {
                    try (InputStream stream = jar.getInputStream(entry)) {
                        String type = name.substring(0, name.length() - ".class".length()).replace('/', '.');
                        found.put(type, stream.readAllBytes());
                    }
                }
            }
        }
        return found;
    }
}
