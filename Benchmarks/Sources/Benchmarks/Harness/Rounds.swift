// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Times several works in turn, round after round, so that whatever else the machine does hits all of them.
struct Rounds {
    /// How often each work has its turn.
    var count = 60
    /// How long a turn is at least, in nanoseconds.
    var turn = 300_000.0
    /// How many calls a turn has at least, so that the first, which finds cold caches, does not count for much.
    var calls = 32

    /// The median nanoseconds of one call, for each work.
    func medians(of works: [Work]) throws -> [Double] {
        let calls = try works.map(callsInOneTurn)
        var times = works.map { _ in [Double]() }
        for _ in 0..<count {
            for (index, work) in works.enumerated() {
                times[index].append(try work.time(calls[index]))
            }
        }
        return times.map(\.median)
    }

    /// Warms a work up and finds how many calls fill a turn.
    private func callsInOneTurn(of work: Work) throws -> Int {
        let time = try work.time(calls)
        return max(calls, Int(turn / max(time, 1)))
    }
}

extension [Double] {
    /// The middle one, which a few disturbed ones do not move; 0 of none.
    var median: Double {
        isEmpty ? 0 : sorted()[count / 2]
    }
}
