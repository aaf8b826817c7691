// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushRelay
import Testing

struct LeaseScheduleTests {
    private func partition(_ shard: Int16, lane: Int16 = 1, urgent: Bool = true) -> OutboxPartition
    {
        OutboxPartition(lane: LaneID(lane), shard: shard, isUrgent: urgent)
    }

    @Test func `nothing is asked if nothing is due`() {
        var schedule = LeaseSchedule(startingAt: 0)
        #expect(schedule.next(of: []) == [])
    }

    @Test func `shards are asked in turn, from the first one on and round the end`() {
        var schedule = LeaseSchedule(startingAt: 62)
        let due = Set([5, 61, 62, 63].map { partition($0) })
        let order = (0..<5).map { _ in schedule.next(of: due).first?.shard }
        #expect(order == [62, 63, 5, 61, 62])
    }

    @Test func `each tenth request is for messages that are not urgent`() {
        var schedule = LeaseSchedule(startingAt: 0)
        let due: Set = [partition(1), partition(2, urgent: false)]
        let order = (0..<40).map { _ in schedule.next(of: due).first?.isUrgent }
        #expect(order.count { $0 == false } == 4)
        #expect(order.prefix(9).allSatisfy { $0 == true })
    }

    @Test func `the turn of one kind goes to the other if none is due`() {
        var schedule = LeaseSchedule(startingAt: 0)
        for _ in 0..<20 {
            #expect(schedule.next(of: [partition(1, urgent: false)]).first?.isUrgent == false)
        }
        for _ in 0..<20 { #expect(schedule.next(of: [partition(1)]).first?.isUrgent == true) }
    }

    @Test func `lanes of one shard follow each other`() {
        var schedule = LeaseSchedule(startingAt: 3)
        var due: Set = [partition(3, lane: 2), partition(3, lane: 1)]
        let first = schedule.next(of: due)
        #expect(first == [partition(3, lane: 1)])
        due.remove(partition(3, lane: 1))
        #expect(schedule.next(of: due) == [partition(3, lane: 2)])
    }

    @Test func `shards of one lane and urgency are asked together, from the one in turn on`() {
        var schedule = LeaseSchedule(startingAt: 60)
        var due = Set((0..<64).map { partition($0) })
        due.formUnion([partition(60, lane: 2), partition(61, urgent: false)])
        let first = schedule.next(of: due)
        #expect(first.map(\.shard) == [60, 61, 62, 63] + Array(0..<12))
        #expect(first.allSatisfy { $0.lane == LaneID(1) && $0.isUrgent })
        // What the first shard may have left out is not passed over.
        #expect(schedule.next(of: due).first?.shard == 61)
    }
}
