// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// An encrypted file and its reference, byte by byte and member by member, so that each can be
/// wrong.
struct AttachmentDraft {
    /// What the file holds where it is right.
    let content: [UInt8]
    var key: [UInt8]
    var salt: [UInt8]
    var recordSize: UInt32 = 65_536
    var keyID: [UInt8] = []
    /// The plaintext of the one record: content, delimiter, padding.
    var plaintext: [UInt8]
    /// The members of the reference that are not as they follow from the file; nil leaves one out.
    var members: [String: String?] = [:]
    /// Added to what the reference says of the file's size.
    var surplus = 0
    /// Done to the file after the reference was made.
    var damage: (inout [UInt8]) -> Void = { _ in }

    init(_ name: String, content: [UInt8] = Array("a picture".utf8)) {
        self.content = content
        key = Self.bytes("key", of: name)
        salt = Self.bytes("salt", of: name)
        plaintext = content + [2]
    }

    /// The key or the salt of a vector.
    static func bytes(_ what: String, of name: String) -> [UInt8] {
        let text = Array("SealedPush attachment vector \(what) \(name)".utf8)
        return Array(SHA256.hash(text.span).prefix(16))
    }

    func with(_ change: (inout AttachmentDraft) -> Void) -> AttachmentDraft {
        var draft = self
        change(&draft)
        return draft
    }

    /// The encrypted file: section 2 of `attachments.md`.
    private func encrypted() -> [UInt8] {
        let record = RecordCipher(key: key, salt: salt).record(0, plaintext)
        return salt + bigEndian(recordSize) + [UInt8(keyID.count)] + keyID + record
    }

    /// The reference to a file, whose members are as they follow from it, but for those of
    /// `members`.
    static func reference(
        to file: [UInt8],
        key: [UInt8],
        surplus: Int = 0,
        members: [String: String?] = [:]
    ) -> String {
        let digest = SHA256.hash(file.span)
        var all: [(String, String?)] = [
            ("url", #""https://files.example.com/7f3a""#),
            ("key", #""\#(Base64URL.encode(key.span))""#),
            ("sha256", #""\#(Base64URL.encode(digest.span))""#),
            ("size", String(file.count + surplus)),
            ("type", #""image/png""#),
        ]
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            if let index = all.firstIndex(where: { $0.0 == name }) {
                all[index].1 = value
            } else {
                all.append((name, value))
            }
        }
        let written = all.compactMap { name, value in value.map { #""\#(name)":\#($0)"# } }
        return "{" + written.joined(separator: ",") + "}"
    }

    private func reference(to file: [UInt8]) -> String {
        Self.reference(to: file, key: key, surplus: surplus, members: members)
    }

    func accepted(_ heading: Heading) -> Vector {
        let file = encrypted()
        return Vector(heading, kind: "attachment", expected: "accepted") { vector in
            vector.add("reference", reference(to: file))
            vector.add("file", hex: file)
            vector.add("content", hex: content)
        }
    }

    func refused(_ error: AttachmentError, _ heading: Heading) -> Vector {
        var file = encrypted()
        let reference = reference(to: file)
        damage(&file)
        return Vector(heading, kind: "attachment", expected: error.rawValue) { vector in
            vector.add("reference", reference)
            vector.add("file", hex: file)
        }
    }
}
