// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import Synchronization

@testable import SealedPushClaims
@testable import SealedPushStore

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
