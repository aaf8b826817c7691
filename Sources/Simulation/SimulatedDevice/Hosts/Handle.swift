// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// An object that goes from thread to thread, as the system hands Apple's classes around.
///
/// They are not `Sendable`. Whoever holds a handle calls the object as the system would, from one
/// thread at a time but for what the system, too, does from several: the warning.
struct Handle<Object>: @unchecked Sendable {
    let object: Object

    init(_ object: Object) {
        self.object = object
    }
}
