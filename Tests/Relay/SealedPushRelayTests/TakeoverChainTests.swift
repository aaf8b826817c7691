// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import SealedPushRelayTesting
import Synchronization
import TestSupport
import Testing

@testable import SealedPushRelay

/// Random chains of `Tests/Models/tokens.py`, which was written from the text alone, on a real
/// store.
struct TakeoverChainTests {
    /// A step of a chain, and what every device is after it.
    private struct Step: Decodable {
        let now: Int
        let event: String
        let device: String?
        let identity: String?
        let token: String?
        let accepted: Bool
        let codes: [String]
        let states: [String: String]
        let endpoints: [String: String]
    }

    @Test func `a store does what the text says of several devices of one token`() async throws {
        let chains = try ModelChains.of("tokens.py", count: 100, as: [Step].self)
        #expect(chains.count == 100)
        for (number, chain) in chains.enumerated() {
            let player = try ChainPlayer()
            defer { player.remove() }
            for (place, step) in chain.enumerated() {
                let fault = try await player.play(step)
                #expect(
                    fault == nil,
                    "seed \(ModelChains.seed), chain \(number), step \(place): \(fault ?? "")"
                )
                guard fault == nil else { return }
            }
        }
    }

    /// A store with the devices of a chain.
    private final class ChainPlayer {
        private let folder: URL
        private let time: TestTime
        private let store: SQLiteRelayStore
        private var owners: [String: SampleDevice] = [:]
        private var devices: [String: (id: DeviceID, owner: SampleDevice)] = [:]
        private var endpoints: [String: EndpointID] = [:]
        private var codes: [String: Capability] = [:]
        private let tokens = SampleDevice()

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "chain-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let time = TestTime()
            self.time = time
            store = try SQLiteRelayStore(path: folder.appending(path: "relay.sqlite").path) {
                time.now
            }
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }

        /// What differs after a step, or nil.
        func play(_ step: Step) async throws -> String? {
            time.set(minutes: step.now)
            try await store.sweep(lapsedBefore: nil, expiredBefore: time.now)
            var (isAccepted, recalls): (Bool, [TokenRecall]) = (true, [])
            switch (step.event, step.device) {
            case ("register", let name?): recalls = try await register(name, step)
            case ("start", let name?): recalls = try await start(name, try token(step)) ?? []
            case ("answer", let name?):
                let answered = try await answer(codes[name] ?? Capability(), as: name)
                (isAccepted, recalls) = (answered != nil, answered ?? [])
            case ("dead", let name?):
                let id = try #require(devices[name]).id
                _ = try await store.change(id) { device, now in
                    guard let version = device.token?.version else { return }
                    device.noteRefusal(of: version, deadSince: .latest, leased: now, at: now)
                }
            default: break
            }
            let names = recalls.compactMap { recall in
                devices.first { $0.value.id == recall.device.id }?.key
            }
            for (name, recall) in zip(names, recalls) { codes[name] = recall.code }
            if isAccepted != step.accepted { return "accepted: \(isAccepted)" }
            if names != step.codes { return "codes: \(names), not \(step.codes)" }
            return try await difference(from: step)
        }

        private func difference(from step: Step) async throws -> String? {
            for (name, state) in step.states {
                let id = try #require(devices[name]).id
                let found = try await store.device(id)?.state.stored.word
                if found != state { return "\(name) is \(found ?? "forgotten"), not \(state)" }
                let ids = try await store.endpoints(of: id).map(\.id)
                for (endpoint, owner) in step.endpoints where owner == name {
                    guard let id = endpoints[endpoint], ids.contains(id) else {
                        return "\(endpoint) is not an endpoint of \(name)"
                    }
                }
            }
            return nil
        }

        private func token(_ step: Step) throws -> TokenFingerprint {
            tokens.fingerprint(try #require(step.token))
        }

        private func register(_ name: String, _ step: Step) async throws -> [TokenRecall] {
            let owner = owners[try #require(step.identity)] ?? SampleDevice()
            owners[try #require(step.identity)] = owner
            // Of two that have had a token equally long the first one gets its code first.
            let id = DeviceID(Int64(devices.count + 1))
            devices[name] = (id, owner)
            let device = RelayDevice(
                registering: id,
                app: owner.app,
                identity: owner.identity,
                credential: Capability().digest,
                token: try token(step),
                sealed: { [UInt8($0.number)] },
                at: time.now
            )
            try await store.add(device, nil)
            let recalls = try #require(try await start(name, try token(step)))
            let endpoint = Endpoint(
                id: EndpointID(),
                device: id,
                digest: Capability().digest,
                sender: .anyone
            )
            endpoints[name] = endpoint.id
            try #require(try await store.add(endpoint))
            return recalls
        }

        /// Names a token, and answers the code if one is needed.
        private func start(_ name: String, _ token: TokenFingerprint) async throws
            -> [TokenRecall]?
        {
            let (code, id) = (Capability(), try #require(devices[name]).id)
            let isIssued = try await store.change(id) { device, now in
                _ = try? device.name(token, sealed: { [UInt8($0.number)] }, at: now)
                return (try? device.issueCode(code, origin: SampleDevice.origin, at: now)) != nil
            }
            return isIssued == true ? try await answer(code, as: name) : nil
        }

        private func answer(_ code: Capability, as name: String) async throws -> [TokenRecall]? {
            let (id, owner) = try #require(devices[name])
            let proof = try owner.proof(of: code, for: id)
            let answer = ActivationAnswer(proof, origin: SampleDevice.origin)
            return try? await store.activate(id, by: answer)?.get()
        }
    }
}

/// The time of a store, in minutes from a start.
private final class TestTime: Sendable {
    private let time = Mutex(SampleDevice.now)

    var now: Timestamp { time.withLock(\.self) }

    func set(minutes: Int) {
        time.withLock { $0 = SampleDevice.now.advanced(by: .seconds(60 * minutes)) }
    }
}
