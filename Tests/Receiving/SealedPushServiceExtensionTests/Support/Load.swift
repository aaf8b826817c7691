// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How much the long tests do.
enum Load {
    /// Whether all of it is done, as `make service` asks for.
    static let isLong = ProcessInfo.processInfo.environment["SEALEDPUSH_SERVICE"] != nil
}
