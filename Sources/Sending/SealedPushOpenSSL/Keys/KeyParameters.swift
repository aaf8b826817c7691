// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// The parts of a key as OpenSSL takes them; those that are secret are wiped when their owner goes.
///
/// OpenSSL's own readers of DER leave the key in memory that they free, so that its parts are handed over here.
@safe
struct KeyParameters: ~Copyable {
    private var memory: WipedBytes
    private var used = 0
    private var parameters: [OSSL_PARAM] = unsafe []

    /// Makes room for parts of `capacity` bytes together.
    init(capacity: Int) {
        memory = WipedBytes(count: capacity)
    }

    /// Adds a number, which stands big-endian in `bytes`.
    mutating func add(number name: StaticString, _ bytes: Span<UInt8>) {
        let isLittleEndian = 1.littleEndian == 1
        unsafe add(bytes.count) { target in
            for index in bytes.indices {
                let place = isLittleEndian ? bytes.count - 1 - index : index
                unsafe target[place] = bytes[index]
            }
            return unsafe OSSL_PARAM_construct_BN(name.cString, target.baseAddress, target.count)
        }
    }

    /// Adds bytes.
    mutating func add(bytes name: StaticString, _ bytes: Span<UInt8>) {
        unsafe add(bytes.count) { target in
            for index in bytes.indices { unsafe target[index] = bytes[index] }
            return unsafe OSSL_PARAM_construct_octet_string(
                name.cString,
                target.baseAddress,
                target.count
            )
        }
    }

    /// Adds a text.
    mutating func add(text name: StaticString, _ text: String) {
        // OpenSSL reads some up to their zero, whatever length they are said to have.
        let bytes = Array(text.utf8) + [0]
        unsafe add(bytes.count) { target in
            for index in bytes.indices { unsafe target[index] = bytes[index] }
            return unsafe target.withMemoryRebound(to: CChar.self) { characters in
                unsafe OSSL_PARAM_construct_utf8_string(
                    name.cString,
                    characters.baseAddress,
                    characters.count - 1
                )
            }
        }
    }

    private mutating func add(
        _ count: Int,
        _ write: (UnsafeMutableBufferPointer<UInt8>) -> OSSL_PARAM
    ) {
        let start = used
        used += count
        precondition(used <= memory.count, "there is room for all parts")
        let parameter = unsafe memory.withMutableCBytes { memory in
            unsafe write(UnsafeMutableBufferPointer(rebasing: memory[start..<start + count]))
        }
        unsafe parameters.append(parameter)
    }

    /// Makes the private key of OpenSSL's kind `kind`.
    ///
    /// - Throws: ``OpenSSLError/noPrivateKey`` where the parts are none.
    consuming func key(_ kind: String) throws(OpenSSLError) -> Handle {
        unsafe parameters.append(OSSL_PARAM_construct_end())
        var key: OpaquePointer?
        let context = unsafe EVP_PKEY_CTX_new_from_name(Library.context, kind, nil)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        let selection = OSSL_KEYMGMT_SELECT_KEYPAIR | OSSL_KEYMGMT_SELECT_ALL_PARAMETERS
        // The parts point into `memory`, which goes with this value.
        let isMade =
            unsafe EVP_PKEY_fromdata_init(context) == 1
            && EVP_PKEY_fromdata(context, &key, selection, &parameters) == 1
        extendLifetime(memory)
        guard isMade else {
            ERR_clear_error()
            throw .noPrivateKey
        }
        return try unsafe Handle(key: key)
    }
}

extension StaticString {
    /// The text with its zero, which is there as long as the process.
    var cString: UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
