// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import Synchronization
import Testing

@testable import SealedPushClaims
@testable import SealedPushStore

/// A fault that is planted, and the rule that it breaks: the search has to find that.
struct Plant: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rule: Rule
    let make: @Sendable () async throws -> Exploration

    /// Faults of a store.
    static let ofStore: [Plant] = [
        Plant(.claimInTwoSteps, breaks: .newOnce),
        Plant(.claimInTwoSteps, messages: 2, oneTime: true, breaks: .oneMessage),
        Plant(.claimNotDurable, breaks: .newOnce),
        Plant(.claimNotDurable, breaks: .quietAfterCrash),
        Plant(.claimNotDurable, oneTime: true, breaks: .keyForClaim),
        Plant(.claimNotDurable, oneTime: true, breaks: .nothingLost),
        Plant(.contentNotDurable, breaks: .readable),
        Plant(.contentNotDurable, breaks: .noTrouble),
        Plant(.contentDurableLate, breaks: .readable),
        Plant(.contentDurableLate, breaks: .nothingLost),
        Plant(.erasureNotDurable, oneTime: true, breaks: .erasedStays),
        Plant(.erasureNotDurable, in: .dying(oneTime: false), breaks: .erasedStays),
        Plant(.erasureNotDurable, in: .dying(oneTime: false), breaks: .roomForClaim),
        Plant(.erasedBeforeClaim, oneTime: true, breaks: .keyForClaim),
        Plant(.emptiedByRemoval, breaks: .newOnce),
        Plant(.allErased, oneTime: true, breaks: .keysStay),
        Plant(.claimsUnseen, breaks: .recovered),
    ]

    /// Faults of the index.
    static let ofIndex: [Plant] = [
        Plant(.entryNotDurable, in: Scenario.ofIndex[0], breaks: .indexed),
        Plant(.entryNotDurable, in: Scenario.ofIndex[0], breaks: .recovered),
        Plant(.entryLate, in: Scenario.ofIndex[0], breaks: .indexed),
        Plant(.entryLate, in: Scenario.ofIndex[0], breaks: .nothingLost),
        Plant(.entryGoesFirst, in: Scenario.ofIndex[0], breaks: .indexed),
    ]

    /// Faults of what is deferred.
    static let ofDeferral: [Plant] = [
        Plant(.deferredNotDurable, in: .deferral(oneTime: false), breaks: .deferredStays),
        Plant(.deferredNotDurable, in: .deferral(oneTime: true), breaks: .nothingLost),
        Plant("forgets what is deferred before it hands it over", breaks: .deferredStays) { stage in
            stage.unlocked(forgetsFirst: true)
        },
        Plant("forgets what is deferred before it hands it over", breaks: .nothingLost) { stage in
            stage.unlocked(forgetsFirst: true)
        },
    ]

    /// Faults of an extension with a store that is right.
    static let ofExtension: [Plant] = [
        Plant(.emptiesFirst, breaks: .emptiedAfter),
        Plant(.emptiesFirst, breaks: .nothingLost),
        Plant(.takesFoundForNew, breaks: .newOnce),
        Plant(.takesNewForFound, breaks: .newIfNoneStops),
        Plant(.emptiesUnseen, breaks: .emptiedAfter),
        Plant(.emptiesUnseen, breaks: .nothingLost),
        Plant(.handsOverTwice, breaks: .handOverOnce),
        Plant(.removesUnseen, alone: true, breaks: .durableStays),
        Plant(.removesUnseen, alone: true, breaks: .nothingLost),
    ]

    private init(
        _ fault: PlantedFiles.Fault,
        messages count: Int = 1,
        oneTime: Bool = false,
        breaks rule: Rule
    ) {
        testDescription = "\(fault), \(oneTime ? "one-time" : "reusable") prekey: \(rule)"
        self.rule = rule
        make = {
            let handset = try Handset()
            let messages = try await handset.messages(count, oneTime: oneTime)
            let stage = try Stage(handset, messages, fault: fault)
            return stage.exploration(
                of: [stage.receiving(0), stage.receiving(count - 1), stage.recovering()]
            )
        }
    }

    /// One extension that defers, and an app with a fault.
    private init(
        _ name: String,
        breaks rule: Rule,
        app: @escaping @Sendable (Stage) -> Program
    ) {
        testDescription = "\(name): \(rule)"
        self.rule = rule
        make = {
            let handset = try Handset()
            let stage = try Stage(handset, try await handset.messages(oneTime: false))
            return stage.exploration(of: [stage.deferral(0), app(stage)], defers: true)
        }
    }

    private init(_ fault: PlantedFiles.Fault, in scenario: Scenario, breaks rule: Rule) {
        testDescription = "\(fault), \(scenario.testDescription): \(rule)"
        self.rule = rule
        make = { try await scenario.make(fault) }
    }

    /// Two extensions with the same fault and the app; or one alone under a reusable prekey, where
    /// another delivery would show the message once more.
    private init(_ fault: PlantedProgram, alone: Bool = false, breaks rule: Rule) {
        testDescription = "\(fault)\(alone ? ", alone" : ""): \(rule)"
        self.rule = rule
        make = {
            let handset = try Handset()
            let stage = try Stage(handset, try await handset.messages(oneTime: !alone))
            let faulty = stage.receiving(0, planted: fault)
            return stage.exploration(
                of: alone ? [faulty] : [faulty, faulty, stage.recovering()]
            )
        }
    }
}

/// What an extension can do wrong with a receiver that is right.
enum PlantedProgram: String, CaseIterable, Sendable {
    /// It empties the claim before it hands over.
    case emptiesFirst
    /// A message that another run claimed is as good as new to it.
    case takesFoundForNew
    /// It empties the claim although it handed over the placeholder.
    case emptiesUnseen
    /// It hands over the placeholder in time, and the content later.
    case handsOverTwice
    /// It removes the claim although it handed over the placeholder.
    case removesUnseen
    /// It never alerts.
    case takesNewForFound
}

/// Whether the time of an extension is over.
private final class Warning: Sendable {
    private let isOver = Mutex(false)

    var hasCome: Bool { isOver.withLock { $0 } }

    func come() {
        isOver.withLock { $0 = true }
    }
}

extension Stage {
    /// An extension with a fault in it.
    func receiving(_ number: Int, planted: PlantedProgram) -> Program {
        let message = messages[number]
        return Program(
            name: "receives push \(number), \(planted)",
            mayExpire: [.emptiesUnseen, .handsOverTwice, .removesUnseen].contains(planted),
            handOvers: 1
        ) { process in
            let warning = Warning()
            process.onExpire {
                warning.come()
                process.handOver(.placeholder)
            }
            let received = receiver.receive(IncomingPush(message.payload), now: message.now)
            let complete = { try? receiver.complete(received, now: message.now) }
            if planted == .emptiesFirst { complete() }
            if !warning.hasCome || planted == .handsOverTwice {
                switch planted {
                case .takesFoundForNew where received.outcome == .recovered:
                    process.handOver(.new(number))
                case .takesNewForFound: process.handOver(.quiet(number))
                default: process.handOver(handing(received.content, of: number))
                }
            }
            if !warning.hasCome || planted == .emptiesUnseen { complete() }
            if warning.hasCome, planted == .removesUnseen, received.message != nil {
                let claims = "\(ReplayingFiles.store)/\(message.place.path.folder)"
                try? process.files.unlink("\(claims)/\(message.place.path.name)")
                try? process.files.sync(folder: claims)
            }
        }
    }
}
