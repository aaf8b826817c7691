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
