// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
package import SealedPushClaims
package import SealedPushStore

/// Defers the pushes that come while the device is locked or its store is unavailable.
///
/// It needs no key: it reads only the outside of the envelope, and keeps the push encrypted. Once
/// the store can be opened, ``NotificationReceiver/backlog(beside:)`` opens all of them in order of
/// arrival.
///
///     do { receiver = try NotificationReceiver(store: .open(at: path, key: key)) }
///     catch StoreError.locked { show(deferral.keep(push, now: now).content) }
public struct NotificationDeferral: Sendable {
    private let book: @Sendable () -> Result<DeferredBook, StoreError>
    let rules: DisplayRules

    /// Defers pushes in the store at `path`, which need not be open.
    ///
    /// - Parameters:
    ///   - path: The folder of the store.
    ///   - rules: The app's words.
    public init(storeAt path: String, rules: DisplayRules = DisplayRules()) {
        self.init(rules: rules) {
            Result { () throws(StoreError) in try DeferredBook(at: path) }
        }
    }

    /// Defers in a book that tests may put on another file system.
    package init(
        rules: DisplayRules = DisplayRules(),
        _ book: @escaping @Sendable () -> Result<DeferredBook, StoreError>
    ) {
        self.book = book
        self.rules = rules
    }

    /// Keeps a push as it came from the push service, durably when the call returns (T-13).
    ///
    /// The notification becomes a notice that messages wait, without a sound, as the messages alert
    /// when they are shown. A push that could never be opened is not kept.
    ///
    /// - Parameters:
    ///   - push: The push; the identifier is kept, so that later ones replace it.
    ///   - now: The time of its arrival.
    /// - Returns: The notice, or the placeholder if the push is not kept.
    public func keep(_ push: IncomingPush, now: Timestamp) -> ReceivedNotification {
        do throws(ReceiverError) {
            let envelope = try push.envelope.mapError(ReceiverError.refused).get()
            let outcome = try ReceiverError.ofDeferred(
                book().get()
                    .keep(
                        push.payload,
                        hash: envelope.hash,
                        prekey: envelope.prekeyID,
                        arrival: now,
                        identifier: push.identifier,
                        kind: push.kind
                    )
            )
            switch outcome {
            case .deferred(let isFirst):
                return ReceivedNotification(deferredBy: rules, isFirst: isFirst)
            case .present: return ReceivedNotification(deferredBy: rules, isFirst: false)
            case .full: throw .deferralFull
            case .unknownPrekey: throw .refused(.unknownPrekey)
            }
        } catch {
            return ReceivedNotification(failed: error, by: rules)
        }
    }

    /// The thread of all notices.
    ///
    /// An app finds and removes them by it.
    public static let noticeThread = "sealedpush.locked"
}
