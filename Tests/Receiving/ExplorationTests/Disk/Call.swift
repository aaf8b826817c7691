// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
