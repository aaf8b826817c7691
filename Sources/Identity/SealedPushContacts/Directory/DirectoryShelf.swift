// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// What a directory keeps of one device: its newest reusable prekey, and the one-time prekeys that it
/// has not given out.
///
/// Each one-time prekey is given to one sender. What was given out is remembered for long after it
/// ends, so that a device that offers it once more brings nothing back, nor does a clock that is wrong.
public struct DirectoryShelf: Hashable, Sendable {
    /// What the directory has to give.
    public private(set) var bundle: DeviceBundle
    /// The one-time prekeys that were given out, by when they end.
    public private(set) var given: [PrekeyID: Timestamp]

    /// How long a one-time prekey has to last that is given out: as long as the longest message.
    public static let leastLife = Duration.days(30)

    /// How long after its end it is remembered that a one-time prekey was given out.
    static let memory = Duration.days(400)

    /// A shelf as it was kept, or a new one with nothing given out.
    public init(_ bundle: DeviceBundle, given: [PrekeyID: Timestamp] = [:]) {
        self.bundle = bundle
        self.given = given
    }

    /// Takes what a device offers, and gives how many of its prekeys are news.
    ///
    /// The reusable prekey of the highest epoch stays. One-time prekeys that were given out or are revoked
    /// are passed over; where there are more than a bundle holds, those that end first go. Those that have
    /// ended stay until then and are given to nobody: one false time takes nothing away.
    ///
    /// - Throws: ``ContactError/bundleRefused(_:)`` for the offer of another device.
    @discardableResult
    public mutating func add(
        _ offer: DeviceBundle,
        at now: Timestamp
    ) throws(ContactError) -> Int {
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

    /// Gives out a bundle for one sender: the reusable prekey, and up to `count` one-time ones, of which those
    /// that end first come first.
    ///
    /// What it gives leaves the shelf, which has to be kept before anybody gets the bundle.
    ///
    /// - Throws: ``ContactError/noPrekeys`` where there is no reusable prekey.
    public mutating func claim(
        _ count: Int,
        at now: Timestamp
    ) throws(ContactError) -> DeviceBundle {
        let reusable = bundle.records.filter { $0.terms.class == .reusable }
        guard !reusable.isEmpty else { throw .noPrekeys }
        let end = now.advanced(by: Self.leastLife)
        // Whoever kept what was given, and was stopped before it kept the rest, left the two apart.
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
    ) throws(ContactError) {
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
    ) throws(ContactError) -> DeviceBundle {
        do throws(WireError) {
            return try DeviceBundle(device: device, records: records)
        } catch {
            throw .bundleRefused(error)
        }
    }
}
