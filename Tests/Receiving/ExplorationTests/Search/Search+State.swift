// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension Search {
    /// Where everything stands: two histories that lead to the same state have the same future.
    struct State: Hashable {
        var phase: Int
        var disk: Int
        var monitor: Monitor
        /// The local states; a process that was killed has none.
        var nodes: Nodes

        static func == (left: State, right: State) -> Bool {
            left.nodes.number == right.nodes.number && left.disk == right.disk
                && left.monitor.bits == right.monitor.bits && left.phase == right.phase
        }

        // By hand, because there are hundreds of thousands of states.
        func hash(into hasher: inout Hasher) {
            hasher.combine(nodes.number)
            hasher.combine(disk << 24 ^ monitor.bits << 2 ^ phase)
        }
    }

    /// Where the processes of four slots stand, each a node of its program's tree, or
    /// ``noProcess``.
    struct Nodes: Hashable {
        private(set) var number: UInt128 = .max

        static let count = 4

        subscript(slot: Int) -> Int {
            get {
                precondition(slot < Self.count, "no such slot")
                let node = UInt32(truncatingIfNeeded: number >> UInt128(slot * 32))
                return node == .max ? Search.noProcess : Int(node)
            }
            set {
                precondition(slot < Self.count, "more processes than a state has room for")
                precondition(
                    newValue < UInt32.max,
                    "a tree of more nodes than a state has room for"
                )
                let shift = UInt128(slot * 32)
                number &= ~(UInt128(UInt32.max) << shift)
                number |= UInt128(UInt32(truncatingIfNeeded: newValue)) << shift
            }
        }
    }
}

extension Search {
    /// From a state, kills all processes, and loses power in each way there is; what is left starts
    /// phase 1.
    mutating func crash(_ number: Int, _ world: World) throws(Need) {
        guard phases.count > 1 else { return }
        let state = states[number]
        let situation = Situation(disk: state.disk, monitor: state.monitor)
        guard !crashed.contains(situation) else { return }
        var monitor = state.monitor
        monitor.crash(messages: facts.messages.count)
        let disk = world.disks.afterKill(state.disk)
        try start(1, on: disk, monitor, from: (number, .killAll), world)
        for disk in world.disks.afterPowerLoss(state.disk) {
            disksAfterPowerLoss.insert(disk)
            try start(1, on: disk, monitor, from: (number, .powerLoss), world)
        }
        crashed.insert(situation)
    }

    // MARK: - Ends

    /// Checks what has to hold where processes have come to their end.
    mutating func checkEnd(_ number: Int, _ world: World) {
        let state = states[number]
        let slots = phases[state.phase].indices
        let nodes = slots.map { state.nodes[$0] }
        guard !nodes.contains(Self.noProcess) else { return }
        let ended = slots.filter { hasEnded(nodes[$0], world) }
        for slot in ended {
            let node = world.histories.nodes[nodes[slot]]
            let expected = programs[node.program].handOvers
            if expected != nil, expected != node.handOvers { report(.handOverOnce, number, world) }
        }
        var broken: [Rule] = []
        if ended.count == slots.count {
            broken += inspector.checkIndex(world.disks.disks[state.disk], world.disks)
        }
        if state.phase == 1 {
            // The app is the first program of a recovery.
            let isAlone = slots.dropFirst().allSatisfy { handedOverNothing(nodes[$0], world) }
            if ended.first == 0, isAlone {
                let disk = world.disks.disks[state.disk]
                broken += inspector.checkRecovered(disk, state.monitor, world.disks)
            }
            if ended.count == slots.count { broken += inspector.checkEnd(state.monitor) }
        } else if ended.count == slots.count,
            !nodes.contains(where: { world.histories.nodes[$0].hasExpired })
        {
            broken += inspector.checkUnstopped(state.monitor)
        }
        for rule in broken { report(rule, number, world) }
    }

    /// Whether all processes of phase 0 have come to their end.
    func isEnd(_ number: Int, _ world: World) -> Bool {
        let state = states[number]
        return state.phase == 0
            && phases[0].indices.allSatisfy { slot in
                state.nodes[slot] != Self.noProcess && hasEnded(state.nodes[slot], world)
            }
    }

    private func hasEnded(_ node: Int, _ world: World) -> Bool {
        guard let call = world.histories.nodes[node].call else { return false }
        return world.histories.calls[call].kind == .end
    }

    /// Whether a process has not done anything that others notice.
    private func handedOverNothing(_ node: Int, _ world: World) -> Bool {
        var node = node
        while world.histories.nodes[node].parent >= 0 {
            node = world.histories.nodes[node].parent
            guard let call = world.histories.nodes[node].call,
                world.histories.calls[call].leavesNoTrace
            else { return false }
        }
        return true
    }
}
