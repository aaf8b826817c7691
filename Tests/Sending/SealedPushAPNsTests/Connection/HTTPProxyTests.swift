// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOHTTP1
import PushTransport
import SealedPushCoding
import Testing

@testable import SealedPushAPNs

struct HTTPProxyTests {
    @Test(arguments: [
        ("http://proxy.example", "proxy.example", 3128, String?.none),
        ("HTTP://proxy.example:8080/", "proxy.example", 8080, nil),
        ("http://ann:secret@10.0.0.1:8080", "10.0.0.1", 8080, "Basic YW5uOnNlY3JldA=="),
        ("http://ann:p%40ss%3Aw@proxy.example:1", "proxy.example", 1, "Basic YW5uOnBAc3M6dw=="),
        ("http://[::1]:8080", "::1", 8080, nil), ("http://[2001:db8::1]", "2001:db8::1", 3128, nil),
        ("http://ann@proxy.example", "proxy.example", 3128, "Basic YW5uOg=="),
    ])
    func `a URL names a proxy`(
        _ text: String,
        _ host: String,
        _ port: Int,
        _ authorization: String?
    ) throws {
        let proxy = try #require(HTTPProxy(url: text))
        #expect(proxy.host == host && proxy.port == port)
        let headers = proxy.headers(toReach: APNsConfiguration(host: "::1", port: 2197))
        #expect(headers.first(name: "host") == "[::1]:2197")
        #expect(headers.first(name: "proxy-authorization") == authorization)
    }

    @Test(arguments: [
        "", "proxy.example:3128", "https://proxy.example", "socks5://proxy.example", "http://",
        "http://proxy.example/path", "http://proxy.example?a=b", "http://proxy.example:0",
        "http://proxy.example:65536", "http://a%3Ab:c@proxy.example",
    ])
    func `what is no URL of an HTTP proxy is refused`(_ text: String) {
        #expect(HTTPProxy(url: text) == nil)
    }

    @Test(arguments: [
        (["https_proxy": "http://a:1"], HTTPProxy.Choice.proxy(HTTPProxy(host: "a", port: 1))),
        (["HTTPS_PROXY": "http://a:1"], .proxy(HTTPProxy(host: "a", port: 1))),
        (["all_proxy": "http://a:1"], .proxy(HTTPProxy(host: "a", port: 1))),
        (
            ["all_proxy": "http://a:1", "HTTPS_PROXY": "http://b:2"],
            .proxy(HTTPProxy(host: "b", port: 2))
        ),
        (["https_proxy": "", "ALL_PROXY": "http://b:2"], .proxy(HTTPProxy(host: "b", port: 2))),
        ([:], .none), (["http_proxy": "http://a:1"], .none), (["https_proxy": ""], .none),
        (["https_proxy": "socks5://a:1"], .unreadable),
        (
            ["https_proxy": "http://a:1", "no_proxy": "example.com"],
            .proxy(HTTPProxy(host: "a", port: 1))
        ),
        (["https_proxy": "http://a:1", "no_proxy": "b ,push.apple.com , c"], .none),
        (["https_proxy": "http://a:1", "NO_PROXY": ".Apple.com"], .none),
        (["https_proxy": "http://a:1", "no_proxy": "api.push.apple.com"], .none),
        (["https_proxy": "http://a:1", "no_proxy": "*"], .none),
        (
            ["https_proxy": "http://a:1", "no_proxy": "ple.com"],
            .proxy(HTTPProxy(host: "a", port: 1))
        ),
    ])
    func `the environment says which proxy is for a server`(
        _ environment: [String: String],
        _ choice: HTTPProxy.Choice
    ) {
        #expect(HTTPProxy.inEnvironment(for: "api.push.apple.com", environment) == choice)
    }

    @Test(arguments: ["localhost", "127.0.0.1", "127.1.2.3", "::1"])
    func `to this machine no proxy lies between`(_ host: String) {
        let environment = ["https_proxy": "http://a:1"]
        #expect(HTTPProxy.inEnvironment(for: host, environment) == .none)
    }

    @Test func `credentials of a proxy are never printed`() {
        let proxy = HTTPProxy(host: "a", port: 1, user: "ann", password: "secret")
        var dumped = ""
        dump(proxy, to: &dumped)
        for text in ["\(proxy)", String(reflecting: proxy), dumped] {
            #expect(!text.contains("Basic") && !text.contains("secret") && !text.contains("YW5"))
        }
    }

    @Test func `a push goes through a real proxy`() async throws {
        try await Peer.run { _ in
            [.answer(200)]
        } _: { peer in
            try await RealProxy.run(
                to: peer.configuration.port,
                user: "ann",
                password: "secret"
            ) { port in
                var configuration = peer.configuration
                configuration.proxy = HTTPProxy(
                    host: "127.0.0.1",
                    port: port,
                    user: "ann",
                    password: "secret"
                )
                let client = try APNsClient.test(configuration)
                for number in 0..<20 {
                    let push = APNsRequest.sample(number)
                    let result = try await client.send(push)
                    #expect(result == .accepted(push.id))
                }
                #expect(peer.requests.count == 20)
                #expect(peer.requests[0].header(":authority") == configuration.authority)
                await client.close()
            }
        }
    }

    @Test(arguments: [nil, "wrong", "secret"])
    func `where a real proxy lays no way a push is not sent, and the result says so`(
        _ password: String?
    ) async throws {
        try await Peer.run { _ in
            [.answer(200)]
        } _: { peer in
            // With the right password it is the port that the proxy does not allow.
            let allowed = password == "secret" ? 1 : peer.configuration.port
            try await RealProxy.run(to: allowed, user: "ann", password: "secret") { port in
                let clock = TestTime()
                var configuration = peer.configuration
                configuration.proxy =
                    password.map {
                        HTTPProxy(host: "127.0.0.1", port: port, user: "ann", password: $0)
                    } ?? HTTPProxy(host: "127.0.0.1", port: port)
                let cause = try await obstacle(of: configuration, clock)
                #expect(cause == .notSent(.proxy))
                #expect(peer.requests.isEmpty)
            }
        }
    }

    @Test func `where no proxy listens a push is not sent, and the result names the proxy`()
        async throws
    {
        try await ClosedPort.with { port in
            var configuration = APNsConfiguration(.sandbox)
            configuration.proxy = HTTPProxy(host: "127.0.0.1", port: port)
            let cause = try await obstacle(of: configuration, TestTime())
            #expect(cause == .notSent(.proxy))
        }
    }

    /// Why a push is not sent, where the first connection can't be made.
    private func obstacle(
        of configuration: APNsConfiguration,
        _ clock: TestTime
    ) async throws -> RetryCause<APNsRejection>? {
        let client = try APNsClient.test(configuration, time: clock.time)
        let task = Task { try await client.send(.sample(0), within: .hours(1)) }
        while client.load.queued == 0 { try await Task.sleep(for: .milliseconds(2)) }
        while client.load.connections > 0 { try await Task.sleep(for: .milliseconds(2)) }
        clock.advance(by: .hours(1))
        client.tick()
        let result = try await task.value
        await client.close(within: .zero)
        return result.cause
    }
}
