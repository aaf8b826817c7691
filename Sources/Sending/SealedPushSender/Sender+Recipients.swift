// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushKeys

/// The recipients that a sender of a store has paired (``Sender/init(store:named:)``).
extension Sender {
    /// All of them, by label, without those whose pairing is over.
    ///
    /// - Parameter now: The time; nil for the system's clock.
    /// - Returns: The recipients that can be read.
    /// - Throws: `KeyError.store` if none can.
    public func recipients(at now: Timestamp? = nil) throws(KeyError) -> [PairedRecipient] {
        let listing = try pairedRecipients.list(at: now ?? .system)
        if listing.recipients.isEmpty, let failure = listing.failures.first { throw failure }
        return listing.recipients
    }

    /// The recipient of a label, or of a key.
    ///
    /// - Parameters:
    ///   - name: The label, or the key.
    ///   - now: The time; nil for the system's clock.
    /// - Returns: The recipient as it is now.
    /// - Throws: `KeyError.unknownRecipient`, `KeyError.severalRecipients` if several have the
    ///   label; `KeyError.store`.
    public func recipient(
        named name: String,
        at now: Timestamp? = nil
    ) throws(KeyError) -> PairedRecipient {
        try pairedRecipients.named(name, at: now ?? .system)
    }

    /// Gives a recipient another label, of 1 to 64 bytes.
    ///
    /// - Parameters:
    ///   - recipient: The recipient.
    ///   - label: The label, which no other recipient has.
    ///   - now: The time; nil for the system's clock.
    /// - Throws: `KeyError.labelRefused`, `KeyError.labelTaken`, `KeyError.unknownRecipient`,
    ///   `KeyError.store`.
    public func rename(
        _ recipient: PairedRecipient,
        to label: String,
        at now: Timestamp? = nil
    ) throws(KeyError) {
        try pairedRecipients.rename(recipient.key, to: label, at: now ?? .system)
    }

    /// Removes a recipient with all its devices, by a person's decision: nothing is sent to them
    /// any more (V-30).
    ///
    /// - Parameters:
    ///   - recipient: The recipient.
    ///   - now: The time; nil for the system's clock.
    /// - Throws: `KeyError.unknownRecipient`, `KeyError.store`.
    public func remove(
        _ recipient: PairedRecipient,
        at now: Timestamp? = nil
    ) throws(KeyError) {
        try pairedRecipients.remove(recipient.key, at: now ?? .system)
    }

    /// Where they are kept; a sender whose keys come from elsewhere has none.
    package var pairedRecipients: PairedRecipients {
        guard let paired else { preconditionFailure("a sender of a store has paired recipients") }
        return paired
    }
}
