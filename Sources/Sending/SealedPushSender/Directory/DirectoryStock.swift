// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// A directory's prekeys of one device: its newest reusable one, and the one-time prekeys that were
/// not given out.
///
/// Each one-time prekey is given to one sender (V-11). The id of one that was given out is kept for
/// 400 days after its end, so that neither a second offer of it nor a wrong clock brings it back.
public struct DirectoryStock: Hashable, Sendable {
    /// The prekeys that may be given out.
    public private(set) var bundle: DeviceBundle
    /// The one-time prekeys that were given out, by when they end.
    public private(set) var given: [PrekeyRecord.ID: Timestamp]

    /// The shortest time before its end at which a one-time prekey is still given out: the life of
    /// the longest message.
    public static let leastLife = Duration.days(30)

    /// How long after its end the id of a prekey that was given out is kept.
    static let memory = Duration.days(400)

    /// A stock with the prekeys of `bundle`, of which those in `given` were given out.
    public init(_ bundle: DeviceBundle, given: [PrekeyRecord.ID: Timestamp] = [:]) {
        self.bundle = bundle
        self.given = given
    }

    /// Adds the prekeys that a device offers, and returns how many of them are new.
    ///
    /// The reusable prekey of the highest epoch stays. One-time prekeys that were given out or are
    /// revoked are passed over. If there are more than a bundle holds, those that end first go. One
    /// that has ended stays until then and is not given out: a clock that is wrong once takes
    /// nothing away.
    ///
    /// - Throws: ``DirectoryError/bundleRefused(_:)`` for the offer of another device.
    @discardableResult
    public mutating func add(
        _ offer: DeviceBundle,
        at now: Timestamp
    ) throws(DirectoryError) -> Int {
        let before = Set(bundle.records.map(\.id))
        let all = bundle.records + offer.records.filter { !before.contains($0.id) }
        let revoked = all.map(\.terms.minimumEpoch).max() ?? 0
        let reusable = all.filter { $0.terms.class == .reusable }
            .max { $0.terms.epoch < $1.terms.epoch }
        given = given.filter { $0.value.advanced(by: Self.memory) > now }
        let oneTime = all.filter { record in
            record.terms.class == .oneTime && record.terms.epoch >= revoked
                && given[record.id] == nil
        }
        try set([reusable].compactMap(\.self), Self.inOrder(oneTime))
        return bundle.records.count { !before.contains($0.id) }
    }

    /// Gives out a bundle for one sender: the reusable prekey, and up to `count` one-time ones, of
    /// which those that end first come first.
    ///
    /// The one-time prekeys leave the stock. Store the stock before you hand out the bundle.
    ///
    /// - Throws: ``DirectoryError/noPrekeys`` if there is no reusable prekey.
    public mutating func claim(
        _ count: Int,
        at now: Timestamp
    ) throws(DirectoryError) -> DeviceBundle {
        let reusable = bundle.records.filter { $0.terms.class == .reusable }
        guard !reusable.isEmpty else { throw .noPrekeys }
        let end = now.advanced(by: Self.leastLife)
        // A process that was stopped between writing `given` and the bundle leaves some in both.
        let oneTime = Self.inOrder(
            bundle.records.filter { $0.terms.class == .oneTime && given[$0.id] == nil }
        )
        let claimed = oneTime.filter { $0.terms.notAfter > end }.prefix(count)
        let ids = Set(claimed.map(\.id))
        for record in claimed { given[record.id] = record.terms.notAfter }
        try set(reusable, oneTime.filter { !ids.contains($0.id) })
        return try Self.bundle(of: bundle.device, reusable + claimed)
    }

    private mutating func set(
        _ reusable: [PrekeyRecord],
        _ oneTime: [PrekeyRecord]
    ) throws(DirectoryError) {
        let room = DeviceBundle.maximumRecords - reusable.count
        bundle = try Self.bundle(of: bundle.device, reusable + oneTime.suffix(room))
    }

    /// Those that end first come first.
    private static func inOrder(_ records: [PrekeyRecord]) -> [PrekeyRecord] {
        records.sorted { first, second in
            guard first.terms.notAfter == second.terms.notAfter else {
                return first.terms.notAfter < second.terms.notAfter
            }
            return first.id.bytes.lexicographicallyPrecedes(second.id.bytes)
        }
    }

    private static func bundle(
        of device: DeviceIdentity,
        _ records: [PrekeyRecord]
    ) throws(DirectoryError) -> DeviceBundle {
        do throws(WireError) {
            return try DeviceBundle(device: device, records: records)
        } catch {
            throw .bundleRefused(error)
        }
    }
}
