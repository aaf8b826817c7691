// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushKeys
import SealedPushSender

/// A device that has answered a link, and is pending until a person confirms it.
///
/// The device shows a number where it was scanned. A person types it at the sender: so it is the
/// device that this person sees, and no other one that has read the code.
public struct PairedDevice: Sendable {
    /// The device's name for itself: 1 to 64 bytes that can be shown as they are.
    public let name: String
    /// The recipient that it belongs to, once it is confirmed.
    public let recipient: PairedRecipient
    /// The way of the message that ends the pairing, as it is at this moment.
    public var message: MessageState { posting.state }
    /// The device's identity.
    package var identity: DeviceIdentity { address.device }
    private let posting: MessagePosting
    private let address: DeviceAddress
    private let number: PairingNumber
    private let pairing: Pairing

    /// The states of the message that has the device show its number.
    public enum MessageState: Hashable, Sendable {
        /// The relay has it.
        case taken
        /// It is not known whether the relay has it: the same bytes are posted on, until a person
        /// has decided or the pairing's 10 minutes are over.
        case posting
        /// It is not known whether the relay has it, and it is posted no more: each further message
        /// ends the pairing, too.
        case uncertain
        /// The relay will not take it, so the device can't be confirmed.
        case failed(PairingError)
    }

    /// The outcomes of a person's decision.
    public enum Confirmation: Hashable, Sendable {
        /// The device gets messages.
        case confirmed
        /// The device was forgotten.
        case takenBack
    }

    init(
        _ answer: PairingAnswer,
        of recipient: PairedRecipient,
        _ posting: MessagePosting,
        _ pairing: Pairing
    ) {
        name = answer.name
        self.recipient = recipient
        self.posting = posting
        address = DeviceAddress(answer, at: pairing.link.relay)
        number = answer.answerHash.number
        self.pairing = pairing
    }

    /// Confirms the device by the number that a person has read there, or takes the pairing back.
    ///
    /// - Parameter number: The number that the person has typed; nil takes the pairing back.
    /// - Returns: The outcome.
    /// - Throws: ``PairingError/wrongNumber``, after which the device is forgotten, too;
    ///   ``PairingError/confirmedBefore`` if it was confirmed, and stays;
    ///   ``PairingError/store(_:)`` with `KeyError.pairingEnded` after a day, or with
    ///   `KeyError.deviceRemoved` if the device was retired or removed from the recipient; the error
    ///   of ``message`` if that has failed, after which the device is forgotten.
    @discardableResult
    public func confirm(
        number: PairingNumber?
    ) async throws(PairingError) -> Confirmation {
        // L-18
        guard number == self.number else {
            posting.stop()
            try takeBack()
            guard number == nil else { throw .wrongNumber }
            return .takenBack
        }
        try await confirmUnseen()
        return .confirmed
    }

    /// Confirms the device without a number, as a person has said before that none is asked for
    /// (V-32).
    ///
    /// The first device that answered is confirmed then, also one of another person who saw the
    /// code.
    ///
    /// - Throws: ``PairingError/store(_:)``; the error of ``message`` if that has failed, after
    ///   which the device is forgotten.
    public func confirmUnseen() async throws(PairingError) {
        posting.stop()
        if case .failed(let error) = message {
            try takeBack()
            throw error
        }
        // L-17
        try pairing.storing { () throws(KeyError) in
            _ = try pairing.sender.pairedRecipients.confirm(
                address,
                of: recipient.key,
                at: pairing.time.now()
            )
        }
    }

    /// Deletes what is pending.
    private func takeBack() throws(PairingError) {
        if try pairing.withdraw(address, of: recipient.key) { throw .confirmedBefore }
    }
}

extension PairedDevice: Redacted {}
