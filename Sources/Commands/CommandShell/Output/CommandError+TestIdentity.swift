// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension CommandError {
    /// A published test identity, without the option that allows it.
    package static let testIdentity = CommandError(
        .senderNotAccepted,
        name: "testIdentity",
        "the identity is a published test identity, so anyone has its key",
        hint: "--insecure-test-keys allows it, for tests and nothing else"
    )
}
