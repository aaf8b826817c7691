// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import SimulatedDevice

struct AgendaTests {
    @Test
    func `what is due comes in the order of its time, and of its making where the time is one`() {
        let done = Mutex<[String]>([])
        var agenda = Agenda()
        for (name, time) in [("late", 3), ("first", 1), ("second", 1), ("never", 9)] {
            _ = agenda.add({ done.withLock { $0.append(name) } }, at: .seconds(time))
        }
        while let entry = agenda.takeFirst(through: .seconds(3)) { entry.action() }
        #expect(done.withLock(\.self) == ["first", "second", "late"])
    }

    @Test func `what was taken out is not done`() {
        var agenda = Agenda()
        let id = agenda.add({}, at: .seconds(1))
        #expect(agenda.remove(id) != nil)
        #expect(agenda.takeFirst(through: .seconds(9)) == nil)
        #expect(agenda.remove(id) == nil)
    }
}
