// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The state of an app's leave to notify.
public enum UNAuthorizationStatus: Int, Hashable, Sendable, BitwiseCopyable {
    /// The person was not asked.
    case notDetermined = 0
    /// The person said no.
    case denied = 1
    /// The person said yes.
    case authorized = 2
    /// Quietly, until the person says more.
    case provisional = 3
    /// For some hours, to an app clip.
    case ephemeral = 4
}
