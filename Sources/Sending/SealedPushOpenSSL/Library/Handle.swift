// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// An object of OpenSSL's, freed when its owner goes.
///
/// Threads may use it at once if its functions only read it.
@safe
struct Handle: ~Copyable, @unchecked Sendable /* changed only before it is shared */ {
    private let pointer: OpaquePointer
    private let free: @convention(c) (OpaquePointer?) -> Void

    /// Takes what a call has made.
    ///
    /// - Throws: ``OpenSSLError/unavailable(code:)`` if it made nothing.
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

// MARK: - What frees what

extension Handle {
    /// A key, private or public.
    init(key: OpaquePointer?) throws(OpenSSLError) {
        try unsafe self.init(key, freedBy: { unsafe EVP_PKEY_free($0) })
    }

    /// A certificate.
    init(certificate: OpaquePointer?) throws(OpenSSLError) {
        try unsafe self.init(certificate, freedBy: { unsafe X509_free($0) })
    }

    /// A signature of ECDSA.
    init(signature: OpaquePointer?) throws(OpenSSLError) {
        try unsafe self.init(signature, freedBy: { unsafe ECDSA_SIG_free($0) })
    }

    /// Something that OpenSSL reads from or writes to.
    init(stream: OpaquePointer?) throws(OpenSSLError) {
        try unsafe self.init(stream, freedBy: { unsafe BIO_free_all($0) })
    }

    /// What one signature is made or checked in.
    static func digest() throws(OpenSSLError) -> Handle {
        try unsafe Handle(EVP_MD_CTX_new(), freedBy: { unsafe EVP_MD_CTX_free($0) })
    }
}
