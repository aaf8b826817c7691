// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushStore

extension NotificationReceiver {
    /// Opens what was parked while the device was locked and hands it over, one after the other in order of arrival.
    ///
    /// For the app, once the device is unlocked. A message counts as it would have at its arrival; what was shown
    /// meanwhile by another copy of it, and what can't be opened, goes without a word, since the notice of it was shown.
    /// After each hand-over the message is forgotten here, then its claim gives up the content: a run that is stopped in
    /// between leaves it to be recovered, quietly. What can't be opened *at present* stays.
    ///
    /// - Parameters:
    ///   - now: What time it is, asked for each message.
    ///   - handOver: Shows a message; not called for those of blocked senders. Where it throws, the message stays and
    ///     the call ends.
    /// - Returns: What became of each, and what could not be read.
    /// - Throws: ``ReceiverError/parking(_:)`` where nothing can be listed, and what `handOver` throws.
    @discardableResult
    public func deliverParked(
        now: () -> Timestamp,
        handOver: (ReceivedNotification) throws -> Void
    ) throws -> ParkedReport {
        let listing: ParkedListing
        do throws(StoreError) {
            listing = try parked.list()
        } catch {
            throw ReceiverError.parking(error)
        }
        var report = ParkedReport()
        report.failures = listing.failures.map { .parking($0) }
        for message in listing.messages {
            let received = receive(message, now: now())
            report.outcomes.append(received.outcome)
            switch received.outcome {
            case .failed(.refused): break
            case .failed: continue
            case .opened, .recovered: try handOver(received)
            case .blocked, .parked: break
            }
            do throws(ReceiverError) {
                try forget(message)
                try complete(received, now: now())
            } catch {
                report.failures.append(error)
            }
        }
        return report
    }

    private func forget(_ message: ParkedMessage) throws(ReceiverError) {
        do throws(StoreError) {
            try parked.remove(message.hash)
        } catch {
            throw .parking(error)
        }
    }
}

/// What became of parked messages.
public struct ParkedReport: Sendable, Hashable {
    /// How each ended, in order of arrival.
    public internal(set) var outcomes: [ReceivedNotification.Outcome] = []
    /// Why others could not be read, or what could not be noted after a hand-over.
    public internal(set) var failures: [ReceiverError] = []

    /// Whether nothing was parked.
    public var isEmpty: Bool { outcomes.isEmpty && failures.isEmpty }
}
