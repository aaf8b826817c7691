// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How much is sent: more if `make long` asks for it.
enum Scale {
    /// How many pushes meet every fault.
    static let pushes = LongRun.isOn ? 100_000 : 2_000
    /// How many calls there are at once.
    static let senders = LongRun.isOn ? 1_000 : 400
}

/// How much memory this process has for itself alone, in bytes; nil where the system does not say.
func anonymousMemory() -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
        return nil
    }
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line?.split(separator: " ").dropLast().last.flatMap { Int($0) }.map { $0 * 1024 }
}
