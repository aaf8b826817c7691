// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto
public import SealedPushStore

/// An error of key management; no case holds a key.
@nonexhaustive
public enum KeyError: Error, Hashable {
    /// The store failed; the inner error says why.
    case store(StoreError)
    /// The store has no device identity.
    case noDevice
    /// The record of the device's identity is damaged or was removed, so no prekey can be used.
    case deviceDamaged
    /// The record of a sender's keys is damaged or was removed.
    case senderDamaged
    /// The store has no sender identity of this name.
    case noSender
    /// The sender's identity was revoked: nothing is signed with it any more, and nothing comes
    /// after it.
    case senderRevoked
    /// A sender's name is empty, has more than 64 bytes, or a control character or line break.
    case senderNameRefused
    /// The store keeps no retirement of this device.
    case noRetirement
    /// The store already has an identity of this kind; another is never made beside it.
    case identityExists
    /// More one-time prekeys were asked for than a bundle holds.
    case tooManyPrekeys(limit: Int)
    /// The bundle is another device's.
    case otherDevice
    /// The cryptographic library refused a key that the store holds.
    case unusableKey
    /// The origin, the device's name or the nonce of a possession proof is malformed.
    case malformedChallenge
    /// The device's contacts have the sender as blocked or revoked, so it gets no subscription.
    case senderSilenced
    /// The endpoint or the recipient of a subscription is malformed.
    case malformedSubscription
    /// The sender has no paired recipient of this name.
    case unknownRecipient
    /// Several paired recipients have this label.
    case severalRecipients
    /// A label is empty, has more than 64 bytes, or could not be shown as it is.
    case labelRefused
    /// Another paired recipient has this label.
    case labelTaken
    /// The device was retired, or removed from the recipient, for ever.
    case deviceRemoved
    /// The pairing was withdrawn, or no person has confirmed it for a day.
    case pairingEnded
}

extension KeyError: NamedError {
    /// The name and the words, or those of the error inside.
    public var explanation: (name: String, message: String) {
        switch self {
        case .store(let error): error.explanation
        case .noDevice: ("noDevice", "the store has no device identity")
        case .deviceDamaged:
            (
                "deviceDamaged",
                "the device's identity is damaged, and no message can be opened without it"
            )
        case .senderDamaged: ("senderDamaged", "the keys of a sender are damaged or missing")
        case .noSender: ("noSender", "the store has no sender identity")
        case .senderRevoked: ("senderRevoked", "the sender's identity was revoked")
        case .senderNameRefused:
            (
                "senderNameRefused",
                "a sender's name has 1 to 64 bytes and no control character or line break"
            )
        case .noRetirement: ("noRetirement", "the store keeps no such retirement")
        case .identityExists: ("identityExists", "the store already has an identity of this kind")
        case .tooManyPrekeys(let limit):
            ("tooManyPrekeys", "a bundle holds at most \(limit) one-time prekeys")
        case .otherDevice: ("otherDevice", "the bundle is another device's")
        case .unusableKey: ("unusableKey", "the store holds a key that can't be used")
        case .malformedChallenge:
            ("malformedChallenge", "the origin, name or nonce of a proof is malformed")
        case .senderSilenced:
            ("senderSilenced", "the sender is blocked or revoked, and gets no subscription")
        case .malformedSubscription:
            (
                "malformedSubscription",
                "the endpoint or the recipient of a subscription is malformed"
            )
        case .unknownRecipient: ("unknownRecipient", "no recipient of this name is paired")
        case .severalRecipients: ("severalRecipients", "several recipients have this label")
        case .labelRefused:
            (
                "labelRefused",
                "a label has 1 to 64 bytes, and no character that could not be shown as it is"
            )
        case .labelTaken:
            ("labelTaken", "another recipient has this label or key, or it is 'all': for each")
        case .deviceRemoved:
            ("deviceRemoved", "the device was retired, or removed from the recipient")
        case .pairingEnded: ("pairingEnded", "the pairing was withdrawn, or is over for a day")
        }
    }
}
