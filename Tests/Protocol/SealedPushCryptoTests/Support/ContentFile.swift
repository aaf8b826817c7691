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
        var record = [UInt8](repeating: 0, count: header.recordSize)
        var rest = content[...]
        var padding = firstPadding
        repeat {
            let piece = Array(rest.prefix(header.recordSize - 17 - padding))
            rest = rest.dropFirst(piece.count)
            var span = record.mutableSpan
            let count = encryptor.seal(
                piece.span,
                isLast: rest.isEmpty,
                padding: padding,
                into: &span
            )
            file += record.prefix(count)
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
            var piece = [UInt8](repeating: 0, count: record.count)
            var span = piece.mutableSpan
            let count = try decryptor.open(record.span, into: &span)
            content += piece.prefix(count)
        }
        try decryptor.finish()
        return content
    }
}
