# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""All published vectors, and their files."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.vectors import run

from . import attached, devices, displayed, messages, pairings, senders

PARTS = (messages, devices, senders, attached, displayed, pairings)


def vectors() -> Iterator[Any]:
    """Each vector. A part's rows are (slug, rule, comment, what is given), and now and then the number to go on at."""
    number = 0
    for part in PARTS:
        for row in part.rows():
            if isinstance(row, int):
                number = row
                continue
            slug, rule, comment, given = row
            name = f"{number:04}-{slug}"
            given = given(name) if callable(given) else given
            expected, results = (given["expected"], {}) if "expected" in given else run(given)
            yield {"name": name, "comment": comment, "rule": rule, "kind": given["kind"], "expected": expected,
                   **given, **results}
            number += 1


def files() -> dict[str, str]:
    """The text of each file by its name."""
    return {f"{v['name']}.json": json.dumps(v, ensure_ascii=False, indent=2) + "\n" for v in vectors()}


def write(folder: Any) -> Any:
    """How many files were written."""
    made = files()
    for name, text in made.items():
        Path(folder, name).write_text(text, encoding="utf-8")
    return len(made)
