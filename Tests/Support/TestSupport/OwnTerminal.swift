// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A terminal of the test's own, whose other end the test types at and reads.
public final class OwnTerminal: Sendable {
    /// The path of its device.
    public let path: String
    private let descriptor: Int32
    private let seen = Mutex<[UInt8]>([])

    /// Makes one that stays open as long as this does; it says its size if it is given one.
    public init(columns: UInt16 = 0, rows: UInt16 = 0) throws {
        var (terminal, device) = (Int32(0), Int32(0))
        var name = [CChar](repeating: 0, count: 128)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard unsafe openpty(&terminal, &device, &name, nil, &size) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        // The device stays open, so that what is told is kept until it is read.
        descriptor = terminal
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        path = String(decoding: bytes, as: UTF8.self)
    }

    deinit { close(descriptor) }

    private static let kept = Mutex<[OwnTerminal]>([])

    /// The path of a device that stays open as long as the tests run: one to offend against without
    /// risk to one of the machine's.
    public static func path() throws -> String {
        let terminal = try OwnTerminal()
        kept.withLock { $0.append(terminal) }
        return terminal.path
    }

    /// Types a line.
    package func type(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = unsafe line.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Reads on until it shows some words, and gives all that it has shown.
    package func text(until words: String) async throws -> String {
        try await onThread {
            let end = ContinuousClock.now.advanced(by: patience)
            while true {
                let text = self.seen.withLock { String(decoding: $0, as: UTF8.self) }
                if text.contains(words) { return text }
                guard ContinuousClock.now < end else { throw TooSlow(text) }
                var wait = pollfd(fd: self.descriptor, events: Int16(POLLIN), revents: 0)
                guard unsafe poll(&wait, 1, 200) > 0 else { continue }
                var chunk = [UInt8](repeating: 0, count: 1 << 14)
                let count = unsafe read(self.descriptor, &chunk, chunk.count)
                guard count > 0 else { throw TooSlow(text) }
                self.seen.withLock { $0 += chunk[..<count] }
            }
        }
    }
}
