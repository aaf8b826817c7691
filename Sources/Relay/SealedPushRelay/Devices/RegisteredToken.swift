// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// A push token as a device registered it.
package struct RegisteredToken: Hashable, Sendable {
    /// The number of the token among those of its device.
    package let version: TokenVersion
    /// The code that tells whether two registrations have the same token.
    package let fingerprint: TokenFingerprint
    /// The token, encrypted for its device, app, environment and version.
    package var sealed: [UInt8]
    /// When the app last said that this is its token.
    package var registered: Timestamp

    package init(
        version: TokenVersion,
        fingerprint: TokenFingerprint,
        sealed: [UInt8],
        registered: Timestamp
    ) {
        self.version = version
        self.fingerprint = fingerprint
        self.sealed = sealed
        self.registered = registered
    }
}

/// The number of a token among those that a device has registered, from 1.
///
/// A report of the push service counts only for the version to which the push was sent: an older report says
/// nothing about a token that was registered since.
package struct TokenVersion: Hashable, Comparable, Sendable {
    /// The number.
    package let number: UInt32

    /// A device's first token.
    package static let first = TokenVersion(1)

    /// Takes a stored number.
    package init(_ number: UInt32) {
        self.number = number
    }

    /// The version after this one.
    package var next: TokenVersion { TokenVersion(number + 1) }

    package static func < (first: TokenVersion, second: TokenVersion) -> Bool {
        first.number < second.number
    }
}

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
