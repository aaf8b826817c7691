// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import ServerStore

extension PostgreSQLTransaction {
    /// Takes messages: those that do not collapse together, as far as nothing speaks against them,
    /// and the others singly.
    ///
    /// The answers are those of one after the other. Only `RelayTransaction.accept` refuses a
    /// message, so the rules are in one place.
    ///
    /// - Returns: What became of each.
    /// - Throws: What the database throws; a row that cannot be read is the failure of its message
    ///   alone.
    func accept(_ submissions: [Submission]) throws -> [Result<Acceptance, ServerStoreError>] {
        try lock(submissions)
        let queued = try insert(clear(submissions))
        return try submissions.map { submission in
            if queued.contains(submission.id) { return .success(.queued) }
            do {
                return .success(try accept(submission))
            } catch let error as ServerStoreError {
                return .failure(error)
            }
        }
    }

    /// Locks the endpoints, then the messages that are replaced; each by their numbers.
    ///
    /// No other transaction accepts for these endpoints meanwhile, nor does one end them or their
    /// device.
    private func lock(_ submissions: [Submission]) throws {
        _ = try query(
            "SELECT id FROM endpoint WHERE id = ANY (?::bigint[]) ORDER BY id FOR NO KEY UPDATE",
            [PostgreSQLParameter(submissions.map(\.endpoint.number))]
        )
        let collapsing = submissions.filter { $0.options.topic != nil }
        guard collapsing.count > 1 else { return }
        _ = try query(
            """
            SELECT id FROM queue WHERE id = ANY (ARRAY(
                SELECT found.id FROM unnest(?::bigint[], ?::text[]) AS posted (endpoint, collapse), LATERAL (
                    \(Self.siblings("lease IS NULL")) UNION ALL \(Self.siblings(Self.isLeased()))
                ) AS found
            )) ORDER BY id FOR NO KEY UPDATE
            """,
            [
                PostgreSQLParameter(collapsing.map(\.endpoint.number)),
                PostgreSQLParameter(collapsing.map { $0.options.topic ?? "" }),
            ]
        )
    }

    /// What replaces a message, or is replaced by it: the waiting ones have an index, and the
    /// leased ones another.
    private static func siblings(_ condition: String) -> String {
        """
        (SELECT id FROM queue WHERE queue.endpoint = posted.endpoint AND queue.collapse = posted.collapse
            AND collapses AND \(condition) OFFSET 0)
        """
    }

    /// The messages that do not collapse, and that are accepted wherever they stand among the
    /// others: no limit would be reached if all were accepted, and no other has the same envelope.
    private func clear(_ submissions: [Submission]) throws -> [(QueuedMessage, body: [UInt8])] {
        guard submissions.contains(where: { $0.options.topic == nil }) else { return [] }
        var targets: [EndpointID: SubmissionTarget] = [:]
        for row in try self.targets(of: submissions) {
            guard let target = try? SubmissionTarget(row) else { continue }
            targets[target.endpoint.id] = target
        }
        func counts<Key: Hashable>(_ key: (Submission) -> Key) -> [Key: Int] {
            Dictionary(grouping: submissions, by: key).mapValues(\.count)
        }
        let ofEndpoint = counts(\.endpoint)
        let ofDevice = counts { targets[$0.endpoint]?.endpoint.device }
        let ofEnvelope = counts(\.hash)
        return submissions.compactMap { submission in
            guard submission.options.topic == nil, let target = targets[submission.endpoint],
                let lane = target.lane, target.endpoint.reach(of: target.state, at: now) == .open,
                ofEnvelope[submission.hash] == 1
            else { return nil }
            let others = ofEndpoint[submission.endpoint, default: 1] - 1
            var usage = target.usage
            usage.queuedByEndpoint += others
            usage.acceptedInADay += others
            usage.queuedByDevice += ofDevice[target.endpoint.device, default: 1] - 1
            guard limits.reached(by: usage, replacing: false) == nil else { return nil }
            let message = QueuedMessage(
                submission,
                to: target.endpoint,
                lane: lane,
                at: now
            )
            return (message, submission.envelope.bytes)
        }
    }

    private func targets(of submissions: [Submission]) throws -> [SQLRow] {
        try query(
            Self.targets(where: "endpoint.id = ANY (?::bigint[])"),
            [
                PostgreSQLParameter(day.start.sqlValue),
                PostgreSQLParameter(day.end.sqlValue),
                PostgreSQLParameter(Array(Set(submissions.map(\.endpoint.number)))),
            ]
        ).rows
    }

    /// Inserts messages in one statement, and returns those that are new; a repeated one is not.
    private func insert(_ messages: [(QueuedMessage, body: [UInt8])]) throws -> Set<OutboxID> {
        guard !messages.isEmpty else { return [] }
        let queued = messages.map(\.0)
        let result = try query(
            Self.insertion,
            [
                PostgreSQLParameter(queued.map(\.id.number)),
                PostgreSQLParameter(queued.map(\.pushID.bytes)),
                PostgreSQLParameter(queued.map { $0.device.shard() }),
                PostgreSQLParameter(queued.map(\.lane.number)),
                PostgreSQLParameter(queued.map(\.isUrgent)),
                PostgreSQLParameter(queued.map(\.isSingleAttempt)),
                PostgreSQLParameter(queued.map(\.device.number)),
                PostgreSQLParameter(queued.map(\.endpoint.number)),
                PostgreSQLParameter(queued.map(\.collapse)),
                PostgreSQLParameter(queued.map(\.bodyHash.bytes)),
                PostgreSQLParameter(queued.map { Int64($0.expires.milliseconds) }),
                PostgreSQLParameter(messages.map(\.body)),
                PostgreSQLParameter(now.sqlValue),
                PostgreSQLParameter(now.sqlValue),
            ]
        )
        return Set(try result.rows.map { try $0.value("id") })
    }

    // Each step joins the one before: an envelope is never remembered without its message.
    static let insertion = """
        WITH posted AS (
            SELECT * FROM unnest(?::bigint[], ?::bytea[], ?::smallint[], ?::smallint[], ?::boolean[], ?::boolean[],
                ?::bigint[], ?::bigint[], ?::text[], ?::bytea[], ?::bigint[], ?::bytea[])
                AS posted (id, push_id, shard, lane, urgent, once, device, endpoint, collapse, body_hash, expires, bytes)
        ), remembered AS (
            INSERT INTO recent SELECT endpoint, body_hash, id, ?::bigint FROM posted
            ON CONFLICT (endpoint, body_hash) DO NOTHING RETURNING message
        ), queued AS (
            INSERT INTO queue
            SELECT id, push_id, shard, lane, urgent, once, device, endpoint, collapse, FALSE, body_hash, expires,
                ?::bigint, 0, NULL, FALSE
            FROM posted JOIN remembered ON remembered.message = posted.id
            RETURNING id
        )
        INSERT INTO body SELECT posted.id, posted.device, posted.endpoint, posted.bytes
        FROM posted JOIN queued ON queued.id = posted.id RETURNING id
        """
}
