// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ReceiverTestSupport
import SealedPush
import SealedPushClaims
import SealedPushKeys
import SealedPushReceiver
import SealedPushStore

extension StoreOperation {
    /// What an extension and its app do with messages.
    static let ofReceivers = [
        receiving("reusable"), receiving("once"), receiving("held"), receiving("held-once"),
        receiving("paired"),
        StoreOperation(
            "recover what was left",
            covers: [
                "NotificationReceiver.forEachUnfinished", "ClaimBook.allUnfinished",
                "ClaimBook.unfinished", "ClaimBook.recover",
            ],
            body: { bench in
                // The two that are received elsewhere are left to those receivers.
                try bench.recover(["left", "left-once"])
            }
        ),
        StoreOperation(
            "begin an attempt",
            covers: ["ClaimBook.beginAttempt"],
            body: { bench in
                let book = ClaimBook(of: bench.phone)
                for entry in try book.unfinished() { _ = try book.beginAttempt(entry) }
                return []
            }
        ),
        StoreOperation(
            "defer a message",
            covers: ["DeferredBook.keep"],
            body: { bench in
                let payload = try bench.input("push-arriving")
                let text = try OuterPayload(reading: payload).encryptedContent
                let envelope = try Envelope(text: text.span)
                // Beside the phone's, so that no other operation delivers it; a book needs no
                // device.
                let book = try DeferredBook(at: bench.root + Scene.server, files: bench.files)
                _ = try book.keep(
                    payload,
                    hash: envelope.hash,
                    prekey: envelope.prekeyID,
                    arrival: Scene.now
                )
                return []
            }
        ),
        StoreOperation(
            "deliver what was deferred",
            covers: [
                "NotificationReceiver.backlog",
                "DeferredBook.remove",
            ],
            mayMiss: [RecordKind.seen.folder],
            body: { bench in
                // What an earlier run has shown and not noted as shown.
                let recovered = try bench.recover(["deferred", "deferred-too"])
                let report = try bench.receiver()
                    .deliverDeferred(now: { Scene.now }, handOver: { _ in })
                let refused = report.refusals.map(\.error).filter { $0 != .replayed }
                return recovered + report.failures + refused
            }
        ),
    ]

    private static func receiving(_ push: String) -> StoreOperation {
        StoreOperation(
            "receive push \(push)",
            covers: [
                "NotificationReceiver.receive", "NotificationReceiver.complete",
                "ClaimBook.claim", "ClaimBook.empty",
            ],
            // Where a run was killed behind the tombstone, recovery drops the entry.
            mayMiss: [RecordKind.seen.folder, WorldView.entry],
            body: { bench in
                let receiver = try bench.receiver()
                let received = try receiver.receive(bench.input("push-\(push)"), now: Scene.now)
                switch received.outcome {
                case .failed(.refused(.replayed)): return []
                case .failed(let error): return [error]
                default:
                    try receiver.complete(received, now: Scene.now)
                    return []
                }
            }
        )
    }
}

extension Bench {
    /// Shows what was left of these pushes, and returns what could not be read.
    fileprivate func recover(_ pushes: [String]) throws -> [any Error] {
        let receiver = try receiver()
        let found = try receiver.recoverUnfinished(now: Scene.now)
        let mine = try Set(pushes.map { try hash(of: $0) })
        for received in found.notifications {
            guard let message = received.message, mine.contains(message.claim.envelopeHash) else {
                continue
            }
            try receiver.complete(received, now: Scene.now)
        }
        return found.failures
    }

    private func hash(of push: String) throws -> EnvelopeHash {
        let text = try OuterPayload(reading: input("push-\(push)")).encryptedContent
        return try Envelope(text: text.span).hash
    }
}
