# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""What hooks do to generated cases, and the count of answers.

For each operation the cases take turns: every other one is right, the others are as they were
generated, or wrong in one way each, so that every documented status is reached.
"""

import atexit
import itertools
import json
from collections import Counter
from pathlib import Path

import schemathesis


def put(case, path=None, bearer=None, headers=None, body=None, media=None):
    """Makes a request of a case, whose query stays as it was generated."""
    if path:
        case.path_parameters = dict(case.path_parameters or {}) | path
    case.headers.clear()
    if bearer:
        case.headers["Authorization"] = f"Bearer {bearer}"
    for name, value in (headers or {}).items():
        case.headers[name] = value
    if body is not None:
        case.body, case.media_type = body, media
        case.headers["Content-Type"] = media


def as_generated(case):
    pass


def turns(right, wrong):
    """One that is right, one that is wrong or as it was generated, and so on."""
    for good, bad in zip(itertools.cycle(right), itertools.cycle(wrong)):
        yield good
        yield bad


def is_other(case):
    """Whether the request has a method that its path does not have."""
    return case.method.upper() != case.operation.method.upper()


def install(table: dict[str, tuple[list, list]], answers: Path) -> None:
    """Has each operation take its turns, and writes how often each answer came."""
    cycles = {label: turns(*parts) for label, parts in table.items()}
    counts: Counter = Counter()

    @schemathesis.hook
    def filter_failure(context, failure, case, response):
        # Whatever the document does not describe is answered 404.
        return not (is_other(case) and response.status_code == 404)

    @schemathesis.hook
    def before_call(context, case, kwargs):
        if is_other(case):
            return
        turn = next(cycles[case.operation.label])
        turn(case)
        if turn is not as_generated:
            # Of cases without a required header schemathesis would take that header away again.
            case._meta = None

    @schemathesis.hook
    def after_call(context, case, response):
        label = f"{case.method} (other)" if is_other(case) else case.operation.label
        counts[f"{label} {response.status_code}"] += 1

    @atexit.register
    def tell():
        answers.write_text(json.dumps(counts))
