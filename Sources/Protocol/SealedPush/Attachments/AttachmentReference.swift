// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

/// A reference to an encrypted file: its URL, key and hash.
///
/// It travels inside the sealed content, so the sender's signature stands behind the file.
public struct AttachmentReference: Hashable, Sendable {
    /// The limit of references in a message.
    public static let limit = 10
    /// The limit in bytes of all encrypted files of a message: 64 MB of 2^20 bytes.
    ///
    /// The largest film and the largest picture fit together.
    public static let totalSizeLimit = 64 << 20

    /// The https URL of the encrypted file.
    public let url: String
    /// The key that decrypts the file.
    package let key: AttachmentKey
    /// The SHA-256 of the encrypted file.
    public let sha256: [UInt8]
    /// The size of the encrypted file in bytes.
    public let size: Int
    /// The type of the file.
    public let type: AttachmentReference.FileType

    /// Checks the parts of a reference.
    ///
    /// - Throws: ``AttachmentError/malformedReference`` for a URL that is not fetched, a digest of
    ///   other than 32 bytes or a size of no file; ``AttachmentError/tooLarge`` for a size that no
    ///   file of the type has.
    package init(
        url: String,
        key: AttachmentKey,
        sha256: [UInt8],
        size: Int,
        type: AttachmentReference.FileType
    ) throws(AttachmentError) {
        guard Self.isFetched(url), sha256.count == SHA256.digestCount,
            size > ContentCoding.encryptedCount(of: 0)
        else { throw .malformedReference }
        guard size <= ContentCoding.encryptedCount(of: type.sizeLimit) else { throw .tooLarge }
        self.url = url
        self.key = key
        self.sha256 = sha256
        self.size = size
        self.type = type
    }

    /// True if a device fetches `url`: an https URL with a host, and without user, password and
    /// fragment.
    public static func isFetched(_ url: String) -> Bool {
        AttachmentURL.isAcceptable(url)
    }
}

extension AttachmentReference: Redacted {}

/// The key of one encrypted file, which decrypts it.
///
/// A class, so that copies of a reference share one key in guarded memory; it prints nothing of
/// itself.
package final class AttachmentKey: Sendable {
    /// The size of a key in bytes.
    package static let count = ContentCoding.keyCount

    package let bytes: SecretBytes

    /// Makes a new key.
    package init() {
        bytes = SecretBytes(randomCount: Self.count)
    }

    /// Takes a key of 16 bytes; the caller wipes its own copy.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)``.
    package init(copying bytes: Span<UInt8>) throws(CryptoError) {
        guard bytes.count == Self.count else {
            throw .wrongLength(expected: Self.count, got: bytes.count)
        }
        self.bytes = SecretBytes(copying: bytes)
    }
}

extension AttachmentKey: Hashable {
    /// Whether both are the same key, compared in constant time.
    package static func == (left: AttachmentKey, right: AttachmentKey) -> Bool {
        left.bytes.matches(right.bytes)
    }

    /// Adds nothing: a hash would tell of the key.
    package func hash(into hasher: inout Hasher) {}
}

extension AttachmentKey: Redacted {}

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
