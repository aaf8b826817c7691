// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
package import SealedPushClaims
package import SealedPushStore

/// Keeps the pushes that come while the device is locked or its store unavailable, until their keys can be reached.
///
/// It needs no key: it looks at the outside of the envelope only, and what it keeps is still encrypted. Once the store
/// can be opened, ``NotificationReceiver/waiting(beside:)`` opens all of it in order of arrival.
///
///     do { receiver = try NotificationReceiver(store: .open(at: path, key: key)) }
///     catch StoreError.locked { show(parking.park(push, now: now).content) }
public struct NotificationParking: Sendable {
    private let book: @Sendable () -> Result<ParkedBook, StoreError>
    let rules: DisplayRules

    /// Parks in the store at `path`, which need not be open.
    ///
    /// - Parameters:
    ///   - path: The folder of the store.
    ///   - rules: The app's words.
    public init(storeAt path: String, rules: DisplayRules = DisplayRules()) {
        self.init(rules: rules) {
            Result { () throws(StoreError) in try ParkedBook(at: path) }
        }
    }

    /// Parks in a book that tests may put on another file system.
    package init(
        rules: DisplayRules = DisplayRules(),
        _ book: @escaping @Sendable () -> Result<ParkedBook, StoreError>
    ) {
        self.book = book
        self.rules = rules
    }

    /// Keeps a push as it came from the push service, durably when the call returns.
    ///
    /// What is shown is one notice that messages wait, the device's own and without sound, since what waits will alert
    /// when it is shown; it is quiet where others wait already. What could never be opened is not kept.
    ///
    /// - Parameters:
    ///   - push: The push; the identifier is kept, so that later ones replace it.
    ///   - now: The time of its arrival.
    /// - Returns: The notice, or the placeholder where the push is not kept.
    public func park(_ push: IncomingPush, now: Timestamp) -> ReceivedNotification {
        do throws(ReceiverError) {
            let envelope = try push.envelope.mapError(ReceiverError.refused).get()
            let outcome = try ReceiverError.ofDeferred(
                book().get()
                    .park(
                        push.payload,
                        hash: envelope.hash,
                        prekey: envelope.prekeyID,
                        arrival: now,
                        identifier: push.identifier
                    )
            )
            switch outcome {
            case .parked(let isFirst):
                return ReceivedNotification(deferredBy: rules, isFirst: isFirst)
            case .present: return ReceivedNotification(deferredBy: rules, isFirst: false)
            case .full: throw .parkingFull
            case .unknownPrekey: throw .refused(.unknownPrekey)
            }
        } catch {
            return ReceivedNotification(failed: error, by: rules)
        }
    }

    /// The thread of all notices, by which an app finds and removes them.
    public static let noticeThread = "sealedpush.locked"
}
