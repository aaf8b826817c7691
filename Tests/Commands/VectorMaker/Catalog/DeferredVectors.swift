// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Messages that were deferred: line 2 of the receiver, and the times that follow from it.
enum DeferredVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 801)
        for row in rows {
            try group.add(row.slug, row.line, row.comment) {
                var draft = scene.draft($0)
                draft.created = row.created.milliseconds
                draft.timeToLive = row.timeToLive
                let vector =
                    try row.expected.map { try scene.refused($0, draft) } ?? scene.opened(draft)
                return try vector.with {
                    $0.arrival = row.arrival
                    $0.now = row.now
                }.vector($0)
            }
        }
        return group.vectors
    }

    private struct Row {
        let slug: String
        let line: Int
        let comment: String
        var created = Moment.base
        var timeToLive: UInt32 = 86_400
        let arrival: Timestamp
        let now: Timestamp
        var expected: OpeningError?
    }

    private static let scene = Scene()
    private static let day: Int64 = 86_400
    private static let moment: Duration = .milliseconds(1)

    private static func after(_ time: Timestamp, _ seconds: Int64) -> Timestamp {
        time.advanced(by: .seconds(seconds))
    }

    /// The last moments by arrival and by now of a message to the prekey.
    private static let lastArrival = after(Moment.notAfter, 300)
    private static let lastOpening = after(Moment.notAfter, 300 + 7 * day)
    private static let lastCreated = Moment.notAfter.advanced(by: .zero - moment)
    private static let expiry = after(Moment.base, day + 300)

    private static let rows = [
        Row(
            slug: "deferred",
            line: 2,
            comment: "Opened three days later: its arrival counts.",
            arrival: after(Moment.base, 60),
            now: after(Moment.base, 3 * day)
        ),
        Row(
            slug: "deferred-last-arrival",
            line: 23,
            comment: "It came 300 s after its expiry.",
            arrival: expiry,
            now: after(Moment.base, 3 * day)
        ),
        Row(
            slug: "deferred-expired",
            line: 23,
            comment: "It came 300 s and a millisecond after its expiry.",
            arrival: expiry.advanced(by: moment),
            now: after(Moment.base, 3 * day),
            expected: .expired
        ),
        Row(
            slug: "deferred-clock-set-back",
            line: 23,
            comment: "It came too late by a clock that was wrong: now it is early.",
            arrival: after(Moment.base, 30 * day),
            now: after(Moment.base, 60)
        ),
        Row(
            slug: "deferred-clock-set-back-expired",
            line: 23,
            comment: "It came too late, and is too late by a clock that was set back.",
            arrival: after(Moment.base, 30 * day),
            now: after(Moment.base, 2 * day),
            expected: .expired
        ),
        Row(
            slug: "deferred-prekey-last-arrival",
            line: 15,
            comment: "It came 300 s after the end of its prekey.",
            created: lastCreated,
            timeToLive: 2_592_000,
            arrival: lastArrival,
            now: after(lastArrival, 3 * day)
        ),
        Row(
            slug: "deferred-prekey-expired",
            line: 15,
            comment: "It came 300 s and a millisecond after the end of its prekey.",
            created: lastCreated,
            timeToLive: 2_592_000,
            arrival: lastArrival.advanced(by: moment),
            now: after(lastArrival, 3 * day),
            expected: .prekeyExpired
        ),
        Row(
            slug: "deferred-prekey-last-opening",
            line: 15,
            comment: "It is opened 7 days and 300 s after the end of its prekey.",
            created: lastCreated,
            arrival: Moment.notAfter,
            now: lastOpening
        ),
        Row(
            slug: "deferred-prekey-expired-by-now",
            line: 15,
            comment: "It is opened 7 days, 300 s and a millisecond after the end of its prekey.",
            created: lastCreated,
            arrival: Moment.notAfter,
            now: lastOpening.advanced(by: moment),
            expected: .prekeyExpired
        ),
        Row(
            slug: "deferred-prekey-clock-set-back",
            line: 15,
            comment: "It came after the end of its prekey by a clock that was wrong.",
            arrival: after(Moment.notAfter, 30 * day),
            now: after(Moment.base, 60)
        ),
        Row(
            slug: "deferred-created-ahead",
            line: 23,
            comment: "Created years ahead of its arrival, and of the clock by which it is opened.",
            arrival: after(Moment.base, -3000 * day),
            now: after(Moment.base, -2000 * day)
        ),
    ]
}
