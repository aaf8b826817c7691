// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHPACK

@testable import SealedPushAPNs

/// The header fields of a connection's requests, as a server reads them.
struct ReadFields {
    var sent = RequestFields(authority: "api.push.apple.com")
    var decoder = HPACKDecoder(allocator: ByteBufferAllocator())

    /// Reads the next.
    mutating func next(for request: WireRequest) throws -> HPACKHeaders {
        var block = ByteBuffer(bytes: sent.next(for: request))
        return try decoder.decodeHeaders(from: &block)
    }
}
