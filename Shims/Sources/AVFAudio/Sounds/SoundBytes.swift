// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The bytes of a file, which is read in parts.
struct SoundBytes {
    private let handle: FileHandle
    let count: UInt64

    init(_ handle: FileHandle) throws {
        self.handle = handle
        count = try handle.seekToEnd()
    }

    /// Some bytes at a place, or fewer at the end of the file.
    func read(_ count: Int, at place: UInt64) throws -> [UInt8] {
        try handle.seek(toOffset: place)
        return [UInt8](try handle.read(upToCount: count) ?? Data())
    }

    /// Where the content of a chunk lies, within the file.
    struct Chunk {
        let start: UInt64
        let count: UInt64
    }

    /// The first chunk of each name.
    ///
    /// A size has 8 bytes in CAF files; else it has 4, and the next chunk begins at an even place.
    /// A file of more chunks than any has is read no further.
    func chunks(from start: UInt64, isBigEndian: Bool, isLong: Bool) throws -> [String: Chunk] {
        var chunks: [String: Chunk] = [:]
        var place = start
        for _ in 0..<1000 {
            var head = try Fields(read(isLong ? 12 : 8, at: place), isBigEndian: isBigEndian)
            guard let name = head.text(4), let size = head.number(isLong ? 8 : 4) else { break }
            place += isLong ? 12 : 8
            // The file may have grown since it was opened.
            guard place <= count else { break }
            // The last one of a CAF file may say -1 for what is left.
            let chunk = Chunk(start: place, count: min(size, count - place))
            if chunks[name] == nil { chunks[name] = chunk }
            place += chunk.count
            if !isLong, size % 2 == 1, place < count { place += 1 }
        }
        return chunks
    }

    /// The first bytes of a chunk as fields.
    func fields(_ chunk: Chunk, isBigEndian: Bool) throws -> Fields {
        try Fields(read(Int(min(chunk.count, 64)), at: chunk.start), isBigEndian: isBigEndian)
    }
}

/// Bytes that are read one field after the other; a field that is not there is nil.
struct Fields {
    private var rest: ArraySlice<UInt8>
    let isBigEndian: Bool

    init(_ bytes: [UInt8], isBigEndian: Bool) {
        rest = bytes[...]
        self.isBigEndian = isBigEndian
    }

    private mutating func next(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func text(_ count: Int) -> String? {
        next(count).map { String(decoding: $0, as: UTF8.self) }
    }

    mutating func number(_ count: Int) -> UInt64? {
        guard let bytes = next(count) else { return nil }
        let add = { (sum: UInt64, byte: UInt8) in sum << 8 | UInt64(byte) }
        return isBigEndian ? bytes.reduce(0, add) : bytes.reversed().reduce(0, add)
    }

    mutating func integer(_ count: Int) -> Int? { number(count).flatMap { Int(exactly: $0) } }

    /// A floating-point number of 80 bits, as AIFF files have the rate.
    mutating func extended() -> Double? {
        guard let head = number(2), let fraction = number(8) else { return nil }
        let exponent = Int(head & 0x7FFF) - 16_383 - 63
        let sign: FloatingPointSign = head & 0x8000 == 0 ? .plus : .minus
        return Double(sign: sign, exponent: exponent, significand: Double(fraction))
    }
}
