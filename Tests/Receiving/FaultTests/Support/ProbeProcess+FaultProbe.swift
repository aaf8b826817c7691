// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulationSupport
import TestSupport

extension ProbeProcess {
    /// Starts a `FaultProbe`, or another program that runs one.
    convenience init(_ arguments: [String], by program: [String] = []) throws {
        let words = program + [BuiltProgram.named("FaultProbe").path()] + arguments
        try self.init(words[0], Array(words.dropFirst()))
    }

    /// Where its own disks are seen from here.
    var disks: URL { URL(filePath: program.folder).appending(path: "root") }
}
