// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushRelay

/// What becomes of messages: how they are accepted, leased, settled and swept.
extension RelayModel {
    // MARK: - Messages

    package mutating func accept(_ submission: Submission, at now: Timestamp) -> Acceptance {
        guard reach(submission.endpoint, at: now) == .open,
            let endpoint = endpoints[submission.endpoint],
            let device = devices[endpoint.device]
        else { return .ended }
        let key = RecentKey(endpoint: endpoint.id, hash: submission.hash)
        if let known = recent[key] { return .repeated(known.message) }
        let message = QueuedMessage(
            submission,
            to: endpoint,
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
            acceptedInADay: recent.count { key, value in
                key.endpoint == endpoint.id && isToday(value.at, now)
            },
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

    package func expiry(of id: OutboxID) -> Timestamp? {
        queue[id].flatMap { $0.isSingleAttempt ? nil : $0.expires }
    }

    package mutating func withdraw(_ id: OutboxID) {
        if let message = queue[id], message.lease == nil { delete(id) }
    }

    mutating func delete(_ id: OutboxID) {
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
        guard workers[worker] != nil else { return false }
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

    package func due(at now: Timestamp) -> Set<OutboxPartition> {
        let ready = queue.values.filter { message in
            guard message.isReady(at: now), let lane = lanes[message.lane] else { return false }
            if case .paused = lane.admission(at: now) { return false }
            return true
        }
        return Set(ready.map { $0.partition(of: shards) })
    }

    package mutating func lease(_ request: LeaseRequest, at now: Timestamp) -> [Lease] {
        guard workers[request.worker] != nil, var lane = lanes[request.lane] else { return [] }
        let due = request.shards.flatMap { shard in
            let partition = OutboxPartition(
                lane: request.lane,
                shard: shard,
                isUrgent: request.isUrgent
            )
            return queue.values.filter { message in
                message.partition(of: shards) == partition && message.isReady(at: now)
                    && now < message.expires
                    && (plant == .collapsesWhileLeased || !hasLeasedSibling(message))
            }.sorted { ($0.notBefore, $0.id) < ($1.notBefore, $1.id) }
        }
        guard !due.isEmpty else { return [] }
        var limit = request.limit
        if lane.admission(at: now) != .open {
            guard lane.takeProbe(at: now) else { return [] }
            lanes[request.lane] = lane
            limit = min(limit, 1)
        }
        return due.prefix(limit).compactMap { message in
            guard let device = devices[message.device], let token = device.token,
                let body = bodies[message.id]
            else { return nil }
            queue[message.id]?.lease = request.worker
            return Lease(
                message: queue[message.id] ?? message,
                body: body,
                app: device.app,
                token: token,
                round: lane.round,
                at: now
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
            // It came back to the queue meanwhile. Another worker's lease stays, even though that
            // worker will push the message once more: without it a newer message could overtake
            // that push, and be replaced by it.
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
                device.noteRefusal(
                    of: serving ?? attempt.token,
                    deadSince: proof,
                    leased: attempt.leased,
                    at: now
                )
            }
        }
    }

    // MARK: - Upkeep

    package mutating func sweep(
        lapsedBefore lapsed: Timestamp?,
        expiredBefore expired: Timestamp?,
        at now: Timestamp
    ) {
        if let lapsed = plant == .believesAnyClock ? now : lapsed {
            let far = lapsed.advanced(by: Heartbeat.limit)
            for (worker, until) in workers where until <= lapsed || far < until { leave(worker) }
        }
        if let expired { age(to: expired, at: now) }
        for device in devices.values {
            let messages = queue.values.filter { $0.device == device.id }
            switch device.state {
            case .active:
                let lane = lane(of: device)
                for message in messages where message.lane == .none {
                    queue[message.id]?.lane = lane
                }
            case .doubtful(let since):
                guard let expired, since.advanced(by: DeviceState.doubt) <= expired,
                    messages.allSatisfy({ $0.lane == .none })
                else { break }
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
        sweepDrops(before: expired)
        for endpoint in endpoints.values {
            guard let revoked = endpoint.revoked else { continue }
            if revoked.advanced(by: DeviceState.memory) <= expired { endpoints[endpoint.id] = nil }
        }
    }

    package func devices(after last: DeviceID?, limit: Int) -> [DeviceID] {
        let names = devices.keys.map(\.number).filter { (last?.number ?? 0) < $0 }
        return names.sorted().prefix(limit).map { DeviceID($0) }
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
