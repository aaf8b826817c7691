// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HummingbirdTesting
import InMemoryTracing
import SealedPush
import SealedPushRelayTesting
import Testing
import Tracing

@testable import SealedPushRelay

struct RouteTraceTests {
    @Test func `a span names the route and the status, and no URL, token or credential`()
        async throws
    {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            let endpoint = try await device.makeEndpoint()
            let message = try #require(try await bench.post().headers[.location])
            _ = try await bench.send(String(message.dropFirst(bench.origin.count)), .delete)
            _ = try await bench.send(endpoint.path)
            // Of a path that no route has nothing is told.
            _ = try await bench.client.execute(uri: bench.path + "/x", method: .get)
            bench.store.fail(1)
            let parent = try #require(HTTPField.Name("traceparent"))
            _ = try await bench.send(bench.path, .get, [parent: "00-\(device.id)-1-01"])

            let spans = bench.tracer.finishedSpans
            #expect(bench.tracer.activeSpans.isEmpty)
            let names = Set(spans.map(\.operationName))
            let known = [
                "POST /e/{endpoint}", "DELETE /m/{message}", "GET /e/{endpoint}", "request",
            ]
            #expect(names.isSuperset(of: known), "\(names)")
            let failed = try #require(spans.last)
            let status = failed.attributes.get("http.response.status_code")?.toSpanAttribute()
            #expect(status == .int64(503))
            #expect(failed.status?.code == .error)
            let text = spans.map { span in
                "\(span.operationName) \(span.attributes) \(span.events) \(span.errors) \(span.context)"
            }
            let secrets = [
                bench.capability.text, String(endpoint.path.dropFirst(3)),
                String(message.suffix(20)),
                device.credential, device.id, "0a0b",
            ]
            for secret in secrets { #expect(!text.joined().contains(secret), "\(secret)") }
        }
    }
}
