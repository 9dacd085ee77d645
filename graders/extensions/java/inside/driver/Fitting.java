package driver;

import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the method whose parameters fit arguments that came as data, and makes the arguments fit. */
final class Fitting {
    /** Stands for a value that does not fit. */
    static final Object NO = new Object();

    private static final int VARIABLE = 1000; // the cost of an argument list of variable length

    private Fitting() {
    }

    /** Returns the executable that fits best, null if none does; values gets the array of its arguments. */
    static Executable best(List<? extends Executable> known, List<?> arguments, Object[] values) {
        Executable best = null;
        int least = Integer.MAX_VALUE;
        for (Executable each : known) {
            int[] cost = {0};
            Object[] fitted = fitted(each, arguments, cost);
            if (fitted != null && cost[0] < least) {
                least = cost[0];
                best = each;
                values[0] = fitted;
            }
        }
        return best;
    }

    private static Object[] fitted(Executable executable, List<?> arguments, int[] cost) {
        Type[] types = executable.getGenericParameterTypes();
        if (types.length != executable.getParameterCount()) { // javac leaves some out of generic signatures
            types = executable.getParameterTypes();
        }
        Object[] fitted = all(types, arguments, cost);
        int fixed = types.length - 1;
        if (fitted != null || !executable.isVarArgs() || arguments.size() < fixed) {
            return fitted;
        }
        cost[0] = VARIABLE;
        List<Object> given = new ArrayList<Object>(arguments.subList(0, fixed));
        given.add(arguments.subList(fixed, arguments.size()));
        return all(types, given, cost);
    }

    private static Object[] all(Type[] types, List<?> arguments, int[] cost) {
        Object[] fitted = types.length == arguments.size() ? new Object[types.length] : null;
        for (int i = 0; fitted != null && i < types.length; i++) {
            fitted[i] = fitted(arguments.get(i), types[i], cost);
            fitted = fitted[i] == NO ? null : fitted;
        }
        return fitted;
    }

    /** Returns a value as the type wants it, or NO; the less it fits, the more is added to the cost. */
    static Object fitted(Object value, Type type, int[] cost) {
        Class<?> raw = raw(type);
        if (value == null) {
            return raw.isPrimitive() ? NO : null;
        }
        cost[0] += raw.isPrimitive() ? 0 : 1;
        if (value instanceof Long) {
            return whole((Long) value, wide(raw), cost);
        }
        if (value instanceof Double && wide(raw) == Float.class) {
            cost[0] += 2;
            return ((Double) value).floatValue();
        }
        if (value instanceof String && wide(raw) == Character.class && ((String) value).length() == 1) {
            cost[0] += 2;
            return ((String) value).charAt(0);
        }
        if (value instanceof String && raw != String.class && raw.getClassLoader() == null) {
            Object read = read((String) value, raw);
            if (read != NO) {
                return read;
            }
        }
        if (value instanceof List && raw.isArray()) {
            return array((List<?>) value, type, cost);
        }
        if (value instanceof Map) {
            return table((Map<?, ?>) value, type, cost);
        }
        if (value instanceof List || value instanceof Set) {
            return collection((Collection<?>) value, type, cost);
        }
        cost[0] += wide(raw) == value.getClass() ? 0 : 20;
        return wide(raw).isInstance(value) ? value : NO;
    }

    /** Returns the date or the member of an enum of the library that a text names, or NO. */
    private static Object read(String text, Class<?> type) {
        String method = type.isEnum() ? "valueOf" : type.getPackageName().equals("java.time") ? "parse" : "";
        for (Method each : method.isEmpty() ? new Method[0] : type.getMethods()) {
            Class<?>[] types = each.getParameterTypes();
            if (each.getName().equals(method) && types.length == 1 && types[0].isAssignableFrom(String.class)) {
                try {
                    return each.invoke(null, text);
                } catch (ReflectiveOperationException none) {
                    return NO;
                }
            }
        }
        return NO;
    }

    private static Object whole(long value, Class<?> wide, int[] cost) {
        boolean isInt = value == (int) value;
        List<Class<?>> order = List.of(Integer.class, Long.class, Short.class, Byte.class, BigInteger.class, Double.class,
            Float.class);
        Object[] as = {isInt ? (int) value : NO, value, value == (short) value ? (short) value : NO,
            value == (byte) value ? (byte) value : NO, BigInteger.valueOf(value), (double) value, (float) value};
        int index = order.indexOf(wide);
        cost[0] += 2 * (index < 0 ? order.size() : index);
        Object other = isInt ? (Object) (int) value : (Object) value;
        return index >= 0 ? as[index] : wide.isInstance(other) ? other : NO;
    }

    private static Object array(List<?> values, Type type, int[] cost) {
        Type part = type instanceof GenericArrayType ? ((GenericArrayType) type).getGenericComponentType()
            : ((Class<?>) type).getComponentType();
        Object array = Array.newInstance(raw(part), values.size());
        for (int i = 0; i < values.size(); i++) {
            Object fitted = fitted(values.get(i), part, cost);
            if (fitted == NO) {
                return NO;
            }
            Array.set(array, i, fitted);
        }
        return array;
    }

    private static Object collection(Collection<?> values, Type type, int[] cost) {
        Collection<Object> made = values instanceof Set ? new LinkedHashSet<Object>() : new ArrayList<Object>();
        for (Object value : values) {
            made.add(fitted(value, argument(type, 0), cost));
        }
        return raw(type).isInstance(made) && !made.contains(NO) ? made : NO;
    }

    private static Object table(Map<?, ?> values, Type type, int[] cost) {
        Map<Object, Object> made = new LinkedHashMap<Object, Object>();
        for (Map.Entry<?, ?> each : values.entrySet()) {
            made.put(fitted(each.getKey(), argument(type, 0), cost), fitted(each.getValue(), argument(type, 1), cost));
        }
        return raw(type).isInstance(made) && !made.containsKey(NO) && !made.containsValue(NO) ? made : NO;
    }

    private static Type argument(Type type, int index) {
        Type[] arguments = type instanceof ParameterizedType ? ((ParameterizedType) type).getActualTypeArguments()
            : new Type[0];
        return index < arguments.length ? arguments[index] : Object.class;
    }

    private static Class<?> raw(Type type) {
        if (type instanceof Class) {
            return (Class<?>) type;
        }
        if (type instanceof ParameterizedType) {
            return raw(((ParameterizedType) type).getRawType());
        }
        if (type instanceof GenericArrayType) {
            return raw(((GenericArrayType) type).getGenericComponentType()).arrayType();
        }
        return raw(type instanceof WildcardType ? ((WildcardType) type).getUpperBounds()[0]
            : ((TypeVariable<?>) type).getBounds()[0]);
    }

    private static Class<?> wide(Class<?> raw) {
        return java.lang.invoke.MethodType.methodType(raw).wrap().returnType();
    }

    /** Returns the kinds of arguments in words, as a list of parameters. */
    static String kinds(List<?> arguments) {
        return arguments.stream().map(each -> each == null ? "null" : each instanceof Long ? "int"
            : each instanceof Double ? "double" : each.getClass().getSimpleName().replace("ArrayList", "List"))
            .collect(Collectors.joining(", ", "(", ")"));
    }
}
