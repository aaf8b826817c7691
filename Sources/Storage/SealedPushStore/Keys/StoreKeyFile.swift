// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// A file that holds a store's key: 32 bytes, ours, not open to others; or outside of the store one
/// that a service manager gives.
struct StoreKeyFile {
    let files: any StoreFileSystem
    let path: String
    var isInStore = false

    /// Reads the key, or gives nil if there is no file.
    func read() throws(StoreError) -> SecretBytes? {
        // One byte more than a key has, so that a longer file shows.
        var bytes = SecretBytes(count: StoreKeys.keyCount + 1)
        do throws(FileError) {
            let count = try bytes.withMutableBytes { bytes throws(FileError) in
                isInStore
                    ? try files.read(path, into: &bytes) : try files.readGiven(path, into: &bytes)
            }
            guard count == StoreKeys.keyCount else { throw .refused(.malformedKey) }
        } catch .absent {
            return nil
        } catch {
            throw StoreError(error)
        }
        return bytes.withBytes { bytes in
            SecretBytes(copying: bytes.extracting(first: StoreKeys.keyCount))
        }
    }

    /// Makes the file with a new key unless it is there, durably, and returns what it holds.
    func make() throws(StoreError) -> SecretBytes {
        if let key = try read() { return key }
        let key = SecretBytes(randomCount: StoreKeys.keyCount)
        let place = PathParts(path)
        let temporary = "\(path).new-\(Hex.encode(Randomness.bytes(8).span))"
        do throws(FileError) {
            defer { try? files.unlink(temporary) }
            try key.withBytes { key throws(FileError) in
                try files.create(temporary, contents: key)
            }
            try files.sync(file: temporary)
            try files.link(temporary, to: path)
            try files.sync(folder: place.parent)
        } catch .exists {
            guard let key = try read() else { throw .unavailable(code: StoreError.noSuchFile) }
            return key
        } catch .absent {
            throw .unavailable(code: StoreError.noSuchFile)
        } catch {
            throw StoreError(error)
        }
        return key
    }
}

/// A store's key that a service manager gives, as `LoadCredential=` and `LoadCredentialEncrypted=`
/// of systemd do.
struct StoreCredential {
    /// The credential's name: one part of a path.
    let name: String
    /// The folder of the credentials.
    let folder: String

    /// Reads the key.
    ///
    /// - Throws: ``StoreError/credentialMissing``, ``StoreError/malformedKey``, and what is said of
    ///   a file that is not to be trusted.
    func read() throws(StoreError) -> SecretBytes {
        guard !name.isEmpty, ![".", ".."].contains(name), !name.contains("/") else {
            throw .credentialMissing
        }
        // One byte more than a key has, so that a longer file shows.
        var bytes = SecretBytes(count: StoreKeys.keyCount + 1)
        do throws(FileError) {
            let count = try bytes.withMutableBytes { bytes throws(FileError) in
                try POSIXFileSystem().readCredential("\(folder)/\(name)", into: &bytes)
            }
            guard count == StoreKeys.keyCount else { throw .refused(.malformedKey) }
        } catch .absent {
            throw .credentialMissing
        } catch {
            throw StoreError(error)
        }
        return bytes.withBytes { bytes in
            SecretBytes(copying: bytes.extracting(first: StoreKeys.keyCount))
        }
    }
}
