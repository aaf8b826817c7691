// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// A sender that chooses a prekey from a bundle.
struct ChoiceDraft {
    let records: [PrekeyRecord]
    let pins: ChoicePins?
    let now: Timestamp

    init(_ records: [PrekeyRecord], pins: ChoicePins? = nil, now: Timestamp = Moment.base) {
        self.records = records
        self.pins = pins
        self.now = now
    }

    func accepted(_ candidates: [PrekeyRecord], _ heading: Heading) -> Vector {
        vector(heading, expected: "accepted") { vector in
            vector.add("candidates", texts: candidates.map(\.id.description))
            vector.object("pinsAfter") {
                ChoicePins(seeing: records, after: pins ?? ChoicePins()).write(to: &$0)
            }
        }
    }

    func refused(_ expected: String, _ heading: Heading) -> Vector {
        vector(heading, expected: expected) { _ in }
    }

    private func vector(
        _ heading: Heading,
        expected: String,
        _ body: (inout JSONWriter.Object) -> Void
    ) -> Vector {
        Vector(heading, kind: "choice", expected: expected) { vector in
            let identity = TestIdentities.all[0]
            let bytes =
                [1] + identity + bigEndian(UInt16(records.count)) + records.flatMap(\.bytes)
            vector.add("now", now.milliseconds)
            vector.add("bundle", hex: bytes)
            if let pins { vector.object("pins") { pins.write(to: &$0) } }
            body(&vector)
        }
    }
}

/// What a sender remembers of a device: section 1 of `senders.md`.
struct ChoicePins {
    var epoch: UInt32 = 0
    var digest: [UInt8]?
    var minimumEpoch: UInt32 = 0

    init() {}

    /// Lines 4 and 8 of the choice.
    init(seeing records: [PrekeyRecord], after earlier: ChoicePins = ChoicePins()) {
        self = earlier
        if let reusable = records.first(where: { $0.terms.class == .reusable }) {
            epoch = reusable.terms.epoch
            digest = reusable.digest
        }
        minimumEpoch = max(minimumEpoch, records.map(\.terms.minimumEpoch).max() ?? 0)
    }

    func write(to object: inout JSONWriter.Object) {
        object.add("epoch", epoch)
        if let digest { object.add("digest", hex: digest) }
        object.add("minimumEpoch", minimumEpoch)
    }
}
