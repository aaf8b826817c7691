// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension StoreFolder {
    /// Makes the folders again that are missing, if nothing is lost with them that has to be known.
    ///
    /// Some tools that copy a store leave out empty folders. What lies in `tmp/` and `deferred/`, and
    /// of the records what may begin anew, is not missed. A claim directory is made with its prekey
    /// alone, so an empty `claims/` makes every prekey useless. The index is made of the claims
    /// when it is listed first.
    ///
    /// - Throws: ``StoreError/foldersMissing(_:)`` if one may have held what has to be known.
    func restoreFolders() throws(StoreError) {
        var missing: [String] = []
        for name in Self.all where try !exists(name) { missing.append(name) }
        guard !missing.isEmpty else { return }
        var lost: [RecordKind] = []
        for kind in RecordKind.all where missing.contains(kind.folder) {
            if try !wasEmpty(kind) { lost.append(kind) }
        }
        guard lost.isEmpty else { throw .foldersMissing(MissingFolders(lost)) }
        for name in missing where name != Self.unfinished { try makeFolder(name) }
    }

    /// Whether a missing folder held nothing that has to be known, as far as others tell.
    private func wasEmpty(_ kind: RecordKind) throws(StoreError) -> Bool {
        switch kind {
        case .prekeys, .states, .clock, .names, .seen: true
        // A phone pairs again; and a store that is older than pairings has no folders for them.
        case .pairings, .recipients: true
        // A device has an identity first, and epochs with its first prekey, and both for ever.
        case .device: try isEmpty(RecordKind.epochs.folder)
        case .epochs: try isEmpty(RecordKind.device.folder)
        // Only a sender pins and uses, and it is never removed.
        case .pins, .removals, .used: try isEmpty(RecordKind.senders.folder)
        default: false
        }
    }

    /// Whether a folder is there, and nothing in it.
    private func isEmpty(_ name: String) throws(StoreError) -> Bool {
        try names(in: name)?.isEmpty == true
    }
}

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
