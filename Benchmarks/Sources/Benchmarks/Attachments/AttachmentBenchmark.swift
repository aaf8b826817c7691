// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A film of 50 MB: encrypted and decrypted against its primitives, and whether memory grows with the file.
struct AttachmentBenchmark {
    static let overhead = 1.25
    static let growth = 1e6

    private static let size = 50 << 20
    private static let smallSize = 1 << 20

    func run(report: (Line) throws -> Void) throws {
        let film = try AttachmentSubject(size: Self.size)
        let rounds = Rounds(count: 12, turn: 0, calls: 1)
        let works = [
            Work { try film.seal() }, Work { try film.open() }, Work { try film.sealRaw() },
            Work { try film.openRaw() },
        ]
        let medians = try rounds.medians(of: works)
        try report(line("encrypt", medians[0], against: medians[2]))
        try report(line("decrypt", medians[1], against: medians[3]))
        try report(memory())
    }

    private func line(_ name: String, _ value: Double, against raw: Double) -> Line {
        Line(
            name: "\(name) a film of 50 MB",
            unit: .nanoseconds,
            value: value,
            limit: raw * Self.overhead,
            ratio: value / raw,
            bound: .atMost(Self.overhead)
        )
    }

    private func memory() throws -> Line {
        let small = try peak(of: Self.smallSize)
        let large = try peak(of: Self.size)
        return Line(
            name: "peak memory, a film of 50 MB against 1 MB",
            unit: .bytes,
            value: large,
            limit: small + Self.growth,
            ratio: large / small
        )
    }

    private func peak(of size: Int) throws -> Double {
        let child = try ChildProcess(
            "benchmarks",
            [ChildMode.attachment.rawValue, String(size), "1"]
        )
        try child.start()
        return try JSONDecoder().decode(StreamCost.self, from: try child.finish()).peakBytes
    }
}
