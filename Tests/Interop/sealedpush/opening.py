# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Opening (section 16)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from .bundles import Prekey, Record
from .claims import Claims, Held
from .curves import identity_passes, signature_is_valid, x25519_key_passes
from .errors import OpeningError
from .kem import decapsulate, key_schedule
from .messages import (
    Envelope, Plaintext, expiry, make_info, message_to_sign, read_envelope, read_plaintext,
)
from .payloads import content_passes, read_outer
from .primitives import HOUR, KEPT, later


@dataclass(frozen=True)
class Opening:
    """What passed steps 0 to 5 and, once it is opened, was claimed."""

    envelope: Envelope
    claim: Held
    """Its content and its idS are those of the message (M-53)."""
    steps: Mapping[str, bytes]
    record: Record | None = None
    """None where only the claim was left."""
    is_recovered: bool = False
    """M-57: it must be quiet."""


class Device:
    """A device's prekeys, claims and contacts for its one topic (M-2)."""

    def __init__(
        self,
        topic: str,
        prekeys: Iterable[Prekey],
        contacts: Iterable[bytes] = (),
        shows_unknown: bool = True,
    ) -> None:
        self.topic = topic
        self.contacts = set(contacts)
        self.shows_unknown = shows_unknown
        self.claims = Claims()
        self.prekeys: dict[bytes, Prekey] = {}
        for prekey in prekeys:
            self.claims.make_ready(prekey.record.prekey_id)
            self.prekeys[prekey.record.prekey_id] = prekey

    def open(self, payload: bytes, now: int, arrival: int | None = None) -> Opening:
        """Steps 0 to 6, and the erasure of step 7. The claim holds the content until
        `hand_over`. A message that was kept (M-21) came at `arrival`."""
        return self.claim(self.check(payload, now, arrival))

    def check(self, payload: bytes, now: int, arrival: int | None = None) -> Opening:
        """Steps 0 to 5; what step 2 recovers is opened already."""
        times = (now,) if arrival is None else (now, arrival)
        early, late = min(times), max(times)
        envelope = read_envelope(read_outer(payload))
        if envelope.prekey_id not in self.prekeys:
            claim = self.claims.recover(envelope.prekey_id, envelope.envelope_hash)
            self._accept(claim.id_s, envelope.prekey_id)
            return Opening(envelope, claim, {}, is_recovered=True)
        prekey = self._prekey(envelope, now, early)
        steps = self._decrypt(envelope, prekey)
        plaintext = read_plaintext(steps["plaintext"])
        self._check_sender(envelope, plaintext, steps["info"])
        end = expiry(plaintext.created, plaintext.ttl_s, prekey.record)
        OpeningError.unless(early <= later(end, 300_000), "expired")
        OpeningError.unless(plaintext.created <= later(late, 24 * HOUR), "createdInFuture")
        OpeningError.unless(content_passes(plaintext.content), "malformedContent")
        claim = Held(envelope.envelope_hash, end, plaintext.id_s, plaintext.content)
        return Opening(envelope, claim, steps, prekey.record)

    def claim(self, checked: Opening) -> Opening:
        """Step 6; M-54: a one-time key is erased whoever won."""
        try:
            return self.take(checked)
        finally:
            if checked.record and checked.record.is_one_time:
                self.erase(checked.record.prekey_id)

    def take(self, checked: Opening) -> Opening:
        """M-53 alone, as a run does that is killed before the erasure."""
        if checked.record is None:
            return checked
        found = self.claims.take(checked.record, checked.claim)
        if found is None:
            return checked
        return replace(checked, claim=found, is_recovered=True)

    def erase(self, prekey_id: bytes) -> None:
        """The private half alone; its claims stay."""
        self.prekeys.pop(prekey_id, None)

    def hand_over(self, opened: Opening, now: int) -> None:
        """M-54: the content was handed over."""
        self.claims.empty(opened.envelope.prekey_id, opened.envelope.envelope_hash, now)

    def _prekey(self, envelope: Envelope, now: int, early: int) -> Prekey:
        """The rest of step 2."""
        prekey = self.prekeys[envelope.prekey_id]
        OpeningError.unless(prekey.record.suite is envelope.suite, "suiteMismatch")
        if prekey.record.is_over_age(early) or prekey.record.is_over_age(now - KEPT):
            self.erase(envelope.prekey_id)
            self.claims.forget_prekey(envelope.prekey_id)
            raise OpeningError("prekeyOverAge")
        OpeningError.unless(x25519_key_passes(envelope.enc[-32:]), "lowOrderKey")
        return prekey

    def _decrypt(self, envelope: Envelope, prekey: Prekey) -> dict[str, bytes]:
        """Step 3, with the values on the way. No key is refused here: step 2 did."""
        record = prekey.record
        info = make_info(self.topic, record, envelope.message_id)
        secret = decapsulate(record.suite, prekey.seed, record.public_key, envelope.enc)
        key, nonce = key_schedule(record.suite, secret, info)
        try:
            plaintext = ChaCha20Poly1305(key).decrypt(nonce, envelope.ciphertext, envelope.aad)
        except InvalidTag as error:
            raise OpeningError("cannotOpen") from error
        steps = {"info": info, "sharedSecret": secret, "key": key, "baseNonce": nonce}
        return steps | {"plaintext": plaintext}

    def _accept(self, id_s: bytes, prekey_id: bytes) -> None:
        """The policy for unknown senders, and M-59."""
        shows = self.shows_unknown and not self.claims.is_full(prekey_id)
        OpeningError.unless(id_s in self.contacts or shows, "senderNotAccepted")

    def _check_sender(self, envelope: Envelope, plaintext: Plaintext, info: bytes) -> None:
        """Step 4."""
        self._accept(plaintext.id_s, envelope.prekey_id)
        OpeningError.unless(identity_passes(plaintext.id_s), "senderKeyRefused")
        message = message_to_sign(info, envelope.aad, plaintext.rest)
        is_valid = signature_is_valid(plaintext.id_s, message, plaintext.signature)
        OpeningError.unless(is_valid, "wrongSignature")
