// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushContacts
public import SealedPushKeys
public import SealedPushStore

/// Why nothing of a message is shown: the message was refused, or the device could not look.
///
/// It is for logs and tests. The user sees the same placeholder in every case.
@nonexhaustive
public enum ReceiverError: Error, Hashable {
    /// The message broke a rule of the protocol.
    case refused(OpeningError)
    /// The device's keys can't be used at present; the same message may open later.
    case keys(KeyError)
    /// The contacts can't be read at present; the same message may open later.
    case contacts(ContactError)
    /// The claims can't be read or written at present; the same message may open later.
    case claims(StoreError)
    /// Parked messages can't be read or written at present.
    case parking(StoreError)
    /// The device is locked and keeps as many messages as it can: this one is not kept.
    case parkingFull
}

extension ReceiverError {
    /// Whether the device could not look because it is locked: the message can be parked, with a notice that it waits.
    package var isLocked: Bool { storeError == .locked }

    /// Whether the device could not look because its store can't be reached, read or written at
    /// present: the message can be deferred.
    package var mayPass: Bool { storeError?.mayPass ?? false }

    private var storeError: StoreError? {
        switch self {
        case .keys(.store(let error)), .contacts(.store(let error)), .claims(let error): error
        default: nil
        }
    }
}

extension StoreError {
    fileprivate var mayPass: Bool {
        switch self {
        case .unavailable, .outOfSpace, .inputOutput: true
        default: false
        }
    }
}
