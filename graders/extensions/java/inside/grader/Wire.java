package grader;

import java.lang.reflect.Array;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Values as JSON, with the tags of the judge's protocol/values.py.
 *
 * <p>Decoding makes null, Boolean, Long, BigInteger, Double, String, byte[], List (for lists and tuples), Map and Set.
 * Encoding accepts these (a set in the order of its members), Integer, Short, Byte, Float, Character, and arrays of any of them. Any other value is sent as
 * the name of its class. No method of a value is called unless its class belongs to the library.
 */
final class Wire {
    private static final int MOST_DEPTH = 400;
    private static final int MOST_NODES = 400_000;
    private static final long EXACT = 1L << 53;
    private static final int MOST_BITS = 14_000;
    private static final int SHORT = 18; // digits that always fit into a long

    /** The value cannot be sent, or the bytes are not a message of the judge; the text is the reason. */
    static final class Broken extends Exception {
        private static final long serialVersionUID = 1L;

        Broken(String text) {
            super(text);
        }
    }

    private Wire() {}

    // To bytes.

    static byte[] encode(Object message) throws Broken {
        Writer writer = new Writer();
        writer.value(message, 0);
        return writer.out.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static final class Writer {
        final StringBuilder out = new StringBuilder(256); // only ASCII
        private int nodes = MOST_NODES;

        void value(Object value, int depth) throws Broken {
            if (--nodes < 0 || depth > MOST_DEPTH) {
                throw new Broken("the value is too deep or too large to report");
            }
            if (value == null) {
                out.append("null");
            } else if (value instanceof Boolean) {
                out.append((Boolean) value ? "true" : "false");
            } else if (value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte) {
                whole(((Number) value).longValue());
            } else if (value.getClass() == BigInteger.class) {
                whole((BigInteger) value);
            } else if (value instanceof Double || value instanceof Float) {
                fraction(((Number) value).doubleValue());
            } else if (value instanceof String) {
                string((String) value);
            } else if (value instanceof Character) {
                string(String.valueOf((char) (Character) value));
            } else if (value instanceof byte[]) {
                out.append("{\"b\":\"");
                out.append(Base64.getEncoder().encodeToString((byte[]) value));
                out.append("\"}");
            } else if (value.getClass().isArray()) {
                out.append('[');
                for (int i = 0, count = Array.getLength(value); i < count; i++) {
                    comma(i);
                    value(Array.get(value, i), depth + 1);
                }
                out.append(']');
            } else if (isOfLibrary(value) && value instanceof List) {
                items((List<?>) value, depth);
            } else if (isOfLibrary(value) && value instanceof Map) {
                out.append("{\"d\":[");
                int i = 0;
                for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                    comma(i++);
                    items(Arrays.asList(entry.getKey(), entry.getValue()), depth + 1);
                }
                out.append("]}");
            } else if (isOfLibrary(value) && value instanceof Set) {
                out.append("{\"s\":");
                items(new ArrayList<>((Set<?>) value), depth);
                out.append('}');
            } else {
                String name = value.getClass().getName();
                out.append("{\"o\":");
                string(name.substring(0, Math.min(100, name.length())));
                out.append('}');
            }
        }

        /** Returns whether the value's class is the library's: a submission's class would run its code here. */
        private static boolean isOfLibrary(Object value) {
            return value.getClass().getClassLoader() == null;
        }

        private void items(List<?> items, int depth) throws Broken {
            out.append('[');
            int i = 0;
            for (Object item : items) {
                comma(i++);
                value(item, depth + 1);
            }
            out.append(']');
        }

        private void comma(int index) {
            if (index > 0) {
                out.append(',');
            }
        }

        private void whole(long value) throws Broken {
            if (-EXACT <= value && value <= EXACT) {
                out.append(value);
            } else {
                whole(BigInteger.valueOf(value));
            }
        }

        private void whole(BigInteger value) throws Broken {
            if (value.bitLength() > MOST_BITS) {
                throw new Broken("the integer is too large to report");
            }
            if (value.abs().compareTo(BigInteger.valueOf(EXACT)) <= 0) {
                out.append(value);
            } else {
                out.append("{\"i\":\"" + (value.signum() < 0 ? "-0x" : "0x") + value.abs().toString(16) + "\"}");
            }
        }

        private void fraction(double value) {
            if (Double.isNaN(value)) {
                out.append("{\"f\":\"nan\"}");
            } else if (Double.isInfinite(value)) {
                out.append(value > 0 ? "{\"f\":\"inf\"}" : "{\"f\":\"-inf\"}");
            } else {
                out.append(Double.toString(value));
            }
        }

        private void string(String text) {
            out.append('"');
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '"' || c == '\\') {
                    out.append('\\');
                    out.append(c);
                } else if (c >= ' ' && c < 0x7f) {
                    out.append(c);
                } else {
                    out.append(String.format("\\u%04x", (int) c));
                }
            }
            out.append('"');
        }
    }

    // From bytes, which the judge sent, well-formed.

    static Object decode(byte[] payload) throws Broken {
        Reader reader = new Reader(new String(payload, StandardCharsets.US_ASCII));
        try {
            return reader.value();
        } catch (RuntimeException error) {
            throw new Broken("not a message of the judge: " + error);
        }
    }

    private static final class Reader {
        private final String text;
        private int place;

        Reader(String text) {
            this.text = text;
        }

        private char next() {
            return text.charAt(place++);
        }

        private boolean skip(char expected) {
            if (text.charAt(place) != expected) {
                return false;
            }
            place++;
            return true;
        }

        Object value() throws Broken {
            char first = next();
            switch (first) {
                case '"':
                    return string();
                case '[':
                    return list();
                case '{':
                    return tagged();
                case 't':
                    place += 3;
                    return Boolean.TRUE;
                case 'f':
                    place += 4;
                    return Boolean.FALSE;
                case 'n':
                    place += 3;
                    return null;
                default:
                    return number(place - 1);
            }
        }

        private List<Object> list() throws Broken {
            List<Object> items = new ArrayList<>();
            if (skip(']')) {
                return items;
            }
            do {
                items.add(value());
            } while (skip(','));
            place++;
            return items;
        }

        private Object number(int start) {
            long shortNumber = 0; // a fast path for the usual case, a short whole number
            boolean negative = text.charAt(start) == '-';
            place = negative ? start + 1 : start;
            int first = place;
            while (place < text.length() && text.charAt(place) >= '0' && text.charAt(place) <= '9') {
                shortNumber = 10 * shortNumber + text.charAt(place++) - '0';
            }
            boolean ended = place == text.length() || ".eE".indexOf(text.charAt(place)) < 0;
            if (ended && place > first && place - first <= SHORT) {
                return negative ? -shortNumber : shortNumber;
            }
            boolean whole = true;
            while (place < text.length() && "+-.eE0123456789".indexOf(text.charAt(place)) >= 0) {
                whole &= ".eE".indexOf(text.charAt(place)) < 0;
                place++;
            }
            String digits = text.substring(start, place);
            return whole ? (Object) Long.valueOf(digits) : (Object) Double.valueOf(digits);
        }

        private String string() {
            int end = place;
            while (text.charAt(end) != '"' && text.charAt(end) != '\\') {
                end++;
            }
            StringBuilder decoded = new StringBuilder(text.substring(place, end));
            place = end;
            while (true) {
                char c = next();
                if (c == '"') {
                    return decoded.toString();
                }
                if (c != '\\') {
                    decoded.append(c);
                    continue;
                }
                char escaped = next();
                if (escaped == 'u') {
                    decoded.append((char) Integer.parseInt(text.substring(place, place + 4), 16));
                    place += 4;
                } else {
                    int code = "bfnrt".indexOf(escaped);
                    decoded.append(code >= 0 ? "\b\f\n\r\t".charAt(code) : escaped);
                }
            }
        }

        private Object tagged() throws Broken {
            place++; // the quote before the tag
            String tag = string();
            place++; // the colon
            Object content = value();
            place++; // the closing brace
            switch (tag) {
                case "t":
                    return content;
                case "d":
                    Map<Object, Object> map = new LinkedHashMap<>();
                    for (Object pair : (List<?>) content) {
                        map.put(((List<?>) pair).get(0), ((List<?>) pair).get(1));
                    }
                    return map;
                case "s":
                case "z":
                    Set<Object> set = new LinkedHashSet<>((List<?>) content);
                    return set;
                case "b":
                    return Base64.getDecoder().decode((String) content);
                case "o":
                    return new Object(); // of the submission, where the judge expected data
                case "i":
                    String hex = (String) content;
                    boolean negative = hex.startsWith("-");
                    BigInteger size = new BigInteger(hex.substring(negative ? 3 : 2), 16);
                    return negative ? size.negate() : size;
                case "f":
                    return content.equals("nan") ? Double.NaN
                        : content.equals("inf") ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
                default:
                    throw new Broken("no such tag: " + tag);
            }
        }
    }
}
