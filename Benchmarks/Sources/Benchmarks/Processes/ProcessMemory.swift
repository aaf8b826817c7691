// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The memory of a process, as Linux counts it in `/proc`.
enum ProcessMemory {
    /// The most memory that this process has had resident so far, in bytes.
    static func peak() throws -> Double {
        guard let bytes = read("VmHWM", of: "self") else {
            throw BenchmarkFailure("the system does not tell the peak of memory")
        }
        return bytes
    }

    /// The anonymous memory that a process has resident now, in bytes; nil where it has ended.
    static func anonymous(of process: Int32) -> Double? {
        read("RssAnon", of: String(process))
    }

    private static func read(_ name: String, of process: String) -> Double? {
        let path = "/proc/\(process)/status"
        guard let status = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        for line in status.split(separator: "\n") where line.hasPrefix(name + ":") {
            let fields = line.split(whereSeparator: \.isWhitespace)
            if fields.count > 1, let kilobytes = Double(fields[1]) { return kilobytes * 1024 }
        }
        return nil
    }
}
