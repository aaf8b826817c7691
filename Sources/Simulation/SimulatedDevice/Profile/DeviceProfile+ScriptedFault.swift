// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension DeviceProfile {
    /// A failure that the device causes at one step of every extension that it launches.
    ///
    ///     device.profile.fault = .memoryKill(at: .warning)
    ///
    /// A real signal ends an extension in a process of its own. In the test's process the device
    /// stops listening to the extension instead, which gives the same report. What the extension
    /// has written by then remains.
    @nonexhaustive
    public enum ScriptedFault: Sendable, Hashable {
        /// The step at which an extension fails.
        public enum Step: String, Sendable, Hashable, CaseIterable {
            /// The process has started, and the extension's object does not exist yet.
            case launch
            /// The extension's object was created.
            case creation
            /// The system is about to call `didReceive(_:withContentHandler:)`.
            case reception
            /// `didReceive(_:withContentHandler:)` has returned, and nothing was handed over.
            case work
            /// The system is about to call `serviceExtensionTimeWillExpire()`.
            case warning
            /// The extension hands over, and nothing has reached the system yet.
            case beforeHandOver
            /// The content that the extension handed over is shown.
            case afterHandOver
        }

        /// The process aborts.
        case crash(at: Step)
        /// The system kills the process because it exceeded its memory limit.
        case memoryKill(at: Step)

        /// The step at which the extension fails.
        public var step: Step {
            switch self {
            case .crash(let step), .memoryKill(let step): step
            }
        }
    }
}
