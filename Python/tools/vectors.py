# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Checks test vectors (docs/vectors/README.md)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sealedpush._protocol import attachments, crypto, messages, pairing, sealing, wire
from sealedpush._protocol.receiver import DAY, Claim, Device
from sealedpush._protocol.sealing import Own
from sealedpush._protocol.text import JSONError, b64decode, parse
from sealedpush._protocol.wire import Record
from sealedpush.errors import AttachmentError, OpeningError, SealedPushError

from . import display, mlkem
from .building import seal, secret


class Killed(Exception):
    """The run of a receiver was killed."""


class GoneDirectory(dict[bytes, Any]):
    """A claim directory that is gone but for the claim keys that are taken."""

    def setdefault(self, key: bytes, value: Any = None, /) -> Any:
        if key not in self:
            raise OpeningError("unknownPrekey")
        return self[key]


def same(what: str, a: Any, b: Any) -> None:
    if a != b:
        raise AssertionError(f"{what}: {a!r:.200} is not {b!r:.200}")


def identities(names: list[str]) -> set[bytes]:
    return {crypto.identity(secret("identity", name)) for name in names}


def run_opening(device: Device, v: dict[str, Any]) -> dict[str, str]:
    """What one opening of a message vector must end with, by the names of its members."""
    device.policy, device.contacts = v["unknownSenders"], identities(v["contacts"])
    device.blocked, device.revoked = (identities(v.get(k, ())) for k in ("blocked", "revoked"))
    if "strangers" in v:
        device.strangers[v["now"] // DAY] = v["strangers"]
    payload = bytes.fromhex(v["payloadHex"]) if "payloadHex" in v else v["payload"].encode()

    def at(line: int, outcome: str | None) -> None:
        if (line, outcome) == ({"afterClaim": 37, "afterErasure": 38}.get(str(v.get("stop"))), "opened"):
            raise Killed
        if line == 28 and "erasedMeanwhile" in v:
            id_ = messages.read_outer(payload)[1:9]
            del device.prekeys[id_]
            if v["erasedMeanwhile"] == "claimDirectory":
                taken = device.directories.pop(id_)
                device.directories |= {id_: GoneDirectory(taken)} if taken else {}
    device.at = at
    try:
        outcome, claim = device.open(
            payload, v["now"], v.get("arrival", v["now"]), v.get("push", "alert"))
    except Killed:
        hash_ = messages.envelope_hash(messages.read_outer(payload))
        outcome, (claim,) = "opened", [c for d in device.directories.values() for c in d.values()
                                       if isinstance(c, Claim) and c.hash == hash_]
    except SealedPushError as error:
        return {"expected": error.name}
    contact = device.contact(claim.idS)
    of = {} if contact in (None, claim.idS) else {"candidateOf": v["contacts"][
        [crypto.identity(secret("identity", name)) for name in v["contacts"]].index(contact)]}
    return {"expected": outcome, "content": claim.content.decode()} | of


def check_opening(device: Device, v: dict[str, Any]) -> None:
    result = run_opening(device, v)
    same("opening", result, {name: v[name] for name in ("expected", "content", "candidateOf") if name in v})


def fields_of(content: str | None) -> dict[str, Any]:
    """The members of a message vector that its content decides; None has none."""
    if content is None:
        return {}
    data = content.encode()
    references = attachments.read_references(messages.own_member(data, "attachments"))
    result = {"attachments": [r.url for r in references if isinstance(r, attachments.Reference)],
              "refusedAttachments": [r.name for r in references if isinstance(r, AttachmentError)],
              "remove": messages.names_to_remove(data), "paired": (pairing.paired(data) or b"").hex()}
    return {name: value for name, value in result.items() if value}


def check_steps(v: Any, idR: Any, record: Any, seed: Any, envelope: Any) -> None:
    steps = {name: bytes.fromhex(value) for name, value in v["steps"].items()}
    enc, message = steps["encapsulatedKey"], messages.read_plaintext(steps["plaintext"])
    topic = messages.topic_of(v["topic"].encode(), v.get("push"))
    random = steps["messageIDRandom"] + steps["encapsulationRandom"]
    # The X25519 half need not be what follows from the randomness.
    half = enc[1088:], crypto.x25519(crypto.private_key(seed)[1], enc[1088:])
    made = seal(record, idR, v["sender"], message.content, topic, message.created, message.ttl_s, len(envelope), random,
                lambda layer, value, *_: half if layer == "half" else value)
    for name, value in made.items():
        same(name, steps[name], value)
    same("envelope", envelope, steps["associatedData"] + steps["ciphertext"])
    if not v["name"][5:].startswith("enc-"):
        same("sealed", envelope, sealing.seal_content(
            message.content, record, idR, secret("identity", v["sender"]), secret("secret", v["sender"]), topic,
            message.ttl_s, message.created, len(envelope), random[:32],
            lambda key: mlkem.xwing_encapsulate(key, random[32:])))


def new_device(v: dict[str, Any]) -> tuple[Device, list[Record], dict[Any, Any]]:
    """(the device of a message vector, the seeds of its prekeys by id)"""
    bundle = wire.read_bundle(wire.open_text("device", v["bundle"]))
    same("device", bundle.idR, crypto.identity(secret("identity", v["device"])))
    device = Device(bundle.idR, v["topic"].encode())
    seeds = {}
    for record, prekey in zip(bundle.records, v["prekeys"], strict=True):
        seeds[record.id] = secret("prekey", f"{v['device']} {prekey}")
        device.add_prekey(record, seeds[record.id])
    return device, bundle.records, seeds


def check_message(v: dict[str, Any]) -> None:
    device, records, seeds = new_device(v)
    for opening in v.get("before", ()):
        check_opening(device, opening)
    check_opening(device, v)
    same("fields", fields_of(v.get("content")), {
        k: v[k] for k in ("attachments", "refusedAttachments", "remove", "paired") if k in v})
    if "steps" in v:
        envelope = messages.read_outer(v["payload"].encode())
        record, = [r for r in records if r.id == envelope[1:9]]
        check_steps(v, device.idR, record, seeds[record.id], envelope)


def run_choice(v: dict[str, Any]) -> dict[str, Any] | None:
    old = v.get("pins", {"epoch": 0, "minimumEpoch": 0})
    pins = sealing.Pins(old["epoch"], bytes.fromhex(old.get("digest", "")) or None,
                       old["minimumEpoch"])
    pins, serve = sealing.serving(wire.read_bundle(bytes.fromhex(v["bundle"])), pins, v["now"])
    after = {"epoch": pins.epoch, "digest": pins.digest and pins.digest.hex(),
             "minimumEpoch": pins.min_epoch}
    order = [r for r in serve if r.one_time] + [r for r in serve if not r.one_time]
    return {"candidates": [r.id.hex() for r in order],
            "pinsAfter": {k: x for k, x in after.items() if x is not None}}


def own_of(fields: dict[str, Any]) -> Own:
    """The options of a sealing, of the members of a vector."""
    found = [json.loads(text) for text in fields.get("attachments", ())]
    references = [attachments.Reference(r["url"], b64decode(r["key"]) or b"", b64decode(r["sha256"]) or b"",
                                        r["size"], r["type"]) for r in found]
    statements = [(s["text"], s["time"]) for s in fields.get("statements", ())]
    return sealing.Own(fields.get("from"), fields.get("name"), fields.get("template", ()), references,
                       fields.get("remove", ()), bytes.fromhex(fields.get("paired", "")), statements)


def run_sealing(v: dict[str, Any]) -> dict[str, Any] | None:
    content, e = sealing.prepare(v["payload"].encode(), v["push"], v["padding"], v["placeholder"],
                                own_of(v.get("fields", {})), v.get("now", 0))
    return {"content": content.decode(), "envelopeBytes": e,
            "outer": sealing.outer(v["placeholder"], "").decode()}


def run_attachment(v: dict[str, Any]) -> dict[str, str] | None:
    try:
        value = parse(v["reference"].encode())
    except JSONError:
        value = None
    reference, = attachments.read_references([value])
    if isinstance(reference, AttachmentError):
        raise reference
    content = attachments.open_file(reference, long_bytes(v["file"]))
    return {"content": content.hex()} if isinstance(v["file"], str) else {"contentDigest": crypto.sha256(content).hex()}


def long_bytes(value: list[int | str | str] | str) -> bytes:
    """Bytes of hex, or of an array of hex and of numbers of zero bytes."""
    parts = [value] if isinstance(value, str) else value
    return b"".join(bytes(x) if isinstance(x, int) else bytes.fromhex(x) for x in parts)


def run_record(v: dict[str, str]) -> dict[str, str] | None:
    record = wire.read_record(bytes.fromhex(v["record"]), bytes.fromhex(v["identity"]))
    return {"recordDigest": record.digest.hex(), "prekeyID": record.id.hex()}


def run_bundle(v: dict[str, Any]) -> dict[str, Any] | None:
    bundle = wire.read_bundle(bytes.fromhex(v["bundle"]))
    return {"identity": bundle.idR.hex(), "prekeyIDs": [r.id.hex() for r in bundle.records]}


def run_text(kind: str) -> Callable[..., Any]:
    def run(v: dict[str, str]) -> dict[str, str] | None:
        wire.read_text(kind, v["text"])
        return {"bytes": wire.open_text(kind, v["text"]).hex()}
    return run


def run_statement(kind: str) -> Callable[..., Any]:
    def run(v: dict[str, Any]) -> dict[str, Any] | None:
        statement = wire.read_statement(kind, bytes.fromhex(v["bytes"]))
        result = {"identities": [i.hex() for i in statement.identities]}
        return result | {name: field.hex() if name == "challenge" else field.decode()
                         for name, field in statement.fields.items()}
    return run


def run_challenge(v: dict[str, str]) -> dict[str, str] | None:
    challenge = wire.possession_challenge(v["purpose"], v["origin"].encode(), v["device"].encode(),
                                          bytes.fromhex(v["nonce"]))
    return {"challenge": challenge.hex()}


def run_safety_number(v: dict[str, str]) -> dict[str, str] | None:
    return {"digits": wire.safety_number(bytes.fromhex(v["sender"]), bytes.fromhex(v["device"]))}


def run_collapse_id(v: dict[str, str]) -> dict[str, str]:
    return {"collapseID": sealing.collapse_id(
        secret("secret", v["sender"]), bytes.fromhex(v["device"]), v["collapseKey"])}


def run_link(v: dict[str, Any]) -> dict[str, Any] | None:
    link = pairing.read_link(bytes.fromhex(v["bytes"]))
    same("link", pairing.write_link(link.secret, link.idS, link.end, link.name, link.relay), link.data)
    return {"linkHash": crypto.sha256(link.data).hex(), "secret": link.secret.hex(), "identities": [link.idS.hex()],
            "end": link.end, "lastMoment": pairing.last_moment(link), "senderName": link.name.decode(),
            "relay": link.relay.decode(), "dropID": pairing.drop_id(link.secret).hex()}


def run_answer(v: dict[str, Any]) -> dict[str, Any] | None:
    answer = pairing.read_answer(long_bytes(v["plaintext"]), pairing.read_link(bytes.fromhex(v["link"])))
    return {"identities": [answer.idR.hex()], "endpoint": answer.endpoint.decode(),
            "answerTopic": answer.topic.decode(), "deviceName": answer.name.decode(),
            "answerHash": answer.hash.hex(), "number": answer.number}


def run_box(v: dict[str, str]) -> dict[str, str] | None:
    secret, box = bytes.fromhex(v["secret"]), bytes.fromhex(v["box"])
    plaintext = pairing.open_box(secret, box)
    same("box", pairing.seal_box(secret, box[:16], plaintext.rstrip(b"\0")), box)
    return {"plaintext": plaintext.hex()}


def run_display(v: dict[str, Any]) -> dict[str, Any]:
    shown = display.show(v)
    names = ("row", "title", "subtitle", "body", "badge", "sound", "level", "thread", "as")
    return {"shown": {name: shown[name] for name in names if name in shown}}


KINDS: dict[str, Callable[[dict[str, Any]], Any]] = {
         "choice": run_choice, "sealing": run_sealing, "attachment": run_attachment,
         "record": run_record, "bundle": run_bundle, "safetyNumber": run_safety_number,
         "collapseID": run_collapse_id, "display": run_display,
         "possessionChallenge": run_challenge, "pairingLink": run_link, "pairingAnswer": run_answer,
         "pairingText": lambda v: {"bytes": pairing.read_scanned(v["text"]).data.hex()}, "dropBox": run_box,
         **{kind: run_statement(kind) for kind in wire.STATEMENTS},
         **{kind + "Text": run_text(kind) for kind in wire.TEXTS}}


def run(v: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """(outcome, results) of a vector of any other kind than `message`."""
    try:
        return "accepted", KINDS[v["kind"]](v)
    except SealedPushError as error:
        return error.name, {}


def check_vector(v: dict[str, Any]) -> None:
    """Raise unless the vector ends as it says."""
    if v["kind"] == "message":
        return check_message(v)
    outcome, results = run(v)
    same("outcome", outcome, v["expected"])
    for name, value in results.items():
        same(name, value, v[name])


def check_folder(folder: str | Path) -> tuple[int, list[Any]]:
    """(the number of vectors, a line for each that fails)"""
    paths, faults = sorted(Path(folder).glob("*.json")), []
    for path in paths:
        try:
            vector = json.loads(path.read_text(encoding="utf-8"))
            same("name", vector["name"], path.stem)
            check_vector(vector)
        except Exception as error:  # a failure of any kind is one vector that failed
            faults.append(f"{path.name}: {type(error).__name__}: {error}")
    return len(paths), faults
