// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

/// The reason for which a message was not sealed; no case holds content or a key.
@nonexhaustive
public enum SealingError: Error, Hashable {
    /// The payload is not a JSON document.
    case json(JSONError)
    /// The payload is something other than a JSON object.
    case notAnObject
    /// The payload has no member `aps`, or one that is not an object.
    case noAps
    /// The member `Simulator Target Bundle` of an `.apns` file is not a string.
    case topicNotAString
    /// The content is larger than the largest envelope takes with this padding, also after the
    /// fields that may be shortened were; both in bytes of content.
    case contentTooLarge(needed: Int, available: Int)
    /// The placeholder has no text (nil), or needs this many bytes around the envelope, of at most
    /// 256.
    case placeholderRefused(needed: Int?)
    /// The payload already has the member `sealedpush`, which only options set.
    case reservedKey
    /// The attachments are more than 10, or have more than 67,108,864 bytes together.
    case attachmentsTooLarge
    /// No prekey of the bundle serves: each was used, has expired or was revoked. A newer bundle is
    /// needed.
    case noPrekey
    /// No prekey serves yet: the sender's clock or the device's was wrong.
    case prekeyNotYetValid
    /// The reusable prekey is older than one that this sender has seen.
    case prekeyRolledBack
    /// The device, or an attacker with its identity, has signed two reusable prekeys of one epoch.
    case prekeyContradicted
    /// The device was retired, or removed from the recipient: nothing is ever sealed to it again.
    case deviceRetired
    /// The recipient is known by other devices: this one has to be confirmed first.
    case newDevice
    /// The recipient has as many devices as a sender keeps.
    case tooManyDevices
    /// The sender's memory of pins and used prekeys failed, so nothing may be sealed (S-6).
    case memoryUnavailable(MemoryFault)

    /// A memory that is damaged, or does not say why it failed.
    public static var memoryUnavailable: SealingError { .memoryUnavailable(.damaged) }
}

extension SealingError: NamedError {
    /// True if the specification has a class for it: a payload that is none is a caller's mistake.
    public var isClass: Bool {
        switch self {
        case .json, .notAnObject, .noAps, .topicNotAString: false
        default: true
        }
    }

    /// The name and the fault, in words.
    public var explanation: (name: String, message: String) {
        switch self {
        case .json(let error):
            ("json", "the payload is not JSON as APNs takes it: \(error.message)")
        case .notAnObject: ("notAnObject", "the payload is not a JSON object")
        case .noAps: ("noAps", "the payload has no object 'aps'")
        case .topicNotAString: ("topicNotAString", "'Simulator Target Bundle' is not a string")
        case .contentTooLarge(let needed, let available):
            ("contentTooLarge", "payload too long: \(needed) bytes, limit \(available)")
        case .placeholderRefused(let needed?):
            (
                "placeholderRefused",
                "placeholder too long: \(needed) bytes around the envelope, limit 256"
            )
        case .placeholderRefused(nil):
            (
                "placeholderRefused",
                "the placeholder is empty, and the system shows no alert without a text"
            )
        case .reservedKey:
            ("reservedKey", "the payload has a member 'sealedpush', which only options set")
        case .attachmentsTooLarge:
            ("attachmentsTooLarge", "a message has at most 10 attachments, with 64 MB together")
        case .noPrekey: ("noPrekey", "no prekey of the bundle serves")
        case .prekeyNotYetValid: ("prekeyNotYetValid", "the prekey may not be used yet")
        case .prekeyRolledBack:
            ("prekeyRolledBack", "the bundle is older than one that was seen before")
        case .prekeyContradicted:
            ("prekeyContradicted", "the bundle contradicts one that was seen before")
        case .deviceRetired:
            ("deviceRetired", "the device was retired, or removed from the recipient")
        case .newDevice: ("newDevice", "the device is not confirmed for the recipient")
        case .tooManyDevices:
            ("tooManyDevices", "the recipient has as many devices as a sender keeps")
        case .memoryUnavailable(let fault):
            (
                "memoryUnavailable",
                "the store can't read or write what it remembers of devices, so nothing was done"
                    + (fault.reason.map { ": \($0)" } ?? "")
            )
        }
    }
}

extension SealingError {
    /// The reason for which a sender's memory failed.
    @nonexhaustive
    public enum MemoryFault: Hashable, Sendable {
        /// What is remembered is damaged, or the memory does not say why it failed.
        case damaged
        /// The disk, or the user's share of it, is full.
        case diskFull
        /// The disk can't be written.
        case readOnly
        /// The system denies access.
        case denied
        /// The system refuses for another reason.
        case refused

        /// The fault in words, behind a colon; nil for what is damaged.
        var reason: String? {
            switch self {
            case .damaged: nil
            case .diskFull:
                "the disk or the user's share of it is full, or no file may be so large (ulimit -f)"
            case .readOnly: "the disk is read-only"
            case .denied: "permission denied"
            case .refused: "the system refuses it"
            }
        }
    }
}
