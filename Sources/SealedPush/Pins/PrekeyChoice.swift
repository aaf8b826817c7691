// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Which prekeys of a bundle a sender may use, best first: one-time ones, then the reusable one.
///
/// A one-time prekey serves once, so the caller notes its use durably before sealing and takes the next where it was
/// used before.
public struct PrekeyChoice: Hashable, Sendable {
    /// The prekeys that may be used, at least one, all of one suite.
    public let candidates: [PrekeyRecord]
    /// Their suite.
    public let suite: Suite
    /// Whether it is the strongest that the device offers, or once offered: the one that it makes one-time prekeys of.
    package let isStrongest: Bool

    /// Applies every rule for records of protocol version 1.
    ///
    /// Without a named `suite` only the strongest that the device offers, or once offered, will do.
    ///
    /// - Throws: ``SealingError``, the case of the rule that left nothing.
    public init(
        from bundle: DeviceBundle,
        pins: DevicePins?,
        suite: Suite?,
        now: Timestamp
    ) throws(SealingError) {
        precondition(
            pins.map { $0.device == bundle.device } ?? true,
            "the pins are another device's"
        )
        try Self.checkReusable(in: bundle, pins: pins)
        let strongest = Self.strongestSuite(in: bundle, pins: pins)
        guard let wanted = suite ?? strongest else { throw .noPrekey }
        let ofSuite = bundle.records.filter { $0.suite == wanted }
        guard !ofSuite.isEmpty else { throw suite == nil ? .suiteDowngraded : .suiteNotOffered }
        let known = DevicePins(seeing: bundle, after: pins)
        var refusal: SealingError?
        let usable = ofSuite.filter { record in
            let reason = Self.refusal(of: record, minimumEpoch: known.minimumEpoch, now: now)
            refusal = reason ?? refusal
            return reason == nil
        }
        guard !usable.isEmpty else { throw refusal ?? .noPrekey }
        self.suite = wanted
        isStrongest = wanted == strongest
        candidates =
            usable.filter { $0.terms.class == .oneTime }
            + usable.filter { $0.terms.class == .reusable }
    }

    private static func checkReusable(
        in bundle: DeviceBundle,
        pins: DevicePins?
    ) throws(SealingError) {
        let reusable = bundle.records.filter { $0.terms.class == .reusable }
        let highest = max(pins?.epoch ?? 0, reusable.map(\.terms.epoch).max() ?? 0)
        for record in reusable {
            guard record.terms.epoch == highest else { throw .prekeyRolledBack }
            guard let pins, pins.epoch == highest, let digest = pins.digests[record.suite] else {
                continue
            }
            guard digest == record.digest else { throw .prekeyContradicted }
        }
    }

    private static func strongestSuite(in bundle: DeviceBundle, pins: DevicePins?) -> Suite? {
        var offers = pins?.offers ?? []
        for record in bundle.records { offers.formUnion(record.terms.offers) }
        return offers.strongest
    }

    private static func refusal(
        of record: PrekeyRecord,
        minimumEpoch: UInt32,
        now: Timestamp
    ) -> SealingError? {
        if record.terms.epoch < minimumEpoch { return .prekeyRevoked }
        if now < record.terms.notBefore { return .prekeyNotYetValid }
        if now >= record.terms.notAfter { return .prekeyExpired }
        return nil
    }
}
