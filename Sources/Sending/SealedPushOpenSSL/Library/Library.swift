// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// OpenSSL in a context of its own, so that the machine's `openssl.cnf` changes nothing of what is
/// taken here.
@safe
enum Library {
    /// A context that lives as long as the process; it is made for many threads.
    @safe
    private struct Context: @unchecked Sendable /* OpenSSL locks it */ {
        let pointer: OpaquePointer?
    }

    /// The algorithms in use today, and the old ones that keychains write archives with.
    private static let shared: Context = {
        let context = unsafe OSSL_LIB_CTX_new()
        _ = unsafe OSSL_PROVIDER_load(context, "default")
        // If it is not installed, archives under RC2 can't be read; nothing else is lost.
        _ = unsafe OSSL_PROVIDER_load(context, "legacy")
        ERR_clear_error()
        return unsafe Context(pointer: context)
    }()

    /// What is given to each call that takes a context.
    static var context: OpaquePointer? { unsafe shared.pointer }

    /// The error of the call that has just failed, taken from the thread's queue.
    static func takeError() -> OpenSSLError {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        return .unavailable(code: code)
    }

    /// Does what takes a key or a passphrase, and wipes the stack that it used: OpenSSL leaves
    /// numbers there.
    static func wipingStack<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { sealedpush_wipe_stack() }
        return try body()
    }
}

/// The memory that OpenSSL works in.
public enum OpenSSLMemory {
    /// Has OpenSSL wipe whatever it frees, in the whole process, from now on.
    ///
    /// For a program, as the first thing that it does: a library has no business to decide it. Then
    /// nothing of a private key or a passphrase stays in memory that OpenSSL has freed, whatever it
    /// was read from.
    ///
    /// - Returns: False if OpenSSL has memory already: then nothing has changed.
    public static func wipeWhatIsFreed() -> Bool {
        sealedpush_wipe_what_is_freed() == 1
    }
}
