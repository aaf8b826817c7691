// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushKeys
import StoreTestSupport
import Testing

/// Processes that run at once on a device, and what is on its disk when they start.
struct Scenario: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (PlantedFiles.Fault?) async throws -> Exploration

    init(
        _ name: String,
        make: @escaping @Sendable (PlantedFiles.Fault?) async throws -> Exploration
    ) {
        testDescription = name
        self.make = make
    }

    /// A scenario on a new device to which messages are sealed.
    init(
        _ name: String,
        messages count: Int = 1,
        oneTime: Bool,
        defers: Bool = false,
        programs: @escaping @Sendable (Stage) -> [Program]
    ) {
        self.init("\(name), \(oneTime ? "one-time" : "reusable") prekey") { fault in
            let handset = try Handset()
            let messages = try await handset.messages(count, oneTime: oneTime)
            let stage = try Stage(handset, messages, fault: fault)
            return stage.exploration(of: programs(stage), defers: defers)
        }
    }

    /// What `make test` explores.
    static let all: [Scenario] =
        [false, true].flatMap { oneTime in
            [
                Scenario("one push, three extensions", oneTime: oneTime) { stage in
                    [stage.receiving(0), stage.receiving(0), stage.receiving(0)]
                },
                Scenario("one push, two extensions, the app recovers", oneTime: oneTime) { stage in
                    [stage.receiving(0), stage.receiving(0), stage.recovering()]
                },
                Scenario("one push, short time, the app recovers", oneTime: oneTime) { stage in
                    [stage.receiving(0, mayExpire: true), stage.receiving(0), stage.recovering()]
                },
                Scenario("two messages, the app recovers", messages: 2, oneTime: oneTime) { stage in
                    [stage.receiving(0), stage.receiving(1), stage.recovering()]
                },
                Scenario("one push, deferred and opened, the app", oneTime: oneTime, defers: true) {
                    stage in
                    [stage.deferral(0), stage.receiving(0), stage.unlocked()]
                },
                deferral(oneTime: oneTime),
                sweep("one push, two extensions, a sweep", oneTime: oneTime) { stage in
                    [stage.receiving(0), stage.receiving(0), stage.sweeping(at: Handset.now)]
                },
                sweep("one push, a sweep, an hour passes", oneTime: oneTime) { stage in
                    [stage.receiving(0), stage.sweeping(at: Handset.now), stage.anHour()]
                },
            ]
        } + [
            rotation, revocation(oneTime: false), revocation(oneTime: true, recovers: false),
            awaited, erasure,
            overAge, dying(oneTime: false), dying(oneTime: true, extensions: 1),
        ]

    /// Those that are small enough for every order of every step; where a sweep looks at temporary
    /// files, hardly a step is taken at once anyway.
    static let everyOrder = all.filter { !$0.testDescription.contains("sweep") }

    /// What `make long` explores besides.
    static let long: [Scenario] =
        [false, true].flatMap { oneTime in
            [
                Scenario("one push, four extensions", oneTime: oneTime) { stage in
                    [
                        stage.receiving(0), stage.receiving(0), stage.receiving(0),
                        stage.receiving(0),
                    ]
                },
                Scenario("one push, short time twice, the app recovers", oneTime: oneTime) {
                    stage in
                    [
                        stage.receiving(0, mayExpire: true), stage.receiving(0, mayExpire: true),
                        stage.recovering(),
                    ]
                },
                Scenario(
                    "one push, short time, a duplicate, the app recovers twice",
                    oneTime: oneTime
                ) {
                    stage in
                    [
                        stage.receiving(0, mayExpire: true), stage.receiving(0), stage.recovering(),
                        stage.recovering(),
                    ]
                },
                Scenario(
                    "two messages, a duplicate, the app recovers",
                    messages: 2,
                    oneTime: oneTime
                ) {
                    stage in
                    [
                        stage.receiving(0), stage.receiving(0), stage.receiving(1),
                        stage.recovering(),
                    ]
                },
            ]
        } + [
            sweep("one push, two extensions, a sweep, an hour passes", oneTime: false) { stage in
                [
                    stage.receiving(0), stage.receiving(0), stage.sweeping(at: Handset.now),
                    stage.anHour(),
                ]
            },
            dying(oneTime: true), revocation(oneTime: true), deferral(oneTime: false, twice: true),
            deferral(oneTime: true, twice: true), ofIndexLong,
        ]

    /// A push that comes while the device is locked, or twice; then it is unlocked.
    static func deferral(oneTime: Bool, twice: Bool = false) -> Scenario {
        let name = "one push, deferred \(twice ? "twice " : "")in short time, the app"
        return Scenario("\(name), \(oneTime ? "one-time" : "reusable") prekey") { fault in
            let handset = try Handset()
            let messages = try await handset.messages(oneTime: oneTime)
            var stage = try Stage(handset, messages, fault: fault)
            stage.facts.expectsNew = false
            let second = twice ? [stage.deferral(0)] : []
            return stage.exploration(
                of: [stage.deferral(0, mayExpire: true)] + second + [stage.unlocked()],
                defers: true
            )
        }
    }

    /// On the device lies what a sweep takes away: leftovers, and the rooms of prekeys that were
    /// over age.
    private static func sweep(
        _ name: String,
        oneTime: Bool,
        programs: @escaping @Sendable (Stage) -> [Program]
    ) -> Scenario {
        Scenario("\(name), \(oneTime ? "one-time" : "reusable") prekey") { fault in
            let handset = try Handset(made: madeBeforeTheEnd)
            let before = Handset.now.advanced(by: .milliseconds(-1))
            let messages = try await handset.messages(oneTime: oneTime, sealed: before, now: before)
            try handset.leaveLeftovers()
            let stage = try Stage(handset, messages, fault: fault)
            return stage.exploration(of: programs(stage))
        }
    }

    /// When prekeys were made that have just come to be over age.
    private static let madeBeforeTheEnd = Handset.confirmed.advanced(
        by: .zero - PrekeyTerm.validity - DevicePrekey.grace - .milliseconds(1)
    )

    /// A message that came in at the last moment and was kept for a day is opened while the app
    /// erases its prekey, which comes to be over age, and takes away the room of its claims.
    ///
    /// Only here does a message's own prekey die by age: no rule expects the message then.
    ///
    /// What `make test` leaves out of it is the second extension under a one-time prekey: that is
    /// among the long ones.
    static func dying(oneTime: Bool, extensions count: Int = 2) -> Scenario {
        let duplicate = count == 1 ? "" : ", a duplicate"
        let name = "one push under a prekey that comes to be over age\(duplicate), a sweep"
        return Scenario("\(name), \(oneTime ? "one-time" : "reusable") prekey") { fault in
            let made = madeBeforeTheEnd
            let handset = try Handset(made: made)
            let messages = try await handset.messages(
                oneTime: oneTime,
                bundled: made,
                sealed: made.advanced(by: PrekeyTerm.validity - .minutes(1)),
                now: made.advanced(by: PrekeyTerm.validity + .minutes(4))
            )
            handset.files.advance(bySeconds: 7200)
            var stage = try Stage(handset, messages, fault: fault)
            stage.facts.keysMayDie = true
            stage.facts.expectsNew = false
            let receiving = (0..<count).map { _ in stage.receiving(0) }
            return stage.exploration(of: receiving + [stage.sweeping(at: Handset.now)])
        }
    }

    /// New prekeys are due while a message comes in under the old ones.
    private static let rotation = Scenario("one push, a duplicate, a rotation") { fault in
        let handset = try Handset(made: Handset.now.advanced(by: .days(-8)))
        let messages = try await handset.messages(
            oneTime: false,
            bundled: Handset.now.advanced(by: .days(-2))
        )
        handset.files.advance(bySeconds: 7200)
        let stage = try Stage(handset, messages, fault: fault)
        return stage.exploration(
            of: [stage.receiving(0), stage.receiving(0), stage.maintaining(at: Handset.now)]
        )
    }

    /// All prekeys are revoked while a message comes in: a one-time prekey may go with it, a
    /// reusable one serves on.
    private static func revocation(oneTime: Bool, recovers: Bool = true) -> Scenario {
        let kind = oneTime ? "one-time" : "reusable"
        let third = recovers ? ", the app recovers" : ""
        return Scenario("one push, a revocation\(third), \(kind) prekey") { fault in
            let handset = try Handset()
            let messages = try await handset.messages(oneTime: oneTime)
            handset.files.advance(bySeconds: 7200)
            var stage = try Stage(handset, messages, fault: fault)
            stage.facts.keysMayDie = oneTime
            stage.facts.expectsNew = !oneTime
            return stage.exploration(
                of: [stage.receiving(0), stage.maintaining(at: Handset.now, revoking: true)]
                    + (recovers ? [stage.recovering()] : [])
            )
        }
    }

    /// A message is deferred whose prekey has come to be over age: it stays for this message
    /// through every sweep.
    private static let awaited = Scenario("a deferred push under a prekey over age, a sweep") {
        fault in
        let made = madeBeforeTheEnd
        let handset = try Handset(made: made)
        let messages = try await handset.messages(
            oneTime: false,
            bundled: made,
            sealed: made.advanced(by: PrekeyTerm.validity - .minutes(1)),
            now: Handset.now
        )
        try handset.keep(messages[0], at: made.advanced(by: PrekeyTerm.validity))
        handset.files.advance(bySeconds: 7200)
        let stage = try Stage(handset, messages, fault: fault)
        return stage.exploration(
            of: [stage.unlocked(), stage.sweeping(at: Handset.now, erases: false)],
            defers: true
        )
    }

    /// A one-time prekey is erased while its message comes in and the app sweeps.
    private static let erasure = Scenario("one push, an erasure of its prekey, a sweep") { fault in
        let handset = try Handset()
        let messages = try await handset.messages(oneTime: true)
        handset.files.advance(bySeconds: 7200)
        var stage = try Stage(handset, messages, fault: fault)
        stage.facts.keysMayDie = true
        stage.facts.expectsNew = false
        return stage.exploration(
            of: [stage.receiving(0), stage.erasing(0), stage.sweeping(at: Handset.now)]
        )
    }

    /// A run was stopped between its claim and the erasure, and then lay for so long that the
    /// prekey is over age.
    private static let overAge = Scenario(
        "a claim left under a prekey over age, the app recovers, a sweep"
    ) { fault in
        let made = Handset.now.advanced(by: .days(-50))
        let handset = try Handset(made: made)
        let messages = try await handset.messages(oneTime: true, sealed: made)
        try handset.leave(messages[0])
        try handset.keys.generateReusable(now: Handset.now)
        handset.files.advance(bySeconds: 7200)
        var stage = try Stage(handset, messages, fault: fault)
        stage.facts.expectsNew = false
        return stage.exploration(
            of: [stage.receiving(0), stage.recovering(), stage.sweeping(at: Handset.now)]
        )
    }
}
