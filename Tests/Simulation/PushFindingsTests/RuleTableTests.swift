// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import PushFindings

/// The table of rules in docs/lab-command.md.
struct RuleTableTests {
    @Test func `the document lists every rule that is not one of APNs' reasons, with its effect`()
        throws
    {
        let text = try String(
            contentsOfFile: Repository.folder + "docs/lab-command.md",
            encoding: .utf8
        )
        let rows = text.matches(of: #/(?m)^\| `([a-z0-9-]+)` \| (lost|unchanged|partial|risk) \|/#)
            .map { "\($0.output.1) \($0.output.2)" }
        #expect(rows == Rule.allCases.map { "\($0.rawValue) \($0.effect.rawValue)" })
    }
}
