// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// The beginning of a backup, in the clear: how its key is made from the passphrase.
///
/// `magic 18 | version 2 | memory u32 | passes u32 | salt 16 | check 16 | sum 8`. The check is a
/// code under the key: another passphrase gives another one. The sum has no key: it tells damage
/// from a wrong passphrase.
struct BackupHeader: Hashable, Sendable {
    /// All of it.
    let bytes: [UInt8]

    static let version: UInt8 = 2
    static let magic = Array("SealedPush backup\0".utf8)
    static let count = saltEnd + checkCount + sumCount

    private static let checkCount = 16
    private static let sumCount = 8
    private static let memoryOffset = magic.count + 1
    private static let passesOffset = memoryOffset + 4
    private static let saltOffset = passesOffset + 4
    private static let saltEnd = saltOffset + Argon2id.saltCount

    /// A header, and the key of what follows it.
    struct Keyed: ~Copyable {
        let header: BackupHeader
        let key: SecretBytes
    }

    /// Makes a header under a new salt.
    static func make(
        passphrase: borrowing SecretBytes,
        parameters: Argon2id
    ) throws(BackupError) -> Keyed {
        let salt = Randomness.bytes(Argon2id.saltCount)
        var bytes = magic + [version]
        bytes.append(bigEndian: parameters.memory)
        bytes.append(bigEndian: parameters.passes)
        bytes += salt
        let secret = try secret(from: passphrase, parameters: parameters, salt: salt)
        bytes += check(of: bytes, under: secret)
        bytes += sum(of: bytes)
        return Keyed(header: BackupHeader(bytes: bytes), key: key(from: secret))
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the beginning of a file; one that we would not have written is damaged.
    init(reading bytes: [UInt8]) throws(BackupError) {
        guard bytes.starts(with: Self.magic) else { throw .notABackup }
        guard bytes.count > Self.magic.count else { throw .truncated }
        let version = bytes[Self.magic.count]
        guard version <= Self.version else { throw .tooNew(version: Int(version)) }
        guard version == Self.version else { throw .tooOld(version: Int(version)) }
        guard bytes.count >= Self.count else { throw .truncated }
        let bytes = Array(bytes.prefix(Self.count))
        let summed = bytes.dropLast(Self.sumCount)
        guard Self.sum(of: Array(summed)) == bytes.suffix(Self.sumCount) else { throw .damaged }
        self.bytes = bytes
    }

    /// The header with the key of what follows, if this is the passphrase.
    func keyed(passphrase: borrowing SecretBytes) throws(BackupError) -> Keyed {
        let memory = bytes.span.bigEndian(UInt32.self, at: Self.memoryOffset)
        let passes = bytes.span.bigEndian(UInt32.self, at: Self.passesOffset)
        guard let parameters = try? Argon2id(memory: memory, passes: passes) else {
            throw .damaged
        }
        let salt = Array(bytes[Self.saltOffset..<Self.saltEnd])
        let secret = try Self.secret(from: passphrase, parameters: parameters, salt: salt)
        let check = Self.check(of: Array(bytes[..<Self.saltEnd]), under: secret)
        let found = Array(bytes[Self.saltEnd..<Self.saltEnd + Self.checkCount])
        guard ConstantTime.areEqual(check.span, found.span) else { throw .wrongPassphrase }
        return Keyed(header: self, key: Self.key(from: secret))
    }

    private static func secret(
        from passphrase: borrowing SecretBytes,
        parameters: Argon2id,
        salt: [UInt8]
    ) throws(BackupError) -> SecretBytes {
        do throws(StoreError) {
            return try parameters.key(from: passphrase, salt: salt)
        } catch {
            throw .store(error)
        }
    }

    private static func key(from secret: borrowing SecretBytes) -> SecretBytes {
        expand(secret, "SealedPush v1 backup key\0")
    }

    private static func check(of fields: [UInt8], under secret: borrowing SecretBytes) -> [UInt8] {
        let key = expand(secret, "SealedPush v1 backup check\0")
        let code = key.withBytes { key in HMACSHA256.code(key: key) { $0.update(fields) } }
        return Array(code.prefix(checkCount))
    }

    private static func expand(
        _ secret: borrowing SecretBytes,
        _ label: StaticString
    ) -> SecretBytes {
        var key = SecretBytes(count: XChaCha20Poly1305.keyCount)
        key.withMutableBytes { key in
            secret.withBytes { secret in
                HKDF.expand(key: secret, into: &key) { $0.update(label) }
            }
        }
        return key
    }

    private static func sum(of fields: [UInt8]) -> [UInt8] {
        let digest = SHA256.hash { input in
            input.update(Array("SealedPush v1 backup header\0".utf8).span)
            input.update(fields.span)
        }
        return Array(digest.prefix(sumCount))
    }
}
