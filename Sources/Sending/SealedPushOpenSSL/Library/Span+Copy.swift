// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension Span<UInt8> {
    /// The bytes as an array, for what is no secret.
    var copy: [UInt8] { indices.map { self[$0] } }
}
