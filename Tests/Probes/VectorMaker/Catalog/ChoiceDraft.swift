// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// A sender that chooses a prekey from a bundle.
struct ChoiceDraft {
    let records: [PrekeyRecord]
    let pins: ChoicePins?
    let named: Suite?
    var now = Moment.base

    init(_ records: [PrekeyRecord], pins: ChoicePins? = nil, named: Suite? = nil) {
        self.records = records
        self.pins = pins
        self.named = named
    }

    func accepted(_ candidates: [PrekeyRecord], _ heading: Heading) -> Vector {
        vector(heading, expected: "accepted") { vector in
            vector.array("candidates") { list in
                for record in candidates { list.add(Hex.encode(record.id.bytes.span)) }
            }
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
            if let named { vector.add("namedSuite", named.rawValue) }
            body(&vector)
        }
    }
}

/// What a sender remembers of a device, by M-33.
struct ChoicePins {
    var epoch: UInt32 = 0
    var digests: [Suite: [UInt8]] = [:]
    var minimumEpoch: UInt32 = 0
    var offers: UInt8 = 0

    init() {}

    init(seeing records: [PrekeyRecord], after earlier: ChoicePins = ChoicePins()) {
        self = earlier
        let reusable = records.filter { $0.terms.class == .reusable }
        let highest = reusable.map(\.terms.epoch).max() ?? 0
        if highest > epoch {
            epoch = highest
            digests = [:]
            offers = 0
        }
        for record in reusable where record.terms.epoch == epoch {
            digests[record.suite] = record.digest
            offers |= record.terms.offers.rawValue
        }
        minimumEpoch = max(minimumEpoch, records.map(\.terms.minimumEpoch).max() ?? 0)
    }

    /// The same pins of an epoch that lies `count` generations back.
    func lowered(by count: UInt32) -> ChoicePins {
        var pins = self
        pins.epoch -= count
        return pins
    }

    func write(to object: inout JSONWriter.Object) {
        object.add("epoch", epoch)
        object.add("minimumEpoch", minimumEpoch)
        object.add("offers", offers)
        object.object("digests") { digests in
            for suite in Suite.allCases {
                if let digest = self.digests[suite] {
                    digests.add("suite\(suite.rawValue)", hex: digest)
                }
            }
        }
    }
}
