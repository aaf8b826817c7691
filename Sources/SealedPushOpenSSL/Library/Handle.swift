// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// An object of OpenSSL's, freed when its owner goes.
///
/// Threads may use it at once where its functions only read it.
@safe
struct Handle: ~Copyable, @unchecked Sendable /* changed only before it is shared */ {
    private let pointer: OpaquePointer
    private let free: @convention(c) (OpaquePointer?) -> Void

    /// Takes what a call has made.
    ///
    /// - Throws: ``OpenSSLError/unavailable(code:)`` where it made nothing.
    init(
        _ pointer: OpaquePointer?,
        freedBy free: @convention(c) (OpaquePointer?) -> Void
    ) throws(OpenSSLError) {
        guard let pointer = unsafe pointer else { throw Library.takeError() }
        unsafe self.pointer = pointer
        unsafe self.free = free
    }

    deinit {
        unsafe free(pointer)
    }

    /// Lends the object; it can't outlive the call.
    func with<Result: ~Copyable, Failure: Error>(
        _ body: (OpaquePointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(pointer)
    }
}
