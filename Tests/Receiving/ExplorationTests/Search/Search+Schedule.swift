// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension Search {
    mutating func report(_ rule: Rule, _ state: Int, _ world: World) {
        report(rule, at: state, via: origins[state], world)
    }

    /// Keeps the first violation of each rule: breadth first, so with the fewest steps.
    mutating func report(
        _ rule: Rule,
        at state: Int,
        via origin: (state: Int, event: Event),
        _ world: World
    ) {
        guard !violations.contains(where: { $0.rule == rule }) else { return }
        var steps = [describe(origin, world)]
        var number = origin.state
        var event = origin.event
        while event != .start, origins[number].event != .start {
            event = origins[number].event
            steps.append(describe(origins[number], world))
            number = origins[number].state
        }
        violations.append(Violation(rule: rule, schedule: steps.reversed()))
    }

    private func describe(_ origin: (state: Int, event: Event), _ world: World) -> String {
        let state = states[origin.state]
        switch origin.event {
        case .start: return "the start"
        case .killAll: return "all are killed"
        case .powerLoss: return "the power is lost"
        case .kill(let slot): return "\(name(of: slot, state)) is killed"
        case .expire(let slot): return "\(name(of: slot, state)): the system warns"
        case .step(let slot):
            let node = world.histories.nodes[state.nodes[slot]]
            let call = node.call.map { describe(world.histories.calls[$0], world) } ?? "?"
            return "\(name(of: slot, state)): \(call)"
        }
    }

    private func name(of slot: Int, _ state: State) -> String {
        let phase = phases[state.phase]
        return "\(state.phase == 0 ? "" : "after it, ")\(slot + 1) (\(programs[phase[slot]].name))"
    }

    private func describe(_ call: Call, _ world: World) -> String {
        func name(_ ref: PathRef) -> String {
            ref < 0 ? "temporary file \(-ref)" : facts.names[ref] ?? world.disks.paths[ref]
        }
        switch call.kind {
        case .handOver: return "hand over: \(world.histories.handings[call.value])"
        case .link: return "link \(name(call.path)) to \(name(call.target))"
        case .rename: return "rename \(name(call.path)) to \(name(call.target))"
        case .pause: return "go on"
        case .hourPasses: return "an hour passes"
        case .end: return "end"
        default: return "\(call.kind) \(name(call.path))"
        }
    }
}
