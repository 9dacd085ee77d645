package grader;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The class files of a trusted jar, by class name. */
final class Archive {
    private Archive() {}

    static Map<String, byte[]> classes(String path) throws IOException {
        Map<String, byte[]> files = new HashMap<>();
        try (JarFile jar = new JarFile(path)) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                if (name.endsWith(".class")) {
                    try (InputStream stream = jar.getInputStream(entry)) {
                        String type = name.substring(0, name.length() - ".class".length()).replace('/', '.');
                        files.put(type, stream.readAllBytes());
                    }
                }
            }
        }
        return files;
    }
}
