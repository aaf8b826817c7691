// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushRelayClient
import ServerStore
import TestSupport
import Testing

@testable import SealedPushSidecar

/// Devices of several recipients, as a tablet that people share, which are paired for one of them.
@Suite(.timeLimit(.minutes(5)))
struct SharedDeviceTests {
    private let bench: PairingBench
    private let phone = SampleDevice()
    private let others: [RecipientCode]

    init() throws {
        bench = try PairingBench()
        others = try ["ben", "cat"].map { try #require(RecipientCode($0)) }
    }

    private func request(to code: RecipientCode) -> String {
        #"{"to":["\#(code.text)"],"payload":{"aps":{"alert":"Hi"}}}"#
    }

    /// Where the device of a recipient is reached.
    private func endpoints(of code: RecipientCode) async throws -> [String] {
        try await bench.database.devices(of: code).map(\.destination.address.endpoint)
    }

    @Test(.rules("C-120"))
    func `a device that is paired has its new endpoint for all recipients that have it`()
        async throws
    {
        try await bench.run {
            let old = try bench.sidecar.relay.subscription(for: phone, as: "ben")
            try await bench.database.set([old], of: others[0])
            #expect(try await endpoints(of: others[0]) == [old.endpoint])
            let earlier = try await bench.pair(phone, for: others[1])
            try await bench.confirm(earlier, of: others[1])
            try await bench.deliver()
            let posts = bench.sidecar.relay.posts
            bench.sidecar.relay.failBundles(with: .later(nil), .later(nil))
            var names = [MessageName?]()
            for code in others {
                names.append(try await bench.sidecar.name(of: request(to: code)))
            }
            try await bench.deliver()

            let answer = try await bench.pair(phone)
            let before = try await endpoints(of: others[0])
            try await bench.confirm(answer)
            let new = try await endpoints(of: PairingBench.code)
            for code in others { #expect(try await endpoints(of: code) == new) }
            #expect(new != before && before != [old.endpoint])
            try await bench.deliver()
            for name in names {
                #expect(try await bench.sidecar.results(name) == [.accepted])
            }
            #expect(Set(bench.sidecar.relay.endpoints.dropFirst(posts)) == Set(new))
            // The hash goes along until a relay has taken it, and then for none of them.
            #expect(try bench.named(by: phone).count { $0 == answer.answerHash } == 3)
            _ = try await bench.sidecar.name(of: request(to: others[0]))
            try await bench.deliver()
            #expect(try bench.named(by: phone).count { $0 == answer.answerHash } == 3)
        }
    }

    @Test(.rules("C-120"))
    func `the subscription of a device that is paired for another recipient stays the backend's`()
        async throws
    {
        try await bench.run {
            let relay = bench.sidecar.relay
            let old = try relay.subscription(for: phone, as: "ben")
            let other = try relay.subscription(for: SampleDevice(), as: "ben")
            try await bench.database.set([old], of: others[0])
            try await bench.confirm(bench.pair(phone))
            let new = try await endpoints(of: PairingBench.code)
            // As it is set again, it is reached at its new endpoint.
            try await bench.database.set([other, old], of: others[0])
            #expect(try await endpoints(of: others[0]) == [other.endpoint] + new)
            let known = try await bench.database.devices(of: others[0])
            #expect(known.map(\.subscription) == [other.bytes, old.bytes])
            #expect(known.map(\.name) == [nil, nil])
            // A later one counts.
            let later = try relay.subscription(for: phone, as: "ben")
            try await bench.database.set([later], of: others[0])
            #expect(try await endpoints(of: others[0]) == [later.endpoint])
            // And what is not set any more is the recipient's no more.
            try await bench.confirm(bench.pair(phone))
            try await bench.database.set([other], of: others[0])
            #expect(try await endpoints(of: others[0]) == [other.endpoint])
            #expect(try await bench.state() == .confirmed("Ann's phone"))
        }
    }

    @Test(.rules("C-120"), arguments: [true, false], [true, false])
    func `what comes for another recipient meanwhile waits for the number`(
        _ isPosted: Bool,
        _ isConfirmed: Bool
    ) async throws {
        func deliverToEnded() async throws {
            if isPosted {
                bench.sidecar.relay.fail(with: .gone(nil))
            } else {
                bench.sidecar.relay.failBundles(with: .gone(nil))
            }
            try await bench.deliver()
        }
        try await bench.run {
            try await bench.sidecar.set(phone, of: "ben")
            let answer = try await bench.pair(phone)
            try await bench.deliver()
            let name = try await bench.sidecar.name(of: request(to: others[0]))
            try await deliverToEnded()
            #expect(try await bench.sidecar.results(name) == [.waiting])
            if isConfirmed {
                try await bench.confirm(answer)
                try await bench.deliver()
                #expect(try await bench.sidecar.results(name) == [.accepted])
            } else {
                try await bench.worker.undo(PairingBench.code)
                try await deliverToEnded()
                #expect(try await bench.sidecar.results(name) == [.deviceGone])
            }
        }
    }

    @Test(.rules("C-120"), arguments: [true, false])
    func `of two answers the later one counts, whichever number is typed first`(
        _ isLaterFirst: Bool
    ) async throws {
        try await bench.run {
            let first = try await bench.pair(phone, for: others[0])
            bench.sidecar.advance(.seconds(1))
            let second = try await bench.pair(phone, for: others[1])
            let later = try await bench.database.read { transaction in
                try transaction.pairingRow(of: others[1])?.value("destination") ?? [UInt8]()
            }
            if isLaterFirst { try await bench.confirm(second, of: others[1]) }
            try await bench.confirm(first, of: others[0])
            if !isLaterFirst { try await bench.confirm(second, of: others[1]) }
            for code in others {
                let known = try await bench.database.devices(of: code)
                #expect(known.map(\.destination.stored) == [later])
            }
        }
    }
}
