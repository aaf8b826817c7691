// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushLab
import SimulatedAPNs

/// A file with what goes wrong: JSON Lines, one rule a line.
enum FaultFile {
    /// Reads the file.
    static func script(in file: InputFile, seed: UInt64) throws(CommandError) -> FaultScript {
        var script = FaultScript(seed: seed)
        for line in try file.lines("list of faults") {
            do throws(LineError) {
                try FaultLine.add(line.bytes, to: &script)
            } catch {
                throw .usage(
                    "line \(line.number) of the list of faults: \(error.message)",
                    hint: #"write {"fault":"drop","every":100}, or see docs/simulated-apns.md"#
                )
            }
        }
        return script
    }
}
