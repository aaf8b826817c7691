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
        /// A temporary file, of a process that does not share its name.
        case temporaryFile
        case clock
    }

    init(of call: Call, in disks: DiskSpace) {
        let path = Self.resource(call.path, in: disks)
        let parent = call.path < 0 ? disks.temporary : disks.parents[call.path]
        switch call.kind {
        case .read: reads = [path]
        case .status where disks.timeStandsStill: reads = [path]
        case .status: reads = [path, .names(max(call.path, 0))]
        case .names: reads = [path, .names(call.path)]
        case .create, .makeFolder:
            reads = [.clock, .path(parent)]
            writes = [path, .names(parent)]
        case .append:
            reads = [.clock]
            writes = [path]
        case .link, .rename:
            let folder = disks.parents[call.target]
            reads = [path, .path(folder), .clock]
            writes = [Self.resource(call.target, in: disks), .names(folder)]
            if call.kind == .rename { writes.formUnion([path, .names(parent)]) }
        case .unlink:
            reads = [.clock]
            writes = [path, .names(parent)]
        case .removeFolder:
            reads = [.names(call.path), .clock]
            writes = [path, .names(parent)]
        case .syncFile, .syncFolder: reads = [path]
        case .hourPasses: writes = [.clock]
        case .handOver, .pause, .end: break
        }
    }

    /// All that a program was seen to do.
    ///
    /// Its own temporary files are left out: nobody knows their names unless by a listing, and who takes them from there
    /// has ``Resource/temporaryFile`` in its own.
    init(of calls: some Sequence<Call>, in disks: DiskSpace) {
        for call in calls {
            var footprint = Footprint(of: call, in: disks)
            if call.path < 0 {
                footprint.reads.remove(.temporaryFile)
                footprint.writes.remove(.temporaryFile)
            }
            reads.formUnion(footprint.reads)
            writes.formUnion(footprint.writes)
        }
    }

    private static func resource(_ ref: PathRef, in disks: DiskSpace) -> Resource {
        ref < 0 || disks.parents[ref] == disks.temporary ? .temporaryFile : .path(ref)
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
    /// Whether nothing that outlives the process depends on the step: it only looks, or it makes, syncs or removes the
    /// process's own temporary file, which has no other name.
    var leavesNoTrace: Bool {
        switch kind {
        case .read, .status, .names, .pause: true
        case .create, .syncFile, .unlink: path < 0
        default: false
        }
    }
}
