// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation

    /// A service extension on a simulated device, against the same process with Xcode's template in it.
    struct ExtensionBenchmark {
        /// How many processes are started of each kind.
        private static let starts = 20
        /// How many pushes one process of each kind is given, after some that don't count.
        private static let pushes = 100
        private static let warmUp = 10

        func run(report: (Line) throws -> Void) async throws {
            let fixture = try ReceiverFixture()
            defer { fixture.remove() }
            let cold = try await coldCosts(fixture)
            try report(
                Self.line(
                    "deliver, from start to hand-over",
                    .nanoseconds,
                    cold,
                    atMost: 3
                ) { $0.map(\.nanoseconds).median }
            )
            try report(
                Self.line("deliver, peak anonymous memory", .bytes, cold, atMost: 1.5) { costs in
                    costs.map(\.anonymousBytes).max() ?? 0
                }
            )
            let warm = try await warmCosts(fixture)
            try report(
                Self.line("deliver to a process that runs", .nanoseconds, warm, atMost: 20) {
                    $0.map(\.nanoseconds).median
                }
            )
            try report(
                Self.line("deliver, allocations", .count, warm, atMost: 5) { costs in
                    zip(costs.dropFirst(), costs).map { $0.allocations - $1.allocations }.median
                }
            )
        }

        private typealias Costs = [ExtensionSubject.Kind: [ExtensionSubject.Cost]]

        /// Each push with a process of its own, in turn.
        private func coldCosts(_ fixture: ReceiverFixture) async throws -> Costs {
            var costs: Costs = [:]
            for _ in 0..<Self.starts {
                for kind in ExtensionSubject.Kind.allCases {
                    let push = try await fixture.notification()
                    let subject = try ExtensionSubject(kind, of: fixture)
                    costs[kind, default: []].append(try await subject.deliver(push))
                }
            }
            return costs
        }

        /// Push after push to one process of each kind, in turn.
        private func warmCosts(_ fixture: ReceiverFixture) async throws -> Costs {
            let sealed = try ExtensionSubject(.sealed, of: fixture)
            let template = try ExtensionSubject(.template, of: fixture)
            var costs: Costs = [:]
            for number in 0..<Self.warmUp + Self.pushes {
                let push = try await fixture.notification()
                for (kind, subject) in [
                    (ExtensionSubject.Kind.sealed, sealed), (.template, template),
                ] {
                    let cost = try await subject.deliver(push)
                    if number >= Self.warmUp { costs[kind, default: []].append(cost) }
                }
            }
            return costs
        }

        /// A figure of the extension, beside that of the template.
        private static func line(
            _ name: String,
            _ unit: Line.Unit,
            _ costs: Costs,
            atMost bound: Double,
            _ figure: ([ExtensionSubject.Cost]) -> Double
        ) -> Line {
            let value = figure(costs[.sealed] ?? [])
            let template = figure(costs[.template] ?? [])
            return Line(
                name: name,
                unit: unit,
                value: value,
                limit: bound * template,
                ratio: value / template,
                bound: .atMost(bound)
            )
        }
    }
#endif
