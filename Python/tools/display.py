# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""What a screen shows of an opened message (docs/protocol/display.md), with English words."""

import base64
from typing import Any

from sealedpush._protocol import crypto
from sealedpush._protocol.names import clean, clean_lines
from sealedpush._protocol.text import integer, is_set, is_string, parse

from .lookalikes import skeleton, skeletons, small

LEVELS = ["passive", "active", "time-sensitive", "critical"]


def thread(sender: bytes, code: str, name: str) -> str:
    """D-28."""
    data = b"SealedPush v1 thread\0" + sender + len(code.encode()).to_bytes(2, "big")
    digest = crypto.sha256(data + code.encode() + name.encode())
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def line(*parts: str) -> str:
    return " \u2013 ".join(p for p in parts if p)


def lowered(sound: str | tuple[str, str], level: int) -> tuple[str, int]:
    """D-25: an ordinary sound and level for critical ones."""
    return sound[1] or "default" if isinstance(sound, tuple) else sound, min(level, 2)


def show(v: dict[str, Any]) -> dict[str, Any]:
    content: Any = parse(v["payload"].encode())
    aps, own = content["aps"], content.get("sealedpush", {})
    contact: Any = v.get("contact")
    flags = v.get("flags", [])
    alert = aps.get("alert", {})
    alert = {"body": alert} if isinstance(alert, str) else alert
    declared = clean(own.get("name", ""), 64)
    identity = clean(contact.get("name", "")) if contact else ""
    device = (clean(contact.get("codeName", "")) or identity) if contact else ""
    # The row of the sender, its title, and what replaces {sender} (D-16, D-19, D-20).
    if not device:
        row, title = 7, f"Unknown: {declared}" if declared else "Unknown sender"
        name = title
    elif contact["trust"] in ("changed", "candidate"):
        row, name = 8, identity or device
        title = f"Check: {name}"
    elif contact["kind"] == "service":
        row, title = (9 if "codeName" in contact else 10), device
        name = (declared or device) if row == 10 else device
    else:
        row, title, name = 11, device, device
    texts = {f: alert.get(f, "") for f in ("title", "subtitle", "body")}
    for field in own.get("template", []):
        if field in texts:
            texts[field] = texts[field].replace("{sender}", name)
    first, second, body = clean(texts["title"]), clean(texts["subtitle"]), texts["body"]
    badge, sound = integer(aps.get("badge")), aps.get("sound", "none")
    badge = None if badge is not None and badge < 0 else badge  # M-21
    if not is_string(sound):
        sound = ("critical", sound.get("name")) if is_set(sound.get("critical")) else sound["name"]
    level = LEVELS.index(aps.get("interruption-level", "active"))
    shown = {"sound": "none", "level": "passive", "thread": "", "row": 5, "subtitle": "", "body": ""}
    if not (first or second or clean(body)):
        filtered = "mayFilter" in flags
        shown |= {"title": "" if filtered else "New notification",
                  "thread": "" if filtered else "sealedpush.removal",
                  "level": "active" if filtered else "passive"}
        return shown | ({"badge": badge} if badge is not None and row != 7 else {})
    if row in (7, 8):
        body = clean_lines(body)
    if row == 7:  # D-22
        badge, sound, level = None, "none", min(level, 1)
    elif row == 8 or "critical" not in flags:
        sound, level = lowered(sound, level)
        level = min(level, 1) if row == 8 else level
    if isinstance(sound, tuple):
        sound = "critical"
    if "recovered" in flags:  # M-38 line 38
        sound, level = "none", 0
    preview = contact["preview"] if contact else "full"
    lines = [title, "", body]
    if preview == "full" and row == 10:  # D-24
        others = {skeleton(name) for name in v.get("otherNames", [])}
        borrowed = first and others & set(skeletons(first, [("Unknown: ", ""), ("Check: ", "")]))
        lines = [first or title, line(title if borrowed else "", second), body]
    elif preview == "full" and row != 7:
        lines[1] = line(*(p for p in (first, second) if small(p) != small(name)))
    elif preview == "senderOnly":  # D-23
        lines[2] = "New message"
    elif preview == "hidden":
        lines = ["New notification", "", "New message"]
    shown |= dict(zip(("title", "subtitle", "body"), lines))
    shown |= {"sound": sound, "level": LEVELS[level], "row": 6 if preview == "hidden" else row}
    if badge is not None:
        shown["badge"] = badge
    if row != 7:
        group = contact["kind"] == "service" and aps.get("thread-id", "")
        code = "" if group else own.get("from", "")
        shown["thread"] = thread(bytes.fromhex(v["sender"]), code, aps.get("thread-id", ""))
    if preview == "full" and row > 8:  # D-27, A-9
        shown["as"] = ["files"] + (["person"] if row != 10 else [])
    return shown
