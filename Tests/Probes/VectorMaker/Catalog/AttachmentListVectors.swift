// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// The references of a message: what an opener makes of a list (M-71), and what a sealer writes (M-70).
enum AttachmentListVectors {
    /// The size of the largest film: M-71 takes no more than 67,108,864 bytes together.
    private static let film = 52_442_438

    /// A reference that serves, of a file that nobody needs.
    private static func reference(
        _ number: Int,
        size: Int = 47,
        type: String = "image/png"
    ) -> String {
        let key = AttachmentDraft.bytes("key", of: "entry \(number)")
        return AttachmentDraft.reference(
            to: Array("file \(number)".utf8),
            key: key,
            members: [
                "url": #""\#(url(number))""#, "size": String(size), "type": #""\#(type)""#,
            ]
        )
    }

    private static func url(_ number: Int) -> String { "https://a.example/\(number)" }

    private static func content(_ attachments: String) -> String {
        #"{"aps":{"alert":"Look"},"sealedpush":{"attachments":\#(attachments)}}"#
    }

    private static func content(_ entries: [String]) -> String {
        content("[" + entries.joined(separator: ",") + "]")
    }

    // MARK: - Messages

    static func makeMessages() throws -> [Vector] {
        let lists: [(String, String, String, [Int], [AttachmentError])] = [
            (
                "attachments-twelve",
                "What stands behind the tenth place is tooMany, be it an object or not, and also where one before it does not serve.",
                content(["7"] + (2...11).map { reference($0) } + ["7"]),
                Array(2...10), [.malformedReference, .tooMany, .tooMany]
            ),
            (
                "attachments-some-refused",
                "What is no reference is left out, the others stay in their order.",
                content([
                    reference(1), "null", reference(3), #"{"url":"http://a.example/4"}"#,
                    reference(5, type: "image/heic"), reference(6),
                ]),
                [1, 3, 6], [.malformedReference, .malformedReference, .unknownType]
            ),
            (
                "attachments-no-array", "Once malformedReference, and the message is opened.",
                content(reference(1)), [], [.malformedReference]
            ),
            (
                "attachments-too-large-together",
                "The second film has no room beside the first; the picture behind it fills the room to its last byte, and then there is none.",
                content([
                    reference(1, size: film, type: "video/mp4"),
                    reference(2, size: film, type: "video/mp4"),
                    reference(3, size: 67_108_864 - film - 10_000_000, type: "video/mp4"),
                    reference(4, size: 10_000_000), reference(5, size: 39),
                ]),
                [1, 3, 4], [.tooLarge, .tooLarge]
            ),
        ]
        var group = VectorGroup(from: 165)
        let scene = try Scene(.x25519)
        for (slug, comment, content, served, refused) in lists {
            try group.add("suite1-\(slug)", rule: "M-71", comment) {
                let draft = scene.draft($0, content: content)
                var vector = try scene.message(draft.crafted().envelope)
                vector.opening.content = content
                vector.attachments = (served.map(url), refused)
                return try vector.vector($0)
            }
        }
        return group.vectors
    }

    // MARK: - Sealings

    static func addSealings(to group: inout VectorGroup) {
        func draft(_ entries: [String]) -> SealingDraft {
            var draft = SealingDraft(#"{"aps":{"alert":"Look"}}"#)
            draft.attachments = entries
            draft.content = content(entries)
            return draft
        }
        group.add(
            "sealing-attachments",
            rule: "M-70",
            "In the caller's order, with the members of the table in its order, and no others."
        ) {
            let entries = [2, 1].map { reference($0) }
            var draft = draft(entries)
            draft.from = "ann-7"
            draft.template = ["body"]
            draft.attachments = entries.map { entry in
                let members = entry.dropFirst().dropLast().split(separator: ",")
                return #"{ "later":[1], "# + members.reversed().joined(separator: ", ") + " }"
            }
            draft.content = draft.content.replacingFirst(
                #""sealedpush":{"#,
                by: #""sealedpush":{"from":"ann-7","template":["body"],"#
            )
            return draft.accepted(1024, $0)
        }
        group.add("sealing-attachments-ten", rule: "M-70", "The most there may be.") {
            draft((1...10).map { reference($0) }).accepted(2048, $0)
        }
        group.add("sealing-attachments-eleven", rule: "M-70", "One too many.") {
            draft((1...11).map { reference($0) }).refused(.tooManyAttachments, $0)
        }
        let half = 33_554_432
        for (slug, comment, sizes) in [
            ("largest", "67,108,864 bytes together.", [half, half]),
            ("too-large", "A byte more.", [half, half + 1]),
        ] {
            group.add("sealing-attachments-\(slug)", rule: "M-70", comment) {
                let draft = draft(
                    sizes.enumerated().map { index, size in
                        reference(index + 1, size: size, type: "video/mp4")
                    }
                )
                return slug == "largest"
                    ? draft.accepted(1024, $0) : draft.refused(.attachmentsTooLarge, $0)
            }
        }
    }
}

extension String {
    fileprivate func replacingFirst(_ old: String, by new: String) -> String {
        guard let range = firstRange(of: old) else { return self }
        return String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
    }
}
