// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// An app and the environment of its push service: what a device's address never changes.
package struct AppEnvironment: Hashable, Sendable {
    /// The app's name in the relay's configuration.
    package let app: String
    /// The environment of the push service.
    package let environment: Environment

    /// The environments of APNs.
    package enum Environment: String, CaseIterable, Hashable, Sendable {
        /// Apps from the App Store and TestFlight.
        case production
        /// Apps that were installed from Xcode.
        case sandbox
    }

    package init(app: String, environment: Environment) {
        self.app = app
        self.environment = environment
    }
}
