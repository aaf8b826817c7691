// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension DeviceProfile {
    /// The limits of time and memory for an extension and its app.
    ///
    /// Apple documents the thirty seconds alone. The other values were reported of real devices and
    /// differ between models and versions, so a test should keep a margin of twice the value.
    public struct ExtensionLimits: Sendable, Hashable {
        /// The memory limit on current devices, as seen in kernel logs: 24 MB.
        public static let memory24 = 24 << 20
        /// The memory limit on older devices: 16 MB.
        public static let memory16 = 16 << 20
        /// The memory limit on the oldest devices: 12 MB.
        public static let memory12 = 12 << 20

        /// The time from the launch to the warning: about 30 seconds.
        public var time = Duration.seconds(30)
        /// The time from the warning to the end: 2 seconds, undocumented.
        public var lastChance = Duration.seconds(2)
        /// The time from the launch until `didReceive` must have been called: 10 seconds,
        /// undocumented.
        public var startUp = Duration.seconds(10)
        /// The time for an app in the foreground to choose the presentation of a notification: 5
        /// seconds, undocumented.
        public var answer = Duration.seconds(5)
        /// The time for the app to handle a response of the user: 30 seconds, undocumented.
        public var response = Duration.seconds(30)
        /// The time for the app to answer after a push woke it: 30 seconds, as documented.
        public var background = Duration.seconds(30)
        /// The number of times that pushes may wake the app within an hour; nil means no limit.
        ///
        /// Apple advises against more than two or three an hour, and documents no limit.
        public var wakes: Int?
        /// The number of pending local notifications; a further one removes the one that is due
        /// last.
        ///
        /// 64, which Apple documented for the earlier interface.
        public var pending = 64
        /// The limit in bytes of the anonymous memory of the extension's process.
        ///
        /// It applies to an extension in a process of its own: in the test's process, memory cannot
        /// be attributed to the extension.
        public var memory = memory24

        /// Creates the usual limits.
        public init() {}
    }
}

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
