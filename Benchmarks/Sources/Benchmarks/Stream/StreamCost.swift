// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What a child process found out about one stream of devices.
struct StreamCost: Codable {
    /// The nanoseconds of each run over all devices.
    let nanoseconds: [Double]
    /// The peak of resident memory in bytes.
    let peakBytes: Double

    /// The nanoseconds of the fastest run.
    var fastest: Double { nanoseconds.min() ?? .infinity }
}
