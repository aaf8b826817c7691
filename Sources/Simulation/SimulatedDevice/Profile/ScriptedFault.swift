// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A failure that the device brings about at one step of every extension that it launches.
///
///     device.profile.fault = .memoryKill(at: .warning)
///
/// In a process of its own the extension is ended by a real signal. In the test's process nothing
/// can be ended: there the device stops listening to the extension, which gives the same report.
/// What the extension has written until then, stays.
@nonexhaustive
public enum ScriptedFault: Sendable, Hashable {
    /// The step at which an extension fails.
    public enum Step: String, Sendable, Hashable, CaseIterable {
        /// Its process is there, the extension's object is not.
        case launch
        /// The object was made.
        case creation
        /// `didReceive(_:withContentHandler:)` is about to be called.
        case reception
        /// `didReceive(_:withContentHandler:)` has returned, and nothing was handed over.
        case work
        /// `serviceExtensionTimeWillExpire()` is about to be called.
        case warning
        /// It hands over, but nothing of that has reached the system.
        case beforeHandOver
        /// What it handed over is shown.
        case afterHandOver
    }

    /// The process aborts.
    case crash(at: Step)
    /// The system kills the process since it has too much memory.
    case memoryKill(at: Step)

    /// The step at which it happens.
    public var step: Step {
        switch self {
        case .crash(let step), .memoryKill(let step): step
        }
    }
}
