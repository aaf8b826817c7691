// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What a sender remembers of a device, so that nobody can lead it back to older or weaker keys.
public struct DevicePins: Hashable, Sendable {
    /// The device.
    public let device: DeviceIdentity
    /// The highest epoch of a reusable prekey that was seen.
    public let epoch: UInt32
    /// SHA-256 of each reusable record of that epoch.
    public let digests: [Suite: [UInt8]]
    /// The highest `min_epoch` that was seen: prekeys below it are revoked.
    public let minimumEpoch: UInt32
    /// What the reusable records of the highest epoch offered, taken together.
    public let offers: SuiteOffers

    /// Takes pins that were stored.
    public init(
        device: DeviceIdentity,
        epoch: UInt32,
        digests: [Suite: [UInt8]],
        minimumEpoch: UInt32,
        offers: SuiteOffers
    ) {
        self.device = device
        self.epoch = epoch
        self.digests = digests
        self.minimumEpoch = minimumEpoch
        self.offers = offers
    }

    /// What a sender that has seen `bundle` knows, beyond `earlier`.
    ///
    /// Nothing goes back, also where two bundles were accepted at once: of two that contradict each other the one that
    /// was pinned first stays, and the other is refused when it is held against the result.
    public init(seeing bundle: DeviceBundle, after earlier: DevicePins?) {
        precondition(
            earlier.map { $0.device == bundle.device } ?? true,
            "the pins are another device's"
        )
        device = bundle.device
        let reusable = bundle.records.filter { $0.terms.class == .reusable }
        let newest = reusable.map(\.terms.epoch).max() ?? 0
        let epoch = max(newest, earlier?.epoch ?? 0)
        let pinned = earlier?.epoch == epoch ? earlier : nil
        var digests = pinned?.digests ?? [:]
        var offers = pinned?.offers ?? []
        for record in reusable where record.terms.epoch == epoch {
            digests[record.suite] = digests[record.suite] ?? record.digest
            offers.formUnion(record.terms.offers)
        }
        self.epoch = epoch
        self.digests = digests
        self.offers = offers
        minimumEpoch = max(
            earlier?.minimumEpoch ?? 0,
            bundle.records.map(\.terms.minimumEpoch).max() ?? 0
        )
    }
}
