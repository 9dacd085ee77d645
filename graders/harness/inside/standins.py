"""Functions that stand in for a submission's own, and look like them.

A submission may call its functions by place or by keyword, and give them parameters that the
handout does not have. A stand-in takes whatever its own function takes, bears its name, and hands
on everything where it does not know better; what is called wrongly fails with the words that the
own function fails with.
"""

import functools
import types

OWN = object()
"""What a stand-in's *does* returns where the submission's own function is to be called."""

TAKES_MORE = 0x04 | 0x08
"""Flags of a function's code: it takes any further arguments, by place or by name."""


def stand_in(own, name, parameters, does):
    """Return a function to put in place of *own* (None if the submission has none), called *name*
    in the handout.

    *does* is called with what is given for *parameters*, the names that the handout has, in that
    order: found by name, or by place where the submission has names of its own. It returns the
    result, or OWN.
    """
    plain = _takes_just(own, parameters)
    signature = None if plain else _signature(own, parameters)

    def standing(*arguments, **keywords):
        if plain and not keywords and len(arguments) == len(parameters):
            given = arguments
        else:
            given = _given(
                _signature(own, parameters) if plain else signature, parameters, arguments, keywords
            )
        result = OWN if given is None else does(*given)
        if result is not OWN:
            return result
        if own is None:
            raise NameError("name %r is not defined" % name)
        return own(*arguments, **keywords)

    if own is None:
        standing.__name__ = standing.__qualname__ = name
    else:
        functools.update_wrapper(standing, own)
        if not plain:  # else it says what is taken, to whom that is worth a look
            del standing.__wrapped__
    if signature is not None:
        standing.__signature__ = signature
    standing.stands_for = own
    return standing


def _takes_just(own, parameters):
    """Say whether *own* is a function written in Python that takes *parameters*, under these names,
    and no more.
    """
    if type(own) is not types.FunctionType or vars(own):
        return False
    code = own.__code__
    if code.co_posonlyargcount or code.co_kwonlyargcount or code.co_flags & TAKES_MORE:
        return False
    return code.co_varnames[: code.co_argcount] == parameters


def own_of(function):
    """Return what *function* stands in for, or the function itself."""
    return getattr(function, "stands_for", function)


def _signature(own, parameters):
    import inspect  # it is hardly ever needed, and takes a plain process a tenth of its start

    if own is None:
        return inspect.Signature(
            [
                inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD)
                for name in parameters
            ]
        )
    try:
        return inspect.signature(own)
    except (TypeError, ValueError):
        return None


def _given(signature, parameters, arguments, keywords):
    """Return what is given for *parameters*; None if that cannot be told, or the call does not fit."""
    if signature is None:
        return arguments if len(arguments) == len(parameters) and not keywords else None
    try:
        bound = signature.bind(*arguments, **keywords)
    except TypeError:
        return None
    bound.apply_defaults()
    named = bound.arguments
    kinds = [(name, signature.parameters[name].kind) for name in named]
    in_order = []
    for name, kind in kinds:
        if kind.name == "VAR_POSITIONAL":
            in_order += [(None, value) for value in named[name]]
        elif kind.name != "VAR_KEYWORD":
            in_order.append((name, named[name]))
    named = dict(in_order, **{key: value for key, value in keywords.items() if key not in named})
    found = []
    for place, name in enumerate(parameters):
        if name in named:
            found.append(named[name])
        elif place < len(in_order) and in_order[place][0] not in parameters:
            found.append(in_order[place][1])
        else:
            return None
    return found
