# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Terms: a variable is an int, everything else a tuple (symbol, argument, ...). Facts have the same shape."""


def apply(term, subst):
    """The term with its variables replaced, again and again, by what `subst` holds for them."""
    if isinstance(term, int):
        value = subst.get(term)
        return term if value is None else apply(value, subst)
    if len(term) == 1:
        return term
    return (term[0],) + tuple([apply(argument, subst) for argument in term[1:]])


def replace(term, subst):
    """The term with its variables replaced once; for substitutions between two sets of variables."""
    if isinstance(term, int):
        return subst[term]
    return (term[0],) + tuple([replace(argument, subst) for argument in term[1:]])


def variables(term, found=None):
    """The variables of a term in the order in which they occur."""
    found = {} if found is None else found
    if isinstance(term, int):
        found.setdefault(term)
    else:
        for argument in term[1:]:
            variables(argument, found)
    return found


def size(term):
    return 1 if isinstance(term, int) else 1 + sum(map(size, term[1:]))


def symbols(term, found):
    """Adds the symbols of a term to `found`."""
    if not isinstance(term, int):
        found.add(term[0])
        for argument in term[1:]:
            symbols(argument, found)
    return found


def unify(left, right, subst):
    """Extends `subst` to a most general unifier. On False, `subst` is spoilt."""
    stack = [(left, right)]
    while stack:
        left, right = stack.pop()
        while isinstance(left, int) and left in subst:
            left = subst[left]
        while isinstance(right, int) and right in subst:
            right = subst[right]
        if left is right or left == right:
            continue
        if isinstance(right, int) and not isinstance(left, int):
            left, right = right, left
        if isinstance(left, int):
            if _occurs(left, right, subst):
                return False
            subst[left] = right
        elif left[0] != right[0] or len(left) != len(right):
            return False
        else:
            stack.extend(zip(left[1:], right[1:]))
    return True


def _occurs(variable, term, subst):
    if isinstance(term, int):
        return term == variable or (term in subst and _occurs(variable, subst[term], subst))
    return any(_occurs(variable, argument, subst) for argument in term[1:])


def match(pattern, term, subst):
    """Extends `subst` so that the pattern becomes the term, whose variables count as constants. On False, it is spoilt."""
    if isinstance(pattern, int):
        return subst.setdefault(pattern, term) == term
    if isinstance(term, int) or pattern[0] != term[0] or len(pattern) != len(term):
        return False
    for part, value in zip(pattern[1:], term[1:]):
        if not match(part, value, subst):
            return False
    return True


def matches_all(patterns, facts, subst):
    """Every way to match each pattern with some fact, as extensions of `subst`."""
    if not patterns:
        yield subst
        return
    for fact in facts:
        extended = dict(subst)
        if match(patterns[0], fact, extended):
            yield from matches_all(patterns[1:], facts, extended)


def show(term):
    """The term as people read it."""
    if isinstance(term, int):
        return f"x{term}"
    symbol, arguments = term[0], ", ".join(map(show, term[1:]))
    if symbol.startswith("tuple/"):
        return f"({arguments})"
    return f"{symbol}({arguments})" if arguments else symbol
