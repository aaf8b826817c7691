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
    package var retirements: [DeviceID: DeviceRetirement] = [:]
    package var apiKeys: [String: APIKey] = [:]
    package let limits: RelayLimits
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
        package let device: DeviceID
        package let endpoint: EndpointID
        package let prekey: PrekeyID?
        package let at: Timestamp
    }

    package init(limits: RelayLimits = RelayLimits(), plant: Plant? = nil) {
        self.limits = limits
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
        write(device, insteadOf: old, at: now)
        return result
    }

    private mutating func write(
        _ device: RelayDevice,
        insteadOf old: RelayDevice,
        at now: Timestamp
    ) {
        devices[device.id] = device
        let consequences = DeviceConsequences(from: old, to: device)
        if let token = consequences.takeover {
            for other in devices.values
            where other.id != device.id && other.token?.fingerprint == token {
                take(other, over: device, at: now)
            }
        }
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
    }

    /// Replaces another device with the same token; if it is the same device after a lost credential, its endpoints
    /// and messages move to the new registration.
    private mutating func take(_ other: RelayDevice, over device: RelayDevice, at now: Timestamp) {
        if other.identity == device.identity {
            for endpoint in endpoints.values where endpoint.device == other.id {
                endpoints[endpoint.id]?.device = device.id
            }
            for message in queue.values where message.device == other.id {
                queue[message.id]?.device = device.id
            }
        }
        var replaced = other
        replaced.replace(at: now)
        write(replaced, insteadOf: other, at: now)
    }

    /// The lane in which messages of a device wait.
    private mutating func lane(of device: RelayDevice) -> LaneID {
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

    package func endpoint(
        _ digest: Capability.Digest,
        at now: Timestamp
    ) -> (endpoint: Endpoint, reach: Endpoint.Reach)? {
        guard let endpoint = endpoints.values.first(where: { $0.digest == digest }) else {
            return nil
        }
        return (endpoint, reach(endpoint.id, at: now))
    }

    private func reach(_ id: EndpointID, at now: Timestamp) -> Endpoint.Reach {
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
        let day = now.advanced(by: .zero - Acceptance.memory)
        let today = claims.count { $0.endpoint == id && $0.prekey != nil && day < $0.at }
        guard today < limits.claimsPerDay else { return nil }
        let claim = stocks[endpoint.device]?.claim(at: now)
        claims.append(Claim(device: endpoint.device, endpoint: id, prekey: claim?.id, at: now))
        return claim
    }

    package func accepts(_ prekey: PrekeyID, at id: EndpointID, now: Timestamp) -> Bool {
        guard let endpoint = endpoints[id] else { return false }
        let rule = prekeys[endpoint.device].map { PrekeyRule.published($0) } ?? .elsewhere
        let isClaimed = claims.contains { $0.endpoint == id && $0.prekey == prekey }
        return rule.accepts(prekey, isClaimed: isClaimed, at: now)
    }

    package func wantedStock(of device: DeviceID, at now: Timestamp) -> Int {
        let start = now.advanced(by: .zero - StockTarget.period)
        let all = claims.filter { $0.device == device }
        return StockTarget.count(claims: all.count { start < $0.at }, wasClaimed: !all.isEmpty)
    }

    // MARK: - Messages

    package mutating func accept(_ submission: Submission, at now: Timestamp) -> Acceptance {
        guard reach(submission.endpoint, at: now) == .open,
            let endpoint = endpoints[submission.endpoint],
            let device = devices[endpoint.device]
        else { return .ended }
        let key = RecentKey(endpoint: endpoint.id, hash: submission.envelope.hash)
        let day = now.advanced(by: .zero - Acceptance.memory)
        if let known = recent[key], day < known.at { return .repeated(known.message) }
        let message = QueuedMessage(
            submission.envelope,
            as: submission.id,
            pushID: submission.pushID,
            from: endpoint,
            submission.options,
            lane: lane(of: device),
            at: now
        )
        let same = queue.values.filter { other in
            message.collapses && other.collapses && other.endpoint == endpoint.id
                && other.collapse == message.collapse
        }
        let waiting = same.first { $0.lease == nil }
        let usage = RelayLimits.Usage(
            queuedByEndpoint: queue.values.count { $0.endpoint == endpoint.id },
            acceptedInADay: recent.count { $0.key.endpoint == endpoint.id && day < $0.value.at },
            queuedByDevice: queue.values.count { $0.device == device.id }
        )
        if plant == .recentWithoutMessage { recent[key] = Recent(message: message.id, at: now) }
        if let limit = limits.reached(by: usage, replacing: waiting != nil) {
            return .limited(limit)
        }
        for other in same where other.lease != nil { queue[other.id]?.isSuperseded = true }
        if let waiting { delete(waiting.id) }
        queue[message.id] = message
        bodies[message.id] = submission.envelope.bytes
        recent[key] = Recent(message: message.id, at: now)
        return .queued
    }

    package mutating func withdraw(_ id: OutboxID) {
        if let message = queue[id], message.lease == nil { delete(id) }
    }

    private mutating func delete(_ id: OutboxID) {
        queue[id] = nil
        bodies[id] = nil
    }

    /// Returns a message to the queue, unless a newer one has replaced it.
    private mutating func requeue(
        _ id: OutboxID,
        _ change: (inout QueuedMessage) -> Void = { _ in }
    ) {
        guard var message = queue[id] else { return }
        guard !message.isSuperseded || plant == .requeuesSuperseded else { return delete(id) }
        message.lease = nil
        change(&message)
        if devices[message.device]?.state != .active { message.lane = .none }
        queue[id] = message
    }

    // MARK: - Workers

    package mutating func enroll(_ worker: WorkerID, at now: Timestamp) {
        workers[worker] = now.advanced(by: Heartbeat.term)
    }

    package mutating func renew(_ worker: WorkerID, holding held: Set<OutboxID>, at now: Timestamp)
        -> Bool
    {
        guard isAlive(worker, at: now) else { return false }
        enroll(worker, at: now)
        for message in queue.values where message.lease == worker && !held.contains(message.id) {
            requeue(message.id)
        }
        return true
    }

    package mutating func leave(_ worker: WorkerID) {
        workers[worker] = nil
        for message in queue.values where message.lease == worker {
            // It is unknown whether the one attempt of a message with TTL 0 was made.
            if message.isSingleAttempt { delete(message.id) } else { requeue(message.id) }
        }
    }

    private func isAlive(_ worker: WorkerID, at now: Timestamp) -> Bool {
        workers[worker].map { now < $0 } ?? false
    }

    package func due(at now: Timestamp) -> Set<OutboxPartition> {
        let ready = queue.values.filter { message in
            guard message.isReady(at: now), let lane = lanes[message.lane] else { return false }
            if case .paused = lane.admission(at: now) { return false }
            return true
        }
        return Set(ready.map(\.partition))
    }

    package mutating func lease(_ request: LeaseRequest, at now: Timestamp) -> [Lease] {
        let partition = request.partition
        guard isAlive(request.worker, at: now), var lane = lanes[partition.lane] else { return [] }
        let due = queue.values.filter { message in
            message.partition == partition && message.isReady(at: now) && now < message.expires
                && (plant == .collapsesWhileLeased || !hasLeasedSibling(message))
        }
        guard !due.isEmpty else { return [] }
        var limit = request.limit
        if lane.admission(at: now) != .open {
            guard lane.takeProbe(at: now) else { return [] }
            lanes[partition.lane] = lane
            limit = min(limit, 1)
        }
        return due.sorted { ($0.notBefore, $0.id) < ($1.notBefore, $1.id) }.prefix(limit).compactMap
        { message in
            guard let device = devices[message.device], let token = device.token,
                let body = bodies[message.id]
            else { return nil }
            queue[message.id]?.lease = request.worker
            return Lease(
                message: queue[message.id] ?? message,
                body: body,
                app: device.app,
                token: token,
                round: lane.round
            )
        }
    }

    /// Whether a worker holds a message that this one replaces: it could arrive after this one.
    private func hasLeasedSibling(_ message: QueuedMessage) -> Bool {
        queue.values.contains { other in
            other.lease != nil && other.collapses && message.collapses
                && other.endpoint == message.endpoint && other.collapse == message.collapse
        }
    }

    package mutating func settle(
        _ attempt: Attempt,
        by worker: WorkerID,
        at now: Timestamp
    ) {
        let id = attempt.message.id
        let settlement = Settlement(attempt.outcome, of: attempt.message, at: now)
        let isStale =
            devices[attempt.message.device].map { device in
                device.state == .active && device.token?.version != attempt.token
            } ?? false
        if queue[id]?.lease == worker || plant == .noFence {
            switch settlement.message {
            case .delete: delete(id)
            case .requeue(let notBefore, let attempts):
                requeue(id) { message in
                    message.notBefore = notBefore
                    message.attempts = attempts
                }
            // A refusal of an older token is no reason to wait.
            case .hold: requeue(id) { if !isStale { $0.lane = .none } }
            case .deadLetter(let reason):
                deadLetters.append(DeadLetter(id: id, reason: reason, time: now))
                delete(id)
            }
        } else if attempt.outcome == .accepted,
            queue[id]?.lease == nil || plant == .deletesWhileLeased
        {
            // It came back to the queue meanwhile. Another worker's lease stays, even though that worker will push
            // the message once more: without it a newer message could overtake that push, and be replaced by it.
            delete(id)
        }
        note(settlement.device, attempt, at: now)
        _ = lanes[attempt.message.lane]?.note(
            settlement.lane,
            round: attempt.round,
            at: now
        )
    }

    private mutating func note(
        _ change: Settlement.DeviceChange,
        _ attempt: Attempt,
        at now: Timestamp
    ) {
        let device = attempt.message.device
        switch change {
        case .nothing: break
        case .works:
            _ = self.change(device, at: now) { device, _ in device.noteAcceptance(by: attempt.token)
            }
        case .waits(let until):
            for message in queue.values
            where message.device == device && message.lease == nil && message.notBefore < until {
                queue[message.id]?.notBefore = until
            }
        case .tokenRefused(let since):
            let serving = plant == .noTokenVersion ? devices[device]?.token?.version : nil
            let proof = plant == .unconditionalGone ? .latest : since
            _ = self.change(device, at: now) { device, now in
                device.noteRefusal(of: serving ?? attempt.token, deadSince: proof, at: now)
            }
        }
    }

    package mutating func openLane(_ id: LaneID) {
        lanes[id]?.open()
    }

    // MARK: - Upkeep

    package mutating func sweep(expiredBefore expired: Timestamp?, at now: Timestamp) {
        for (worker, until) in workers where until <= now { leave(worker) }
        if let expired { age(to: expired, at: now) }
        for device in devices.values {
            let messages = queue.values.filter { $0.device == device.id }
            switch device.state {
            case .active:
                let lane = lane(of: device)
                for message in messages where message.lane == .none {
                    queue[message.id]?.lane = lane
                }
            case .doubtful(let since) where since.advanced(by: DeviceState.doubt) <= now:
                guard messages.allSatisfy({ $0.lane == .none }) else { break }
                let probe = messages.filter { now < $0.expires }.min { $0.id < $1.id }
                if let probe { queue[probe.id]?.lane = laneIDs[device.app] ?? .none }
            default: break
            }
        }
        if let expired { forget(before: expired) }
        for message in queue.values where message.isReady(at: now) && message.expires <= now {
            queue[message.id]?.notBefore = now.advanced(by: QueuedMessage.expiredWait)
        }
    }

    private mutating func age(to expired: Timestamp, at now: Timestamp) {
        for id in devices.keys {
            let age = change(id, at: now) { device, _ in device.age(to: expired) }
            if age == .forgotten { forget(id) }
        }
    }

    private mutating func forget(before expired: Timestamp) {
        for message in queue.values where message.lease == nil && message.expires < expired {
            delete(message.id)
        }
        deadLetters.removeAll { $0.time.advanced(by: DeviceState.memory) <= expired }
        invitations = invitations.filter { expired < $0.value.expires }
        let day = expired.advanced(by: .zero - Acceptance.memory)
        recent = recent.filter { day < $0.value.at }
        claims.removeAll { $0.at.advanced(by: DeviceState.memory) <= expired }
        for endpoint in endpoints.values {
            guard let revoked = endpoint.revoked else { continue }
            if revoked.advanced(by: DeviceState.memory) <= expired { endpoints[endpoint.id] = nil }
        }
    }

    package func devices(after last: DeviceID?, limit: Int) -> [DeviceID] {
        let names = devices.keys.map(\.number).filter { (last?.number ?? 0) < $0 }
        return names.sorted().prefix(limit).map { DeviceID($0) }
    }

    package func deadLetters(after last: OutboxID?, limit: Int) -> [DeadLetter] {
        let letters = deadLetters.filter { (last?.number ?? .min) < $0.id.number }
        return Array(letters.sorted { $0.id < $1.id }.prefix(limit))
    }

    private mutating func forget(_ device: DeviceID) {
        for message in queue.values where message.device == device { delete(message.id) }
        endpoints = endpoints.filter { $0.value.device != device }
        claims.removeAll { $0.device == device }
        devices[device] = nil
        retirements[device] = nil
        prekeys[device] = nil
        stocks[device] = nil
    }
}
