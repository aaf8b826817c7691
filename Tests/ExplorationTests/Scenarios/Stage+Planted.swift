// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import Synchronization

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
            mayExpire: planted == .emptiesUnseen || planted == .handsOverTwice,
            handOvers: 1
        ) { process in
            let warning = Warning()
            process.onExpire {
                warning.come()
                process.handOver(.placeholder)
            }
            let received = receiver.receive(message.payload, now: message.now)
            let complete = { try? receiver.complete(received, now: message.now) }
            if planted == .emptiesFirst { complete() }
            if !warning.hasCome || planted == .handsOverTwice {
                let isFound = planted == .takesFoundForNew && received.outcome == .recovered
                let handing = handing(received.content, of: number)
                process.handOver(isFound ? .new(number) : handing)
            }
            if !warning.hasCome || planted == .emptiesUnseen { complete() }
        }
    }
}
