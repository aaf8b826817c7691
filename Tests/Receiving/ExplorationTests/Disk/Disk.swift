// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What the disk of a device holds, as numbers: small enough to keep tens of thousands of them.
struct Disk: Hashable {
    /// The disk's own clock.
    var hour: Int
    /// For each path the number of its ``Cell``; what is beyond the end is absent.
    var cells: [Int] = []

    /// What stands under a name, the number of a ``DiskValue``, and what else may stand there after
    /// a loss of power.
    struct Cell: Hashable {
        var current: Int
        /// What else stood there since the folder was last synced, and what was durable then.
        ///
        /// The system may write any of it at any moment, so each may survive.
        var survivors: [Int]
    }

    /// What a name stands for.
    enum Value: Hashable {
        case absent
        /// A file is written once, and at most extended; `sync` tells whether its contents are
        /// durable.
        case file(contents: Int, Sync, hour: Int)
        case folder(hour: Int)
    }

    /// Whether the contents of a file are durable.
    enum Sync: Hashable {
        case synced
        /// They are not, and the file may have other names: the `number`-th file that the process
        /// of a slot made, or below zero the path of one that was made or extended under its own
        /// name.
        case unsynced(slot: Int, number: Int)
        /// They are not, and the process that could sync them is gone.
        case orphaned
    }

    func cell(_ path: Int) -> Int { path < cells.count ? cells[path] : 0 }

    mutating func set(_ path: Int, _ cell: Int) {
        while cells.count <= path { cells.append(0) }
        cells[path] = cell
        while cells.last == 0 { cells.removeLast() }
    }
}
