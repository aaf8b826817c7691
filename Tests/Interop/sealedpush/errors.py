# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The error classes of section 19: one exception type for each family."""


class SealedPushError(Exception):
    """A refusal. `name` is the class of section 19."""

    names: frozenset[str] = frozenset()

    def __init__(self, name: str) -> None:
        if name not in self.names:
            raise ValueError(f"{name} is no class of {type(self).__name__}")
        super().__init__(name)
        self.name = name

    @classmethod
    def unless(cls, rule_holds: object, name: str) -> None:
        """Refuses with this class where a rule does not hold."""
        if not rule_holds:
            raise cls(name)


class OpeningError(SealedPushError):
    """A message that is not opened (section 16)."""

    names = frozenset(
        """
        malformedPayload notSealed textTooLong textNotBase64URL tooShort unknownFormat
        unknownSuite flagsNotZero reservedNotZero wrongLength unknownPrekey prekeyUsed
        suiteMismatch prekeyOverAge lowOrderKey cannotOpen malformedPlaintext paddingNotZero
        senderNotAccepted senderKeyRefused wrongSignature expired createdInFuture
        malformedContent replayed prekeyErased
        """.split()
    )


class WireError(SealedPushError):
    """A record, bundle, statement or text that is not read."""

    names = frozenset(
        """
        wrongLength unknownVersion unknownSuite unknownClass wrongOffers wrongTime
        publicKeyRefused identityRefused wrongSignature tooManyRecords repeatedPrekey
        repeatedReusable wrongOrigin wrongPrefix notBase64URL wrongCheck equalKeys
        """.split()
    )


class SealingError(SealedPushError):
    """Nothing was sealed."""

    names = frozenset(
        """
        contentTooLarge placeholderTooLarge cannotShorten emptyPlaceholder reservedKey
        tooManyAttachments attachmentsTooLarge noPrekey prekeyNotYetValid prekeyExpired prekeyRevoked
        prekeyRolledBack prekeyContradicted suiteDowngraded suiteNotOffered deviceRetired newDevice tooManyDevices keyRefused
        memoryUnavailable
        """.split()
    )


class AttachmentError(SealedPushError):
    """A file that is not shown (section 22)."""

    names = frozenset(
        """
        malformedReference urlRefused unknownType empty tooLarge tooMany senderNotAllowed
        unavailable insecureRedirect late wrongSize wrongHash malformedFile truncated cannotOpen
        storageUnavailable notTaken
        """.split()
    )
