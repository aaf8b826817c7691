# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Checks test vectors: files of one fact or one fault each, as the README of the vectors has it."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from . import published
from .attachments import Reference, open_file
from .bundles import (
    REUSABLE, TEXTS, Bundle, Fields, Prekey, Record, make_bundle, make_prekey, read_bundle,
    read_device_text, read_record, read_sender_text,
)  # fmt: skip
from .curves import identity_passes
from .errors import SealedPushError, WireError
from .kem import public_key
from .messages import Envelope, message_to_sign, read_plaintext
from .opening import Device, Opening
from .payloads import read_attachments
from .pins import Pins, SenderMemory, serving_records
from .primitives import VERSION, base64url, sha256
from .sealing import Delivery, collapse_id, make_message_id, seal, seal_rest
from .statements import KINDS as STATEMENTS
from .statements import read_statement, read_statement_text, safety_number

Vector = dict[str, Any]
Outcome = tuple[str, Vector]
"""How a vector ended, and the members that it gave."""

_EVERY = {"name", "comment", "rule", "kind", "expected"}
_RUN = {"now", "contacts", "unknownSenders"}
_RUN_OPTIONAL = {"payload", "payloadHex", "stop"}


class BadVector(Exception):
    """A vector that is not as its README says: never skipped in silence."""

    @classmethod
    def unless(cls, holds: object, problem: str) -> None:
        if not holds:
            raise cls(problem)


def hex_bytes(text: Any) -> bytes:
    """Lower-case hex."""
    BadVector.unless(isinstance(text, str), "bytes that are no text")
    try:
        data = bytes.fromhex(text)
    except ValueError as error:
        raise BadVector("bytes that are not hex") from error
    BadVector.unless(data.hex() == text, "bytes that are not lower-case hex")
    return data


def _long_bytes(value: Any) -> bytes:
    """Hex, or pieces: hex, and numbers of zero bytes."""
    if not isinstance(value, list):
        return hex_bytes(value)
    for piece in value:
        is_count = type(piece) is int and 0 <= piece <= 1 << 20
        BadVector.unless(is_count or isinstance(piece, str), "neither hex nor a count")
    return b"".join(bytes(p) if isinstance(p, int) else hex_bytes(p) for p in value)


def _check_members(value: Vector, given: set[str], optional: set[str]) -> None:
    missing, unknown = given - value.keys(), value.keys() - given - optional
    BadVector.unless(not missing, f"missing members {sorted(missing)}")
    BadVector.unless(not unknown, f"unknown members {sorted(unknown)}")


def _valid_bundle(read: Callable[[], Bundle]) -> Bundle:
    try:
        return read()
    except WireError as error:
        raise BadVector(f"bundle: {error.name}") from error


# Messages


@cache
def _prekeys(device: str, text: str, names: tuple[str, ...]) -> list[Prekey]:
    bundle = _valid_bundle(lambda: read_device_text(text))
    BadVector.unless(len(names) == len(bundle.records), "not one prekey for each record")
    is_own = published.identity(device).public == bundle.id_r
    BadVector.unless(is_own, "a bundle of another device")
    seeds = [published.prekey_seed(device, name) for name in names]
    for record, seed in zip(bundle.records, seeds):
        fits = public_key(record.suite, seed) == record.public_key
        BadVector.unless(fits, "a prekey that is not the private half of its record")
    return [Prekey(record, seed) for record, seed in zip(bundle.records, seeds)]


def device_of(vector: Vector) -> Device:
    """A fresh device with the prekeys of a message vector."""
    names = tuple(vector["prekeys"])
    return Device(vector["topic"], _prekeys(vector["device"], vector["bundle"], names))


def _open(device: Device, run: Vector) -> Opening:
    is_text = "payload" in run
    BadVector.unless(is_text != ("payloadHex" in run), "payload and payloadHex: one of both")
    payload = run["payload"].encode() if is_text else hex_bytes(run["payloadHex"])
    checked = device.check(payload, run["now"])
    if "prekeyErasedMeanwhile" in run and checked.record:
        device.erase(checked.record.prekey_id)
        device.claims.forget_prekey(checked.record.prekey_id)
    if run.get("stop") == "afterClaim":
        return device.take(checked)
    opened = device.claim(checked)
    if "stop" not in run:
        device.hand_over(opened, run["now"])
    return opened


def run_opening(device: Device, run: Vector) -> tuple[str, Vector, Opening | None]:
    """One opening: its end as `expected` has it, and `content`."""
    BadVector.unless(run["unknownSenders"] in ("show", "refuse"), "unknownSenders")
    BadVector.unless(run.get("stop", "afterClaim") in ("afterClaim", "afterErasure"), "stop")
    BadVector.unless(run.get("prekeyErasedMeanwhile", True) is True, "prekeyErasedMeanwhile")
    device.contacts = {published.identity(name).public for name in run["contacts"]}
    device.shows_unknown = run["unknownSenders"] == "show"
    try:
        opened = _open(device, run)
    except SealedPushError as error:
        BadVector.unless("stop" not in run, f"stop of a run that is refused: {error.name}")
        return error.name, {}, None
    BadVector.unless("stop" not in run or not opened.is_recovered, "stop of a recovered run")
    end = "recovered" if opened.is_recovered else "opened"
    return end, {"content": opened.claim.content.decode()}, opened


def write_attachments(opened: Opening) -> Vector:
    """M-71, where the content has references."""
    references, refused = read_attachments(opened.claim.content)
    if not references and not refused:
        return {}
    urls = [reference.url for reference in references]
    return {"attachments": urls, "refusedAttachments": refused}


def _message(vector: Vector) -> Outcome:
    device = device_of(vector)
    for index, earlier in enumerate(vector.get("before", [])):
        end, results, _ = run_opening(device, earlier)
        _check_members(earlier, {"expected", *_RUN, *results}, _RUN_OPTIONAL)
        agrees = {"expected": end, **results}.items() <= earlier.items()
        BadVector.unless(agrees, f"before[{index}] ends with {end}")
    end, results, opened = run_opening(device, vector)
    if opened:
        is_of_suite = opened.envelope.suite.number == vector["suite"]
        BadVector.unless(is_of_suite, "opened in another suite")
        results |= write_attachments(opened)
        if "steps" in vector and opened.record:
            results["steps"] = _steps(vector, opened, opened.record)
    return end, results


def write_steps(envelope: Envelope, record: Record, known: Vector) -> Vector:
    """All values on the way by their names in the README."""
    steps = known | {
        "recordDigest": record.digest,
        "prekeyID": envelope.prekey_id,
        "messageID": envelope.message_id,
        "associatedData": envelope.aad,
        "encapsulatedKey": envelope.enc,
        "signature": known["plaintext"][:64],
        "ciphertext": envelope.ciphertext,
    }
    return {name: value.hex() for name, value in steps.items()}


def _steps(vector: Vector, opened: Opening, record: Record) -> Vector:
    """What opening gives and, of suite 1, sealing again with the same randomness."""
    sender, envelope = published.sender(vector["sender"]), opened.envelope
    plaintext = read_plaintext(opened.steps["plaintext"])
    id_random = hex_bytes(vector["steps"]["messageIDRandom"])
    message_id = make_message_id(sender.secret, id_random, record, plaintext.rest)
    BadVector.unless(message_id == envelope.message_id, "another message id")
    signed = message_to_sign(opened.steps["info"], envelope.aad, plaintext.rest)
    is_signed = sender.identity.sign(signed) == plaintext.signature
    BadVector.unless(is_signed, "another signature")
    known = {"messageIDRandom": id_random}
    if record.suite_number == 1:
        draws = iter([id_random, hex_bytes(vector["steps"]["ephemeralRandom"])])
        again, known = seal_rest(
            sender, record, vector["topic"], plaintext.rest, lambda _: next(draws)
        )
        topped = again.enc[:-1] + bytes([again.enc[-1] | 0x80])  # 0137, of which this was changed
        is_same = again.encoded == envelope.encoded or topped == envelope.enc
        BadVector.unless(is_same, "sealing again gives another envelope")
    return write_steps(envelope, record, {**known, **opened.steps})


# The choice of a prekey, and sealing


def _pins(value: Vector) -> Pins:
    _check_members(value, {"epoch", "minimumEpoch", "offers", "digests"}, set())
    _check_members(value["digests"], set(), {"suite1", "suite2"})
    digests = {int(suite[-1]): hex_bytes(data) for suite, data in value["digests"].items()}
    return Pins(value["epoch"], value["minimumEpoch"], digests, value["offers"])


def write_pins(pins: Pins) -> Vector:
    return {
        "epoch": pins.epoch,
        "minimumEpoch": pins.min_epoch,
        "offers": pins.offers,
        "digests": {f"suite{suite}": data.hex() for suite, data in sorted(pins.digests.items())},
    }


def _choice(vector: Vector) -> Vector:
    bundle = _valid_bundle(lambda: read_bundle(hex_bytes(vector["bundle"])))
    pins = _pins(vector["pins"]) if "pins" in vector else Pins()
    serving, after = serving_records(bundle, pins, vector["now"], vector.get("namedSuite"))
    candidates = [record.prekey_id.hex() for record in serving]
    return {"candidates": candidates, "pinsAfter": write_pins(after)}


@cache
def _bundle_of_suite(suite: int) -> Bundle:
    seed = published.prekey_seed("phone-1", f"suite{suite}-reusable")
    fields = Fields(VERSION, suite, REUSABLE, 1 << suite - 1, 0, 0, 0, 1)
    prekey = make_prekey(published.identity("phone-1"), seed, fields)
    return make_bundle(prekey.record.id_r, [prekey.record])


def _sealing(vector: Vector) -> Vector:
    """All of sealing, to a record of ours; the envelope's text is taken out again."""
    delivery = Delivery("-", 1, vector["push"], vector["padding"], vector["placeholder"])
    sealed = seal(
        vector["payload"].encode(), published.sender("server-1"), SenderMemory(),
        _bundle_of_suite(vector["suite"]), delivery, 0,
        fields=vector.get("fields"), named_suite=vector["suite"],
    )  # fmt: skip
    text = base64url(sealed.envelope.encoded)
    return {
        "content": sealed.content.decode(),
        "envelopeBytes": len(sealed.envelope.encoded),
        "outer": sealed.payload.decode().replace(f'"{text}"', '""'),
    }


# The other kinds


def _record(vector: Vector) -> Vector:
    identity = hex_bytes(vector["identity"])
    BadVector.unless(identity_passes(identity), "identity is to be a valid one")
    record = read_record(hex_bytes(vector["record"]), identity)
    return {"recordDigest": record.digest.hex(), "prekeyID": record.prekey_id.hex()}


def _bundle(vector: Vector) -> Vector:
    bundle = read_bundle(hex_bytes(vector["bundle"]))
    ids = [record.prekey_id.hex() for record in bundle.records]
    return {"identity": bundle.id_r.hex(), "prekeyIDs": ids}


def _sender_text(vector: Vector) -> Vector:
    return {"bytes": read_sender_text(vector["text"]).hex()}


def _device_text(vector: Vector) -> Vector:
    return {"bytes": read_device_text(vector["text"]).encoded.hex()}


def _statement(vector: Vector) -> Vector:
    read = read_statement(vector["kind"], hex_bytes(vector["bytes"]))
    results = {
        "identities": [identity.hex() for identity in read.identities],
        "time": read.time,
        "origin": read.origin,
        "challenge": read.challenge.hex() if read.challenge else None,
    }
    return {name: value for name, value in results.items() if value is not None}


def _statement_text(vector: Vector) -> Vector:
    kind = vector["kind"].removesuffix("Text")
    return {"bytes": read_statement_text(kind, vector["text"]).hex()}


def _safety_number(vector: Vector) -> Vector:
    return {"digits": safety_number(hex_bytes(vector["sender"]), hex_bytes(vector["device"]))}


def _collapse_id(vector: Vector) -> Vector:
    secret = published.sender(vector["sender"]).secret
    made = collapse_id(secret, hex_bytes(vector["device"]), vector["collapseKey"])
    return {"collapseID": made}


def _attachment(vector: Vector) -> Vector:
    reference = Reference.of_text(vector["reference"].encode())
    content = open_file(reference, _long_bytes(vector["file"]))
    if isinstance(vector["file"], list):
        return {"contentDigest": sha256(content).hex()}
    return {"content": content.hex()}


@dataclass(frozen=True)
class _Kind:
    """The members that are given, and that may be given."""

    run: Callable[[Vector], Any]
    given: str
    optional: str = ""


_KINDS = {
    "message": _Kind(
        _message,
        "suite device topic bundle prekeys sender now contacts unknownSenders",
        "before payload payloadHex stop prekeyErasedMeanwhile",
    ),
    "choice": _Kind(_choice, "now bundle", "pins namedSuite"),
    "sealing": _Kind(_sealing, "suite push padding placeholder payload", "fields"),
    "record": _Kind(_record, "identity record"),
    "bundle": _Kind(_bundle, "bundle"),
    "senderText": _Kind(_sender_text, "text"),
    "deviceText": _Kind(_device_text, "text"),
    "safetyNumber": _Kind(_safety_number, "sender device"),
    "attachment": _Kind(_attachment, "reference file"),
    "collapseID": _Kind(_collapse_id, "sender device collapseKey"),
}
_KINDS |= {kind: _Kind(_statement, "bytes") for kind in STATEMENTS}
_KINDS |= {f"{kind}Text": _Kind(_statement_text, "text") for kind in STATEMENTS if kind in TEXTS}


def run(vector: Vector) -> Outcome:
    """Runs a vector; raises BadVector where it can't be run."""
    BadVector.unless(vector.get("kind") in _KINDS, f"unknown kind {vector.get('kind')}")
    kind = _KINDS[vector["kind"]]
    _check_members(vector, set(kind.given.split()), set(vector))
    try:
        found = kind.run(vector)
    except SealedPushError as error:
        return error.name, {}
    return found if isinstance(found, tuple) else ("accepted", found)


def _differences(vector: Vector) -> Iterator[tuple[str, str]]:
    end, results = run(vector)
    if end != vector["expected"]:
        yield vector["expected"], end
        return
    kind = _KINDS[vector["kind"]]
    given = _EVERY | {*kind.given.split(), *results}
    _check_members(vector, given, set(kind.optional.split()))
    for member in sorted(results):
        if vector[member] != results[member]:
            yield f"{member} {vector[member]}", str(results[member])


def _unique(pairs: list[tuple[str, Any]]) -> Vector:
    BadVector.unless(len(dict(pairs)) == len(pairs), "a member twice")
    return dict(pairs)


def check_file(path: Path) -> list[tuple[str, str, str]]:
    """Name, expected and got of each difference of one vector."""
    try:
        vector = json.loads(path.read_bytes(), object_pairs_hook=_unique)
        BadVector.unless(vector.get("name") == path.stem, "the name is not the file's")
        return [(path.stem, *difference) for difference in _differences(vector)]
    except Exception as error:  # whatever is wrong with a vector is a failure of its own
        return [(path.stem, "a vector as its README has it", f"{type(error).__name__}: {error}")]


def check_folder(path: str | Path) -> list[tuple[str, str, str]]:
    """Name, expected and got of each failure among the vectors of a folder."""
    files = sorted(Path(path).glob("*.json"))
    if not files:
        raise ValueError(f"no vectors in {path}")
    return [failure for file in files for failure in check_file(file)]
