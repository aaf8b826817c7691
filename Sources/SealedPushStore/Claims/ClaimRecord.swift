// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// What is sealed in a claim's file.
///
/// A claim: `3 | envelope hash 16 | expiry u64 | sender 32 | origin | content`; as older releases wrote it
/// `1 | envelope hash 16 | expiry u64 | sender 32 | content`. A mark: `2 | envelope hash 16 | death u64`.
enum ClaimRecord: Hashable, Sendable {
    /// The message was opened and is not yet known to be handed over.
    case claim(Claim)
    /// The message was handed over; until its death the mark tells it from a new one.
    case mark(EnvelopeHash, death: Timestamp)

    private static let oldClaimTag: UInt8 = 1
    private static let claimTag: UInt8 = 3
    private static let markTag: UInt8 = 2
    private static let timeOffset = 1 + EnvelopeHash.count
    private static let headCount = timeOffset + 8

    /// How long a mark outlives its message: longer than a device's clock is trusted to be wrong.
    static let markLife = Duration.hours(24) + .minutes(5)

    /// The mark that takes the place of `claim` when it is emptied at `now`.
    static func mark(of claim: Claim, now: Timestamp) -> ClaimRecord {
        .mark(claim.envelopeHash, death: max(claim.expiry, now).advanced(by: markLife))
    }

    /// What the record says to somebody who tries to claim.
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

    /// Lends the encoding, which is wiped afterwards; a sender of another size than 32 bytes is a caller's bug.
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
            guard let created = claim.created else {
                return (Self.oldClaimTag, claim.expiry, [claim.sender, claim.content])
            }
            let origin = ClaimOrigin(created: created, identifier: claim.identifier)
            return (Self.claimTag, claim.expiry, [claim.sender, origin.encoded, claim.content])
        }
    }

    /// Reads what was opened; what we would not have written is damaged.
    init(reading bytes: Span<UInt8>) throws(StoreError) {
        guard bytes.count >= Self.headCount else { throw .corrupted }
        let hash = EnvelopeHash(Array(copying: bytes.extracting(1..<Self.timeOffset)))
        let milliseconds = bytes.bigEndian(UInt64.self, at: Self.timeOffset)
        guard let time = Timestamp(milliseconds: milliseconds) else { throw .corrupted }
        let tail = bytes.extracting(droppingFirst: Self.headCount)
        switch bytes[0] {
        case Self.oldClaimTag, Self.claimTag:
            guard tail.count >= SenderIdentity.count else { throw .corrupted }
            let rest = tail.extracting(droppingFirst: SenderIdentity.count)
            let origin = bytes[0] == Self.claimTag ? try ClaimOrigin(reading: rest) : nil
            self = .claim(
                Claim(
                    envelopeHash: hash,
                    expiry: time,
                    sender: Array(copying: tail.extracting(first: SenderIdentity.count)),
                    content: Array(copying: rest.extracting(droppingFirst: origin?.count ?? 0)),
                    created: origin?.created,
                    identifier: origin?.identifier
                )
            )
        case Self.markTag where tail.isEmpty:
            self = .mark(hash, death: time)
        default:
            throw .corrupted
        }
    }
}
