// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Statements: section 5 of `devices.md`.
enum StatementVectors {
    static func make() -> [Vector] {
        var group = VectorGroup(from: 1301)
        group.skip(9)
        addCommon(.succession, to: &group)
        group.skip(9)
        for draft in [.revocation, .retirement] as [StatementDraft] {
            addCommon(draft, to: &group)
        }
        group.skip(3)
        addTwoKeys(.succession, to: &group)
        group.skip(6)
        addTwoSignatures(.succession, to: &group)
        group.skip(3)
        group.add(
            "revocation-length-before-identity",
            rule: "V-18",
            "The last byte is missing, and the identity is a point of order 8."
        ) {
            let draft = StatementDraft.revocation.with { $0.put(Points.smallOrder, at: 1) }
            return draft.refused(.malformed, draft.signed().dropLast(), $0)
        }
        addMixedKeys(to: &group)
        return group.vectors + subscriptions() + proofs() + ChallengeVectors.make()
    }

    private static func proofs() -> [Vector] {
        var group = VectorGroup(from: 1401)
        let draft = StatementDraft.possession(Array("https://push.example.com".utf8))
        addCommon(draft, to: &group)
        addPossession(draft, to: &group)
        addOrigins(to: &group)
        addNeighbours(to: &group)
        group.add(
            "possession-mixed-halves",
            rule: "M-15",
            "The key's part of order 8 and that of R cancel each other."
        ) { heading in
            var draft = draft.with { $0.put(MixedKey.orderEight.bytes, at: 1) }
            var number = 0
            while true {
                let challenge = PublicText.hash("SealedPush vector challenge \(number)")
                draft.put(challenge, at: draft.fields.count - 32)
                let signature = MixedKey.orderEight.signatureWithOwnFirstHalf(over: draft.message)
                if let signature { return draft.accepted(heading, draft.fields + signature) }
                number += 1
            }
        }
        return group.vectors
    }

    /// Identities with a part of order 8: M-15 alone decides.
    private static func addMixedKeys(to group: inout VectorGroup) {
        let key = MixedKey.orderEight
        let comment = "The identity has a part of order 8, and the signature fits it"
        for isSound in [true, false] {
            let slug = "revocation-mixed-order" + (isSound ? "" : "-cofactor")
            let end = isSound ? "." : " by the cofactor alone."
            group.add(slug, rule: "M-15", comment + end) {
                let draft = StatementDraft.revocation.with { $0.put(key.bytes, at: 1) }
                let signature = key.signature(over: draft.message, isSound: isSound)
                let bytes = draft.fields + signature
                return isSound
                    ? draft.accepted($0, bytes) : draft.refused(.wrongSignature, bytes, $0)
            }
        }
        group.add(
            "succession-new-mixed-order",
            rule: "M-15",
            "The new identity has a part of order 8, and signs as well."
        ) {
            let draft = StatementDraft.succession.with {
                $0.put(key.bytes, at: 33)
                $0.signers.removeLast()
            }
            return draft.accepted($0, draft.signed() + key.signature(over: draft.message))
        }
    }

    /// What every statement is refused for.
    static func addCommon(_ draft: StatementDraft, to group: inout VectorGroup) {
        let slug = draft.kind.rawValue
        let whole = draft.signed()
        group.add(slug, rule: "V-18", "A statement.") { draft.accepted($0) }
        group.add("\(slug)-no-byte", rule: "V-18", "Nothing at all.") {
            draft.refused(.malformed, [], $0)
        }
        group.add("\(slug)-one-byte-of-version-2", rule: "V-18", "The version comes first.") {
            draft.refused(.unknownVersion, [2], $0)
        }
        group.add("\(slug)-version-2", rule: "V-18", "Version 2.") {
            draft.with { $0.fields[0] = 2 }.refused(.unknownVersion, $0)
        }
        group.add("\(slug)-cut", rule: "M-1", "The last byte is missing.") {
            draft.refused(.malformed, whole.dropLast(), $0)
        }
        group.add("\(slug)-extended", rule: "M-1", "A zero byte follows.") {
            draft.refused(.malformed, whole + [0], $0)
        }
        group.add("\(slug)-identity-refused", rule: "M-16", "A point of order 8.") {
            draft.with { $0.put(Points.smallOrder, at: 1) }.refused(.identityRefused, $0)
        }
        group.add("\(slug)-flipped", rule: "V-18", "A bit of the first signature is flipped.") {
            var bytes = whole
            bytes[draft.fields.count] ^= 1
            return draft.refused(.wrongSignature, bytes, $0)
        }
        group.add("\(slug)-other-label", rule: "M-5", "Signed under another label.") {
            draft.with { $0.label = "SealedPush v1 message\0" }.refused(.wrongSignature, $0)
        }
    }

    private static func addTwoKeys(_ draft: StatementDraft, to group: inout VectorGroup) {
        let slug = draft.kind.rawValue
        group.add("\(slug)-new-refused", rule: "M-16", "The new identity is of order 8.") {
            draft.with { $0.put(Points.smallOrder, at: 33) }.refused(.identityRefused, $0)
        }
        group.add("\(slug)-equal-keys", rule: "V-18", "From an identity to itself.") {
            draft.with {
                $0.put(Array($0.fields[1..<33]), at: 33)
                $0.signers = $0.signers.map { _ in draft.signers[0] }
            }.refused(.equalKeys, $0)
        }
        group.add(
            "\(slug)-equal-keys-not-signed",
            rule: "V-18",
            "Equal keys are found before wrong signatures."
        ) {
            let fields = draft.with { $0.put(Array($0.fields[1..<33]), at: 33) }.fields
            let signatures = [UInt8](repeating: 0, count: 64 * draft.signers.count)
            return draft.refused(.equalKeys, fields + signatures, $0)
        }
    }

    private static func addTwoSignatures(_ draft: StatementDraft, to group: inout VectorGroup) {
        let slug = draft.kind.rawValue
        let faults: [(String, String, [Int])] = [
            ("signed-by-old-alone", "Both signatures are the old one's.", [0, 0]),
            ("signed-by-new-alone", "Both signatures are the new one's.", [1, 1]),
            ("signatures-swapped", "The new one's comes first.", [1, 0]),
        ]
        for (name, comment, signers) in faults {
            group.add("\(slug)-\(name)", rule: "V-18", comment) {
                draft.with { $0.signers = signers.map { draft.signers[$0] } }
                    .refused(.wrongSignature, $0)
            }
        }
    }

    private static func addPossession(_ draft: StatementDraft, to group: inout VectorGroup) {
        group.add("possession-head-cut", rule: "V-18", "34 bytes, too few to tell the length.") {
            draft.refused(.malformed, Array(draft.signed().prefix(34)), $0)
        }
        group.add("possession-length", rule: "V-18", "The origin is a byte longer than it says.") {
            draft.with { $0.fields[34] -= 1 }.refused(.malformed, $0)
        }
        group.add(
            "possession-identity-before-origin",
            rule: "V-18",
            "A point of order 8, and no origin."
        ) {
            StatementDraft.possession([]).with { $0.put(Points.smallOrder, at: 1) }
                .refused(.identityRefused, $0)
        }
    }

    private static func addOrigins(to group: inout VectorGroup) {
        let name = String(repeating: "a", count: 300)
        let accepted = [
            ("port", "https://push.example.com:8443"), ("port-1", "https://a:1"),
            ("port-65535", "https://a:65535"), ("port-80", "https://a:80"),
            ("ipv4", "https://192.0.2.1"), ("ipv6", "https://[2001:db8::1]:8443"),
            ("other-characters", "https://a-b.c.1"), ("long", "https://\(name)"),
            ("loopback-ipv4", "http://127.0.0.1"), ("loopback-ipv6", "http://[::1]:8080"),
            ("loopback-name", "http://localhost:443"),
        ]
        for (slug, origin) in accepted {
            group.add("possession-origin-\(slug)", rule: "V-21", "An origin.") {
                StatementDraft.possession(Array(origin.utf8)).accepted($0)
            }
        }
        let refused = [
            ("empty", "An empty origin.", ""), ("path", "A path.", "https://a/"),
            ("query", "A query.", "https://a?b"), ("user", "A user.", "https://a@b"),
            ("upper-case", "A capital in the host.", "https://A.example"),
            ("scheme-upper-case", "A capital in the scheme.", "Https://a.example"),
            ("scheme", "Another scheme.", "wss://a.example"),
            ("no-scheme", "No scheme.", "a.example"),
            ("no-host", "No host.", "https://"), ("port-alone", "No host.", "https://:8443"),
            ("default-port", "443 behind https.", "https://a:443"),
            ("default-port-of-http", "80 behind http.", "http://localhost:80"),
            ("http", "http to another machine.", "http://a.example"),
            ("http-loopback", "http to another address of this machine.", "http://127.0.0.2"),
            ("port-empty", "No digit behind the colon.", "https://a:"),
            ("port-0", "Port 0.", "https://a:0"),
            ("port-leading-zero", "Port 08443.", "https://a:08443"),
            ("port-sign", "Port +8443.", "https://a:+8443"),
            ("port-65536", "Port 65536.", "https://a:65536"),
            ("port-wrapped", "Port 8443 plus 65536.", "https://a:73979"),
            ("space", "A space at the end.", "https://a "),
            ("not-ascii", "A letter outside ASCII.", "https://ä"),
            ("escape", "An escape.", "https://%61"),
            ("ipv6-open", "The bracket is not closed.", "https://[::1"),
            ("ipv6-empty", "Nothing in the brackets.", "https://[]"),
        ]
        for (slug, comment, origin) in refused {
            group.add("possession-origin-\(slug)", rule: "V-21", comment) {
                StatementDraft.possession(Array(origin.utf8)).refused(.malformed, $0)
            }
        }
        group.add("possession-origin-not-utf8", rule: "V-21", "A byte that is no UTF-8.") {
            StatementDraft.possession(Array("https://a".utf8) + [0xC3]).refused(.malformed, $0)
        }
    }

    /// Every character that an origin may have, and characters beside those.
    private static func addNeighbours(to group: inout VectorGroup) {
        let accepted = [
            ("all-characters", "https://abcdefghijklmnopqrstuvwxyz-0123456789."),
            ("ipv6-all-characters", "https://[0123:4567:89ab:cdef::192.0.2.1]:9"),
            ("port-19", "https://a:19"),
        ]
        for (slug, origin) in accepted {
            group.add("possession-origin-\(slug)", rule: "V-21", "An origin.") {
                StatementDraft.possession(Array(origin.utf8)).accepted($0)
            }
        }
        let refused = [
            ("grave", "A grave accent in the host.", "https://`"),
            ("brace", "A brace in the host.", "https://{"),
            ("ipv6-slash", "A slash in the brackets.", "https://[1/2]"),
            ("ipv6-grave", "A grave accent in the brackets.", "https://[::`]"),
            ("ipv6-letter", "A letter g in the brackets.", "https://[::g]"),
            ("port-colon", "A colon in the port.", "https://a:1:"),
            ("port-colons", "Two colons before the port.", "https://a::1"),
            ("port-slash", "A slash behind the port.", "https://a:1/"),
        ]
        for (slug, comment, origin) in refused {
            group.add("possession-origin-\(slug)", rule: "V-21", comment) {
                StatementDraft.possession(Array(origin.utf8)).refused(.malformed, $0)
            }
        }
    }
}
