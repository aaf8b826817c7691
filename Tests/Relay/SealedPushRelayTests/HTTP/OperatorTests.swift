// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Hummingbird
import HummingbirdTesting
import OpenAPITestSupport
import SealedPush
import SealedPushCoding
import SealedPushRelayTesting
import ServerStore
import Synchronization
import TestSupport
import Testing

@testable import SealedPushRelay

struct OperatorTests {
    private let app = AppEnvironment(app: "chat", environment: .production)
    private let gate = RegistrationGate([
        AppEnvironment(app: "chat", environment: .production): .invited
    ])

    @Test(.rules("C-36"))
    func `a relay is ready as long as its database answers, and says what is paused`()
        async throws
    {
        let store = try FaultyStore()
        let device = try SampleDevice().active()
        try await store.write { try $0.add(device, nil) }
        let router = OperatorAPI.router(
            store: store,
            gate: gate,
            unserved: [app],
            metrics: MetricsPage()
        )
        try await Application(router: router).test(.router) { client in
            let ready = try await client.execute(uri: "/health/ready", method: .get)
            #expect(ready.status == .ok)
            #expect(ready.json?["ready"]?.bool == true)
            let notices = ready.json?["notices"]?.elements?.map(\.string)
            #expect(notices == ["chat (production): no credentials, nothing is pushed"])
            store.fail(1)
            let failed = try await client.execute(uri: "/health/ready", method: .get)
            #expect(failed.status == .serviceUnavailable)
            #expect(failed.json?["ready"]?.bool == false)
            store.fail(1)
            let live = try await client.execute(uri: "/health/live", method: .get)
            #expect(live.status == .ok)
        }
    }

    @Test func `an app that no setting names is told as long as it has had devices`() async throws {
        let store = try FaultyStore()
        let gate = RegistrationGate([
            AppEnvironment(app: "chat", environment: .sandbox): .invited,
            AppEnvironment(app: "mail", environment: .production): .open,
        ])
        let router = OperatorAPI.router(
            store: store,
            gate: gate,
            unserved: [],
            metrics: MetricsPage()
        )
        try await Application(router: router).test(.router) { client in
            let empty = try await client.execute(uri: "/health/ready", method: .get)
            #expect(empty.json?["notices"]?.elements?.isEmpty == true)
            let sample = SampleDevice()
            let device = sample.registered()
            try await store.write { try $0.add(device, nil) }
            var active = device
            try sample.activate(&active, at: SampleDevice.now)
            _ = try await store.write { [active] in
                try $0.change(device.id) { device, _ in device = active }
            }
            let ready = try await client.execute(uri: "/health/ready", method: .get)
            #expect(ready.status == .ok)
            let notices = ready.json?["notices"]?.elements?.compactMap(\.string) ?? []
            #expect(notices.count == 1)
            #expect(notices.first?.hasPrefix("chat (production): has devices here, but no") == true)
        }
    }

    @Test(arguments: ["//health/ready", "/health//ready", "/health/ready/", "/metrics/"])
    func `an operator's path has one spelling`(_ path: String) async throws {
        let router = OperatorAPI.router(
            store: try FaultyStore(),
            gate: gate,
            unserved: [],
            metrics: MetricsPage()
        )
        try await Application(router: router).test(.router) { client in
            let answer = try await client.execute(uri: path, method: .get)
            #expect(answer.status == .notFound)
        }
    }

    @Test func `a method that an operator's path does not have is told with those that it has`()
        async throws
    {
        let store = try FaultyStore()
        let router = OperatorAPI.router(
            store: store,
            gate: gate,
            unserved: [],
            metrics: MetricsPage()
        )
        try await Application(router: router).test(.router) { client in
            let answer = try await client.execute(uri: "/metrics", method: .post)
            #expect(answer.problem == "method-not-allowed")
            #expect(answer.headers[.allow] == "GET")
            let nowhere = try await client.execute(uri: "/metric", method: .get)
            #expect(nowhere.status == .notFound)
        }
    }

    @Test(.rules("C-36"))
    func `a database that answers and takes no writes is not ready, and it says what to do`()
        async throws
    {
        let store = try FaultyStore()
        let clock = ManualClock()
        let router = OperatorAPI.router(
            store: store,
            gate: gate,
            unserved: [],
            metrics: MetricsPage(),
            conditions: RelayConditions(time: WorkerTime(clock))
        )
        try await Application(router: router).test(.router) { client in
            // The question is answered, and the write fails.
            store.fail(1, after: 1)
            let failed = try await client.execute(uri: "/health/ready", method: .get)
            #expect(failed.status == .serviceUnavailable)
            let notices = failed.json?["notices"]?.elements?.compactMap(\.string) ?? []
            #expect(notices.count == 1)
            #expect(notices.first?.contains("takes no writes") == true)
            // Nothing is written anew for each that asks.
            let again = try await client.execute(uri: "/health/ready", method: .get)
            #expect(again.status == .serviceUnavailable)
            clock.advance(by: WriteCheck.interval)
            let healed = try await client.execute(uri: "/health/ready", method: .get)
            #expect(healed.status == .ok)
        }
    }

    @Test func `tokens that no key opens are told for five minutes`() async throws {
        let clock = ManualClock()
        let conditions = RelayConditions(time: WorkerTime(clock))
        conditions.note(.accepted, of: app)
        #expect(conditions.notices == [])
        conditions.note(.tokenUnreadable, of: app)
        let router = OperatorAPI.router(
            store: try FaultyStore(),
            gate: gate,
            unserved: [],
            metrics: MetricsPage(),
            conditions: conditions
        )
        try await Application(router: router).test(.router) { client in
            let ready = try await client.execute(uri: "/health/ready", method: .get)
            #expect(ready.status == .ok)
            let notices = ready.json?["notices"]?.elements?.compactMap(\.string) ?? []
            #expect(notices.first?.hasPrefix("chat (production): no key opens") == true)
            clock.advance(by: .minutes(5))
            let later = try await client.execute(uri: "/health/ready", method: .get)
            #expect(later.json?["notices"]?.elements?.isEmpty == true)
        }
    }

    @Test func `a certificate is told 30 days before its end, and its end is a metric`()
        async throws
    {
        let now = Mutex(Timestamp(clamping: 1_700_000_000_000))
        let conditions = RelayConditions(date: { now.withLock(\.self) })
        let end = Timestamp(clamping: 1_700_000_000_000 + 40 * 86_400_000)
        conditions.watch(certificate: "chat (production)") { end }
        conditions.watch(certificate: "tls") { nil }
        let router = OperatorAPI.router(
            store: try FaultyStore(),
            gate: RegistrationGate([:]),
            unserved: [],
            metrics: MetricsPage(),
            conditions: conditions
        )
        try await Application(router: router).test(.router) { client in
            let cases: [(Int64, String?)] = [
                (0, nil), (9, nil), (11, "ends"), (39, "ends"), (41, "ended"),
            ]
            for (days, words) in cases {
                let start = Timestamp(clamping: 1_700_000_000_000)
                now.withLock { $0 = start.advanced(by: .days(days)) }
                let ready = try await client.execute(uri: "/health/ready", method: .get)
                #expect(ready.status == .ok)
                let notices = ready.json?["notices"]?.elements?.compactMap(\.string) ?? []
                let expected = words.map {
                    "chat (production): the certificate \($0) on 2023-12-24T22:13:20Z;"
                        + " put a new one in its place"
                }
                #expect(notices == [expected].compactMap(\.self), "\(days)")
            }
            let page = try await client.execute(uri: "/metrics", method: .get)
            let line =
                #"relay_certificate_end_seconds{certificate="chat (production)"} 1703456000.0"#
            #expect(String(buffer: page.body) == line + "\n")
        }
    }

    @Test func `a meter has its current value, of all clients that count`() {
        let page = MetricsPage()
        let (first, second) = (
            Meter(label: "apns_in_flight", factory: page),
            Meter(label: "apns_in_flight", factory: page)
        )
        first.increment(by: 7.0)
        second.increment(by: 5.0)
        #expect(page.text == "apns_in_flight 12.0\n")
        first.decrement(by: 7.0)
        #expect(page.text == "apns_in_flight 5.0\n")
        second.set(3)
        #expect(page.text == "apns_in_flight 3.0\n")
    }

    @Test func `metrics are told in Prometheus's format`() async throws {
        let page = MetricsPage()
        let dimensions = [("route", "/e/{endpoint}"), ("note", "a \"quoted\" \\ word")]
        page.makeCounter(label: "relay.requests", dimensions: dimensions).increment(by: 2)
        page.makeCounter(label: "relay.requests", dimensions: dimensions).increment(by: 1)
        page.makeTimer(label: "request_seconds", dimensions: []).recordNanoseconds(1_500_000_000)
        page.makeRecorder(label: "1st gauge", dimensions: [], aggregate: false).record(7.5)
        let lines = page.text.split(separator: "\n")
        #expect(
            lines == [
                "_1st_gauge 7.5",
                #"relay_requests{route="/e/{endpoint}",note="a \"quoted\" \\ word"} 3"#,
                "request_seconds_count 1", "request_seconds_sum 1.5",
            ]
        )
        let router = OperatorAPI.router(
            store: try FaultyStore(),
            gate: gate,
            unserved: [],
            metrics: page
        )
        try await Application(router: router).test(.router) { client in
            let answer = try await client.execute(uri: "/metrics", method: .get)
            #expect(answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            #expect(String(buffer: answer.body) == page.text)
        }
    }

    @Test func `no more series are kept than there is room for`() {
        let page = MetricsPage()
        for number in 0..<MetricsPage.limit + 10 {
            page.makeCounter(label: "count", dimensions: [("n", "\(number)")]).increment(by: 1)
        }
        #expect(page.text.split(separator: "\n").count == MetricsPage.limit)
    }
}
