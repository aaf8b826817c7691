// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore

/// What is sealed in a claim's file (T-2).
///
/// A claim: `1 | envelope hash 16 | expiry u64 | sender 32 | created u64 | length u8 | identifier |
/// content`, with length 0 if there is no identifier. A tombstone: `2 | envelope hash 16 | death
/// u64`.
enum ClaimRecord: Hashable, Sendable {
    /// The message was opened and is not yet known to be handed over.
    case claim(Claim)
    /// The message was handed over; until its death the tombstone tells it from a new one.
    case mark(EnvelopeHash, death: Timestamp)

    private static let claimTag: UInt8 = 1
    private static let markTag: UInt8 = 2
    private static let timeOffset = 1 + EnvelopeHash.count
    private static let headCount = timeOffset + 8
    private static let createdOffset = headCount + SenderIdentity.count
    private static let lengthOffset = createdOffset + 8

    /// How many bytes the file of a tombstone has; that of a claim has more.
    static let markFileSize = RecordSealer.overhead + headCount

    /// How long a tombstone outlives its message (M-38 line 40), and its prekey if that ends later.
    static let markLife = Duration.hours(24) + .minutes(5)

    /// The mark that takes the place of `claim` when it is emptied at `now`.
    static func mark(of claim: Claim, now: Timestamp) -> ClaimRecord {
        .mark(claim.envelopeHash, death: max(claim.expiry, now).advanced(by: markLife))
    }

    /// What the record says to a run that tries to claim.
    var state: ClaimState {
        switch self {
        case .claim(let claim): .held(claim)
        case .mark(let hash, death: _): .handedOver(hash)
        }
    }

    private var hash: EnvelopeHash {
        switch self {
        case .claim(let claim): claim.envelopeHash
        case .mark(let hash, death: _): hash
        }
    }

    /// Lends the encoding, which is wiped afterwards; a sender of another size than 32 bytes is a
    /// caller's bug.
    func withEncoding<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (tag, time, tail) = parts
        precondition(tail.isEmpty || tail[0].count == SenderIdentity.count, "not an identity")
        var bytes = SecretBytes(count: tail.reduce(Self.headCount) { $0 + $1.count })
        bytes.withMutableBytes { bytes in
            bytes[0] = tag
            bytes.copy(from: hash.bytes.span, at: 1)
            var number: [UInt8] = []
            number.append(bigEndian: time.milliseconds)
            bytes.copy(from: number.span, at: Self.timeOffset)
            var place = Self.headCount
            for part in tail {
                bytes.copy(from: part.span, at: place)
                place += part.count
            }
        }
        return try bytes.withBytes(body)
    }

    private var parts: (tag: UInt8, time: Timestamp, tail: [[UInt8]]) {
        switch self {
        case .mark(_, let death): return (Self.markTag, death, [])
        case .claim(let claim):
            let name = Array((claim.identifier ?? "").utf8)
            precondition(name.count <= DeferredMessage.identifierLimit, "no identifier")
            var created: [UInt8] = []
            created.append(bigEndian: claim.created.milliseconds)
            let origin = created + [UInt8(name.count)] + name
            return (Self.claimTag, claim.expiry, [claim.sender, origin, claim.content])
        }
    }

    /// Reads what was opened; what we would not have written is damaged.
    init(reading bytes: Span<UInt8>) throws(StoreError) {
        guard bytes.count >= Self.headCount,
            let time = Timestamp(milliseconds: bytes.bigEndian(UInt64.self, at: Self.timeOffset))
        else { throw .corrupted }
        let hash = EnvelopeHash(Array(copying: bytes.extracting(1..<Self.timeOffset)))
        switch bytes[0] {
        case Self.claimTag:
            self = .claim(try Self.claim(hash, expiry: time, reading: bytes))
        case Self.markTag where bytes.count == Self.headCount:
            self = .mark(hash, death: time)
        default:
            throw .corrupted
        }
    }

    private static func claim(
        _ hash: EnvelopeHash,
        expiry: Timestamp,
        reading bytes: Span<UInt8>
    ) throws(StoreError) -> Claim {
        guard bytes.count > lengthOffset,
            let created = Timestamp(milliseconds: bytes.bigEndian(UInt64.self, at: createdOffset))
        else { throw .corrupted }
        let content = lengthOffset + 1 + Int(bytes[lengthOffset])
        guard content <= bytes.count else { throw .corrupted }
        return Claim(
            envelopeHash: hash,
            expiry: expiry,
            sender: Array(copying: bytes.extracting(headCount..<createdOffset)),
            content: Array(copying: bytes.extracting(droppingFirst: content)),
            created: created,
            identifier: try DeferredMessage.identifier(bytes.extracting(lengthOffset + 1..<content))
        )
    }
}

// `claims/<prekey id>/<once, or envelope hash>` (M-38 line 26), all in lower-case hex: plain names,
// which an envelope shows anyway.

extension ClaimPlace {
    private static let once = "once"

    /// The folder of the claims under a prekey.
    static func folder(of prekey: PrekeyRecord.ID) -> String { path(of: prekey).text }

    /// Where that folder stands.
    static func path(of prekey: PrekeyRecord.ID) -> StorePath {
        StorePath(folder: StoreFolder.claims, name: "\(prekey)")
    }

    /// Where the claim's file stands.
    var path: StorePath {
        StorePath(
            folder: Self.folder(of: prekeyID),
            name: envelope.map(\.description) ?? Self.once
        )
    }

    /// Where the file of the index stands that says that content waits at this place:
    /// `unfinished/<prekey id>-<name of the claim's file>`.
    var entryPath: StorePath {
        StorePath(folder: StoreFolder.unfinished, name: "\(prekeyID)-\(path.name)")
    }

    /// Reads the name of a file of the index, or gives nil if it is none.
    init?(entry name: String) {
        let parts = name.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let bytes = Hex.decode(String(parts[0])),
            bytes.count == PrekeyRecord.ID.count
        else { return nil }
        self.init(prekeyID: PrekeyRecord.ID(bytes), file: String(parts[1]))
        guard entryPath.name == name else { return nil }
    }

    /// Reads the name of a claim's file, or gives nil if it is none.
    init?(prekeyID: PrekeyRecord.ID, file: String) {
        guard file != Self.once else {
            self.init(prekeyID: prekeyID, envelope: nil)
            return
        }
        guard let bytes = Hex.decode(file), bytes.count == EnvelopeHash.count else { return nil }
        self.init(prekeyID: prekeyID, envelope: EnvelopeHash(bytes))
    }
}
