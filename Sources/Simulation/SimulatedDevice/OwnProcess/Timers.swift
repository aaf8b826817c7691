// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The timers that a process has set: of Dispatch, of tasks that sleep, and of run loops.
///
/// Each is one of the system's, whose files tell how much of its time is left.
struct Timers {
    /// The folder in which the system tells about the process.
    private let folder: String

    /// Those of the process with this number.
    init(of process: Int32) {
        folder = "/proc/\(process)"
    }

    /// The time until the next runs; nil where none is set.
    var next: Duration? {
        OpenFiles(of: folder).targets
            .filter { $0.value.contains("timerfd") }
            .compactMap { Self.time(in: OpenFiles.text(of: "\(folder)/fdinfo/\($0.key)")) }
            .min()
    }

    /// The time that is left by what the system tells, as `it_value: (18, 699477711)`; nil of a
    /// timer that is not set.
    static func time(in text: String) -> Duration? {
        let line = text.split(separator: "\n").first { $0.hasPrefix("it_value:") }
        let numbers = line?.split { !$0.isNumber }.suffix(2).compactMap { Int64($0) } ?? []
        guard numbers.count == 2, numbers != [0, 0] else { return nil }
        return .seconds(numbers[0]) + .nanoseconds(numbers[1])
    }
}
