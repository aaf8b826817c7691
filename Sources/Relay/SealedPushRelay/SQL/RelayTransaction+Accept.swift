// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import ServerStore

/// Where messages of an endpoint go, and what of the limits is used up.
package struct SubmissionTarget {
    package let endpoint: Endpoint
    package let state: DeviceState
    /// The lane of the device's app; nil if the app has none yet.
    package let lane: LaneID?
    package let usage: RelayLimits.Usage
    fileprivate let app: AppEnvironment

    /// Reads a row of ``RelayTransaction/targets(where:)``.
    package init(_ row: SQLRow) throws {
        endpoint = try Endpoint(row)
        // A device's key is not looked at: to check it takes longer than all else here.
        app = try AppEnvironment(row)
        state = try DeviceState(word: row.value("state"), since: row.value("since"))
        let lane: LaneID? = try row.value("lane")
        self.lane = state == .active ? lane : LaneID.none
        usage = RelayLimits.Usage(
            queuedByEndpoint: try row.value("queued"),
            acceptedInADay: try row.value("accepted"),
            queuedByDevice: try row.value("device_queued")
        )
    }
}

extension RelayTransaction {
    /// Finds targets.
    ///
    /// - Parameter condition: Which endpoints.
    /// - Returns: The query; its first values are those of ``day``.
    package static func targets(where condition: String) -> String {
        """
        SELECT endpoint.*, device.app, device.environment, device.state, device.since, lane.id AS lane,
            (SELECT count(*) FROM body
                WHERE body.device = endpoint.device AND body.endpoint = endpoint.id) AS queued,
            (SELECT \(count) FROM recent WHERE recent.endpoint = endpoint.id) AS accepted,
            (SELECT count(*) FROM body WHERE body.device = device.id) AS device_queued
        FROM endpoint JOIN device ON device.id = endpoint.device
            LEFT JOIN lane ON lane.app = device.app AND lane.environment = device.environment
        WHERE \(condition)
        """
    }

    /// The times between which a message counts as of one day with a new one, both left out.
    package var day: (start: Timestamp, end: Timestamp) {
        (now.advanced(by: .zero - Acceptance.memory), now.advanced(by: Acceptance.memory))
    }

    /// Takes a message; no other transaction takes one for its endpoint meanwhile.
    package func accept(_ submission: Submission) throws -> Acceptance {
        let row = try row(
            Self.targets(where: "endpoint.id = ?"),
            day.start,
            day.end,
            submission.endpoint
        )
        guard let target = try row.map(SubmissionTarget.init),
            target.endpoint.reach(of: target.state, at: now) == .open
        else { return .ended }
        let hash = submission.hash.bytes
        // How long ago it was is the sweep's affair, which knows whether the clock is right.
        let known = try self.row(
            "SELECT message FROM recent WHERE endpoint = ? AND body_hash = ?",
            submission.endpoint,
            hash
        )
        if let known { return .repeated(try known.value("message")) }
        let message = QueuedMessage(
            submission,
            to: target.endpoint,
            lane: try target.lane ?? lane(of: target.app),
            at: now
        )
        let waiting = try waitingSibling(of: message)
        if let limit = limits.reached(by: target.usage, replacing: waiting != nil) {
            return .limited(limit)
        }
        if message.collapses {
            try run(
                """
                UPDATE queue SET superseded = TRUE
                WHERE endpoint = ? AND collapse = ? AND collapses AND \(Self.isLeased())
                """,
                message.endpoint,
                message.collapse
            )
        }
        if let waiting { try delete("id = ?", waiting) }
        try insert(message, submission.envelope.bytes)
        try run(
            "INSERT INTO recent (endpoint, body_hash, message, at) VALUES (?,?,?,?)",
            message.endpoint,
            hash,
            message.id,
            now
        )
        return .queued
    }

    /// Locks the messages that this one replaces, and returns the one that waits.
    private func waitingSibling(of message: QueuedMessage) throws -> OutboxID? {
        guard message.collapses else { return nil }
        let same = "endpoint = ? AND collapse = ? AND collapses"
        // Those that wait have an index, and the others have another.
        let each = "\(same) AND (lease IS NULL OR \(Self.isLeased()))"
        try lock("queue", where: each, message.endpoint, message.collapse)
        let row = try row(
            "SELECT id FROM queue WHERE \(same) AND lease IS NULL",
            message.endpoint,
            message.collapse
        )
        return try row?.value("id")
    }

    private func insert(_ message: QueuedMessage, _ body: [UInt8]) throws {
        try run(
            "INSERT INTO body (id, device, endpoint, bytes) VALUES (?,?,?,?)",
            message.id,
            message.device,
            message.endpoint,
            body
        )
        try run(
            """
            INSERT INTO queue (
                id, push_id, shard, lane, urgent, once, device, endpoint, collapse, collapses,
                body_hash, expires, not_before, attempts, lease, superseded
            )
            VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,NULL,FALSE)
            """,
            message.id,
            message.pushID.bytes,
            message.device.shard(of: Self.shards),
            message.lane,
            message.isUrgent,
            message.isSingleAttempt,
            message.device,
            message.endpoint,
            message.collapse,
            message.collapses,
            message.bodyHash.bytes,
            message.expires,
            message.notBefore,
            message.attempts
        )
    }
}

extension RelayTransaction {
    /// Finds what senders ask for.
    ///
    /// - Parameter asked: A table of the columns `number`, `digest`, `prekey` and `hash`; the last
    ///   two are empty for a request without a message.
    /// - Returns: The query.
    package static func destinations(_ asked: String) -> String {
        """
        SELECT asked.number, endpoint.*, device.app, device.environment, device.state, device.since,
            published.ids,
            (SELECT TRUE FROM recent
                WHERE recent.endpoint = endpoint.id AND recent.body_hash = asked.hash) IS NOT NULL AS known,
            (SELECT TRUE FROM claim
                WHERE claim.device = endpoint.device AND claim.endpoint = endpoint.id
                    AND claim.prekey = asked.prekey LIMIT 1) IS NOT NULL AS claimed
        FROM \(asked) JOIN endpoint ON endpoint.digest = asked.digest
            JOIN device ON device.id = endpoint.device
            LEFT JOIN published ON published.device = endpoint.device
        """
    }
}

extension Destination.Request {
    /// The columns of ``RelayTransaction/destinations(_:)``, without the number.
    package var columns: (digest: [UInt8], prekey: [UInt8], hash: [UInt8]) {
        (digest.bytes, message?.prekey.bytes ?? [], message?.hash.bytes ?? [])
    }
}

extension Destination {
    /// Reads a row of ``RelayTransaction/destinations(_:)``.
    package init(_ row: SQLRow, for request: Request, at now: Timestamp) throws {
        let endpoint = try Endpoint(row)
        let state = try DeviceState(word: row.value("state"), since: row.value("since"))
        let published: [UInt8]? = try row.value("ids")
        let rule = try published.map { PrekeyRule.published(try PublishedPrekeys.ids($0)) }
        let (isKnown, isClaimed): (Bool, Bool) = (try row.value("known"), try row.value("claimed"))
        self.init(
            endpoint: endpoint,
            app: try AppEnvironment(row),
            reach: endpoint.reach(of: state, at: now),
            takesMessage: request.message.map { message in
                isKnown
                    || (rule ?? .elsewhere).accepts(message.prekey, isClaimed: isClaimed, at: now)
            } ?? false,
            time: now
        )
    }
}
