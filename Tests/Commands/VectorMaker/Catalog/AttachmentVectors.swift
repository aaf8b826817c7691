// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// References to files, and the files: `attachments.md`.
enum AttachmentVectors {
    static func make() -> [Vector] {
        var group = VectorGroup(from: 1801)
        addAccepted(to: &group)
        addReferences(to: &group)
        addFiles(to: &group)
        LongAttachmentVectors.add(to: &group)
        addNeighbours(to: &group)
        group.add("attachment-size-notation", rule: "A-1", "An integer in another notation.") {
            AttachmentDraft("notation").with { $0.members["size"] = "0.470E+2" }.accepted($0)
        }
        return group.vectors
    }

    private static func addAccepted(to group: inout VectorGroup) {
        let faultless: [(String, String, String, AttachmentDraft)] = [
            ("plain", "A-15", "A file of one record.", AttachmentDraft("plain")),
            (
                "padded", "A-15", "Zero bytes stand behind the delimiter.",
                AttachmentDraft("padded").with { $0.plaintext += [0, 0, 0] }
            ),
            (
                "zeros", "A-15",
                "The content ends in zero bytes and in what looks like a delimiter.",
                AttachmentDraft("zeros", content: [1, 0, 0, 2])
            ),
            (
                "later-member", "A-8", "A member that nobody knows is ignored.",
                AttachmentDraft("later-member").with { $0.members["later"] = "[1]" }
            ),
        ]
        for (slug, rule, comment, draft) in faultless {
            group.add("attachment-\(slug)", rule: rule, comment) { draft.accepted($0) }
        }
    }

    /// Each member wrong.
    private static func addReferences(to group: inout VectorGroup) {
        let faults: [(String, String, [String: String?])] = [
            ("no-url", "There is no URL.", ["url": nil]),
            ("url-null", "The URL is null.", ["url": "null"]),
            ("no-key", "There is no key.", ["key": nil]),
            ("key-of-15-bytes", "The key is too short.", ["key": #""AAECAwQFBgcICQoLDA0O""#]),
            ("key-padded", "The key has padding.", ["key": #""AAECAwQFBgcICQoLDA0ODw==""#]),
            ("no-hash", "There is no digest.", ["sha256": nil]),
            ("hash-of-16-bytes", "The digest is short.", ["sha256": #""AAECAwQFBgcICQoLDA0ODw""#]),
            ("no-size", "There is no size.", ["size": nil]),
            ("no-type", "There is no type.", ["type": nil]),
            ("type-null", "The type is null.", ["type": "null"]),
            ("unknown-type", "The type is none of the table.", ["type": #""image/heic""#]),
            ("type-in-capitals", "The type is not in lower case.", ["type": #""Image/PNG""#]),
            ("type-parameter", "The type has a parameter.", ["type": #""image/png;q=1""#]),
        ]
        for (slug, comment, members) in faults {
            group.add("attachment-\(slug)", rule: "A-8", comment) {
                AttachmentDraft(slug).with { $0.members = members }.refused(.malformedReference, $0)
            }
        }
        addURLs(to: &group)
        addSizes(to: &group)
    }

    private static func addURLs(to group: inout VectorGroup) {
        let accepted = [
            (
                "port-and-query", "A port, escapes and a query.",
                "https://a.example:8443/%7e/b?c=d/?"
            ),
            ("no-path", "A host alone.", "https://a.example"),
            ("query-alone", "A query behind the host.", "https://a.example?b"),
            (
                "host-escape", "An escape and other characters in the host.",
                "https://a%2fb!$&'()*+,;=/"
            ),
            ("port-65535", "The largest port.", "https://a.example:65535/1"),
            ("port-zeros", "A port with leading zeros.", "https://a.example:00443/1"),
            ("at-in-path", "Colon and at sign in the path.", "https://a.example/b:c@d"),
        ]
        for (slug, comment, url) in accepted {
            group.add("attachment-url-\(slug)", rule: "A-3", comment) {
                AttachmentDraft(slug).with { $0.members["url"] = "\"\(url)\"" }.accepted($0)
            }
        }
        let refused = [
            ("http", "Not https.", "http://a.example/1"),
            ("relative", "No scheme.", "//a.example/1"),
            ("scheme-in-capitals", "Capitals in the scheme.", "HTTPS://a.example/1"),
            ("user", "A user.", "https://ann@a.example/1"),
            ("password", "A user and a password.", "https://ann:b@a.example/1"),
            ("fragment", "A fragment.", "https://a.example/#1"),
            ("no-host", "No host.", "https:///1"), ("port-alone", "No host.", "https://:443/1"),
            ("ipv6", "An IPv6 address.", "https://[2001:db8::1]/1"),
            ("port-empty", "No digit behind the colon.", "https://a.example:/1"),
            ("port-0", "Port 0.", "https://a.example:0/1"),
            ("port-sign", "Port +443.", "https://a.example:+443/1"),
            ("port-65536", "Port 65536.", "https://a.example:65536/1"),
            ("port-wrapped", "Port 443 plus 2^16.", "https://a.example:65979/1"),
            ("port-wrapped-32", "Port 443 plus 2^32.", "https://a.example:4294967739/1"),
            ("two-ports", "Two ports.", "https://a.example:443:443/1"),
            ("escape-cut", "An escape is cut.", "https://a.example/%2"),
            ("escape-letter", "An escape of other letters.", "https://a.example/%2g"),
            ("space", "A space.", "https://a.example/ 1"),
            ("not-ascii", "A letter outside ASCII.", "https://a.example/ö"),
            ("backslash", "A backslash.", #"https://a.example\\b"#),
            ("control", "An escaped line feed.", #"https://a.example/\n1"#),
        ]
        for (slug, comment, url) in refused {
            group.add("attachment-url-\(slug)", rule: "A-3", comment) {
                AttachmentDraft(slug).with { $0.members["url"] = "\"\(url)\"" }
                    .refused(.malformedReference, $0)
            }
        }
    }

    private static func addSizes(to group: inout VectorGroup) {
        let sizes: [(String, String, AttachmentError, String)] = [
            ("text", "A string in place of a number.", .malformedReference, #""47""#),
            ("fraction", "A size that is no integer.", .malformedReference, "47.5"),
            ("exponent", "A size of 0.47.", .malformedReference, "47e-2"),
            (
                "plus", "The size of the file with a plus, which JSON does not have.",
                .malformedReference, "+47"
            ),
            ("minus-1", "A size of -1.", .malformedReference, "-1"),
            ("minus", "The size of the file with a minus.", .malformedReference, "-47"),
            ("0", "A size of 0.", .malformedReference, "0"),
            ("38", "No file of 38 bytes has content.", .malformedReference, "38"),
            ("above-limit", "One byte more than a picture may have.", .tooLarge, "10488519"),
            ("wrapped-32", "The size of the file plus 2^32.", .tooLarge, "4294967343"),
            ("largest", "2^63 - 1 is a size, and too large.", .tooLarge, "9223372036854775807"),
            ("2-63", "2^63 is no size.", .malformedReference, "9223372036854775808"),
            (
                "wrapped-64", "The size of the file plus 2^64.", .malformedReference,
                "18446744073709551663"
            ),
        ]
        for (slug, comment, error, size) in sizes {
            group.add("attachment-size-\(slug)", rule: "A-1", comment) {
                AttachmentDraft(slug).with { $0.members["size"] = size }.refused(error, $0)
            }
        }
        group.add("attachment-type-before-limit", rule: "A-8", "An unknown type of 2^40 bytes.") {
            AttachmentDraft("type-before-limit")
                .with { $0.members = ["type": #""image/heic""#, "size": "1099511627776"] }
                .refused(.malformedReference, $0)
        }
    }

    private static func addFiles(to group: inout VectorGroup) {
        let faults: [(String, String, AttachmentError, (inout AttachmentDraft) -> Void)] = [
            ("cut", "The last byte is gone.", .wrongFile, { $0.damage = { $0.removeLast() } }),
            ("extended", "A zero byte follows.", .wrongFile, { $0.damage = { $0.append(0) } }),
            ("size-surplus", "The reference says a byte more.", .wrongFile, { $0.surplus = 1 }),
            (
                "flipped", "A bit of the file is flipped.", .wrongFile,
                { $0.damage = { $0[30] ^= 1 } }
            ),
            (
                "hash-before-header", "The header is refused, but first the hash is wrong.",
                .wrongFile, { $0.damage = { $0[20] = 1 } }
            ),
            (
                "other-key", "The key of the reference is another one.", .malformedFile,
                { $0.members["key"] = #""AAECAwQFBgcICQoLDA0ODw""# }
            ),
            (
                "record-size-4096", "The header has another record size.", .malformedFile,
                { $0.recordSize = 4096 }
            ),
            ("key-id", "The header has a key id.", .malformedFile, { $0.keyID = [97] }),
            (
                "delimiter-1", "The last record says that another follows.", .malformedFile,
                { $0.plaintext[$0.content.count] = 1 }
            ),
            (
                "delimiter-3", "A delimiter of 3.", .malformedFile,
                { $0.plaintext[$0.content.count] = 3 }
            ),
            (
                "no-delimiter", "The record has zero bytes alone.", .malformedFile,
                { $0.plaintext = [UInt8](repeating: 0, count: 10) }
            ),
            (
                "padding-alone", "A delimiter, padding and no content.", .malformedFile,
                { $0.plaintext = [2, 0, 0] }
            ),
        ]
        for (slug, comment, error, change) in faults {
            group.add("attachment-\(slug)", rule: "A-15", comment) {
                AttachmentDraft(slug).with(change).refused(error, $0)
            }
        }
    }

    /// Every character that a URL may have, and characters beside those.
    private static func addNeighbours(to group: inout VectorGroup) {
        group.add("attachment-hash-padded", rule: "M-18", "The digest has padding.") {
            let digest = String(repeating: "A", count: 43) + "="
            return AttachmentDraft("hash-padded").with { $0.members["sha256"] = "\"\(digest)\"" }
                .refused(.malformedReference, $0)
        }
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        let accepted = [
            (
                "all-characters", "Every character.",
                "https://\(letters)-._~!$&'()*+,;=%09%AF%BE%af%be"
            ),
            ("at-in-query", "Colon and at sign in the query.", "https://a.example/?b:c@d"),
            ("port-9", "Port 9.", "https://a.example:9"),
        ]
        for (slug, comment, url) in accepted {
            group.add("attachment-url-\(slug)", rule: "A-3", comment) {
                AttachmentDraft(slug).with { $0.members["url"] = "\"\(url)\"" }.accepted($0)
            }
        }
        let refused = [
            ("two-short-ports", "Two ports.", "https://a.example:1:2/1"),
            ("bracket", "A bracket in the host.", "https://[/1"),
            ("grave", "A grave accent in the host.", "https://`/1"),
            ("brace", "A brace in the host.", "https://{/1"),
            ("escape-slash", "An escape with a slash.", "https://a.example/%2/"),
            ("escape-colon", "An escape with a colon.", "https://a.example/%2:"),
            ("escape-at", "An escape with an at sign.", "https://a.example/%2@"),
            ("escape-capital-g", "An escape with a letter G.", "https://a.example/%2G"),
            ("escape-grave", "An escape with a grave accent.", "https://a.example/%2`"),
        ]
        for (slug, comment, url) in refused {
            group.add("attachment-url-\(slug)", rule: "A-3", comment) {
                AttachmentDraft(slug).with { $0.members["url"] = "\"\(url)\"" }
                    .refused(.malformedReference, $0)
            }
        }
    }
}
