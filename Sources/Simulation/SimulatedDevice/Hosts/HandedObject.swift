// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// An object that goes from thread to thread, as the system hands Apple's classes around.
///
/// They are not `Sendable`. The owner of a handle calls the object as the system does: from one
/// thread at a time, except for the warning, which the system sends from another thread.
struct HandedObject<Object>: @unchecked Sendable {
    let object: Object

    init(_ object: Object) {
        self.object = object
    }
}
