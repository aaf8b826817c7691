// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// Cuts bytes that come in pieces into lines, which end with LF or CR LF.
struct LineReader: Sendable {
    /// A line without its end.
    struct Line {
        /// Counted from 1.
        let number: Int
        fileprivate(set) var bytes: [UInt8]
        /// Whether it was longer than the limit, and only its beginning is here.
        fileprivate(set) var isCut: Bool

        /// Adds what goes on in the next line, as far as there is room.
        mutating func append(_ rest: some Collection<UInt8>, isCut: Bool) {
            let room = max(0, LineReader.limit - bytes.count)
            bytes += rest.prefix(room)
            if isCut || rest.count > room { self.isCut = true }
        }

        /// Removes the last bytes, which only join the line and the next one.
        mutating func removeLast(_ count: Int) { bytes.removeLast(min(count, bytes.count)) }
    }

    /// The most bytes of a line that are kept: 64 KiB.
    static let limit = 64 * 1024

    private var line: [UInt8] = []
    private var isCut = false
    private var number = 1

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The lines that end in `bytes`.
    mutating func read(_ bytes: Span<UInt8>) -> [Line] {
        var lines: [Line] = []
        var start = 0
        for place in bytes.indices where bytes[place] == UInt8(ascii: "\n") {
            keep(bytes.extracting(start..<place))
            lines.append(take())
            start = place + 1
        }
        keep(bytes.extracting(droppingFirst: start))
        return lines
    }

    /// The line that ends without a line feed, if there is one.
    mutating func finish() -> [Line] {
        line.isEmpty ? [] : [take()]
    }

    private mutating func keep(_ bytes: Span<UInt8>) {
        // One more than the limit, for a CR.
        let room = Self.limit + 1 - line.count
        line.append(copying: bytes.extracting(first: min(room, bytes.count)))
        if bytes.count > room { isCut = true }
    }

    private mutating func take() -> Line {
        // Some editors begin a file with a byte order mark, which is no part of its text; files that
        // were put together have some within.
        if line.starts(with: Self.mark) { line.removeFirst(Self.mark.count) }
        if !isCut, line.last == UInt8(ascii: "\r") { line.removeLast() }
        let taken = Line(
            number: number,
            bytes: line,
            isCut: isCut || line.count > Self.limit
        )
        line = []
        isCut = false
        number += 1
        return taken
    }
}
