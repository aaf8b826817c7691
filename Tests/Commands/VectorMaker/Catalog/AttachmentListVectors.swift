// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// The references of a message: what an opener makes of a list, and what a sealer writes.
enum AttachmentListVectors {
    /// The size of the largest film: A-8 takes no more than 67,108,864 bytes together.
    private static let film = 52_442_438

    /// A valid reference to a file that is not used.
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

    static func addMessages(to group: inout VectorGroup) throws {
        let lists: [(String, String, String, [Int], [AttachmentError])] = [
            (
                "attachments-twelve",
                "Behind the tenth everything is tooLarge, be it an object or not; a refused one counts.",
                content(["7"] + (2...11).map { reference($0) } + ["7"]),
                Array(2...10), [.malformedReference, .tooLarge, .tooLarge]
            ),
            (
                "attachments-some-refused",
                "What is no reference is left out, and the others stay in their order.",
                content([
                    reference(1), "null", reference(3), #"{"url":"http://a.example/4"}"#,
                    reference(5, type: "image/heic"), reference(6),
                ]),
                [1, 3, 6], [.malformedReference, .malformedReference, .malformedReference]
            ),
            (
                "attachments-no-array", "One malformedReference, and the message is opened.",
                content(reference(1)), [], [.malformedReference]
            ),
            (
                "attachments-too-large-together",
                "The second film is too large beside the first; what follows fills the limit to the byte.",
                content([
                    reference(1, size: film, type: "video/mp4"),
                    reference(2, size: film, type: "video/mp4"),
                    reference(3, size: 67_108_864 - film - 10_000_000, type: "video/mp4"),
                    reference(4, size: 10_000_000), reference(5, size: 39),
                ]),
                [1, 3, 4], [.tooLarge, .tooLarge]
            ),
        ]
        let scene = Scene()
        for (slug, comment, content, served, refused) in lists {
            try group.add(slug, rule: "A-8", comment) {
                var vector = try scene.opened(scene.draft($0, content: content))
                vector.attachments = served.map(url)
                vector.refusedAttachments = refused
                return try vector.vector($0)
            }
        }
    }

    /// The limits of the types.
    static func addTypes(to group: inout VectorGroup) throws {
        let types = [
            ("audio/aiff", 5_244_278), ("audio/wave", 5_244_278), ("audio/mpeg", 5_244_278),
            ("audio/mp4", 5_244_278), ("image/jpeg", 10_488_518), ("image/gif", 10_488_518),
            ("image/png", 10_488_518), ("video/mpeg", film), ("video/mp4", film),
            ("video/avi", film),
        ]
        let scene = Scene()
        let groups: [(String, Range<Int>)] = [
            ("sound-and-pictures", 0..<7), ("video-mpeg", 7..<8), ("video-mp4", 8..<9),
            ("video-avi", 9..<10),
        ]
        for (slug, range) in groups {
            try group.add("attachments-\(slug)", rule: "A-8", "The largest files.") {
                let entries = range.map { reference($0, size: types[$0].1, type: types[$0].0) }
                var vector = try scene.opened(scene.draft($0, content: content(entries)))
                vector.attachments = range.map(url)
                return try vector.vector($0)
            }
        }
        try group.add("attachments-above-limits", rule: "A-8", "A byte more, of each type.") {
            let entries = types.enumerated().map { index, type in
                reference(index, size: type.1 + 1, type: type.0)
            }
            var vector = try scene.opened(scene.draft($0, content: content(entries)))
            vector.refusedAttachments = types.map { _ in .tooLarge }
            return try vector.vector($0)
        }
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
            rule: "A-6",
            "In the caller's order; each with the members of the table in its order, and no others."
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
            return draft.accepted(2048, $0)
        }
        group.add("sealing-attachments-ten", rule: "S-8", "Ten references.") {
            draft((1...10).map { reference($0) }).accepted(2880, $0)
        }
        group.add("sealing-attachments-eleven", rule: "S-8", "Eleven references.") {
            draft((1...11).map { reference($0) }).refused("attachmentsTooLarge", $0)
        }
        let half = 33_554_432
        for (slug, comment, sizes) in [
            ("largest", "67,108,864 bytes together.", [half, half]),
            ("too-large", "67,108,865 bytes together.", [half, half + 1]),
        ] {
            group.add("sealing-attachments-\(slug)", rule: "S-8", comment) {
                let draft = draft(
                    sizes.enumerated().map { index, size in
                        reference(index + 1, size: size, type: "video/mp4")
                    }
                )
                return slug == "largest"
                    ? draft.accepted(2048, $0) : draft.refused("attachmentsTooLarge", $0)
            }
        }
    }
}

extension AttachmentListVectors {
    /// Which fault of several a sealer names.
    static func addOrder(to group: inout VectorGroup) {
        let eleven = (1...11).map { reference($0) }
        group.add(
            "sealing-reserved-key-before-attachments",
            rule: "S-8",
            "The payload has sealedpush, and there are eleven references."
        ) {
            var draft = SealingDraft(#"{"aps":{},"sealedpush":{}}"#)
            draft.attachments = eleven
            return draft.refused("reservedKey", $0)
        }
        group.add(
            "sealing-attachments-before-placeholder",
            rule: "S-8",
            "Eleven references, and the placeholder is empty."
        ) {
            var draft = SealingDraft(#"{"aps":{}}"#)
            draft.attachments = eleven
            draft.placeholder = [("body", .text(""))]
            return draft.refused("attachmentsTooLarge", $0)
        }
    }
}

extension String {
    fileprivate func replacingFirst(_ old: String, by new: String) -> String {
        guard let range = firstRange(of: old) else { return self }
        return String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
    }
}
