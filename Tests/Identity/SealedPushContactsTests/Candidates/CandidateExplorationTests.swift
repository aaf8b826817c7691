// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing

/// Random chains of `Tests/Models/succession.py` on a real book: its header says what they hold.
struct CandidateExplorationTests {
    private struct Chain: Decodable {
        let steps: [Step]
    }

    private struct Step: Decodable {
        let event: ContactEvent
        let refused: [String]
        let state: ContactState
    }

    @Test(.rules("D-5 D-6 D-7 D-10 D-11 D-12"))
    func `a book does what the text says of successions, candidates and killed takings`()
        async throws
    {
        let chains: [Chain] = try ModelChains.of("succession.py", count: LongRun.isOn ? 200 : 6)
        #expect(chains.count >= 6 && chains.allSatisfy { $0.steps.count == 40 })
        var refusals: Set<String> = []
        for (number, chain) in chains.enumerated() {
            let player = try ContactPlayer()
            for (place, step) in chain.steps.enumerated() {
                let fault = try await player.play(step.event, refused: step.refused, step.state)
                #expect(
                    fault == nil,
                    """
                    seed \(ModelChains.seed), chain \(number), step \(place), \(step.event): \
                    \(fault ?? "")
                    """
                )
                guard fault == nil else { return }
                refusals.formUnion(step.refused)
            }
        }
        #expect(!LongRun.isOn || refusals.isSuperset(of: ContactPlayer.refusals))
    }
}
