// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushContacts
import SealedPushKeys
public import SealedPushStore

/// A reason why nothing of a message is shown: it was refused, or the device could not read it.
///
/// It is for logs and tests. The user sees the same placeholder in every case.
@nonexhaustive
public enum ReceiverError: Error, Hashable {
    /// The message broke a rule of the protocol.
    case refused(OpeningError)
    /// The store can't be used at present; the same message may open later.
    case store(StoreError)
    /// The store has no device.
    case noDevice
    /// The device's identity is damaged, so no prekey can be used.
    case deviceDamaged
    /// The private half of the message's prekey is damaged.
    case prekeyDamaged
    /// The cryptographic library refused a key that the store holds.
    case unusableKey
    /// The sender's contact is damaged, so it is unknown whether the message may be shown.
    case contactDamaged
    /// The claim of a message is damaged.
    case claimDamaged
    /// Deferred messages cannot be read or written at present.
    case deferral(StoreError)
    /// The device is locked and its deferred messages are at their limit: this one is not kept.
    case deferralFull
}

extension ReceiverError {
    /// What `body` gives of the device's keys.
    static func ofKeys<Value: ~Copyable>(
        _ body: @autoclosure () throws(KeyError) -> Value
    ) throws(ReceiverError) -> Value {
        do throws(KeyError) { return try body() } catch {
            switch error {
            case .store(.corrupted): throw .prekeyDamaged
            case .store(let error): throw .store(error)
            case .noDevice: throw .noDevice
            case .deviceDamaged: throw .deviceDamaged
            default: throw .unusableKey
            }
        }
    }

    /// What `body` gives of the contacts.
    static func ofContacts<Value>(
        _ body: @autoclosure () throws(ContactError) -> Value
    ) throws(ReceiverError) -> Value {
        do throws(ContactError) { return try body() } catch {
            guard case .store(let error) = error, error != .corrupted else { throw .contactDamaged }
            throw .store(error)
        }
    }

    /// What `body` gives of the claims.
    static func ofClaims<Value>(
        _ body: @autoclosure () throws(StoreError) -> Value
    ) throws(ReceiverError) -> Value {
        do throws(StoreError) { return try body() } catch {
            throw error == .corrupted ? .claimDamaged : .store(error)
        }
    }

    /// What `body` gives of the deferred messages.
    @discardableResult
    static func ofDeferred<Value>(
        _ body: @autoclosure () throws(StoreError) -> Value
    ) throws(ReceiverError) -> Value {
        do throws(StoreError) { return try body() } catch { throw .deferral(error) }
    }

    /// Whether the device could not look because its store can't be reached, read or written at
    /// present: the message can be deferred.
    package var mayPass: Bool {
        switch self {
        case .store(.unavailable), .store(.outOfSpace), .store(.inputOutput): true
        default: false
        }
    }
}

extension ReceiverError: NamedError {
    /// The name and the words, or those of the error inside.
    public var explanation: (name: String, message: String) {
        switch self {
        case .refused(let error): (error.name, "\(error.message) (\(error.name))")
        case .noDevice: KeyError.noDevice.explanation
        case .deviceDamaged: KeyError.deviceDamaged.explanation
        case .unusableKey: KeyError.unusableKey.explanation
        case .prekeyDamaged: ("corrupted", "the prekey of the message is damaged")
        case .contactDamaged: ContactError.store(.corrupted).explanation
        case .claimDamaged: ("corrupted", "the claim of a message is damaged")
        case .deferral(.corrupted): ("corrupted", "a deferred message is damaged")
        case .store(let error), .deferral(let error): error.explanation
        case .deferralFull:
            ("deferralFull", "the device is locked and keeps as many messages as it can")
        }
    }
}
