// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

@testable import SealedPushCommand

/// The real time, which the command reads, too.
enum TimeOfTest {
    static var now: Timestamp { .now }
}
