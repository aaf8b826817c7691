// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// How a draft comes by its signature, honestly or not.
enum SignatureRule {
    /// By the sender, over what section 7 of `message.md` says.
    case honest
    /// By another signer.
    case by(TestSender)
    /// By the sender, over other bytes than those of this message.
    case over((inout Signed) -> Void)
    /// As it is.
    case fixed([UInt8])
    /// The honest one with the order of the group added to its second half.
    case unreduced
    /// One that satisfies the equation with the neutral element as its first half.
    case neutralFirstHalf
    /// One that satisfies the equation times the cofactor alone: its first half has a part of order
    /// 8.
    case mixedFirstHalf
    /// One that fits the key with a part of order 8, or fits it by the cofactor alone.
    case mixedKey(isSound: Bool)

    /// What is signed.
    struct Signed {
        var label = Array("SealedPush v1 message\0".utf8)
        var info: [UInt8]
        var associatedData: [UInt8]
        var rest: [UInt8]

        var bytes: [UInt8] { label + sha512(info) + associatedData + rest }
    }

    func signature(
        _ draft: MessageDraft,
        info: [UInt8],
        associatedData: [UInt8],
        rest: [UInt8]
    ) -> [UInt8] {
        var signed = Signed(info: info, associatedData: associatedData, rest: rest)
        switch self {
        case .honest:
            return draft.sender.sign(signed.bytes)
        case .by(let other):
            return other.sign(signed.bytes)
        case .over(let change):
            change(&signed)
            return draft.sender.sign(signed.bytes)
        case .fixed(let bytes):
            return bytes
        case .unreduced:
            let honest = draft.sender.sign(signed.bytes)
            let second = GroupScalar(reducing: Array(honest.suffix(32)))
            return honest.prefix(32) + second.unreducedBytes
        case .neutralFirstHalf:
            return FirstHalf.neutral.signature(by: draft.sender.name, over: signed.bytes)
        case .mixedFirstHalf:
            return FirstHalf.mixed.signature(by: draft.sender.name, over: signed.bytes)
        case .mixedKey(let isSound):
            return MixedKey.orderEight.signature(over: signed.bytes, isSound: isSound)
        }
    }
}
