// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// The right to register one device of an app, which the publisher's backend asks for and hands to
/// its app.
package struct Invitation: Hashable, Sendable {
    /// The digest of the code that the app shows.
    package let digest: Capability.Digest
    /// What may be registered.
    package let app: AppEnvironment
    /// When it ends.
    package let expires: Timestamp

    /// How long an invitation is valid.
    package static let validity: Duration = .hours(1)

    package init(digest: Capability.Digest, app: AppEnvironment, expires: Timestamp) {
        self.digest = digest
        self.app = app
        self.expires = expires
    }

    /// Whether it admits a device of an app.
    package func admits(_ app: AppEnvironment, at now: Timestamp) -> Bool {
        self.app == app && now < expires
    }
}
