// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

extension AttachmentReference {
    /// Reads a reference from the text of a JSON object.
    ///
    /// - Throws: ``AttachmentError/malformedReference``, then ``AttachmentError/tooLarge``.
    public init(readingWithKey bytes: [UInt8]) throws(AttachmentError) {
        let document: JSONDocument
        do {
            document = try JSONDocument(reading: bytes)
        } catch {
            throw .malformedReference
        }
        try self.init(reading: document.root)
    }

    /// Reads a reference, its `size` of 64 bits; members of later versions are passed over.
    init(reading value: JSONValue) throws(AttachmentError) {
        guard
            let url = value["url"]?.string,
            let key = Self.bytes(value["key"], count: AttachmentKey.count),
            let sha256 = Self.bytes(value["sha256"], count: SHA256.digestCount),
            let size = value["size"]?.integer,
            let type = value["type"]?.string.flatMap(AttachmentReference.FileType.init(rawValue:)),
            let attachmentKey = try? AttachmentKey(copying: key.span)
        else { throw .malformedReference }
        try self.init(url: url, key: attachmentKey, sha256: sha256, size: size, type: type)
    }

    /// Reads the member `attachments`, each reference by itself: those that serve, and
    /// why others do not.
    static func list(_ value: JSONValue?) -> ([AttachmentReference], refused: [AttachmentError]) {
        guard let value else { return ([], []) }
        guard let elements = value.elements else { return ([], [.malformedReference]) }
        var references: [AttachmentReference] = []
        var refused: [AttachmentError] = []
        var room = totalSizeLimit
        for (place, element) in elements.enumerated() {
            do throws(AttachmentError) {
                guard place < limit else { throw .tooLarge }
                let reference = try AttachmentReference(reading: element)
                guard reference.size <= room else { throw .tooLarge }
                room -= reference.size
                references.append(reference)
            } catch {
                refused.append(error)
            }
        }
        return (references, refused)
    }

    private static func bytes(_ value: JSONValue?, count: Int) -> [UInt8]? {
        guard let text = value?.utf8, let bytes = try? Base64URL.decode(Array(text).span),
            bytes.count == count
        else { return nil }
        return bytes
    }

    /// The reference as a JSON object, **with its key**, which decrypts the file.
    public var jsonWithKey: [UInt8] {
        JSONWriter.object { write(to: &$0) }
    }

    func write(to object: inout JSONWriter.Object) {
        object.add("url", url)
        key.bytes.withBytes { key in object.add("key", base64URL: key) }
        object.add("sha256", base64URL: sha256.span)
        object.add("size", size)
        object.add("type", type.rawValue)
    }
}
