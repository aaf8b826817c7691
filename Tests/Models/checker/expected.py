# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The results that the header of a model expects, in one of three forms.

`RESULT query is true.` for each query; or below `Expected` the numbers of the queries (`6, 7 false`, `2 not true`); or, for an
observational equivalence, `Expected   Observational equivalence is true.` or `Expected   not true`.
"""

import re

from .syntax import ModelError, read_header

RESULT = re.compile(r"RESULT\s+(.*?)\s+(is true|is false|cannot be proved)\.", re.DOTALL)
NUMBERED = re.compile(r"^\s*(\d+(?:, \d+)*)\s+(true|false|not true)\b", re.MULTILINE)
EQUIVALENCE = re.compile(r"Expected\s+(Observational equivalence is true\.|not true\b)")


def expected_results(path, text):
    """(query, verdict) in the order of the header, white space made one. A query that the header only numbers is None."""
    header = read_header(path, text)
    found = [(re.sub(r"\s+", " ", query), verdict) for query, verdict in RESULT.findall(header)]
    if found:
        return found
    equivalence = EQUIVALENCE.search(header)
    if equivalence:
        return [("Observational equivalence", "is true" if equivalence[1].endswith("is true.") else "is not true")]
    rows = NUMBERED.findall(header.partition("Expected")[2])
    results = [(int(number), f"is {verdict}") for numbers, verdict in rows for number in numbers.split(", ")]
    if not results:
        raise ModelError(f"{path}:1: the header expects no RESULT")
    if [number for number, _ in results] != list(range(1, len(results) + 1)):
        raise ModelError(f"{path}:1: the header does not number its results 1, 2, 3, ...")
    return [(None, verdict) for _, verdict in results]


def agree(wanted, found):
    """Whether the results found are those that the header expects."""
    return len(wanted) == len(found) and all(
        query in (None, other) and (verdict == result or (verdict == "is not true" and result != "is true"))
        for (query, verdict), (other, result) in zip(wanted, found))


def lines(wanted):
    return [f"RESULT {query or f'of query {number}'} {verdict}." for number, (query, verdict) in enumerate(wanted, 1)]
