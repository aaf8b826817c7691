// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding
import SealedPushOpenSSL
import Testing

@testable import SimulatedAPNs

/// A server without a socket, and one connection to it.
private struct Counter {
    let desk: Desk
    var state: ServerState
    var connection: ConnectionState
    private let bearer: String
    private var stream = -1

    init(
        _ rules: [FaultRule] = [],
        environment: PushEnvironment = .production,
        observations: Observations? = nil,
        journalLimit: Int = 100
    ) throws {
        desk = try Desk(environment: environment)
        bearer = try desk.team.bearer(at: desk.seconds)
        state = ServerState(
            directory: desk.directory,
            script: FaultScript(rules),
            observations: observations,
            streamLimit: 500,
            journalLimit: journalLimit
        )
        let (number, _) = state.connected()
        connection = state.connection(number, certificate: nil)
    }

    /// Goes on with another connection.
    mutating func reconnect() {
        let (number, _) = state.connected()
        connection = state.connection(number, certificate: nil)
        stream = -1
    }

    /// Sends a request on the next stream, or on this one.
    mutating func send(
        on number: Int? = nil,
        _ change: Change = { _ in }
    ) -> Response {
        stream += 2
        var draft = Draft()
        draft["authorization"] = bearer
        change(&draft)
        return state.take(
            draft.request,
            on: number ?? stream,
            of: &connection,
            at: desk.time
        )
    }
}

extension Response {
    fileprivate var answer: PushAnswer? {
        if case .answer(let answer) = action { answer } else { nil }
    }

    fileprivate var isNothing: Bool {
        guard case .none = action else { return false }
        return goAway == nil && record == nil && delivery == nil && streamLimit == nil
    }
}

struct ServerStateTests {
    @Test func `a push is answered with its id, delivered and remembered`() throws {
        var counter = try Counter()
        let response = counter.send()
        let answer = try #require(response.answer)
        #expect(answer.status == 200)
        #expect(answer.fields == [PushAnswer.Field(name: "apns-id", value: Draft.id)])
        #expect(answer.body.isEmpty)
        #expect(response.delivery?.id.text == Draft.id)
        let record = try #require(counter.state.journal.records.first)
        #expect(record.push?.payload == Draft().body)
        #expect(record.number == 1)
        #expect(record.connection == 1)
        #expect(record.date == counter.desk.time.date)
        #expect(counter.state.journal.counts.accepted == 1)
    }

    @Test func `the sandbox gives each push a name of its own`() throws {
        var counter = try Counter(environment: .sandbox)
        let names = [counter.send(), counter.send()].compactMap { $0.answer?.fields.last }
        #expect(names.map(\.name) == ["apns-unique-id", "apns-unique-id"])
        #expect(names[0] != names[1])
        #expect(names.allSatisfy { APNsID($0.value) != nil })
    }

    @Test(arguments: [nil, "1"])
    func `a push without a good id is given one`(_ id: String?) throws {
        var counter = try Counter()
        let answer = try #require(counter.send { $0["apns-id"] = id }.answer)
        #expect(answer.status == (id == nil ? 200 : 400))
        #expect(answer.fields.map(\.name) == ["apns-id"])
        #expect(APNsID(answer.fields[0].value)?.text == answer.fields[0].value)
        #expect(counter.state.journal.records[0].id.text == answer.fields[0].value)
    }

    @Test func `a refusal says why, and since when`() throws {
        var counter = try Counter()
        var registration = DeviceRegistration(of: "com.example.app", on: "phone")
        registration.state = .unregistered(since: Timestamp(clamping: 1_699_999_999_123))
        counter.state.directory.register(registration, as: try APNsDeviceToken(hex: Draft.token))
        let answer = try #require(counter.send().answer)
        #expect(answer.status == 410)
        let body = #"{"reason":"Unregistered","timestamp":1699999999123}"#
        #expect(answer.body == Array(body.utf8))
        #expect(counter.state.journal.counts.refused == [.unregistered: 1])
        #expect(counter.state.journal.counts.accepted == 0)
    }

    @Test func `the stream limit is announced when it changes`() throws {
        var counter = try Counter()
        #expect(counter.connection.firstLimit == 1)
        let limits = [
            counter.send(), counter.send(), counter.send { $0["authorization"] = nil },
            counter.send { $0["authorization"] = "bearer e30.e30.e30" }, counter.send(),
        ].map(\.streamLimit?.limit)
        #expect(limits == [500, nil, 1, nil, 500])
    }

    @Test func `a script sets the stream limit, and ends that`() throws {
        var counter = try Counter([
            FaultRule(.streamLimit(0), .number(2)), FaultRule(.streamLimit(7), .number(4)),
            FaultRule(.streamLimit(nil), .number(6)),
        ])
        let limits = (1...7).map { _ in counter.send().streamLimit?.limit }
        #expect(limits == [500, 0, nil, 7, nil, 500, nil])
        #expect(counter.state.journal.counts.faults == 0)
    }

    @Test func `a scripted refusal is answered, and the push not taken`() throws {
        let since = Timestamp(clamping: 5)
        var counter = try Counter([
            FaultRule(.refusal(.tooManyRequests, retryAfter: .seconds(7)), .number(1)),
            FaultRule(.refusal(.expiredToken, since: since), .number(2)),
        ])
        let first = try #require(counter.send().answer)
        #expect(first.status == 429)
        #expect(first.fields.last == PushAnswer.Field(name: "retry-after", value: "7"))
        #expect(first.body == Array(#"{"reason":"TooManyRequests"}"#.utf8))
        let second = try #require(counter.send().answer)
        #expect(second.status == 410)
        #expect(second.body == Array(#"{"reason":"ExpiredToken","timestamp":5}"#.utf8))
        #expect(counter.send().answer?.status == 200)
        let counts = counter.state.journal.counts
        #expect(counts.accepted == 1)
        #expect(counts.faults == 2)
        #expect(counts.refused == [.tooManyRequests: 1, .expiredToken: 1])
    }

    @Test func `a scripted refusal of the token leaves one stream until the next valid one`()
        throws
    {
        var counter = try Counter([FaultRule(.refusal(.expiredProviderToken), .number(2))])
        #expect(
            [counter.send(), counter.send(), counter.send()].map(\.streamLimit?.limit) == [
                500, 1, 500,
            ]
        )
    }

    @Test func `any answer can be scripted, and comes late`() throws {
        var counter = try Counter([
            FaultRule(.answer(status: 502, body: [1, 2])), FaultRule(.latency(.seconds(3))),
        ])
        let response = counter.send()
        #expect(response.answer?.status == 502)
        #expect(response.answer?.body == [1, 2])
        #expect(response.delay == .seconds(3))
        #expect(response.delivery == nil)
        #expect(counter.state.journal.records[0].push == nil)
    }

    struct Break: Sendable {
        let fault: Fault
        let isTaken: Bool
    }

    @Test(arguments: [
        Break(fault: .reset(errorCode: 2, .before), isTaken: false),
        Break(fault: .reset(errorCode: 2, .after), isTaken: true),
        Break(fault: .drop(.before), isTaken: false), Break(fault: .drop(.after), isTaken: true),
        Break(fault: .silence(.before), isTaken: false),
        Break(fault: .silence(.after), isTaken: true),
    ])
    func `a push is taken or not before its answer is lost`(_ one: Break) throws {
        var counter = try Counter([FaultRule(one.fault)])
        let response = counter.send()
        #expect(response.answer == nil)
        switch (one.fault, response.action) {
        case (.reset, .reset(let code, _)): #expect(code == 2)
        case (.drop, .drop), (.silence, .silence): break
        default: Issue.record("another action")
        }
        #expect((response.delivery != nil) == one.isTaken)
        #expect((counter.state.journal.records[0].push != nil) == one.isTaken)
        #expect(counter.state.journal.records[0].fault == one.fault)
    }

    @Test(arguments: [Fault.silence(.after), .silence(.before), .drop(.after), .drop(.before)])
    func `on a connection that is silent or broken nothing has an effect`(_ fault: Fault) throws {
        var counter = try Counter([FaultRule(fault, .number(1))])
        _ = counter.send()
        #expect(counter.send().isNothing)
        #expect(counter.state.journal.counts.requests == 1)
    }

    @Test func `a connection ends behind a push, and what comes later is not looked at`() throws {
        var counter = try Counter([
            FaultRule(.goAway(errorCode: 0, reason: .shutdown, .after), .every(2))
        ])
        #expect(counter.send().goAway == nil)
        let second = counter.send()
        #expect(second.answer?.status == 200)
        let expected = Response.GoAway(
            lastStream: 3,
            errorCode: 0,
            data: Array(#"{"reason":"Shutdown"}"#.utf8)
        )
        #expect(second.goAway == expected)
        #expect(counter.send().isNothing)
        // A stream below the last that comes to its end later is answered, and ends nothing.
        for _ in 1...2 {
            let late = counter.send(on: 1)
            #expect(late.answer?.status == 200)
            #expect(late.goAway == nil)
        }
        #expect(counter.state.journal.counts.accepted == 4)
    }

    @Test func `a connection ends before a push`() throws {
        var counter = try Counter([
            FaultRule(.goAway(errorCode: 11, reason: nil, .before), .number(2))
        ])
        _ = counter.send()
        let second = counter.send()
        #expect(second.answer == nil)
        #expect(second.delivery == nil)
        #expect(second.goAway == Response.GoAway(lastStream: 1, errorCode: 11, data: []))
        #expect(counter.state.journal.counts.accepted == 1)
    }

    @Test func `a connection that ends before its first push names no stream`() throws {
        var counter = try Counter([FaultRule(.goAway(reason: nil, .before))])
        #expect(counter.send().goAway?.lastStream == 0)
    }

    @Test func `no push that was looked at is above the last stream`() throws {
        for stage in [Fault.Stage.before, .after] {
            var counter = try Counter([FaultRule(.goAway(reason: nil, stage), .number(2))])
            _ = counter.send(on: 9)
            let second = counter.send(on: 5)
            #expect(second.answer?.status == 200)
            #expect(second.goAway?.lastStream == 9)
        }
    }

    @Test func `what finds its device offline is brought when it is back`() throws {
        var counter = try Counter()
        counter.state.setOffline("phone")
        let response = counter.send()
        #expect(response.answer?.status == 200)
        #expect(response.delivery == nil)
        let back = counter.state.setOnline("phone", at: counter.desk.time)
        #expect(back.map(\.id.text) == [Draft.id])
        #expect(counter.send().delivery != nil)
    }

    @Test func `the journal remembers the latest pushes, and counts all`() throws {
        var counter = try Counter(journalLimit: 3)
        for count in 1...8 {
            _ = counter.send()
            #expect(counter.state.journal.records.map(\.number) == Array(max(1, count - 2)...count))
        }
        #expect(counter.state.journal.counts.requests == 8)
    }

    @Test func `provider tokens are counted over all connections`() throws {
        var counter = try Counter()
        _ = counter.send()
        let (number, _) = counter.state.connected()
        #expect(number == 2)
        counter.connection = counter.state.connection(number, certificate: nil)
        _ = counter.send()
        _ = counter.send { $0["authorization"] = "bearer e30.e30.e30" }
        #expect(counter.state.journal.tokenTimes == [counter.desk.time])
        #expect(counter.state.journal.counts.connections == 2)
    }

    // MARK: - What was observed

    @Test(arguments: [
        Fault.refusal(.expiredProviderToken), .refusal(.internalServerError),
        .answer(status: 500, body: []),
    ])
    func `after some refusals a server is stuck until the connection is closed`(
        _ fault: Fault
    ) throws {
        var counter = try Counter([FaultRule(fault, .number(2))], observations: Observations())
        #expect(counter.send().answer?.status == 200)
        let status = try #require(counter.send().answer?.status)
        for _ in 0..<3 { #expect(counter.send().answer?.status == status) }
        #expect(counter.state.journal.counts.accepted == 1)
        counter.reconnect()
        #expect(counter.send().answer?.status == 200)
    }

    @Test func `after too many renewals nothing is answered until the connection is closed`()
        throws
    {
        let reason = APNsReason.tooManyProviderTokenUpdates
        var counter = try Counter(
            [FaultRule(.refusal(reason), .number(1))],
            observations: Observations()
        )
        #expect(counter.send().answer?.status == 429)
        guard case .silence = counter.send().action else {
            Issue.record("it goes on")
            return
        }
        #expect(counter.send().isNothing)
        counter.reconnect()
        #expect(counter.send().answer?.status == 200)
    }

    @Test func `after any refusal there is one stream until the next push that is accepted`()
        throws
    {
        var counter = try Counter(observations: Observations())
        #expect(counter.send().streamLimit?.limit == 500)
        #expect(counter.send { $0["apns-priority"] = "7" }.streamLimit?.limit == 1)
        #expect(counter.send { $0.body = [] }.streamLimit == nil)
        #expect(counter.send().streamLimit?.limit == 500)
    }

    @Test(arguments: [404, 413, 503, 200])
    func `a refusal that a script writes out takes the streams as well`(_ status: Int) throws {
        for observations in [nil, Observations()] {
            var counter = try Counter(
                [FaultRule(.answer(status: status, body: []), .number(2))],
                observations: observations
            )
            #expect(counter.send().streamLimit?.limit == 500)
            let limit = counter.send().streamLimit?.limit
            #expect(limit == (observations == nil || status == 200 ? nil : 1))
        }
    }

    @Test func `many bad device tokens end a connection, once`() throws {
        var observations = Observations()
        observations.badTokenLimit = 3
        var counter = try Counter(observations: observations)
        let bad: Change = { $0.path = "/3/device/0b" }
        for number in 1...3 {
            _ = counter.send()
            let response = counter.send(bad)
            #expect(response.answer?.status == 400)
            #expect((response.goAway?.lastStream == 11) == (number == 3))
        }
        #expect(counter.send(bad).isNothing)
    }

    @Test func `some words are not those of Apple's documents`() throws {
        let reason = APNsReason.badEnvironmentKeyIDInToken
        for observations in [nil, Observations()] {
            var counter = try Counter(
                [FaultRule(.refusal(reason), .number(1))],
                observations: observations
            )
            let body = try #require(counter.send().answer?.body)
            let text = observations == nil ? reason.rawValue : "BadEnvironmentKeyInToken"
            #expect(String(decoding: body, as: UTF8.self) == #"{"reason":"\#(text)"}"#)
            let names = counter.send().answer?.fields.map(\.name)
            #expect(names?.contains("apns-unique-id") == (observations != nil))
        }
    }

    @Test(arguments: [0x7, 0x2] as [UInt32])
    func `a refused stream is reset twice, any other once`(_ code: UInt32) throws {
        for observations in [nil, Observations()] {
            var counter = try Counter(
                [FaultRule(.reset(errorCode: code, .before))],
                observations: observations
            )
            guard case .reset(code, let isTwice) = counter.send().action else {
                Issue.record("not reset")
                return
            }
            #expect(isTwice == (observations != nil && code == 0x7))
        }
    }
}
