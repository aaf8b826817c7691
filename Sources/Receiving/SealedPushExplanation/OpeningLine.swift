// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// A line of the receiver's program (M-38, and section 1 of `storage.md`) in words.
package struct OpeningLine: Hashable, Sendable {
    /// The number of the line.
    package let number: Int
    /// What has to be so that the run goes on, or what the line does.
    package let words: String
    /// The rules behind the line, such as `M-18`.
    package let rules: String
    /// The class with which the line refuses; nil if it refuses nothing.
    package let refusal: OpeningError?

    private init(_ number: Int, _ words: String, _ rules: String, _ refusal: OpeningError? = nil) {
        (self.number, self.words, self.rules, self.refusal) = (number, words, rules, refusal)
    }

    /// The rule that says so, as a reader finds it.
    package var rule: String {
        let page = (3...24).contains(number) ? "message.md, 11" : "storage.md, 1"
        return "M-38 line \(number)" + (rules.isEmpty ? "" : ", \(rules)") + " (\(page))"
    }

    /// The line of a number; a number without one is a caller's bug.
    package static func line(_ number: Int) -> OpeningLine {
        guard let line = all.first(where: { $0.number == number }) else {
            preconditionFailure("line \(number) has no words")
        }
        return line
    }

    /// The lines that say something of one push, in order.
    package static let all: [OpeningLine] = [
        OpeningLine(
            3,
            "The payload is a JSON object of at most 16,384 bytes.",
            "M-19, M-29",
            .malformedPayload
        ),
        OpeningLine(4, "It has a string “encrypted-content”.", "M-28", .notSealed),
        OpeningLine(
            5,
            "The string is base64url of at most 5032 characters, and not empty.",
            "M-18",
            .malformedEnvelope
        ),
        OpeningLine(6, "The first byte of the envelope is 1, its version.", "", .unknownVersion),
        OpeningLine(7, "The envelope has 1271 to 3774 bytes.", "M-26", .malformedEnvelope),
        OpeningLine(8, "The device looks its prekey up by the id in the envelope.", ""),
        OpeningLine(
            9,
            "It has no private half of this id, so it looks for the claim of a one-time prekey.",
            ""
        ),
        OpeningLine(10, "A claim of this prekey is there.", "T-4", .unknownPrekey),
        OpeningLine(11, "The claim is of this very envelope.", "", .prekeyUsed),
        OpeningLine(12, "The claim still holds its message.", "", .replayed),
        OpeningLine(
            13,
            "The sender of the claim is accepted and not silenced.",
            "D-3, D-6",
            .senderNotAccepted
        ),
        OpeningLine(14, "The message in the claim is handed over again, quietly.", "T-10"),
        OpeningLine(
            15,
            "The prekey is at most 300 s past its end, or waited for at most 7 days more.",
            "V-14",
            .prekeyExpired
        ),
        OpeningLine(
            16,
            "The X25519 half of the encapsulated key is no point of low order.",
            "M-9",
            .cannotOpen
        ),
        OpeningLine(
            17,
            "HPKE opens the ciphertext for this device, topic, kind of push and record.",
            "M-25",
            .cannotOpen
        ),
        OpeningLine(
            18,
            "Creation, time to live and length of the content are in range.",
            "M-2",
            .malformedMessage
        ),
        OpeningLine(19, "Every byte behind the content is zero.", "", .malformedMessage),
        OpeningLine(
            20,
            "The sender is accepted, and not one unknown sender too many today.",
            "D-3, T-20",
            .senderNotAccepted
        ),
        OpeningLine(
            21,
            "The signature over info, head and message is the sender's.",
            "M-15, M-16",
            .wrongSignature
        ),
        OpeningLine(
            22,
            "The sender is neither blocked nor revoked.",
            "D-6, D-7",
            .senderNotAccepted
        ),
        OpeningLine(23, "The message ended at most 300 s ago.", "", .expired),
        OpeningLine(24, "The content obeys the content rule.", "M-34", .malformedMessage),
        OpeningLine(27, "The message is claimed if nothing is at its claim key.", "T-3"),
        OpeningLine(28, "The claim directory is still there.", "T-4", .unknownPrekey),
        OpeningLine(29, "This run made the claim: the message counts as this one's.", ""),
        OpeningLine(30, "Another run was first: something is at the claim key.", ""),
        OpeningLine(31, "What is there is of this very envelope.", "T-6", .prekeyUsed),
        OpeningLine(32, "What is there is no tombstone.", "T-6", .replayed),
        OpeningLine(33, "What is there is unfinished: it is handed over again, quietly.", "T-10"),
        OpeningLine(36, "The one-time private half is erased.", "T-5"),
        OpeningLine(
            37,
            "The statements of the message do not silence its own sender.",
            "D-13",
            .senderNotAccepted
        ),
        OpeningLine(38, "The content is handed over.", "D-20"),
    ]
}

extension OpeningLine {
    /// The lines that a run has passed which stood at `stops`, in the order of the program.
    static func path(through stops: [Int]) -> [Int] {
        guard let last = stops.last else { return [] }
        let read = Array(3...8)
        let checked = read + Array(15...24) + [27]
        return switch last {
        case ...8: read.filter { $0 <= last }
        case 9...13: read + [9] + Array(10...last)
        case 14: read + Array(9...14)
        case 15...24: read + Array(15...last)
        case 28: checked + [28]
        case 29: checked + [28, 29]
        case 31, 32, 33: checked + [28, 30] + Array(31...last)
        case 37: path(through: stops.dropLast()) + [37]
        default: checked
        }
    }
}
