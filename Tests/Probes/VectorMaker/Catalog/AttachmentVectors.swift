// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// References to files, and the files: section 22.
enum AttachmentVectors {
    static func make() -> [Vector] {
        var group = VectorGroup(from: 1601)
        addAccepted(to: &group)
        addReferences(to: &group)
        addFiles(to: &group)
        LongAttachmentVectors.add(to: &group)
        return group.vectors
    }

    private static func addAccepted(to group: inout VectorGroup) {
        let faultless: [(String, String, String, AttachmentDraft)] = [
            ("plain", "M-76", "A file of one record.", AttachmentDraft("plain")),
            (
                "padded", "M-76", "Zero bytes stand behind the delimiter.",
                AttachmentDraft("padded").with { $0.plaintext += [0, 0, 0] }
            ),
            (
                "zeros", "M-76",
                "The content ends in zero bytes and in what looks like a delimiter.",
                AttachmentDraft("zeros", content: [1, 0, 0, 2])
            ),
            (
                "later-member", "M-71", "A member that nobody knows is ignored.",
                AttachmentDraft("later-member").with { $0.members["later"] = "[1]" }
            ),
            (
                "port-and-query", "M-72", "A URL with a port, an escape and a query.",
                AttachmentDraft("port-and-query").with {
                    $0.members["url"] = #""https://a.example:8443/%7e/b?c=d""#
                }
            ),
        ]
        for (slug, rule, comment, draft) in faultless {
            group.add("attachment-\(slug)", rule: rule, comment) { draft.accepted($0) }
        }
    }

    /// Each member wrong, and the first of several.
    private static func addReferences(to group: inout VectorGroup) {
        let faults: [(String, String, AttachmentError, [String: String?])] = [
            ("no-url", "There is no URL.", .malformedReference, ["url": nil]),
            ("no-key", "There is no key.", .malformedReference, ["key": nil]),
            (
                "key-of-15-bytes", "The key is too short.", .malformedReference,
                ["key": #""AAECAwQFBgcICQoLDA0O""#]
            ),
            (
                "key-padded", "The key is base64 with padding.", .malformedReference,
                ["key": #""AAECAwQFBgcICQoLDA0ODw==""#]
            ),
            (
                "hash-of-16-bytes", "The digest is too short.", .malformedReference,
                ["sha256": #""AAECAwQFBgcICQoLDA0ODw""#]
            ),
            ("size-text", "The size is a string.", .malformedReference, ["size": #""47""#]),
            ("size-fraction", "The size has a fraction.", .malformedReference, ["size": "47.0"]),
            ("type-null", "The type is null.", .malformedReference, ["type": "null"]),
            ("http", "The URL is not https.", .urlRefused, ["url": #""http://a.example/1""#]),
            (
                "scheme-in-capitals", "The scheme is not in lower case.", .urlRefused,
                ["url": #""HTTPS://a.example/1""#]
            ),
            ("user", "The URL has a user.", .urlRefused, ["url": #""https://ann@a.example/1""#]),
            (
                "fragment", "The URL has a fragment.", .urlRefused,
                ["url": #""https://a.example/#1""#]
            ),
            ("no-host", "The URL has no host.", .urlRefused, ["url": #""https:///1""#]),
            ("port-0", "The port is 0.", .urlRefused, ["url": #""https://a.example:0/1""#]),
            ("escape-cut", "An escape is cut.", .urlRefused, ["url": #""https://a.example/%2""#]),
            ("space", "The URL has a space.", .urlRefused, ["url": #""https://a.example/ 1""#]),
            (
                "unknown-type", "The type is none of the table.", .unknownType,
                ["type": #""image/heic""#]
            ),
            (
                "type-in-capitals", "The type is not in lower case.", .unknownType,
                ["type": #""Image/PNG""#]
            ),
            ("size-38", "No file of 38 bytes has content.", .empty, ["size": "38"]),
            (
                "size-above-limit", "One byte more than 10 MB take.", .tooLarge,
                ["size": "10488519"]
            ),
            (
                "first-fault", "URL, type and size are wrong: the URL counts.", .urlRefused,
                ["url": #""http://a/""#, "type": #""x""#, "size": "1"]
            ),
        ]
        for (slug, comment, error, members) in faults {
            group.add("attachment-\(slug)", rule: error == .urlRefused ? "M-72" : "M-71", comment) {
                AttachmentDraft(slug).with { $0.members = members }.refused(error, $0)
            }
        }
    }

    private static func addFiles(to group: inout VectorGroup) {
        let faults: [(String, String, AttachmentError, (inout AttachmentDraft) -> Void)] = [
            ("cut", "The last byte is gone.", .wrongSize, { $0.damage = { $0.removeLast() } }),
            ("extended", "A zero byte follows.", .wrongSize, { $0.damage = { $0.append(0) } }),
            (
                "size-before-hash", "The size is wrong, and so the hash: the size counts.",
                .wrongSize, { $0.surplus = 1 }
            ),
            (
                "flipped", "A bit of the file is flipped.", .wrongHash,
                { $0.damage = { $0[30] ^= 1 } }
            ),
            (
                "hash-before-header", "The header is refused, but first the hash is wrong.",
                .wrongHash, { $0.damage = { $0[20] = 1 } }
            ),
            (
                "other-key", "The key of the reference is another one.", .cannotOpen,
                { $0.members["key"] = #""AAECAwQFBgcICQoLDA0ODw""# }
            ),
            ("record-size-4096", "Another record size.", .malformedFile, { $0.recordSize = 4096 }),
            ("key-id", "A key id.", .malformedFile, { $0.keyID = [97] }),
            (
                "delimiter-1", "The last record says that another follows.", .truncated,
                { $0.plaintext[$0.content.count] = 1 }
            ),
            (
                "delimiter-3", "A delimiter that there is not.", .malformedFile,
                { $0.plaintext[$0.content.count] = 3 }
            ),
            (
                "no-delimiter", "Zero bytes alone.", .malformedFile,
                { $0.plaintext = [UInt8](repeating: 0, count: 10) }
            ),
            (
                "padding-alone", "A delimiter, padding and no content.", .empty,
                { $0.plaintext = [2, 0, 0] }
            ),
        ]
        for (slug, comment, error, change) in faults {
            group.add("attachment-\(slug)", rule: "M-76", comment) {
                AttachmentDraft(slug).with(change).refused(error, $0)
            }
        }
    }
}
