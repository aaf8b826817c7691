// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
package import SealedPushRelay

/// Random chains of `Tests/Models/tokens.py`, which was written from the text alone, for a store.
package struct TakeoverChains {
    /// Why chains cannot be played.
    private enum Failure: Error {
        /// A chain has a step without what it needs, or the store refuses an endpoint.
        case wrongStep
    }

    private let chains: [[Step]]

    /// Chains as the search prints them.
    package init(_ chains: [[Step]]) {
        self.chains = chains
    }

    /// Plays all chains on one store, whose time is `time`.
    ///
    /// - Returns: The first step after which the store differs from the text; nil if none does.
    package func fault(of store: any RelayStore, _ time: SharedTime) async throws -> String? {
        for (number, chain) in chains.enumerated() {
            let player = ChainPlayer(store, time, firstDevice: Int64(1000 * number + 1))
            for (place, step) in chain.enumerated() {
                if let fault = try await player.play(step) {
                    return "chain \(number), step \(place): \(fault)"
                }
            }
        }
        return nil
    }

    /// A step of a chain, and what every device is after it.
    package struct Step: Decodable {
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

    /// A store with the devices of a chain.
    private final class ChainPlayer {
        private let store: any RelayStore
        private let time: SharedTime
        private let firstDevice: Int64
        private var owners: [String: SampleDevice] = [:]
        private var devices: [String: (id: DeviceID, owner: SampleDevice)] = [:]
        private var endpoints: [String: EndpointID] = [:]
        private var codes: [String: Capability] = [:]
        private let tokens = SampleDevice()

        init(_ store: any RelayStore, _ time: SharedTime, firstDevice: Int64) {
            (self.store, self.time, self.firstDevice) = (store, time, firstDevice)
        }

        /// What differs after a step, or nil.
        func play(_ step: Step) async throws -> String? {
            time.now = SampleDevice.now.advanced(by: .minutes(Int64(step.now)))
            try await store.sweep(lapsedBefore: nil, expiredBefore: time.now)
            var (isAccepted, recalls): (Bool, [TokenRecall]) = (true, [])
            switch (step.event, step.device) {
            case ("register", let name?): recalls = try await register(name, step)
            case ("start", let name?): recalls = try await start(name, try token(step)) ?? []
            case ("answer", let name?):
                let answered = try await answer(codes[name] ?? Capability(), as: name)
                (isAccepted, recalls) = (answered != nil, answered ?? [])
            case ("dead", let name?):
                let id = try known(devices[name]).id
                _ = try await store.write {
                    try $0.change(id) { device, now in
                        guard let version = device.token?.version else { return }
                        device.noteRefusal(of: version, deadSince: .latest, leased: now, at: now)
                    }
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
                let id = try known(devices[name]).id
                let found = try await store.read { try $0.device(id) }?.state.stored.word
                if found != state { return "\(name) is \(found ?? "forgotten"), not \(state)" }
                let ids = try await store.read { try $0.endpoints(of: id) }.map(\.id)
                for (endpoint, owner) in step.endpoints where owner == name {
                    guard let id = endpoints[endpoint], ids.contains(id) else {
                        return "\(endpoint) is not an endpoint of \(name)"
                    }
                }
            }
            return nil
        }

        private func known<Value>(_ value: Value?) throws -> Value {
            guard let value else { throw Failure.wrongStep }
            return value
        }

        private func token(_ step: Step) throws -> TokenFingerprint {
            tokens.fingerprint(try known(step.token))
        }

        private func register(_ name: String, _ step: Step) async throws -> [TokenRecall] {
            let owner = owners[try known(step.identity)] ?? SampleDevice()
            owners[try known(step.identity)] = owner
            // Of two that have had a token equally long the first one gets its code first.
            let id = DeviceID(firstDevice + Int64(devices.count))
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
            try await store.write { try $0.add(device, nil) }
            let recalls = try known(try await start(name, try token(step)))
            let endpoint = Endpoint(
                id: EndpointID(),
                device: id,
                digest: Capability().digest,
                sender: .anyone
            )
            endpoints[name] = endpoint.id
            guard try await store.write({ try $0.add(endpoint) }) else { throw Failure.wrongStep }
            return recalls
        }

        /// Names a token, and answers the code if one is needed.
        private func start(_ name: String, _ token: TokenFingerprint) async throws
            -> [TokenRecall]?
        {
            let (code, id) = (Capability(), try known(devices[name]).id)
            let isIssued = try await store.write {
                try $0.change(id) { device, now in
                    _ = try? device.name(token, sealed: { [UInt8($0.number)] }, at: now)
                    return (try? device.issueCode(code, origin: SampleDevice.origin, at: now))
                        != nil
                }
            }
            return isIssued == true ? try await answer(code, as: name) : nil
        }

        private func answer(_ code: Capability, as name: String) async throws -> [TokenRecall]? {
            let (id, owner) = try known(devices[name])
            let proof = try owner.proof(of: code, for: id)
            let answer = ActivationAnswer(proof, origin: SampleDevice.origin)
            return try? await store.write { try $0.activate(id, by: answer) }?.get()
        }
    }
}
