// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushReceiver

extension OpenCommand {
    /// Shows every parked message that can be opened; each is forgotten once its object was written for certain.
    func openParked() throws {
        let report = try makeReceiver()
            .deliverParked(
                now: { at ?? .now },
                handOver: { received in
                    try Console.result(json: OpenResult(received, payload: []).json)
                    try StandardStream.output.sync()
                }
            )
        if report.isEmpty { Console.note("nothing is parked") }
        var failures = report.failures
        for outcome in report.outcomes {
            switch outcome {
            case .opened, .recovered, .parked: break
            case .failed(.refused(let error)):
                Console.note("a parked message is not shown (\(error.rawValue))")
            case .failed(let error): failures.append(error)
            }
        }
        if let failure = failures.first { throw CommandError(failure) }
    }
}
