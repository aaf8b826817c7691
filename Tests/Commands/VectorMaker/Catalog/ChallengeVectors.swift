// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// The challenges of possession proofs: section 6 of `devices.md`.
enum ChallengeVectors {
    private struct Draft {
        var purpose = "activation"
        var origin = "https://push.example.com"
        var device = "0123456789abcdef"
        var nonce = PublicText.hash("SealedPush vector nonce")

        func with(_ change: (inout Draft) -> Void) -> Draft {
            var draft = self
            change(&draft)
            return draft
        }

        /// The hash of V-22, whatever it is over.
        private var challenge: [UInt8] {
            var message = Array("SealedPush v1 \(purpose)\0".utf8)
            message += bigEndian(UInt16(origin.utf8.count)) + origin.utf8
            message.append(UInt8(device.utf8.count))
            return SHA256.hash((message + device.utf8 + nonce).span)
        }

        func accepted(_ heading: Heading) -> Vector {
            Vector(heading, kind: "possessionChallenge", expected: "accepted") { vector in
                write(to: &vector)
                vector.add("challenge", hex: challenge)
            }
        }

        func refused(_ heading: Heading) -> Vector {
            Vector(
                heading,
                kind: "possessionChallenge",
                expected: WireError.malformed.rawValue,
                write
            )
        }

        private func write(to vector: inout JSONWriter.Object) {
            vector.add("purpose", purpose)
            vector.add("origin", origin)
            vector.add("device", device)
            vector.add("nonce", hex: nonce)
        }
    }

    static func make() -> [Vector] {
        var group = VectorGroup(from: 1470)
        let draft = Draft()
        let accepted: [(String, String, Draft)] = [
            ("activation", "A pushed code is the nonce.", draft),
            (
                "credential", "The same, for another purpose.",
                draft.with { $0.purpose = "credential" }
            ),
            (
                "other-origin", "The same, from another origin.",
                draft.with { $0.origin = "https://push.example.net" }
            ),
            ("other-device", "The same, for another device.", draft.with { $0.device = "d" }),
            (
                "device-255", "A name of 255 bytes.",
                draft.with { $0.device = String(repeating: "é", count: 127) + "e" }
            ),
            (
                "moved-byte", "A byte is of the name, not of the origin.",
                draft.with {
                    ($0.origin, $0.device) = ("https://push.example.co", "m0123456789abcdef")
                }
            ),
            ("port", "Of a machine itself.", draft.with { $0.origin = "http://localhost:8080" }),
        ]
        for (slug, comment, draft) in accepted {
            group.add("challenge-\(slug)", rule: "V-22", comment) { draft.accepted($0) }
        }
        let refused: [(String, String, Draft)] = [
            ("origin-slash", "A slash behind it.", draft.with { $0.origin += "/" }),
            (
                "origin-upper-case", "A capital.",
                draft.with { $0.origin = "https://Push.example.com" }
            ),
            ("origin-default-port", "443 behind https.", draft.with { $0.origin += ":443" }),
            ("origin-empty", "No origin.", draft.with { $0.origin = "" }),
            ("device-empty", "A name without a byte.", draft.with { $0.device = "" }),
            (
                "device-256", "A name of 256 bytes, and of 128 characters.",
                draft.with { $0.device = String(repeating: "é", count: 128) }
            ),
            ("nonce-31", "31 bytes.", draft.with { $0.nonce.removeLast() }),
            ("nonce-33", "33 bytes.", draft.with { $0.nonce.append(0) }),
            ("nonce-empty", "No byte.", draft.with { $0.nonce = [] }),
        ]
        for (slug, comment, draft) in refused {
            group.add("challenge-\(slug)", rule: "V-22", comment) { draft.refused($0) }
        }
        return group.vectors
    }
}
