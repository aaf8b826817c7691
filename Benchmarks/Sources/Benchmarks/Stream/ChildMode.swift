// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What this executable does as a child of itself: `benchmarks MODE DEVICES RUNS`, or of a file its bytes and 1.
enum ChildMode: String {
    case speed = "--child-speed"
    case memory = "--child-memory"
    case attachment = "--child-attachment"

    /// Measures, and prints what was found out as one JSON object.
    func run(_ arguments: ArraySlice<String>) async throws {
        let numbers = arguments.compactMap { Int($0) }
        guard numbers.count == 2 else { throw BenchmarkFailure("a child needs two numbers") }
        let (devices, runs) = (numbers[0], numbers[1])
        let cost: StreamCost
        switch self {
        case .speed:
            cost = try await StreamSpeed.measure(devices: devices, runs: runs)
        case .memory:
            cost = try await StreamMemory.measure(devices: devices)
        case .attachment:
            cost = try AttachmentMemory.measure(size: devices)
        }
        print(String(decoding: try JSONEncoder().encode(cost), as: UTF8.self))
    }
}
