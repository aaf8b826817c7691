// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite struct OpeningOrderTests {
    @Test(.rules("M-38 M-39"), arguments: BrokenMessage.Rule.allCases)
    func `the first rule that is broken names the class, whatever is broken behind it`(
        _ first: BrokenMessage.Rule
    ) throws {
        let later = BrokenMessage.Rule.allCases.drop { $0 != first }
        for second in later where !BrokenMessage.alternatives.contains([first, second]) {
            let broken = try BrokenMessage(breaking: [first, second])
            let exchange = broken.exchange
            let claims = exchange.claims
            let prekeys = exchange.prekeys.keys
            let step = exchange.open(text: broken.text, at: broken.now)
            #expect(step.error == first.error, "with \(second)")
            let kinds = exchange.steps.map(\.kind)
            #expect(kinds.contains("claim") == [.replayed, .prekeyErased].contains(first))
            #expect(!kinds.contains("erase") && !kinds.contains("clear"))
            #expect(!kinds.contains("loadName"))
            #expect(exchange.claims == claims)
            #expect(exchange.prekeys.keys == prekeys)
        }
    }

    @Test func `what breaks no rule is delivered`() throws {
        let broken = try BrokenMessage(breaking: [])
        #expect(broken.exchange.open(text: broken.text, at: broken.now).message != nil)
    }

    @Test(.rules("M-38")) func `every class of the machine is in the table, in its order`() {
        var classes: [OpeningError] = []
        for error in BrokenMessage.Rule.allCases.map(\.error) where !classes.contains(error) {
            classes.append(error)
        }
        #expect([.malformedPayload, .notSealed] + classes == OpeningError.allCases)
    }
}
