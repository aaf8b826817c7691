// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// How long a test waits for anything: long, as hundreds of tests may run at once.
let patience = Duration.seconds(600)

/// Why a wait was given up: where it was, and how things stood.
struct TooSlow: Error, CustomStringConvertible {
    /// The file and the line.
    let place: String
    let state: String

    var description: String { "waited in vain at \(place): \(state)" }
}

/// Waits for something that no event tells of; who waits in vain tells how things stand.
func until(
    else state: @autoclosure () -> String = "",
    file: String = #fileID,
    line: Int = #line,
    _ isSo: () throws -> Bool
) async throws {
    let end = ContinuousClock.now.advanced(by: patience)
    while try !isSo() {
        guard ContinuousClock.now < end else {
            throw TooSlow(place: "\(file):\(line)", state: state())
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}
