// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

@testable import SealedPushCrypto

/// A file of the content coding, on arrays.
enum ContentFile {
    /// Encrypts `content`; a record size of its own makes small files of many records.
    static func encrypt(
        _ content: [UInt8],
        key: [UInt8],
        header: ContentHeader = ContentHeader(),
        firstPadding: Int = 0
    ) -> [UInt8] {
        var encryptor = ContentEncryptor(key: key.span, header: header)
        var file = encryptor.header
        var rest = content[...]
        var padding = firstPadding
        repeat {
            var piece = Array(rest.prefix(header.recordSize - 17 - padding))
            let count = piece.count
            rest = rest.dropFirst(count)
            piece += [UInt8](repeating: 9, count: 1 + padding)
            let record = encryptor.seal(
                first: count,
                of: &piece,
                isLast: rest.isEmpty,
                padding: padding
            )
            file += record.withBytes { [UInt8](copying: $0) }
            padding = 0
        } while !rest.isEmpty
        return file
    }

    /// Decrypts a whole file of any record size and key id.
    static func decrypt(_ file: [UInt8], key: [UInt8]) throws(CryptoError) -> [UInt8] {
        let header = try ContentHeader(reading: file.span)
        return try decrypt(
            file.dropFirst(header.bytes.count),
            ContentDecryptor(key: key.span, header: header),
            recordSize: header.recordSize
        )
    }

    /// Decrypts a whole file as a receiver does: of our record size only.
    static func decryptStrictly(_ file: [UInt8], key: [UInt8]) throws(CryptoError) -> [UInt8] {
        let header = Array(file.prefix(ContentCoding.headerCount))
        return try decrypt(
            file.dropFirst(header.count),
            ContentDecryptor(key: key.span, header: header.span),
            recordSize: ContentCoding.recordSize
        )
    }

    private static func decrypt(
        _ records: ArraySlice<UInt8>,
        _ decryptor: consuming ContentDecryptor,
        recordSize: Int
    ) throws(CryptoError) -> [UInt8] {
        var content: [UInt8] = []
        var rest = records
        while !rest.isEmpty {
            let record = Array(rest.prefix(recordSize))
            rest = rest.dropFirst(record.count)
            content += try decryptor.open(record.span).withBytes { [UInt8](copying: $0) }
        }
        try decryptor.finish()
        return content
    }
}
