// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHPACK
import NIOHTTP2

/// A request that is coming in.
struct RequestParts {
    /// From how many bytes of a body on nothing more of it is waited for.
    static let lengthLimit = 32_768

    private let headers: HPACKHeaders
    private var body: [UInt8] = []
    /// How many bytes of the body have come, those included that were not kept.
    private var count = 0

    init(_ headers: HPACKHeaders) {
        self.headers = headers
    }

    /// Takes a piece of the body.
    ///
    /// - Returns: Whether it is so long already that the rest makes no difference.
    mutating func append(_ data: ByteBuffer) -> Bool {
        count += data.readableBytes
        let room = PushRequest.bodyLimit - body.count
        if room > 0 { body += data.readableBytesView.prefix(room) }
        return count > Self.lengthLimit
    }

    /// The request as far as it has come.
    var request: PushRequest {
        var (method, path) = ("", "")
        var fields: [(name: String, value: String)] = []
        for (name, value, _) in headers {
            switch name {
            case ":method": method = value
            case ":path": path = value
            default: if !name.hasPrefix(":") { fields.append((name, value)) }
            }
        }
        return PushRequest(method: method, path: path, fields: fields, body: body)
    }
}
