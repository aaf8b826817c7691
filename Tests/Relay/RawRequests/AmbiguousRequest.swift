// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Requests that two servers may read as different ones.
package enum AmbiguousRequest {
    /// What would be answered 404 if it were read as a request.
    package static let smuggled = "GET /e/smuggled HTTP/1.1\r\nHost: a\r\n\r\n"

    /// A request with a body.
    package static func post(_ headers: String, _ body: String) -> String {
        "POST /v1/devices HTTP/1.1\r\nHost: a\r\n\(headers)\r\n\r\n\(body)"
    }

    /// The requests, each with a second one in its body or after it.
    package static let all = heads + bodies

    /// Those with a clear head, which may be answered before the body turns out not to be.
    package static let bodies: [String] = [
        // Sizes of chunks that are none, or too large for a number.
        post("Transfer-Encoding: chunked", "\r\n\r\n" + smuggled),
        post("Transfer-Encoding: chunked", "0x0\r\n\r\n" + smuggled),
        post("Transfer-Encoding: chunked", "-0\r\n\r\n" + smuggled),
        post("Transfer-Encoding: chunked", "10000000000000000\r\n\r\n" + smuggled),
        post("Transfer-Encoding: chunked", String(repeating: "f", count: 5000) + "\r\n" + smuggled),
        post("Transfer-Encoding: chunked", "1\na\n0\n\n" + smuggled),
    ]

    /// Those whose head is not clear, so that nothing of them is answered but that.
    package static let heads: [String] = [
        // Both framings.
        post("Content-Length: 4\r\nTransfer-Encoding: chunked", "0\r\n\r\n" + smuggled),
        post("Transfer-Encoding: chunked\r\nContent-Length: 4", "0\r\n\r\n" + smuggled),
        // Lengths that differ, or are none.
        post("Content-Length: 0\r\nContent-Length: 39", smuggled),
        post("Content-Length: 39, 0", smuggled), post("Content-Length: +0", smuggled),
        post("Content-Length: -1", smuggled), post("Content-Length: 0x0", smuggled),
        post("Content-Length: 18446744073709551616", smuggled), post("Content-Length:", smuggled),
        // Codings that are not chunked in the end, or hide it.
        post("Transfer-Encoding: xchunked", smuggled),
        post("Transfer-Encoding: chunked, identity", "0\r\n\r\n" + smuggled),
        post("Transfer-Encoding: identity, chunked, gzip", "0\r\n\r\n" + smuggled),
        post("Transfer-Encoding: \u{0B}chunked", "0\r\n\r\n" + smuggled),
        post("Transfer-Encoding : chunked", "0\r\n\r\n" + smuggled),
        post("Transfer-Encoding:", smuggled), post("Transfer-Encoding: ", smuggled),
        post("Transfer-Encoding: ,", "0\r\n\r\n" + smuggled),
        post("Transfer-Encoding:\tchunked\t", "0\r\n\r\n" + smuggled),
        post("Transfer-Encoding:\r\nContent-Length: 39", smuggled),
        post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "0\r\n\r\n" + smuggled),
        // Ends of lines that are none.
        "GET /e/x HTTP/1.1\nHost: a\n\n" + smuggled,
        "GET /e/x HTTP/1.1\rHost: a\r\r" + smuggled,
        post("X: a\nTransfer-Encoding: chunked", "0\r\n\r\n" + smuggled),
        // Lines that go on, and names with a space or a control character.
        post("X: a\r\n Content-Length: 39", smuggled),
        post("X: a\r\n\tb", smuggled), post(" Content-Length: 39", smuggled),
        post("Content-Length : 39", smuggled), post("X\u{00}: a", smuggled),
        post("X: a\u{00}b", smuggled),
        // Two names of one host, or none.
        "GET /e/x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" + smuggled,
        "GET /e/x HTTP/1.1\r\n\r\n" + smuggled,
        // No such version.
        "GET /e/x HTTP/1.9\r\nHost: a\r\n\r\n" + smuggled, "GET /e/x\r\n\r\n" + smuggled,
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ]
}
