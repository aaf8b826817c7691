// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

extension Request {
    /// What the client expects before it sends the body, in lower case (RFC 9110, section 10.1.1).
    private var expectations: [String] {
        headers[values: .expect].flatMap { $0.split(separator: ",") }
            .map { $0.trimmed.lowercased() }.filter { !$0.isEmpty }
    }

    /// Whether nothing is expected but that the body is asked for.
    var expectsWhatIsDone: Bool { expectations.allSatisfy { $0 == "100-continue" } }

    /// The request, whose body the client is asked for when it is read, if the client waits for
    /// that.
    ///
    /// A request that is refused by its head gets its answer alone.
    func asking(on channel: any Channel) -> Request {
        guard !expectations.isEmpty else { return self }
        var request = self
        request.body = RequestBody(asyncSequence: ExpectedBody(body: body, channel: channel))
        return request
    }
}

/// A body that comes once it is asked for.
private struct ExpectedBody: AsyncSequence, Sendable {
    let body: RequestBody
    let channel: any Channel

    func makeAsyncIterator() -> Iterator {
        Iterator(rest: body.makeAsyncIterator(), channel: channel)
    }

    struct Iterator: AsyncIteratorProtocol {
        var rest: RequestBody.AsyncIterator
        /// Nil after it was asked.
        var channel: (any Channel)?

        @concurrent mutating func next() async throws -> ByteBuffer? {
            if let channel {
                self.channel = nil
                let head = HTTPResponse(status: .continue)
                try await channel.writeAndFlush(HTTPResponsePart.head(head))
            }
            return try await rest.next()
        }
    }
}
