// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// Cuts bytes that come in pieces into lines, which end with LF or CR LF, or with CR alone as on old
/// Macs.
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
    /// How many CR stand at the end of what was read.
    private var returns = 0
    /// Whether CR alone ends a line; else it is a part of it.
    private let endsWithReturn: Bool

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Lines that end with CR alone, too, if told so: in JSON a CR is white space.
    init(endingWithReturn endsWithReturn: Bool) {
        self.endsWithReturn = endsWithReturn
    }

    /// The lines that end in `bytes`.
    mutating func read(_ bytes: Span<UInt8>) -> [Line] {
        var lines: [Line] = []
        var start = 0
        for place in bytes.indices {
            switch bytes[place] {
            case UInt8(ascii: "\r"):
                if returns == 0 { keep(bytes.extracting(start..<place)) }
                returns += 1
                start = place + 1
            case UInt8(ascii: "\n"):
                if returns == 0 { keep(bytes.extracting(start..<place)) }
                // Whatever number of CR: some programs double them.
                returns = 0
                lines.append(take())
                start = place + 1
            default:
                if returns > 0 { lines += endByReturns() }
            }
        }
        keep(bytes.extracting(droppingFirst: start))
        return lines
    }

    /// The line that ends without a line feed, if there is one.
    mutating func finish() -> [Line] {
        let lines = endByReturns()
        return line.isEmpty ? lines : lines + [take()]
    }

    /// The line that ends with CR, behind which another one begins; empty ones are only counted.
    private mutating func endByReturns() -> [Line] {
        defer { returns = 0 }
        guard returns > 0 else { return [] }
        guard endsWithReturn else {
            keep([UInt8](repeating: UInt8(ascii: "\r"), count: min(returns, Self.limit + 1)).span)
            return []
        }
        guard !line.isEmpty else {
            number += returns
            return []
        }
        let ended = take()
        number += returns - 1
        return [ended]
    }

    private mutating func keep(_ bytes: Span<UInt8>) {
        let room = Self.limit - line.count
        line.append(copying: bytes.extracting(first: min(room, bytes.count)))
        if bytes.count > room { isCut = true }
    }

    private mutating func take() -> Line {
        // Some editors begin a file with a byte order mark, which is no part of its text; files that
        // were put together have some within.
        if line.starts(with: Self.mark) { line.removeFirst(Self.mark.count) }
        let taken = Line(number: number, bytes: line, isCut: isCut)
        line = []
        isCut = false
        number += 1
        return taken
    }
}
