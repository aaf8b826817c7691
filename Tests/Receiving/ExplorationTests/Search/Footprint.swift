// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
