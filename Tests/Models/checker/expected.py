# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The results that the header of a model expects: what stands in its first comments as `RESULT query is true.`"""

import re

from .syntax import ModelError, read_model

RESULT = re.compile(r"RESULT\s+(.*?)\s+(is true|is false|cannot be proved)\.", re.DOTALL)


def expected_results(path, text):
    """(query, verdict) in the order of the header, white space made one."""
    found = [(re.sub(r"\s+", " ", query), verdict) for query, verdict in RESULT.findall(read_model(path, text).header)]
    if not found:
        raise ModelError(f"{path}:1: the header expects no RESULT")
    return found
