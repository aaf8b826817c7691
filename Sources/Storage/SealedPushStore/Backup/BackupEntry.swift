// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// How a record stands in a part of a backup: `u8 length | kind | u16 length | id | u16 length |
/// contents`.
///
/// The kinds that may stand there belong to the version of the format: one more makes a new
/// version.
enum BackupEntry {
    /// The size of a record's entry.
    static func count(_ kind: RecordKind, id: Span<UInt8>, contents: Span<UInt8>) -> Int {
        1 + kind.folder.utf8.count + 2 + id.count + 2 + contents.count
    }

    /// Writes an entry at `start`, and returns where it ends.
    static func write(
        _ kind: RecordKind,
        id: Span<UInt8>,
        contents: Span<UInt8>,
        into bytes: inout MutableSpan<UInt8>,
        at start: Int
    ) -> Int {
        let name = Array(kind.folder.utf8)
        var place = start
        bytes.copy(from: [UInt8(name.count)] + name + u16(id.count), at: place)
        place += 1 + name.count + 2
        bytes.copy(from: id, at: place)
        place += id.count
        bytes.copy(from: u16(contents.count), at: place)
        place += 2
        bytes.copy(from: contents, at: place)
        return place + contents.count
    }

    /// Lends each record of a part; what we would not have written is damaged.
    static func forEach(
        in bytes: Span<UInt8>,
        _ body: (RecordKind, _ id: Span<UInt8>, _ contents: Span<UInt8>) throws(BackupError) -> Void
    ) throws(BackupError) {
        var place = 0
        while place < bytes.count {
            let name = Array(
                copying: bytes.extracting(try piece(of: bytes, lengthCount: 1, at: &place))
            )
            let known = RecordKind.all.first { Array($0.folder.utf8) == name && $0.isBackedUp }
            guard let kind = known else { throw .damaged }
            let id = try piece(of: bytes, lengthCount: 2, at: &place)
            let contents = try piece(of: bytes, lengthCount: 2, at: &place)
            try body(kind, bytes.extracting(id), bytes.extracting(contents))
        }
    }

    /// Reads a length of so many bytes at `place`, and returns where what it counts stands.
    private static func piece(
        of bytes: Span<UInt8>,
        lengthCount: Int,
        at place: inout Int
    ) throws(BackupError) -> Range<Int> {
        let start = place + lengthCount
        guard start <= bytes.count else { throw .damaged }
        var length = 0
        for index in place..<start { length = length << 8 | Int(bytes[index]) }
        guard length <= bytes.count - start else { throw .damaged }
        place = start + length
        return start..<place
    }

    private static func u16(_ count: Int) -> [UInt8] {
        [UInt8(count >> 8), UInt8(count & 0xFF)]
    }
}
