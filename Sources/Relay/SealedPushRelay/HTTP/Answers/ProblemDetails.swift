// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes
package import Hummingbird
package import SealedPushCoding

/// What a server answers a request that it does not serve (RFC 9457).
package protocol ProblemDetails: HTTPResponseError {
    /// The end of the type's URI.
    var name: String { get }
    /// What is wrong and what the client can do, in one sentence.
    var detail: String { get }
    /// What the answer says in headers: when to ask again, how to authenticate, which methods.
    var headers: HTTPFields { get }

    /// Adds what the body has beside type, status and detail.
    func write(to object: inout JSONWriter.Object)
}

extension ProblemDetails {
    /// The media type of the body.
    package static var mediaType: String { "application/problem+json" }

    /// The type's URI.
    package var type: String { "urn:sealedpush:problem:\(name)" }

    private var body: [UInt8] {
        JSONWriter.object { object in
            object.add("type", type)
            object.add("status", status.code)
            object.add("detail", detail)
            write(to: &object)
        }
    }

    /// What a connection is told that is not served.
    package var answer: RelayListener.Answer {
        let body = body
        let fields: HTTPFields = [
            .contentType: Self.mediaType, .contentLength: "\(body.count)", .connection: "close",
            .cacheControl: "no-store",
        ]
        return (HTTPResponse(status: status, headerFields: fields + headers), body)
    }

    package func response(from request: Request, context: some RequestContext) -> Response {
        var response = Response(bytes: body, mediaType: Self.mediaType, status: status)
        response.headers += headers
        return response
    }
}

extension HTTPFields {
    /// An API key is to be shown.
    package static let keyRequired: HTTPFields = [.wwwAuthenticate: "Bearer"]
    /// The API key is not known (RFC 6750).
    package static let keyUnknown: HTTPFields = [
        .wwwAuthenticate: #"Bearer error="invalid_token""#
    ]

    /// The request may be made again after so many seconds.
    package static func retry(after seconds: Int64) -> HTTPFields { [.retryAfter: "\(seconds)"] }
}

extension Response {
    /// An answer of bytes, which nothing on the way keeps.
    init(bytes: [UInt8], mediaType: String, status: HTTPResponse.Status = .ok) {
        self.init(
            status: status,
            headers: [.contentType: mediaType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    /// An answer of JSON.
    package static func json(
        _ status: HTTPResponse.Status = .ok,
        _ body: (inout JSONWriter.Object) -> Void
    ) -> Response {
        Response(bytes: JSONWriter.object(body), mediaType: "application/json", status: status)
    }

    /// An answer without a body.
    static func empty(_ status: HTTPResponse.Status = .noContent) -> Response {
        Response(status: status, headers: [.cacheControl: "no-store"])
    }
}
