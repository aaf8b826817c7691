// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CKeys
import Crypto
import Foundation

// Apple's formats, as its published sources have them: AES with 128 bits up to P-256 and below
// RSA-4096, with 256 beyond; an IV of 16 bytes; the tag of 16 bytes at the end.
extension SecKey {
    private static let tagCount = 16
    private static let noIV = Data(count: 16)

    /// Encrypts to a public key of a curve: the point of a new key, the ciphertext, the tag.
    func sealed(_ data: Data, _ digest: String, derivesIV: Bool) -> Data? {
        guard let own = SecKey(making: bits, isRSA: false), let point = own.publicData,
            let secret = own.secret(with: self)
        else { return nil }
        let (key, iv) = derived(from: secret, point, digest, derivesIV)
        return Self.encrypted(data, key, iv).map { point + $0 }
    }

    /// Decrypts what `sealed` made.
    func opened(_ data: Data, _ digest: String, derivesIV: Bool) -> Data? {
        let point = data.prefix(1 + 2 * side)
        guard let other = SecKey(reading: point, isRSA: false, isPrivate: false),
            let secret = secret(with: other)
        else { return nil }
        let (key, iv) = derived(from: secret, point, digest, derivesIV)
        return Self.decrypted(data.dropFirst(point.count), key, iv)
    }

    /// Encrypts to a public key of RSA: an encrypted key of AES, the ciphertext, the tag.
    func wrapped(_ data: Data, _ digest: String) -> Data? {
        let key = SymmetricKey(size: bits >= 4096 ? .bits256 : .bits128)
        guard let publicData,
            let start = crypt(
                unsafe key.withUnsafeBytes { unsafe Data($0) },
                encrypts: true,
                KEY_PADDING_OAEP,
                digest
            )
        else { return nil }
        return Self.encrypted(data, key, Self.noIV, publicData).map { start + $0 }
    }

    /// Decrypts what `wrapped` made.
    func unwrapped(_ data: Data, _ digest: String) -> Data? {
        let start = data.prefix(side)
        guard let publicData,
            let key = crypt(start, encrypts: false, KEY_PADDING_OAEP, digest),
            key.count == (bits >= 4096 ? 32 : 16)
        else { return nil }
        let rest = data.dropFirst(start.count)
        return Self.decrypted(rest, SymmetricKey(data: key), Self.noIV, publicData)
    }

    private func derived(
        from secret: Data,
        _ point: Data,
        _ digest: String,
        _ derivesIV: Bool
    ) -> (SymmetricKey, Data) {
        let count = bits > 256 ? 32 : 16
        let bytes = Self.derived(
            from: secret,
            digest,
            info: point,
            count: derivesIV ? count + 16 : count
        )
        let iv = derivesIV ? Data(bytes.dropFirst(count)) : Self.noIV
        return (SymmetricKey(data: bytes.prefix(count)), iv)
    }

    /// The key derivation of ANSI X9.63: hashes of the secret, a counter from 1, and the information.
    static func derived(from secret: Data, _ digest: String, info: Data, count: Int) -> Data {
        var bytes = Data()
        var counter: UInt32 = 1
        while bytes.count < count {
            let number = unsafe withUnsafeBytes(of: counter.bigEndian) { unsafe Data($0) }
            guard let hash = hash(secret + number + info, digest) else { break }
            bytes += hash
            counter += 1
        }
        return bytes.prefix(count)
    }

    private static func encrypted(
        _ data: Data,
        _ key: SymmetricKey,
        _ iv: Data,
        _ authenticated: Data = Data()
    ) -> Data? {
        guard let nonce = try? AES.GCM.Nonce(data: iv),
            let box = try? AES.GCM.seal(
                data,
                using: key,
                nonce: nonce,
                authenticating: authenticated
            )
        else { return nil }
        return box.ciphertext + box.tag
    }

    private static func decrypted(
        _ data: Data,
        _ key: SymmetricKey,
        _ iv: Data,
        _ authenticated: Data = Data()
    ) -> Data? {
        guard data.count >= tagCount, let nonce = try? AES.GCM.Nonce(data: iv),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce,
                ciphertext: data.dropLast(tagCount),
                tag: data.suffix(tagCount)
            )
        else { return nil }
        return try? AES.GCM.open(box, using: key, authenticating: authenticated)
    }
}
