// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushRelayClient
import TestSupport
import Testing

@testable import SealedPushSidecar

/// Devices that are paired beside others, again, or no more.
@Suite(.timeLimit(.minutes(5)))
struct PairedDeviceTests {
    private let bench: PairingBench
    private let phone = SampleDevice()
    private let request = #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}}}"#

    init() throws {
        bench = try PairingBench()
    }

    @Test func `a device that is paired again has one place, and what waits goes there`()
        async throws
    {
        try await bench.run {
            let first = try await bench.pair(phone)
            try await bench.deliver()
            #expect(try await bench.confirm(first) == .confirmed)
            bench.sidecar.relay.failBundles(with: .later(nil))
            let name = try await bench.sidecar.name(of: request)
            try await bench.deliver()
            let second = try await bench.pair(phone)
            #expect(try await bench.confirm(second) == .confirmed)
            #expect(try await bench.devices() == [phone.identity])
            bench.sidecar.advance(.seconds(61))
            try await bench.deliver()
            #expect(try await bench.sidecar.results(name) == [.accepted])
            #expect(Set(bench.sidecar.relay.endpoints).count == 2)
            let named = try bench.named(by: phone)
            #expect(named.count { $0 == first.answerHash } == 1)
            #expect(named.count { $0 == second.answerHash } == 2)
        }
    }

    @Test func `a device with a subscription that is paired goes by its pairing, and back`()
        async throws
    {
        try await bench.run {
            let other = SampleDevice()
            try await bench.sidecar.set(phone, other, of: "4711")
            let answer = try await bench.pair(phone)
            #expect(try await bench.confirm(answer) == .confirmed)
            #expect(try await bench.devices() == [other.identity, phone.identity])
            let paired = try await bench.database.devices(of: PairingBench.code).map(\.name)
            #expect(paired == [nil, "Ann's phone"])
            // The paired device stays if the subscriptions are set anew without it.
            try await bench.sidecar.set(other, of: "4711")
            #expect(try await bench.devices() == [other.identity, phone.identity])
            try await bench.sidecar.set(phone, of: "4711")
            let again = try await bench.database.devices(of: PairingBench.code)
            #expect(again.map(\.destination.device) == [phone.identity])
            #expect(again.map(\.name) == [nil])
        }
    }

    @Test(arguments: [true, false], [true, false])
    func `what comes while a phone that is paired again awaits its number goes by its new endpoint`(
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
            try await bench.sidecar.set(phone, of: "4711")
            let lost = try await bench.sidecar.name(of: request)
            try await deliverToEnded()
            #expect(try await bench.sidecar.results(lost) == [.deviceGone])
            let answer = try await bench.pair(phone)
            try await bench.deliver()
            let name = try await bench.sidecar.name(of: request)
            #expect(try await bench.sidecar.results(name) == [.waiting])
            try await deliverToEnded()
            #expect(try await bench.sidecar.results(name) == [.waiting])
            if isConfirmed {
                #expect(try await bench.confirm(answer) == .confirmed)
                try await bench.deliver()
                #expect(try await bench.sidecar.results(name) == [.accepted])
                #expect(try bench.named(by: phone).count == 2)
            } else {
                try await bench.worker.undo(PairingBench.code)
                try await deliverToEnded()
                #expect(try await bench.sidecar.results(name) == [.deviceGone])
            }
        }
    }

    @Test func `a subscription that a pairing has replaced is not set again`() async throws {
        try await bench.run {
            let old = try bench.sidecar.relay.subscription(for: phone)
            let other = try bench.sidecar.relay.subscription(for: SampleDevice())
            try await bench.database.set([old], of: PairingBench.code)
            // Also after the phone was paired again.
            for _ in 0..<2 {
                let answer = try await bench.pair(phone)
                #expect(try await bench.confirm(answer) == .confirmed)
                for list in [[old], [other, old], [old]] {
                    try await bench.database.set(list, of: PairingBench.code)
                    let known = try await bench.database.devices(of: PairingBench.code)
                    #expect(known.map(\.name) == (list.count == 1 ? [] : [nil]) + ["Ann's phone"])
                    #expect(try await bench.state() == .confirmed("Ann's phone"))
                }
            }
            // Another one that it signs counts, and the pairing is over.
            let new = try bench.sidecar.relay.subscription(for: phone)
            try await bench.database.set([new], of: PairingBench.code)
            #expect(try await bench.state() == .ended(.removed))
            let known = try await bench.database.devices(of: PairingBench.code)
            #expect(known.map(\.destination) == [.subscription(new)])
        }
    }

    @Test(.rules("C-116"))
    func `a recipient that is deleted has no paired devices, and no pairing any more`()
        async throws
    {
        try await bench.run {
            let answer = try await bench.pair(phone)
            #expect(try await bench.confirm(answer) == .confirmed)
            _ = try await bench.sidecar.name(of: request)
            try await bench.database.set([], of: PairingBench.code)
            try await bench.deliver()
            #expect(try await bench.devices().isEmpty)
            #expect(try await bench.state() == .ended(.removed))
            #expect(try await bench.sidecar.accept(request) == .unknown([PairingBench.code]))
            try await bench.pair(SampleDevice())
            try await bench.database.set([], of: PairingBench.code)
            #expect(try await bench.state() == .ended(.removed))
            #expect(try await bench.database.pendingCount() == 0)
        }
    }

    @Test(.rules("C-116"))
    func `a pairing is taken back in each of its states`() async throws {
        try await bench.run {
            try await bench.begin()
            try await bench.worker.undo(PairingBench.code)
            #expect(try await bench.state() == .ended(.removed))
            while bench.relay.waiting > 0 { try await Task.sleep(for: .milliseconds(5)) }

            let second = try await bench.pair(phone)
            try await bench.worker.undo(PairingBench.code)
            #expect(try await bench.state() == .ended(.removed))
            #expect(try await bench.confirm(second) == .notAnswered)
            try await bench.deliver()
            #expect(bench.sidecar.relay.posts == 0)

            let third = try await bench.pair(phone)
            try await bench.deliver()
            #expect(try await bench.confirm(third) == .confirmed)
            bench.sidecar.relay.failBundles(with: .later(nil))
            let name = try await bench.sidecar.name(of: request)
            try await bench.deliver()
            try await bench.worker.undo(PairingBench.code)
            #expect(try await bench.devices().isEmpty)
            #expect(try await bench.sidecar.results(name) == [.removed])
            bench.sidecar.advance(.seconds(61))
            try await bench.deliver()
            #expect(bench.sidecar.relay.posts == 1)
        }
    }

    @Test(.rules("C-116"), arguments: Ending.allCases)
    func `a device that is taken away before its pairing's message has gone out gets none`(
        _ ending: Ending
    ) async throws {
        try await bench.run {
            let answer = try await bench.pair(phone)
            #expect(try await bench.confirm(answer) == .confirmed)
            switch ending {
            case .recipient: try await bench.database.set([], of: PairingBench.code)
            case .pairing: try await bench.worker.undo(PairingBench.code)
            case .device: try await bench.database.remove(phone.identity, of: PairingBench.code)
            }
            try await bench.deliver()
            #expect(bench.sidecar.relay.posts == 0)
            #expect(try await bench.database.contentCount() == 0)
            #expect(try await bench.state() == .ended(.removed))
        }
    }

    /// By what a device is taken from its recipient.
    enum Ending: CaseIterable {
        case recipient, pairing, device
    }

    @Test func `nothing is undone where nothing was paired`() async throws {
        try await bench.worker.undo(PairingBench.code)
        #expect(try await bench.state() == nil)
        let number = try #require(PairingNumber(47))
        let result = try await bench.database.confirm(number, of: PairingBench.code)
        #expect(result == .notAnswered)
    }

    @Test func `a recipient has at most 64 paired devices, of which each may be paired again`()
        async throws
    {
        try await bench.run {
            let phones = (0..<64).map { _ in SampleDevice() }
            for phone in phones {
                let answer = try await bench.pair(phone)
                #expect(try await bench.confirm(answer) == .confirmed)
            }
            try await bench.answer(bench.begin(), by: SampleDevice())
            try await bench.reach(.ended(.tooManyDevices))
            #expect(try await bench.database.pendingCount() == 0)
            #expect(try await bench.devices() == phones.map(\.identity))
            let again = try await bench.pair(phones[7])
            #expect(try await bench.confirm(again) == .confirmed)
            #expect(try await Set(bench.devices()) == Set(phones.map(\.identity)))
            #expect(try await bench.devices().count == 64)
        }
    }
}
