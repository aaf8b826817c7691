# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The exceptions of the package: a closed set, and none holds a key, a name or content."""

from typing import ClassVar

__all__ = [
    "AttachmentError",
    "OpeningError",
    "PairingError",
    "RelayError",
    "SealedPushError",
    "SealingError",
    "StoreError",
    "UsageError",
    "WireError",
]


class SealedPushError(Exception):
    """The base of all exceptions of the package.

    Attributes:
        name: The error class, one of `classes`, as the documents spell it. Programs compare it;
            the text of the exception is for people, and may change.
    """

    classes: ClassVar[dict[str, str]] = {}
    """The classes of this exception, each with the sentence that `str` gives."""

    def __init__(self, name: str) -> None:
        if name not in self.classes:
            raise ValueError(f"{type(self).__name__} has no class of that name")
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"{self.classes[self.name]} ({self.name})"


class WireError(SealedPushError):
    """A bundle, record, statement, text, link, answer or box that a reader refuses."""

    classes: ClassVar[dict[str, str]] = {
        "malformed": "it does not have the form that the protocol gives it",
        "unknownVersion": "a later version of the protocol made it: update this package",
        "identityRefused": "it names an identity that the protocol refuses",
        "keyRefused": "it has a public key that the protocol refuses",
        "wrongSignature": "it is not signed by the identity that it names",
        "repeatedPrekey": "the bundle has a prekey twice",
        "wrongPrefix": "it is a text of another kind",
        "wrongCheck": "the text was mistyped or cut",
        "equalKeys": "two keys that have to differ are the same",
        "cannotOpen": "the box was sealed with another secret, or changed",
    }


class OpeningError(SealedPushError):
    """A push that a receiver refuses; nothing of it was handed over."""

    classes: ClassVar[dict[str, str]] = {
        "malformedPayload": "the payload is too long, no JSON, or no object",
        "notSealed": "the payload is not a sealed message",
        "malformedEnvelope": "the envelope is no base64url, or has a length that no envelope has",
        "unknownVersion": "a later version of the protocol made the envelope",
        "unknownPrekey": "it is for another device, or for a prekey that was erased",
        "prekeyUsed": "its one-time prekey was used for another message",
        "replayed": "this very message was handed over before",
        "prekeyExpired": "its prekey is past its end",
        "cannotOpen": "it is forged, damaged, or for another device, topic or kind of push",
        "malformedMessage": "it has fields, padding or content that no sealer writes",
        "senderNotAccepted": "its sender is not accepted, blocked or revoked",
        "wrongSignature": "its sender has not signed it for this device",
        "expired": "its time is over",
    }


class SealingError(SealedPushError):
    """A message that is not sealed: nothing was sent."""

    classes: ClassVar[dict[str, str]] = {
        "reservedKey": "the payload has a member 'sealedpush': set its fields by options",
        "attachmentsTooLarge": "more than 10 attachments, or more than 64 MiB of them",
        "placeholderRefused": "the placeholder is empty, or too long",
        "deviceRetired": "the device was retired, or removed from the recipient",
        "newDevice": "the device is not confirmed for this recipient",
        "tooManyDevices": "the list of the recipient's devices is full",
        "prekeyRolledBack": "the bundle is older than the one that was used before",
        "prekeyContradicted": "the bundle contradicts the one that was used before",
        "prekeyNotYetValid": "no prekey of the bundle is valid yet: check the clock",
        "noPrekey": "no prekey of the bundle serves: fetch a newer bundle",
        "contentTooLarge": "the content is too large for the padding",
        "memoryUnavailable": "what has to be remembered cannot be read or written",
    }


class AttachmentError(SealedPushError):
    """A file, or the reference to one, that is refused."""

    classes: ClassVar[dict[str, str]] = {
        "malformedReference": "the reference is malformed",
        "tooLarge": "the file is over a limit",
        "wrongFile": "it is not the file that the sender sealed",
        "malformedFile": "the file cannot be decrypted",
    }


class StoreError(SealedPushError):
    """The sender's file cannot be used."""

    classes: ClassVar[dict[str, str]] = {
        "unsafePermissions": "other users may read or write the file or its folder: 'chmod go=' it",
        "tooNew": "a later version of the package made the file: update this package",
        "notAStore": "the file is no sender's file of this package",
        "damaged": "the file is damaged: restore a backup",
        "full": "the disk is full",
        "busy": "another process has held the file for too long",
        "unavailable": "the file cannot be read or written",
        "noStore": "there is no sender's file: pair a phone first",
        "exists": "there is a file at this place already",
        "closed": "the sender was closed",
    }


class PairingError(SealedPushError):
    """A pairing that has ended without a paired device."""

    classes: ClassVar[dict[str, str]] = {
        "noAnswer": "no phone answered in 10 minutes; run it again for a new code",
        "endpointTaken": "somebody else saw the code and used the phone's endpoint",
        "wrongClock": "the clocks of this machine and of the relay are more than an hour apart",
        "deviceEnded": "the phone has undone the pairing",
        "otherDevice": "the relay gave the bundle of another device",
        "deviceRetired": "the device was retired or removed before",
        "noDrops": "the relay has no drops, so no phone can answer there",
        "wrongNumber": "the number is not the phone's; nothing is paired",
        "noNumber": "no number was typed; nothing is paired",
        "senderEnded": "the sender's identity was succeeded or revoked meanwhile",
        "pairingEnded": "the pairing has ended",
        "otherRecipient": "the device is another recipient's already",
    }


class RelayError(SealedPushError):
    """A relay that does not answer, or refuses.

    Attributes:
        status: The status of the answer; 0 without one.
        retry_after: For how many seconds the relay asks to wait; 0 if it does not say.
    """

    classes: ClassVar[dict[str, str]] = {
        "unreachable": "the relay does not answer",
        "malformedAnswer": "the relay answers what no relay answers",
        "notAnEndpoint": "the endpoint's URL is not one that is asked",
        **{
            name: f"the relay refuses: {name}"
            for name in (
                "not-an-envelope", "wrong-header", "vapid-required", "vapid-refused", "unknown",
                "stale-prekey", "gone", "too-large", "unsupported-coding", "limit", "unavailable",
                "method-not-allowed",
            )
        },
        "refused": "the relay refuses",
    }

    def __init__(self, name: str, *, status: int = 0, retry_after: int = 0) -> None:
        super().__init__(name if name in self.classes else "refused")
        self.status = status
        self.retry_after = retry_after


class UsageError(SealedPushError, ValueError):
    """A call with arguments that make no sense; nothing was done."""

    classes: ClassVar[dict[str, str]] = {
        "payload": "the payload is no JSON object with an object 'aps'",
        "topic": "the topic has to be 1 to 250 bytes without control characters",
        "ttl": "the time to live has to be 1 second to 30 days",
        "time": "the time is none of the protocol",
        "placeholder": "the placeholder has members of both kinds, or unknown ones",
        "template": "a field of the template is none of title, subtitle and body",
        "remove": "more than 50 names to remove, or one that has not 1 to 64 bytes",
        "recipient": "there is no such recipient",
        "ambiguous": "there are several recipients: name one, or 'all'",
        "noRecipient": "no phone was paired: pair one first",
        "noDevice": "the recipient has no device that was confirmed",
        "text": "the text is empty",
        "nothingToShow": "the file is no sealed push, bundle, statement or identity",
        "name": "a name has to be 1 to 32 bytes, as it is shown, without control characters",
        "label": "a label has to be 1 to 64 bytes that no other recipient has",
        "relay": "the relay's URL is no origin, such as https://relay.example",
        "appLink": "the app's link is no https URL without a fragment",
        "push": "the kind of push is neither 'alert' nor 'voip'",
        "padding": "the padding is none of 'buckets', 'constant' and 'none'",
        "attachment": "a reference to an attachment is malformed",
        "wrongSender": "the subscription is for another sender",
        "wrongRecipient": "the subscription is for another recipient",
        "wrongTopic": "the subscription is for another topic",
        "revoked": "the sender's identity was revoked: it sends nothing any more",
        "noEarlierIdentity": "the sender has no earlier identity to revoke",
        "bundle": "the bundle is neither bytes nor a text",
        "idempotencyKey": "the idempotency key was used for another message",
    }
