// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension DeviceBundle {
    /// The sender's memory of a device.
    ///
    /// With it an attacker cannot make the sender use older keys.
    ///
    /// A bundle of a later version is refused whole, so pins of one never stand beside these
    /// (S-23).
    public struct Pins: Hashable, Sendable {
        /// The device.
        public let device: DeviceIdentity
        /// The highest epoch of a reusable record that was seen; 0 if none was.
        public let epoch: UInt32
        /// SHA-256 of the reusable record of that epoch, 32 bytes; nil if none is pinned.
        public let digest: [UInt8]?
        /// The highest `min_epoch` that was seen: prekeys below it are revoked.
        public let minimumEpoch: UInt32

        /// Creates pins from stored values.
        public init(device: DeviceIdentity, epoch: UInt32, digest: [UInt8]?, minimumEpoch: UInt32) {
            self.device = device
            self.epoch = epoch
            self.digest = digest
            self.minimumEpoch = minimumEpoch
        }

        /// Makes the pins of a sender that has seen `bundle` after `earlier`.
        ///
        /// Nothing goes back (S-3), even if two bundles were accepted at once: of two records that
        /// contradict each other the one that was pinned first stays, and the other is refused when
        /// it is checked against the result.
        public init(seeing bundle: DeviceBundle, after earlier: DeviceBundle.Pins?) {
            precondition(
                earlier.map { $0.device == bundle.device } ?? true,
                "the pins are another device's"
            )
            device = bundle.device
            let (known, pinned) = (earlier?.epoch ?? 0, earlier?.digest)
            if let record = bundle.reusable,
                record.terms.epoch > known || record.terms.epoch == known && pinned == nil
            {
                epoch = record.terms.epoch
                digest = record.digest
            } else {
                epoch = known
                digest = pinned
            }
            minimumEpoch = max(
                earlier?.minimumEpoch ?? 0,
                bundle.records.map(\.terms.minimumEpoch).max() ?? 0
            )
        }
    }
}

/// Which prekeys of a bundle a sender may use, best first: one-time ones, then the reusable one.
///
/// A one-time prekey serves once, so the caller notes its use durably before sealing and takes the
/// next if it was used before.
package struct PrekeyChoice: Hashable, Sendable {
    /// The prekeys that may be used, at least one.
    package let candidates: [PrekeyRecord]

    /// Lines 1 to 7 of the choice (S-1), and the order of lines 9 to 11.
    ///
    /// - Throws: ``SealingError/prekeyRolledBack``, ``SealingError/prekeyContradicted``,
    ///   ``SealingError/prekeyNotYetValid``, ``SealingError/noPrekey``.
    package init(
        from bundle: DeviceBundle,
        pins: DeviceBundle.Pins?,
        now: Timestamp
    ) throws(SealingError) {
        precondition(
            pins.map { $0.device == bundle.device } ?? true,
            "the pins are another device's"
        )
        if let record = bundle.reusable, let pins {
            guard record.terms.epoch >= pins.epoch else { throw .prekeyRolledBack }
            let pinned = record.terms.epoch == pins.epoch ? pins.digest : nil
            guard pinned == nil || pinned == record.digest else { throw .prekeyContradicted }
        }
        let minimumEpoch = DeviceBundle.Pins(seeing: bundle, after: pins).minimumEpoch
        let unrevoked = bundle.records.filter { $0.terms.epoch >= minimumEpoch }
        let serving = unrevoked.filter { $0.isCurrent(at: now) }
        guard !serving.isEmpty else {
            throw unrevoked.contains { now < $0.terms.notBefore } ? .prekeyNotYetValid : .noPrekey
        }
        candidates =
            serving.filter { $0.terms.class == .oneTime }
            + serving.filter { $0.terms.class == .reusable }
    }
}
