// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads how much anonymous memory a process has: what an extension's limit is about.
///
/// Pages of the program and its libraries don't count; those are shared and can be read again.
final class MemoryGauge: Sendable {
    private let descriptor: Int32

    /// Opens what the system tells of a process, as `/proc/1`; it gives nothing where there is
    /// none.
    init(folder: String) {
        descriptor = unsafe open("\(folder)/statm", O_RDONLY | O_CLOEXEC)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The anonymous memory now, in bytes; nil where the process has ended.
    var anonymousMemory: Int? {
        var text = [UInt8](repeating: 0, count: 128)
        let count = unsafe text.withUnsafeMutableBytes { text in
            unsafe pread(descriptor, text.baseAddress, text.count, 0)
        }
        guard count > 0 else { return nil }
        // In pages: all, those in memory, those of them that belong to files, and more.
        let fields = text.prefix(count).split(separator: UInt8(ascii: " "))
        guard fields.count > 2, let resident = Int(String(decoding: fields[1], as: UTF8.self)),
            let shared = Int(String(decoding: fields[2], as: UTF8.self)), resident > 0
        else { return nil }
        return (resident - shared) * Self.pageSize
    }

    private static let pageSize = sysconf(Int32(_SC_PAGESIZE))
}
