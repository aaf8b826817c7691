# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""What the tests share."""

import os
from collections.abc import Callable
from typing import Any, TypeVar

Test = TypeVar("Test", bound=Callable[..., Any])


def rules(names: str) -> Callable[[Test], Test]:
    """The rules of docs/protocol and the claims of docs/claims.md that a test holds; see `.ci/rules`."""

    def note(test: Test) -> Test:
        if path := os.environ.get("SEALEDPUSH_RULES"):
            with open(path, "a", encoding="utf-8") as file:
                file.write(f"interop/{test.__name__}\t{names}\n")
        return test

    return note
