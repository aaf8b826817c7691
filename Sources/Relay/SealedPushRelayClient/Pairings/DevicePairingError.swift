// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushContacts
public import SealedPushKeys
public import SealedPushStore

/// A reason why a device does not pair, or not yet; no case holds a secret or a name of a person.
@nonexhaustive
public enum DevicePairingError: Error, Hashable {
    /// The link ended more than an hour ago by this device's clock (L-20).
    case over(Timestamp)
    /// The link is for a relay at which the app is not registered (L-21): the link's relay, and the
    /// relays of the app's registrations, as origins.
    case otherRelay(String, registered: [String])
    /// The device's user has blocked the sender (L-22).
    case blocked
    /// The sender was revoked by its owner (L-22).
    case revoked
    /// The contact is changed: a person has to decide first which identity is right (L-22).
    case changed
    /// The sender is one of the published test identities, whose private keys are
    /// public (L-22).
    case testIdentity
    /// The link has the device's own key (L-22).
    case ownIdentity
    /// The user has not allowed notifications (L-22).
    case notificationsOff
    /// The device's name has no visible character.
    case noDeviceName
    /// Another device answered first: the pairing is undone (L-33).
    case answered
    /// No message of the sender came within a day: the pairing is undone (L-33).
    case unanswered
    /// The pairing by this link has ended: it was undone, a later one has replaced it, or the
    /// contact was removed or blocked. A link serves once.
    case ended
    /// The relay keeps no drops for devices, so no device can pair there.
    case noDrops
    /// The relay did not do what it was asked; scanning the same link again goes on.
    case relay(RelayClientError)
    /// The name was refused, or the contacts could not be used.
    case contacts(ContactError)
    /// The store has no device that can be used.
    case keys(KeyError)
    /// The store could not be used.
    case store(StoreError)

    /// True if the same link may succeed later.
    public var isTransient: Bool {
        if case .relay(let error) = self { error.isTransient } else { false }
    }
}

extension DevicePairingError: NamedError {
    /// The name and the words, or those of the error inside.
    public var explanation: (name: String, message: String) {
        switch self {
        case .over: ("over", "by this phone's clock the code ended")
        case .otherRelay(let relay, let registered):
            (
                "otherRelay",
                "this code is for \(Self.host(relay)), and this app is registered at "
                    + (registered.isEmpty
                        ? "no relay" : registered.map(Self.host).joined(separator: " and "))
            )
        case .blocked: ("blocked", "the sender is blocked on this phone")
        case .revoked: ("revoked", "the sender's identity was revoked by its owner")
        case .changed:
            ("changed", "another identity was seen for this contact, and is to be checked first")
        case .testIdentity: ("testIdentity", "the private key of this sender is public")
        case .ownIdentity: ("equalKeys", "the sender is this device itself")
        case .notificationsOff:
            ("notificationsOff", "notifications are not allowed, so nothing could be shown")
        case .noDeviceName: ("noDeviceName", "the name of this phone is empty, or can't be seen")
        case .answered:
            (
                "answered",
                "another phone answered first; if it was not yours, type no number"
            )
        case .unanswered: ("unanswered", "no message of the sender came within a day")
        case .ended: ("ended", "the pairing by this code has ended")
        case .noDrops: ("noDrops", "the relay keeps no answers to codes")
        case .relay(let error): error.explanation
        case .contacts(let error): error.explanation
        case .keys(let error): error.explanation
        case .store(let error): error.explanation
        }
    }

    /// An origin as people read it.
    private static func host(_ origin: String) -> String {
        String(origin.trimmingPrefix("https://"))
    }
}

extension DevicePairingError {
    static func ofContacts<Value>(
        _ body: () throws(ContactError) -> Value
    ) throws(DevicePairingError) -> Value {
        do throws(ContactError) { return try body() } catch {
            if case .store(let error) = error, error != .corrupted { throw .store(error) }
            throw .contacts(error)
        }
    }

    static func ofStore<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(DevicePairingError) -> Value {
        do throws(StoreError) { return try body() } catch { throw .store(error) }
    }

    static func ofKeys<Value>(
        _ body: () throws(KeyError) -> Value
    ) throws(DevicePairingError) -> Value {
        do throws(KeyError) { return try body() } catch {
            if case .store(let error) = error { throw .store(error) }
            throw .keys(error)
        }
    }
}
