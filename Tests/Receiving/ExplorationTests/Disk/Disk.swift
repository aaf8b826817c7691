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

/// One step of a process that others may see: a call to the file system, or what it does beside
/// files.
struct Call: Hashable {
    enum Kind: Hashable {
        case read
        case status
        case names
        case create
        /// Writes behind what a file holds; ``Call/value`` is the number of what is written.
        case append
        case syncFile
        case syncFolder
        case link
        case rename
        case unlink
        case makeFolder
        case removeFolder
        /// Something is handed over, or reported; ``Call/value`` is the number of a ``Handing``.
        case handOver
        /// A moment between two calls at which something may happen to the process.
        case pause
        /// The disk's clock goes on by an hour.
        case hourPasses
        /// The process has ended by itself.
        case end
    }

    let kind: Kind
    /// A ``PathRef``.
    var path = 0
    /// The second path of a link or rename.
    var target = 0
    /// The contents of a new file, or what is handed over.
    var value = 0
}

/// A path as a process knows it: the number of one that all know by the same name, or, below zero,
/// of one of its own temporary files: -1 is the first that it made.
///
/// Their names are random; what a process does never depends on them, so the n-th file of two runs
/// is the same.
typealias PathRef = Int

/// What a process learns from a step.
enum Answer: Hashable {
    case done
    case absent
    case exists
    case unexpectedKind
    /// The number of a file's contents.
    case contents(Int)
    /// The number of a listing.
    case names(Int)
    case file(size: Int, hour: Int)
    case folder(hour: Int)
    /// No answer: before the step is taken, the system warns the process that its time is over.
    case expire
}
