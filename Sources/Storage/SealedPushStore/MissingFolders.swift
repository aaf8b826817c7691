// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The folders that a store lacks, each for the records of one kind.
///
/// A number, and no array: with an array in `StoreError` the compiler of Swift 6.3.1 crashes.
public struct MissingFolders: Hashable, Sendable {
    /// A bit for each kind, in the order of the list of kinds.
    private let kinds: UInt32

    init(_ kinds: [RecordKind]) {
        self.kinds = RecordKind.all.enumerated().reduce(0) { bits, kind in
            kinds.contains(kind.element) ? bits | 1 << kind.offset : bits
        }
    }

    /// The names of the folders, the same in every store.
    public var names: [String] {
        RecordKind.all.enumerated().filter { kinds & 1 << $0.offset != 0 }.map(\.element.folder)
    }
}
