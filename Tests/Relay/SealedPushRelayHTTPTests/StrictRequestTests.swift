// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SealedPushCoding
import SealedPushRelay
import Testing

@testable import SealedPushRelayHTTP

/// Requests that `openapi.yaml` does not describe.
struct StrictRequestTests {
    @Test func `a member that no request has is refused by each, and nothing is done`()
        async throws
    {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            let requests: [(String, HTTPRequest.Method, String, known: String)] = [
                ("/v1/invitations", .post, bench.apiKey.text, "app, environment"),
                (
                    "/v1/devices", .post, "x",
                    "app, environment, token, bundle, prekeys, invitation"
                ),
                (device.path("/token"), .put, device.credential, "token"),
                (device.path("/activation"), .post, device.credential, "proof"),
                (device.path("/credential"), .put, device.credential, "proof"),
                (device.path("/endpoints"), .post, device.credential, "vapid, unbound"),
            ]
            for (path, method, bearer, known) in requests {
                for name in ["x", "", "App", "app\u{301}", "unbound "] {
                    let answer = try await bench.send(path, method, bearer: bearer) {
                        $0.add("app", "chat")
                        $0.add("unbound", true)
                        $0.add(name, "y")
                    }
                    #expect(answer.problem == "wrong-body", "\(path) \(name)")
                    let detail = answer.json?["detail"]?.string ?? ""
                    #expect(detail.hasSuffix("these are: \(known)."), "\(path): \(detail)")
                }
            }
        }
    }

    @Test(arguments: ["app", "environment"])
    func `null is no text, and not the same as no member`(_ name: String) async throws {
        try await RelayBench.run { bench in
            let text = name == "app" ? #"{"app":null}"# : #"{"app":"chat","environment":null}"#
            let headers: HTTPFields = [
                .authorization: "Bearer \(bench.apiKey.text)", .contentType: "application/json",
            ]
            let answer = try await bench.send(
                "/v1/invitations",
                .post,
                headers,
                Array(text.utf8)
            )
            #expect(answer.problem == "wrong-body")
            #expect(answer.json?["detail"]?.string?.contains("'\(name)'") == true)
        }
    }

    @Test func `a path with a slash too many is not there`() async throws {
        try await RelayBench.run { bench in
            let endpoint = bench.path
            for path in [
                endpoint + "/", "/" + endpoint, endpoint.replacing("/e/", with: "/e//"),
                endpoint + "//prekey", endpoint + "/prekey/", endpoint + "//",
            ] {
                for method in [HTTPRequest.Method.get, .post] {
                    let answer = try await bench.client.execute(uri: path, method: method)
                    #expect(answer.problem == "unknown", "\(method) \(path)")
                }
            }
            let invitations = ["/v1/invitations/", "//v1/invitations", "/v1//invitations"]
            for path in invitations {
                let answer = try await bench.client.execute(uri: path, method: .post)
                #expect(answer.problem == "unknown", "\(path)")
            }
            // Slashes behind the path are none of it.
            let query = try await bench.client.execute(uri: endpoint + "?a=//", method: .get)
            #expect(query.status == .ok)
            #expect(bench.queued == 0)
        }
    }
}
