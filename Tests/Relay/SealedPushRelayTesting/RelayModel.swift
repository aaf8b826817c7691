// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushRelay

/// What a relay's store holds and what each of its methods does, as a value: the measure of every store.
///
/// It has the methods of ``RelayStore``, with the time as an argument. It is written to be read, not to be fast.
package struct RelayModel: Hashable, Sendable {
    package var devices: [DeviceID: RelayDevice] = [:]
    package var prekeys: [DeviceID: PublishedPrekeys] = [:]
    package var stocks: [DeviceID: PrekeyStock] = [:]
    package var endpoints: [EndpointID: Endpoint] = [:]
    package var claims: [Claim] = []
    package var queue: [OutboxID: QueuedMessage] = [:]
    package var bodies: [OutboxID: [UInt8]] = [:]
    package var recent: [RecentKey: Recent] = [:]
    package var lanes: [LaneID: Lane] = [:]
    package var laneIDs: [AppEnvironment: LaneID] = [:]
    /// Until when the leases of each worker hold.
    package var workers: [WorkerID: Timestamp] = [:]
    package var deadLetters: [DeadLetter] = []
    package var invitations: [Capability.Digest: Invitation] = [:]
    package var drops: [Capability.Digest: KeptDrop] = [:]
    package var retirements: [DeviceID: DeviceIdentity.Retirement] = [:]
    package var apiKeys: [String: APIKey] = [:]
    package let limits: RelayLimits
    /// How many shards the outbox has.
    package let shards: Int16
    /// A fault that is planted, to show that a search finds it.
    package let plant: Plant?

    /// Faults of stores.
    package enum Plant: String, CaseIterable, Hashable, Sendable {
        /// A worker settles what another holds by now.
        case noFence
        /// A message that was pushed is deleted though another worker holds it by now.
        case deletesWhileLeased
        /// A refusal of any token counts for the one that serves.
        case noTokenVersion
        /// A message is leased while an older one that it replaces is.
        case collapsesWhileLeased
        /// Every refusal counts as proof that the token is dead.
        case unconditionalGone
        /// A message returns to the queue though a newer one has replaced it.
        case requeuesSuperseded
        /// A sweep believes the clock whatever it was just set to.
        case believesAnyClock
        /// An envelope is remembered though its message was not queued.
        case recentWithoutMessage
    }

    /// An envelope that an endpoint has seen.
    package struct RecentKey: Hashable, Sendable {
        package let endpoint: EndpointID
        package let hash: EnvelopeHash
    }

    /// The message that it became, and when.
    package struct Recent: Hashable, Sendable {
        package let message: OutboxID
        package let at: Timestamp
    }

    /// A request for a one-time prekey, and the prekey if there was one.
    package struct Claim: Hashable, Sendable {
        package var device: DeviceID
        package let endpoint: EndpointID
        package let prekey: PrekeyRecord.ID?
        package let at: Timestamp
    }

    package init(
        limits: RelayLimits = RelayLimits(),
        shards: Int16 = DeviceID.shardCount,
        plant: Plant? = nil
    ) {
        self.limits = limits
        self.shards = shards
        self.plant = plant
    }

    // MARK: - Devices

    package mutating func add(_ device: RelayDevice, _ prekeys: PublishedPrekeys?) {
        devices[device.id] = device
        self.prekeys[device.id] = prekeys
    }

    package mutating func change<Result>(
        _ id: DeviceID,
        at now: Timestamp,
        _ body: (inout RelayDevice, Timestamp) -> Result
    ) -> Result? {
        guard let old = devices[id] else { return nil }
        var device = old
        let result = body(&device, now)
        write(device, insteadOf: old, nil, at: now)
        return result
    }

    package mutating func activate(
        _ id: DeviceID,
        by answer: ActivationAnswer,
        at now: Timestamp
    ) -> Result<[TokenRecall], ActivationError>? {
        guard let old = devices[id] else { return nil }
        var device = old
        do throws(ActivationError) {
            try device.activate(by: answer.proof, origin: answer.origin, at: now)
        } catch {
            return .failure(error)
        }
        return .success(write(device, insteadOf: old, answer, at: now))
    }

    @discardableResult
    private mutating func write(
        _ new: RelayDevice,
        insteadOf old: RelayDevice,
        _ answer: ActivationAnswer?,
        at now: Timestamp
    ) -> [TokenRecall] {
        var (device, recalls): (RelayDevice, [TokenRecall]) = (new, [])
        let consequences = DeviceConsequences(from: old, to: device)
        if let token = consequences.takeover {
            let others = devices.values.filter {
                $0.id != device.id && $0.token?.fingerprint == token
            }
            let takeover = TokenTakeover(by: device, from: others, answer: answer, at: now)
            for other in takeover.replaced { end(other, as: device, at: now) }
            for (old, new) in takeover.lost { write(new, insteadOf: old, nil, at: now) }
            (device, recalls) = (takeover.device, takeover.recalls)
        }
        devices[device.id] = device
        let messages = queue.values.filter { $0.device == device.id }
        switch consequences.messages {
        case .release:
            let lane = lane(of: device)
            for message in messages { queue[message.id]?.lane = lane }
        case .hold:
            for message in messages where message.lease == nil { queue[message.id]?.lane = .none }
        case .end: for message in messages { delete(message.id) }
        case nil: break
        }
        return recalls
    }

    /// Ends an earlier registration of the same device: its endpoints, their claims and messages
    /// move to the new one, and so do its drops.
    private mutating func end(_ other: RelayDevice, as device: RelayDevice, at now: Timestamp) {
        for endpoint in endpoints.values where endpoint.device == other.id {
            endpoints[endpoint.id]?.device = device.id
        }
        for index in claims.indices where claims[index].device == other.id {
            claims[index].device = device.id
        }
        for (digest, drop) in drops where drop.device == other.id {
            drops[digest]?.device = device.id
        }
        for message in queue.values where message.device == other.id {
            queue[message.id]?.device = device.id
        }
        var replaced = other
        replaced.replace(at: now)
        write(replaced, insteadOf: other, nil, at: now)
    }

    /// The lane in which messages of a device wait.
    mutating func lane(of device: RelayDevice) -> LaneID {
        guard device.state == .active else { return .none }
        if let lane = laneIDs[device.app] { return lane }
        let lane = LaneID(Int16(laneIDs.count + 1))
        laneIDs[device.app] = lane
        lanes[lane] = Lane()
        return lane
    }

    // MARK: - Endpoints

    package mutating func add(_ endpoint: Endpoint) -> Bool {
        guard endpoints[endpoint.id] == nil else { return true }
        guard devices[endpoint.device]?.state.takesMessages == true else { return false }
        let count = endpoints.values.count { $0.device == endpoint.device && $0.revoked == nil }
        guard count < limits.endpointsPerDevice else { return false }
        endpoints[endpoint.id] = endpoint
        return true
    }

    package mutating func bind(_ id: EndpointID, to key: [UInt8]) -> Endpoint.Sender? {
        endpoints[id]?.bind(to: key)
        return endpoints[id]?.sender
    }

    package func destination(of request: Destination.Request, at now: Timestamp) -> Destination? {
        guard let endpoint = endpoints.values.first(where: { $0.digest == request.digest }),
            let device = devices[endpoint.device]
        else { return nil }
        return Destination(
            endpoint: endpoint,
            app: device.app,
            reach: reach(endpoint.id, at: now),
            takesMessage: request.message.map { takes($0, at: endpoint, now: now) } ?? false,
            time: now
        )
    }

    func reach(_ id: EndpointID, at now: Timestamp) -> Endpoint.Reach {
        guard let endpoint = endpoints[id], let device = devices[endpoint.device] else {
            return .unknown
        }
        return endpoint.reach(of: device.state, at: now)
    }

    package mutating func revoke(_ id: EndpointID, of device: DeviceID, at now: Timestamp) {
        guard endpoints[id]?.device == device else { return }
        endpoints[id]?.revoke(at: now)
        for message in queue.values where message.endpoint == id { delete(message.id) }
    }

    // MARK: - Prekeys

    package mutating func changePrekeys<Result>(
        of device: DeviceID,
        at now: Timestamp,
        _ body: (inout PublishedPrekeys, Timestamp) -> Result
    ) -> Result? {
        guard var published = prekeys[device] else { return nil }
        let result = body(&published, now)
        prekeys[device] = published
        if let stock = stocks[device], stock.epoch < published.minimumEpoch { stocks[device] = nil }
        return result
    }

    package mutating func replaceStock(of device: DeviceID, by stock: PrekeyStock?) {
        stocks[device] = stock
    }

    package mutating func claim(for id: EndpointID, at now: Timestamp) -> PrekeyStock.Claim? {
        guard let endpoint = endpoints[id], reach(id, at: now) == .open else { return nil }
        let today = claims.count { $0.endpoint == id && $0.prekey != nil && isToday($0.at, now) }
        guard today < limits.claimsPerDay else { return nil }
        let claim = stocks[endpoint.device]?.claim(at: now)
        claims.append(Claim(device: endpoint.device, endpoint: id, prekey: claim?.id, at: now))
        return claim
    }

    /// Whether something was less than a day ago; after the clock was set back, also if it is less
    /// than a day ahead.
    func isToday(_ moment: Timestamp, _ now: Timestamp) -> Bool {
        now.advanced(by: .zero - Acceptance.memory) < moment
            && moment < now.advanced(by: Acceptance.memory)
    }

    private func takes(
        _ message: Destination.Message,
        at endpoint: Endpoint,
        now: Timestamp
    ) -> Bool {
        if recent[RecentKey(endpoint: endpoint.id, hash: message.hash)] != nil { return true }
        let rule = prekeys[endpoint.device].map { PrekeyRule.published($0.ids) } ?? .elsewhere
        let isClaimed = claims.contains {
            $0.endpoint == endpoint.id && $0.prekey == message.prekey
        }
        return rule.accepts(message.prekey, isClaimed: isClaimed, at: now)
    }

    package func wantedStock(of device: DeviceID, at now: Timestamp) -> Int {
        let start = now.advanced(by: .zero - StockTarget.period)
        let all = claims.filter { $0.device == device }
        return StockTarget.count(claims: all.count { start < $0.at }, wasClaimed: !all.isEmpty)
    }
}
