// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// A vector of a sender that chooses a prekey from a bundle.
struct ChoiceVector {
    static let members: Set<String> = ["now", "bundle", "pins", "candidates", "pinsAfter"]

    private static let pinMembers: Set<String> = ["epoch", "digest", "minimumEpoch"]

    private let object: VectorObject
    private let bundle: DeviceBundle
    private let pins: DeviceBundle.Pins?

    init(_ object: VectorObject) throws(VectorFault) {
        self.object = object
        let bytes = try object.bytes("bundle")
        guard let bundle = try? DeviceBundle(reading: bytes.span) else {
            throw VectorFault("the bundle is refused")
        }
        self.bundle = bundle
        pins = try Self.pins("pins", of: object, bundle)
    }

    func check() throws(VectorFault) {
        let now = try object.moment("now")
        let outcome: String
        var choice: PrekeyChoice?
        do {
            choice = try PrekeyChoice(from: bundle, pins: pins, now: now)
            outcome = "accepted"
        } catch {
            // The classes of a choice carry no values, so each shows as its name.
            outcome = "\(error)"
        }
        try VectorFault.compare("the choice", outcome, with: object.string("expected"))
        guard let choice else { return try object.lacks("candidates", "pinsAfter") }
        let candidates = choice.candidates.map(\.id.description)
        try VectorFault.compare("candidates", candidates, with: object.strings("candidates"))
        let seen = DeviceBundle.Pins(seeing: bundle, after: pins)
        try VectorFault.compare("pinsAfter", seen, with: Self.pins("pinsAfter", of: object, bundle))
    }

    private static func pins(
        _ key: String,
        of object: VectorObject,
        _ bundle: DeviceBundle
    ) throws(VectorFault) -> DeviceBundle.Pins? {
        guard let pins = try object.object(key, allowed: pinMembers) else { return nil }
        return DeviceBundle.Pins(
            device: bundle.device,
            epoch: try pins.number("epoch"),
            digest: pins.has("digest") ? try pins.bytes("digest") : nil,
            minimumEpoch: try pins.number("minimumEpoch")
        )
    }
}
