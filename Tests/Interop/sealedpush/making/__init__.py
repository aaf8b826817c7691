# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Makes test vectors at random, sound and faulty, from a seed."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from ..vectors import Vector, run
from . import messages, senders, wire
from .dice import Dice

MAKERS: dict[str, tuple[int, Callable[[Dice, str], Vector]]] = {
    "messages": (20, messages.make_accepted),
    "refusals": (45, messages.make_refused),
    "records": (8, wire.make_record),
    "bundles": (6, wire.make_bundle),
    "texts": (6, wire.make_text),
    "statements": (7, wire.make_statement),
    "numbers": (2, wire.make_number),
    "choices": (6, senders.make_choice),
    "sealings": (10, senders.make_sealing),
}
"""How often each is drawn, and what makes it."""

_FIRST = ("name", "comment", "rule", "kind", "expected")


def _complete(vector: Vector) -> Vector:
    """Adds `expected` and the results; a message has its own already."""
    if "expected" in vector:
        return vector
    end, results = run(vector)
    return vector | {"expected": end} | results


def _next_number(folder: Path) -> int:
    found = [re.match(r"\d{4,}", path.name) for path in folder.glob("*.json")]
    return max((int(number.group()) for number in found if number), default=0) + 1


def make_folder(path: str | Path, seed: int, count: int, only: str | None = None) -> None:
    """Writes so many vectors, all of one kind or of any; `expected` is what this
    implementation says."""
    folder = Path(path)
    folder.mkdir(parents=True, exist_ok=True)
    kinds = [only] if only else list(MAKERS)
    weights = [MAKERS[kind][0] for kind in kinds]
    first = _next_number(folder)
    for index in range(count):
        label = f"made-{seed}-{index + 1}"
        dice = Dice(label)
        make = MAKERS[dice.choices(kinds, weights)[0]][1]
        vector = _complete(make(dice, label))
        notes = vector.pop("notes", [])
        slug = "-".join([vector["kind"].lower(), *notes]).replace(" ", "-")[:80]
        vector["name"] = f"{first + index:04}-{slug}"
        vector["comment"] = f"Made at random: {', '.join(notes) or vector['expected']}."
        ordered = {key: vector[key] for key in dict.fromkeys((*_FIRST, *vector))}
        text = json.dumps(ordered, ensure_ascii=False, indent=2)
        (folder / f"{vector['name']}.json").write_text(text + "\n", encoding="utf-8")
