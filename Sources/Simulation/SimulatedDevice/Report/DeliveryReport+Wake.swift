// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension DeliveryReport {
    /// The result of a push with `content-available`.
    @nonexhaustive
    public enum WakeResult: Sendable, Hashable {
        /// The system did not wake the app.
        case refused(WakeRefusal)
        /// The system woke the app, and the app answered in time.
        case answered(FetchResult)
        /// The system woke the app, and the app did not answer in time.
        case timedOut

        /// The name in reports.
        public var name: String {
            switch self {
            case .refused(let refusal): refusal.rawValue
            case .answered(let result): "\(result)"
            case .timedOut: "timedOut"
            }
        }
    }

    /// The reason for which the system did not wake the app for a push with `content-available`.
    @nonexhaustive
    public enum WakeRefusal: String, Sendable, Hashable, CaseIterable {
        /// The app lacks the background mode for remote notifications.
        case noBackgroundMode
        /// The user terminated the app and has not opened it since.
        case terminatedByUser
        /// The device has no ``SimulatedApp``.
        case noApp
        /// The app was woken ``DeviceProfile/ExtensionLimits/wakes`` times within the last hour.
        case tooOften
    }
}
