// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
