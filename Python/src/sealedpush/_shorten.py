# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Shortening the text of a message so that it fits."""

import json

from . import _sealer
from ._message import Options
from ._protocol import names
from ._protocol.text import mend
from .errors import SealingError

END = "\u2026"
MOST = 4000  # characters: no content has more bytes


def shorten(data: bytes, options: Options, now: int, exact: bool) -> bytes:
    """The payload, with as little as need be cut from the end of its body.

    Raises:
        SealingError: `contentTooLarge` if nothing may be cut, or that is not enough.
    """
    # A device that was paired just now is told so, which takes room.
    own = options.own._replace(paired=bytes(16))

    def fits(payload: bytes) -> bool:
        try:
            _sealer.prepare(payload, options, own, now)
        except SealingError as error:
            if error.name != "contentTooLarge":
                raise
            return False
        return True
    if exact:
        _sealer.prepare(data, options, options.own, now)
        return data
    if fits(data):
        return data
    payload = json.loads(mend(data))
    alert = payload["aps"]["alert"]
    body = alert["body"][:MOST]

    def cut(length: int) -> bytes:
        alert["body"] = body[:length].rstrip() + END
        return json.dumps(payload, separators=(",", ":")).encode()
    ends = [i for i in range(1, len(body)) if not names.is_split(body[:i + 1], i)]
    low, high = 0, len(ends)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(cut(ends[middle - 1])) else (low, middle - 1)
    if not low:
        raise SealingError("contentTooLarge")
    return cut(ends[low - 1])
