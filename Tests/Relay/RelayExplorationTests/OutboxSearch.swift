// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelay
import SealedPushRelayTesting

/// All that a small relay can come to, breadth first.
struct OutboxSearch {
    let scenario: OutboxScenario
    private(set) var states = 0
    private(set) var steps = 0

    /// A broken rule, and the fewest steps that break it.
    struct Violation: CustomStringConvertible {
        let rule: OutboxRule
        let steps: [OutboxEvent]

        var description: String {
            "\(rule):" + steps.map { "\n  \($0)" }.joined()
        }
    }

    init(_ scenario: OutboxScenario) {
        self.scenario = scenario
    }

    mutating func search(from first: OutboxWorld) -> Violation? {
        var worlds = [first]
        var origins: [(parent: Int, event: OutboxEvent)?] = [nil]
        var known: Set = [first]
        var drained: Set<OutboxWorld> = []
        var position = 0
        func path(to number: Int) -> [OutboxEvent] {
            var events: [OutboxEvent] = []
            var number = number
            while let origin = origins[number] {
                events.append(origin.event)
                number = origin.parent
            }
            return events.reversed()
        }
        while position < worlds.count {
            let world = worlds[position]
            var survivors = world
            survivors.workers = [OutboxWorker(lives: 50), OutboxWorker(lives: 50)]
            let isNew = drained.insert(survivors).inserted
            if isNew, let rule = drain(survivors) {
                return Violation(rule: rule, steps: path(to: position))
            }
            for event in scenario.events(world) {
                var next = world
                steps += 1
                if let rule = scenario.apply(event, to: &next) {
                    return Violation(rule: rule, steps: path(to: position) + [event])
                }
                guard known.insert(next).inserted else { continue }
                worlds.append(next)
                origins.append((position, event))
            }
            position += 1
            states = position
        }
        return nil
    }

    /// Whether one worker that nothing befalls pushes all that waits, after the others have died.
    private func drain(_ first: OutboxWorld) -> OutboxRule? {
        var world = first
        for _ in 0..<4 where !world.model.queue.isEmpty {
            // Longer than a lease, the longest pause of a lane here, and the wait of a message.
            world.steady += 100
            world.model.sweep(lapsedBefore: world.now, expiredBefore: nil, at: world.now)
            if case .doubtful = world.model.devices[scenario.sample.id]?.state {
                world.steady += 86_400
            }
            _ = scenario.apply(.beat(worker: 0), to: &world)
            for _ in 0..<4 {
                _ = scenario.apply(.lease(worker: 0), to: &world)
                while !world.workers[0].held.isEmpty {
                    let rule = scenario.apply(.push(worker: 0, .byToken), to: &world)
                    if let rule { return rule }
                }
                if let rule = scenario.apply(.settle(worker: 0), to: &world) { return rule }
            }
        }
        let isLate = world.model.queue.values.contains { $0.expires <= world.now }
        return world.model.queue.isEmpty || isLate ? nil : .drained
    }
}

/// What holds after every step, whatever happened before.
enum OutboxRule: String, CaseIterable, CustomStringConvertible {
    /// A message that was taken is in the queue, or it was pushed, or a newer one that was taken replaced it.
    case accounted
    /// Two live workers never hold the same message.
    case oneWorker
    /// No message is pushed after the one that replaces it.
    case newestLast
    /// A device whose token works is not given up.
    case notGivenUp
    /// A sender is referred to a message only if that was taken.
    case repeatedIsTaken
    /// The endpoint stays open.
    case open
    /// Once everything works again, every message is pushed.
    case drained

    var description: String { rawValue }

    static func broken(by world: OutboxWorld, after before: OutboxWorld) -> OutboxRule? {
        for (id, number) in world.taken where world.model.queue[id] == nil {
            guard !world.pushed.contains(number) else { continue }
            let newer = OutboxScenario.replaces.first { $0.value == number }?.key
            guard let newer, world.taken.values.contains(newer) else { return .accounted }
        }
        for device in world.model.devices.values {
            if case .unreachable = device.state, device.token?.version == world.liveToken {
                return .notGivenUp
            }
        }
        return nil
    }
}
