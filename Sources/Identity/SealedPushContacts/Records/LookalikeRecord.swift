// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// `version | overflow | identities`: whose names have one skeleton.
struct LookalikeRecord: Equatable {
    /// The most identities that a record names.
    static let limit = 16

    private(set) var identities: [[UInt8]] = []
    /// Whether there are, or were, more identities than the record can name.
    private(set) var isFull = false

    private static let version: UInt8 = 1

    /// A record of no identity.
    init() {}

    /// What stands for a record that cannot be read, until maintenance writes it anew.
    static let ofEverybody: LookalikeRecord = {
        var record = LookalikeRecord()
        record.isFull = true
        return record
    }()

    init?(reading bytes: [UInt8]) {
        let rest = bytes.dropFirst(2)
        guard bytes.count >= 2, bytes[0] == Self.version, bytes[1] <= 1,
            rest.count.isMultiple(of: SenderIdentity.count),
            rest.count <= Self.limit * SenderIdentity.count
        else { return nil }
        isFull = bytes[1] == 1
        identities = stride(from: rest.startIndex, to: rest.endIndex, by: SenderIdentity.count)
            .map { Array(rest[$0..<$0 + SenderIdentity.count]) }
    }

    var bytes: [UInt8] { [Self.version, isFull ? 1 : 0] + identities.flatMap(\.self) }

    var isEmpty: Bool { identities.isEmpty && !isFull }

    mutating func insert(_ identity: [UInt8]) {
        guard !identities.contains(identity) else { return }
        if identities.count < Self.limit { identities.append(identity) } else { isFull = true }
    }

    mutating func remove(_ identity: [UInt8]) {
        identities.removeAll { $0 == identity }
    }
}
