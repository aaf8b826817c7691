// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension Search {
    /// Whether a step can be taken at once, because its order among the steps of others does not
    /// matter.
    ///
    /// Sound where the step only looks at what no other process changes, or changes only the
    /// process's own temporary file, which no other sees: then it commutes with every step of the
    /// others, and what a crash leaves is the same before and after it, as temporary files don't
    /// count there.
    mutating func isHidden(_ call: Int, in state: State, _ slot: Int, _ world: World) -> Bool {
        let key = HiddenCall(phase: state.phase, slot: slot, call: call)
        if let known = hidden[key] {
            guard known else { return false }
        } else {
            let isHidden = isHiddenStep(key, world)
            hidden[key] = isHidden
            guard isHidden else { return false }
        }
        return !syncsSecondName(world.histories.calls[call], in: state, slot, world)
    }

    /// Whether all that was taken at once conflicts with nothing, now that all steps are known.
    func isSound(_ world: World) -> Bool {
        hidden.allSatisfy { key, isHidden in !isHidden || isHiddenStep(key, world) }
    }

    private func isHiddenStep(_ key: HiddenCall, _ world: World) -> Bool {
        let step = world.histories.calls[key.call]
        guard step.leavesNoTrace else { return false }
        let footprint = Footprint(of: step, by: key.slot, in: world.disks)
        for (other, program) in phases[key.phase].enumerated() where other != key.slot {
            let calls = world.histories.steps[program].map { world.histories.calls[$0] }
            let others = Footprint(of: calls, by: other, in: world.disks)
            if footprint.meets(others) { return false }
        }
        return true
    }

    /// Whether a step makes contents durable that stand under a name beside that of the temporary
    /// file: a loss of power before it leaves something else there than one after it.
    private func syncsSecondName(
        _ call: Call,
        in state: State,
        _ slot: Int,
        _ world: World
    ) -> Bool {
        guard call.kind == .syncFile else { return false }
        let disks = world.disks
        let disk = disks.disks[state.disk]
        let file = disks.value(disks.path(call.path, in: slot), on: disk)
        guard case .file(_, let sync, _) = file, sync != .synced else { return false }
        return disk.cells.indices.contains { path in
            guard disks.parents[path] != disks.temporary else { return false }
            let cell = disks.cells[disk.cells[path]]
            return ([cell.current] + cell.survivors).contains { number in
                if case .file(_, sync, _) = disks.values[number] { true } else { false }
            }
        }
    }
}

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

/// What steps read and write, to tell which of them can't meet.
struct Footprint {
    private(set) var reads: Set<Resource> = []
    private(set) var writes: Set<Resource> = []

    enum Resource: Hashable {
        case path(Int)
        /// The names in a folder, and when they changed.
        case names(Int)
        case clock
    }

    /// What a step of the process in `slot` reads and writes.
    init(of call: Call, by slot: Int, in disks: DiskSpace) {
        let number = disks.path(call.path, in: slot)
        let path = Resource.path(number)
        let parent = disks.parents[number]
        switch call.kind {
        case .read: reads = [path]
        case .status where disks.timeStandsStill: reads = [path]
        case .status: reads = [path, .names(number)]
        case .names: reads = [path, .names(number)]
        case .create, .makeFolder:
            reads = [.clock, .path(parent)]
            writes = [path, .names(parent)]
        case .append:
            reads = [.clock]
            writes = [path]
        case .link, .rename:
            let target = disks.path(call.target, in: slot)
            let folder = disks.parents[target]
            reads = [path, .path(folder), .clock]
            writes = [.path(target), .names(folder)]
            if call.kind == .rename { writes.formUnion([path, .names(parent)]) }
        case .unlink:
            reads = [.clock]
            writes = [path, .names(parent)]
        case .removeFolder:
            reads = [.names(number), .clock]
            writes = [path, .names(parent)]
        case .syncFile, .syncFolder: reads = [path]
        case .hourPasses: writes = [.clock]
        case .handOver, .pause, .end: break
        }
    }

    /// All that the process in `slot` was seen to do.
    init(of calls: some Sequence<Call>, by slot: Int, in disks: DiskSpace) {
        for call in calls {
            let footprint = Footprint(of: call, by: slot, in: disks)
            reads.formUnion(footprint.reads)
            writes.formUnion(footprint.writes)
        }
    }

    /// Whether the order of steps of the two may matter; changing two names of one folder commutes.
    func meets(_ other: Footprint) -> Bool {
        !reads.isDisjoint(with: other.writes) || !writes.isDisjoint(with: other.reads)
            || writes.intersection(other.writes).contains { resource in
                if case .names = resource { false } else { true }
            }
    }
}

extension Call {
    /// Whether nothing that outlives the process depends on the step: it only looks, or it makes,
    /// syncs or removes the process's own temporary file, which has no other name.
    var leavesNoTrace: Bool {
        switch kind {
        case .read, .status, .names, .pause: true
        case .create, .syncFile, .unlink: path < 0
        default: false
        }
    }
}
