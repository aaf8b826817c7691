// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPush
import SimulatedAPNs
import Synchronization
import Testing

@testable import SealedPushAPNs

/// The renewal of provider tokens over hours, on all connections of a client.
@Suite(.serialized)
struct RenewalTests {
    /// When the provider's clock is how wrong.
    struct Scenario: Sendable, CustomTestStringConvertible {
        let error: Duration
        let time: Range<Duration>

        var testDescription: String { "\(error) at \(time)" }
    }

    private static let pace: Duration = .minutes(4)
    private static let burst = 12

    /// Sends some pushes every four minutes for six hours, and says when which results came.
    private func send(
        by fleet: Fleet,
        _ clock: Scenario?
    ) async -> [(time: Duration, results: [APNsResult])] {
        var all: [(time: Duration, results: [APNsResult])] = []
        var number = 0
        var next = Duration.zero
        while next < .hours(6) {
            if fleet.time.now < next { fleet.time.advance(by: next - fleet.time.now) }
            let time = fleet.time.now
            let isWrong = clock?.time.contains(time) ?? false
            fleet.time.setClock(ahead: isWrong ? clock?.error ?? .zero : .zero)
            let numbers = number..<number + Self.burst
            number += Self.burst
            let results = await fleet.send(numbers, within: .seconds(30))
            guard results.count == numbers.count else { break }
            all.append((time, results))
            next = time + Self.pace
        }
        return all
    }

    @Test(arguments: [
        APNsReason.invalidProviderToken, .missingProviderToken, .unrelatedKeyIDInToken,
        .badEnvironmentKeyIDInToken, .tooManyProviderTokenUpdates, .expiredProviderToken,
    ])
    func `a token that is refused is not shown again and again, and all flows once it is taken`(
        _ reason: APNsReason
    ) async throws {
        try await Fleet.run(streams: 8) { fleet in
            // Four connections on which the token was taken.
            fleet.server.play(FaultScript([FaultRule(.latency(.milliseconds(1)))]))
            await fleet.send(0..<100, within: .hours(1))
            fleet.server.play(FaultScript([FaultRule(.refusal(reason))]))
            let before = fleet.server.counts.requests
            let results = await fleet.send(100..<600, within: .minutes(10))
            #expect(results.count == 500)
            #expect(results.allSatisfy { !$0.isAccepted })
            // What was in flight, and then a push a connection and pause.
            #expect(fleet.server.counts.requests - before < 8 * 4 + 4 * 20)
            fleet.server.play(FaultScript())
            let others = await fleet.send(600..<700, within: .hours(1))
            #expect(others.count == 100)
            #expect(others.allSatisfy { $0.isAccepted })
        }
    }

    /// Expects that tokens follow each other after 20 to 60 minutes, but for one at once where the
    /// clock was set.
    private func expectPace(of times: [Duration], settingClockAt moments: [Duration] = []) {
        #expect(times.count >= 7)
        for (earlier, later) in zip(times, times.dropFirst()) {
            let isSet = moments.contains { ($0..<$0 + .minutes(5)).contains(later) }
            let least: Duration = isSet ? .zero : .minutes(20)
            #expect((least...Duration.minutes(60)).contains(later - earlier), "at \(later)")
        }
    }

    @Test func `all connections share a token, which is renewed every 20 to 60 minutes`()
        async throws
    {
        let tokens = Tokens()
        let script = FaultScript([tokens.rule, FaultRule(.latency(.milliseconds(1)))])
        try await Fleet.run(script, streams: 2) { fleet in
            tokens.begin(fleet.time)
            let bursts = await send(by: fleet, nil)
            #expect(bursts.count >= 90)
            #expect(bursts.allSatisfy { $0.results.allSatisfy { $0.isAccepted } })
            #expect(fleet.server.counts.connections == 4)
            #expect(fleet.server.counts.refused == [:])
            expectPace(of: fleet.server.providerTokenTimes.map(\.uptime))
            #expect(tokens.times.count == fleet.server.providerTokenTimes.count)
        }
    }

    @Test(arguments: [
        Scenario(error: .hours(1), time: .hours(2) ..< .hours(4)),
        Scenario(error: .hours(-1), time: .hours(2) ..< .hours(4)),
        Scenario(error: .hours(1), time: .zero ..< .hours(2)),
        Scenario(error: .hours(-1), time: .zero ..< .hours(2)),
    ])
    func `tokens keep their pace while the clock is an hour off, and pushes pass once it is right`(
        _ clock: Scenario
    ) async throws {
        let tokens = Tokens()
        try await Fleet.run(FaultScript([tokens.rule]), streams: 2) { fleet in
            tokens.begin(fleet.time)
            let bursts = await send(by: fleet, clock)
            #expect(bursts.count >= 90)
            for (time, results) in bursts {
                // A token from the future is tried again within a minute, and then the clock is
                // looked at. For one that is called expired the next is made at the latest 21
                // minutes after the last one.
                let patience: Duration = clock.error > .zero ? .minutes(5) : .minutes(25)
                let isRight =
                    time < clock.time.lowerBound || time >= clock.time.upperBound + patience
                #expect(!isRight || results.allSatisfy { $0.isAccepted }, "at \(time)")
                // Nothing is said against a push that was not at fault.
                #expect(results.allSatisfy { $0.isAccepted || $0.isOfCredentials }, "at \(time)")
            }
            expectPace(
                of: tokens.times,
                settingClockAt: [clock.time.lowerBound, clock.time.upperBound]
            )
            let refused = fleet.server.counts.refused
            #expect(refused[.tooManyProviderTokenUpdates] == nil)
            let reason: APNsReason =
                clock.error > .zero ? .invalidProviderToken : .expiredProviderToken
            #expect(Set(refused.keys) == [reason])
            // Of more than 300 that were to be sent then.
            #expect((refused[reason] ?? 0) < 200)
        }
    }
}

extension APNsResult {
    /// Whether it says that the provider token was in the way.
    fileprivate var isOfCredentials: Bool {
        switch self {
        case .rejected(let rejection), .retry(_, .refused(let rejection)):
            [.credentials, .providerToken].contains(rejection.remedy)
        case .retry(_, .notSent(.credentials)): true
        default: false
        }
    }
}

/// The provider tokens that came to a server, those included that it refused, and when each came
/// first.
private final class Tokens: Sendable {
    private struct State {
        var known: Set<String> = []
        var times: [Duration] = []
        var time: VirtualTime?
    }

    private let state = Mutex(State())

    /// Looks at each push, and lets all pass.
    var rule: FaultRule {
        FaultRule(.latency(.zero), .first(0)) { request in
            self.note(request["authorization"] ?? "")
            return false
        }
    }

    func begin(_ time: VirtualTime) { state.withLock { $0.time = time } }

    var times: [Duration] { state.withLock { $0.times } }

    private func note(_ token: String) {
        state.withLock { state in
            guard state.known.insert(token).inserted, let now = state.time?.now else { return }
            state.times.append(now)
        }
    }
}
