// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// How far a generation of prekeys has come; it holds no key.
///
/// One-time prekeys that were handed out by hand have none: they belong to the sender who got them.
struct GenerationState: Hashable, Sendable {
    /// What a generation is for.
    enum Use: UInt8, Hashable, Sendable {
        /// A reusable prekey.
        case reusable = 0
        /// One-time prekeys for a directory to give out, each to one sender.
        case stock = 1
    }

    /// What it is for.
    let use: Use
    /// When its making began.
    let made: Timestamp
    /// When it was first offered.
    var offered: Timestamp?
    /// When the directory last said of one of its prekeys that it has it.
    var acknowledged: Timestamp?
    /// When a later one was found to have taken its place.
    var superseded: Timestamp?
    /// Those of its prekeys that the directory has.
    var published: Set<PrekeyRecord.ID> = []

    /// A generation that is about to be made.
    init(_ use: Use, made: Timestamp) {
        self.use = use
        self.made = made
    }
}

// MARK: - Stored form

extension GenerationState {
    private static let version: UInt8 = 1
    private static let headCount = 2 + 4 * 8
    /// Stands for a moment that has not come; no timestamp has this number.
    private static let never = UInt64.max

    /// `version 1 | use 1 | made u64 | offered u64 | acknowledged u64 | superseded u64 | published
    /// ids, ascending`.
    var stored: [UInt8] {
        var bytes = [Self.version, use.rawValue]
        for moment in [made, offered, acknowledged, superseded] {
            bytes.append(bigEndian: moment?.milliseconds ?? Self.never)
        }
        return bytes + Self.sorted(published).joined()
    }

    /// Reads what was stored, or gives nil if we would not have written it.
    init?(stored bytes: [UInt8]) {
        guard bytes.count >= Self.headCount, bytes[0] == Self.version,
            let use = Use(rawValue: bytes[1]),
            (bytes.count - Self.headCount) % PrekeyRecord.ID.count == 0
        else { return nil }
        var moments: [Timestamp?] = []
        for place in 0..<4 {
            let number = bytes.span.bigEndian(UInt64.self, at: 2 + place * 8)
            let moment = Timestamp(milliseconds: number)
            guard moment != nil || number == Self.never else { return nil }
            moments.append(moment)
        }
        guard let made = moments[0] else { return nil }
        self.init(use, made: made)
        (offered, acknowledged, superseded) = (moments[1], moments[2], moments[3])
        for start in stride(from: Self.headCount, to: bytes.count, by: PrekeyRecord.ID.count) {
            published.insert(PrekeyRecord.ID(Array(bytes[start..<start + PrekeyRecord.ID.count])))
        }
        guard stored == bytes else { return nil }
    }

    private static func sorted(_ ids: Set<PrekeyRecord.ID>) -> [[UInt8]] {
        ids.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
    }
}
