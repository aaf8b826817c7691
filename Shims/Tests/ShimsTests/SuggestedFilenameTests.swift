// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Testing

extension URLResponse {
    // What docs/testing-extensions.md tells to add to a target; it hides Foundation's in this file.
    fileprivate var suggestedFilename: String? { url?.lastPathComponent }
}

struct SuggestedFilenameTests {
    private func response(_ headers: [String: String] = [:]) throws -> URLResponse {
        let url = try #require(URL(string: "https://example.com/a/photo.jpg?size=2"))
        let response = HTTPURLResponse(
            url: url,
            statusCode: 200,
            httpVersion: nil,
            headerFields: headers
        )
        return try #require(response)
    }

    @Test func `a target's own property gives a download the name in its URL`() throws {
        #expect(try response().suggestedFilename == "photo.jpg")
    }

    @Test func `Foundation's property names a download by Content-Disposition alone`() throws {
        let headers = ["Content-Disposition": #"attachment; filename="cat.png""#]
        #expect(try foundationsName(response(headers)) == "cat.png")
        #expect(try foundationsName(response(["Content-Type": "image/png"])) == "Unknown")
    }
}
