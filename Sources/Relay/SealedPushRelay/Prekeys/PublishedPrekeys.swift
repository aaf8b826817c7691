// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// The reusable prekeys that a device has published, newest first, and its current bundle.
package struct PublishedPrekeys: Hashable, Sendable {
    /// The device's bundle: its identity and one reusable record.
    package private(set) var bundle: [UInt8]
    /// The ids that senders may still use.
    package private(set) var ids: [Published]

    /// A reusable prekey that was published.
    package struct Published: Hashable, Sendable {
        package let id: PrekeyRecord.ID
        package let epoch: UInt32
        package let notAfter: Timestamp

        package init(id: PrekeyRecord.ID, epoch: UInt32, notAfter: Timestamp) {
            self.id = id
            self.epoch = epoch
            self.notAfter = notAfter
        }
    }

    /// The most ids that are kept; a device that rotates weekly has seven inside their terms.
    package static let limit = 16

    /// Takes what a store has kept.
    package init(bundle: [UInt8], ids: [Published]) {
        self.bundle = bundle
        self.ids = ids
    }

    /// Takes a device's first bundle.
    ///
    /// - Throws: ``BundleError``.
    package init(
        publishing bytes: [UInt8],
        of identity: DeviceIdentity,
        at now: Timestamp
    ) throws(BundleError) {
        bundle = []
        ids = []
        try publish(bytes, of: identity, at: now)
    }

    /// Takes a device's next bundle.
    ///
    /// - Throws: ``BundleError``.
    package mutating func publish(
        _ bytes: [UInt8],
        of identity: DeviceIdentity,
        at now: Timestamp
    ) throws(BundleError) {
        guard let bundle = try? DeviceBundle(reading: bytes.span) else { throw .unreadable }
        guard bundle.device == identity else { throw .wrongIdentity }
        guard let record = bundle.reusable, bundle.records.count == 1 else {
            throw .notOneReusableRecord
        }
        guard record.isCurrent(at: now) else { throw .notCurrent }
        self.bundle = bytes
        let minimum = record.terms.minimumEpoch
        ids.removeAll { $0.id == record.id || $0.epoch < minimum || $0.notAfter <= now }
        let published = Published(
            id: record.id,
            epoch: record.terms.epoch,
            notAfter: record.terms.notAfter
        )
        ids = Array(([published] + ids).prefix(Self.limit))
    }

    /// The epoch below which the device has revoked its prekeys; a stock that holds such a one is
    /// deleted.
    package var minimumEpoch: UInt32 {
        let bundle = try? DeviceBundle(reading: bundle.span)
        return bundle?.reusable?.terms.minimumEpoch ?? 0
    }

    /// Whether a message sealed to this prekey can still be opened.
    package func serves(_ id: PrekeyRecord.ID, at now: Timestamp) -> Bool {
        PrekeyRule.published(ids).accepts(id, isClaimed: false, at: now)
    }
}

/// Why a bundle is not published.
package enum BundleError: Error, Hashable {
    /// It is no bundle, or a signature in it is wrong.
    case unreadable
    /// It is another device's.
    case wrongIdentity
    /// It does not have exactly one record, a reusable one; one-time records belong into the stock.
    case notOneReusableRecord
    /// Its record has not begun, or has ended.
    case notCurrent
}

/// Which prekeys a message may be sealed to; all others are answered alike.
package enum PrekeyRule: Hashable, Sendable {
    /// Those that this relay has given out.
    case published([PublishedPrekeys.Published])
    /// Any: the device's app hands out its bundle by a way of its own.
    case elsewhere

    /// Whether the relay takes a message.
    ///
    /// - Parameters:
    ///   - id: The prekey that the envelope names.
    ///   - isClaimed: Whether the endpoint has claimed it as a one-time prekey.
    ///   - now: The time.
    /// - Returns: Whether it does; a sender with any other prekey fetches the bundle again.
    package func accepts(_ id: PrekeyRecord.ID, isClaimed: Bool, at now: Timestamp) -> Bool {
        switch self {
        case .published(let ids): isClaimed || ids.contains { $0.id == id && now < $0.notAfter }
        case .elsewhere: true
        }
    }
}
