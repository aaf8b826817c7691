// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

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
