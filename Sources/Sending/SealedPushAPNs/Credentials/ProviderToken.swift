// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// What authenticates a provider for up to an hour: a JSON Web Token (RFC 7519), signed with ES256.
///
/// Its bearer can push to the team's apps, so no value shows it.
struct ProviderToken: Hashable, Sendable {
    /// Header, claims and signature, as `authorization` has them behind `bearer`.
    let text: String
    /// The whole value of `authorization`, written anew.
    var field: String { "bearer " + text }
}

extension ProviderToken: Redacted {}
