// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushContacts

/// Whether finding a name takes longer where there are many: one of ten contacts against one of 100,000.
struct ContactBenchmark {
    static let growth = 1.5
    /// The most that one call in a hundred may take, in nanoseconds.
    static let slowest = 1e6

    private static let few = 10
    private static let many = 100_000
    /// How many contacts are asked for, over and over.
    private static let asked = 2000

    func run(report: (Line) throws -> Void) throws {
        let few = try ContactFixture(count: Self.few)
        defer { few.remove() }
        let start = ContinuousClock.now
        let many = try ContactFixture(count: Self.many)
        defer { many.remove() }
        try report(
            Line(
                name: "add 100,000 contacts",
                unit: .nanoseconds,
                value: (ContinuousClock.now - start) / .nanoseconds(1)
            )
        )
        try report(comparison(of: few, many))
        try report(slowest(in: many))
    }

    private func comparison(of few: ContactFixture, _ many: ContactFixture) throws -> Line {
        let works = [few, many].map { fixture in
            let senders = fixture.senders(Self.asked)
            var next = 0
            return Work {
                keep(try fixture.name(of: senders[next]))
                next = (next + 1) % senders.count
            }
        }
        // Each is asked for once before, so that all of them are in the system's cache.
        for work in works { _ = try work.time(Self.asked) }
        let medians = try Rounds().medians(of: works)
        return Line(
            name: "resolve one of 100,000 contacts, against 10",
            unit: .nanoseconds,
            value: medians[1],
            limit: medians[0] * Self.growth,
            ratio: medians[1] / medians[0],
            bound: .atMost(Self.growth)
        )
    }

    /// By the wall clock, since it is a person who waits.
    private func slowest(in fixture: ContactFixture) throws -> Line {
        let senders = fixture.senders(Self.asked)
        var times: [Double] = []
        for round in 0..<6 {
            for sender in senders {
                let start = ContinuousClock.now
                keep(try fixture.name(of: sender))
                let time = (ContinuousClock.now - start) / .nanoseconds(1)
                if round > 0 { times.append(time) }
            }
        }
        return Line(
            name: "resolve one of 100,000, 99 of 100 calls",
            unit: .nanoseconds,
            value: times.sorted()[times.count * 99 / 100],
            limit: Self.slowest
        )
    }
}
