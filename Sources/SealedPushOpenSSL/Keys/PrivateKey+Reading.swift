// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

extension PrivateKey {
    /// Reads a private key: PEM or DER, of PKCS#8, PKCS#1 or SEC1, also encrypted.
    ///
    /// Other blocks of a PEM are passed over.
    ///
    /// - Parameters:
    ///   - file: The bytes of the file, at most a megabyte; the caller wipes its own copy.
    ///   - passphrase: What an encrypted key is opened with; nobody is asked for it.
    /// - Throws: ``OpenSSLError/noPrivateKey``, ``OpenSSLError/passphraseNeeded``, ``OpenSSLError/wrongPassphrase``,
    ///   ``OpenSSLError/tooLarge(limit:)``.
    public init(reading file: Span<UInt8>, passphrase: Span<UInt8>? = nil) throws(OpenSSLError) {
        guard let passphrase else {
            try unsafe self.init(
                reading: file,
                answering: UnsafeBufferPointer(start: nil, count: 0)
            )
            return
        }
        self = try unsafe passphrase.withUnsafeBufferPointer { bytes throws(OpenSSLError) in
            try unsafe PrivateKey(reading: file, answering: bytes)
        }
    }

    private init(
        reading file: Span<UInt8>,
        answering passphrase: UnsafeBufferPointer<UInt8>
    ) throws(OpenSSLError) {
        var answer = unsafe PassphraseAnswer(passphrase)
        let key = try unsafe file.withReader { reader throws(OpenSSLError) in
            unsafe withUnsafeMutablePointer(to: &answer) { answer in
                unsafe PEM_read_bio_PrivateKey_ex(
                    reader,
                    nil,
                    { unsafe PassphraseAnswer.write(into: $0, size: $1, context: $3) },
                    answer,
                    Library.context,
                    nil
                )
            }
        }
        if let key = unsafe key {
            self.init(try unsafe Handle(key: key))
            return
        }
        ERR_clear_error()
        if let failure = unsafe answer.failure { throw failure }
        try self.init(der: file)
    }

    /// Reads an unencrypted key in DER; nothing may follow it.
    init(der: Span<UInt8>) throws(OpenSSLError) {
        let key = unsafe der.withCBytes { bytes, count -> OpaquePointer? in
            var next: UnsafePointer<UInt8>? = unsafe bytes
            let key = unsafe d2i_AutoPrivateKey_ex(nil, &next, count, Library.context, nil)
            if let key = unsafe key, unsafe next == bytes + count { return unsafe key }
            unsafe EVP_PKEY_free(key)
            return nil
        }
        guard let key = unsafe key else {
            ERR_clear_error()
            throw .noPrivateKey
        }
        self.init(try unsafe Handle(key: key))
    }
}

/// What OpenSSL is told where it asks for a passphrase; without an answer it would ask the terminal.
@unsafe
private struct PassphraseAnswer {
    private let passphrase: UnsafeBufferPointer<UInt8>
    private var wasAsked = false

    init(_ passphrase: UnsafeBufferPointer<UInt8>) {
        unsafe self.passphrase = passphrase
    }

    /// What it means that no key came of it: nil where nothing was encrypted.
    var failure: OpenSSLError? {
        guard unsafe wasAsked else { return nil }
        return unsafe passphrase.baseAddress == nil ? .passphraseNeeded : .wrongPassphrase
    }

    private mutating func copy(into buffer: UnsafeMutablePointer<CChar>, size: Int32) -> Int32 {
        unsafe wasAsked = true
        guard unsafe passphrase.baseAddress != nil, unsafe passphrase.count <= Int(size) else {
            return -1
        }
        for index in unsafe passphrase.indices {
            unsafe buffer[index] = CChar(bitPattern: passphrase[index])
        }
        return Int32(unsafe passphrase.count)
    }

    /// Answers the call of OpenSSL's whose context points to a value of this type.
    static func write(
        into buffer: UnsafeMutablePointer<CChar>?,
        size: Int32,
        context: UnsafeMutableRawPointer?
    ) -> Int32 {
        guard let buffer = unsafe buffer,
            let answer = unsafe context?.assumingMemoryBound(to: PassphraseAnswer.self)
        else { return -1 }
        return unsafe answer.pointee.copy(into: buffer, size: size)
    }
}
