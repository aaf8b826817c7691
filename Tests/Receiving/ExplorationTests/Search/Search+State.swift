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
