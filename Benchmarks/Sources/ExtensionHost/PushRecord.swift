// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CAllocations
import Foundation

/// A file of what was measured of each push, 16 bytes in the machine's order: the nanoseconds of the system's monotonic
/// clock at the hand-over, and how many allocations the process had made when all work for the push was done.
///
/// Noting allocates nothing.
final class PushRecord: @unchecked Sendable /* one push at a time */ {
    private let descriptor: Int32
    private var figures: (handOver: UInt64, allocations: UInt64) = (0, 0)

    init?(at path: String) {
        descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        guard descriptor >= 0 else { return nil }
    }

    /// Notes that a push is about to be handed over.
    func handOver() {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        figures.handOver = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Notes that nothing is left to do.
    func finish() {
        figures.allocations = UInt64(allocation_count())
        _ = unsafe withUnsafeBytes(of: &figures) { bytes in
            unsafe write(descriptor, bytes.baseAddress, bytes.count)
        }
    }
}
