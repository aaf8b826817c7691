// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the receiver asks the system; without Foundation, which an extension would have to load.
enum System {
    static var now: Timestamp {
        let time = read(CLOCK_REALTIME)
        return Timestamp(clamping: time / 1_000_000)
    }

    static var monotonicNanoseconds: UInt64 { read(CLOCK_MONOTONIC) }

    /// The peak of resident memory in bytes; 0 where the system does not tell.
    static var peakBytes: UInt64 { figure("VmHWM", of: "/proc/self/status") }

    /// The anonymous memory that is resident now, counted page by page, in bytes; 0 where the system does not tell.
    static var anonymousBytes: UInt64 { figure("Anonymous", of: "/proc/self/smaps_rollup") }

    /// A figure that stands in a file of the system in KiB, in bytes.
    private static func figure(_ name: String, of path: String) -> UInt64 {
        guard let file = unsafe fopen(path, "r") else { return 0 }
        defer { unsafe fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while unsafe fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            guard text.hasPrefix(name + ":") else { continue }
            return text.split(whereSeparator: \.isWhitespace).dropFirst().first
                .flatMap { UInt64($0) }.map { $0 * 1024 } ?? 0
        }
        return 0
    }

    static func exit(_ status: Int32) -> Never {
        #if canImport(Glibc)
            Glibc.exit(status)
        #else
            Darwin.exit(status)
        #endif
    }

    private static func read(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        _ = unsafe clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
