// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
package import SealedPushExplanation

/// A look into a push with the published test identities, whose keys everybody has.
package enum PublishedInspection {
    /// The explanation of a push as far as the published identities open it.
    ///
    /// A file of a vector of the kind `message` is opened by its own device. Any other push is
    /// opened by a published device with the prekeys, the topic, the contacts and the clock that
    /// most vectors have. A push of another device ends at line 10 for each of them, so nothing of
    /// it is known.
    ///
    /// - Throws: A fault of a vector that is not as its kind has to be.
    package static func explanation(of bytes: [UInt8]) throws(VectorFault) -> PushExplanation {
        if let vector = try message(bytes) { return try vector.explanation() }
        var explanation = PushExplanation(of: bytes)
        guard let envelope = explanation.envelope else { return explanation }
        for name in ["phone-1", "phone-2"] {
            let device = try device(name)
            guard device.prekeys[envelope.prekeyID] != nil else { continue }
            // The push itself does not say whether it was sealed as a call.
            for kind in [Payload.PushKind.voip, .alert] {
                var (device, trace) = (device, OpeningTrace())
                _ = try device.open(opening(envelope, kind), &trace)
                guard trace.outcome != OpeningError.cannotOpen.name || kind == .alert else {
                    continue
                }
                explanation = PushExplanation(of: bytes, kind: kind)
                explanation.go(on: trace)
                return explanation
            }
        }
        return explanation
    }

    private static func message(_ bytes: [UInt8]) throws(VectorFault) -> MessageVector? {
        guard let root = try? JSONDocument(reading: bytes).root, root["kind"]?.string == "message"
        else { return nil }
        let members = MessageVector.members.union(["name", "comment", "rule", "kind"])
        return try MessageVector(VectorObject(root, allowed: members))
    }

    private static func device(_ name: String) throws(VectorFault) -> VectorDevice {
        guard let topic = Topic("com.example.app") else { throw VectorFault("no topic") }
        var device = VectorDevice(topic: topic)
        let identity = try PublishedKeys.signingKey(name)
        for prekey in ["reusable", "one-time-1", "one-time-2"] {
            let seed = PublishedKeys.prekeySeed(prekey, of: name)
            guard let publicKey = try? DevicePrekey.publicKey(seed: seed.span) else {
                throw VectorFault("no prekey")
            }
            let terms = PrekeyRecord.Terms(
                class: prekey == "reusable" ? .reusable : .oneTime,
                epoch: 486_111,
                minimumEpoch: 0,
                notBefore: Timestamp(clamping: 1_749_913_600_000),
                notAfter: Timestamp(clamping: 1_753_888_000_000)
            )
            let record = PrekeyRecord(signing: publicKey, terms: terms, with: identity)
            device.prekeys[record.id] = VectorDevice.Held(record: record, seed: seed)
        }
        return device
    }

    private static func opening(
        _ envelope: Envelope,
        _ kind: Payload.PushKind
    ) throws(VectorFault) -> VectorOpening {
        let payload = JSONWriter.object {
            $0.add("encrypted-content", base64URL: envelope.bytes.span)
        }
        var contacts: [[UInt8]] = []
        for name in ["server-1", "person-1"] { contacts.append(try PublishedKeys.identity(name)) }
        return VectorOpening(
            payload,
            as: kind,
            now: Timestamp(clamping: 1_750_000_000_000),
            contacts: contacts
        )
    }
}
