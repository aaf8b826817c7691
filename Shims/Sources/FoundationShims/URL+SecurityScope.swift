// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension URL {
    /// Does nothing: no file is fenced off, and its permissions alone say who may read it.
    ///
    /// - Returns: true, as the answer for an attachment in the system's store.
    public func startAccessingSecurityScopedResource() -> Bool {
        true
    }

    /// Does nothing.
    public func stopAccessingSecurityScopedResource() {}
}
