// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The runs of one process: those that are on, and those that are over but may still be heard of.
struct OpenRuns<Run> {
    /// How many are kept that are over: the latest.
    ///
    /// Only extensions that leak their handlers have more.
    static var limit: Int { 1000 }

    private var runs: [Int: Run] = [:]
    private var active: Set<Int> = []
    /// Those that are over, the latest last.
    private var over: [Int] = []

    /// Those that are on, in their order.
    var activeRuns: [Run] { active.sorted().compactMap { runs[$0] } }

    /// Those that are over, in the order of their ends.
    var runsThatAreOver: [Run] { over.compactMap { runs[$0] } }

    /// Whether none is on.
    var isIdle: Bool { active.isEmpty }

    /// How many there are.
    var count: Int { runs.count }

    /// The run of this number, if it is still to be heard of.
    subscript(number: Int) -> Run? { runs[number] }

    /// A run begins.
    mutating func begin(_ number: Int, _ run: Run) {
        runs[number] = run
        active.insert(number)
    }

    /// A run is over; gives the one that is forgotten for it, if one is.
    mutating func end(_ number: Int) -> Run? {
        guard active.remove(number) != nil, runs[number] != nil else { return nil }
        over.append(number)
        return over.count > Self.limit ? runs.removeValue(forKey: over.removeFirst()) : nil
    }

    /// Forgets a run, of which nothing more comes.
    mutating func remove(_ number: Int) -> Run? {
        active.remove(number)
        over.removeAll { $0 == number }
        return runs.removeValue(forKey: number)
    }
}
