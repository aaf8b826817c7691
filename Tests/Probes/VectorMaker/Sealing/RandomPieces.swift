// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto
import Synchronization

/// Randomness that was decided beforehand: each call takes the next piece.
final class RandomPieces: Sendable {
    private let pieces: Mutex<[[UInt8]]>

    init(_ pieces: [[UInt8]]) {
        self.pieces = Mutex(pieces.reversed())
    }

    func fill(_ target: inout MutableSpan<UInt8>) {
        let piece = pieces.withLock { $0.popLast() } ?? []
        precondition(piece.count == target.count, "the sealer draws two pieces of 32 bytes")
        for index in piece.indices { target[index] = piece[index] }
    }
}
