// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What `--version` prints; the changelog says what a version has.
package enum ProgramVersion {
    /// As in Semantic Versioning: `-dev` until it is released.
    package static let text = "0.1.0-dev"
}
