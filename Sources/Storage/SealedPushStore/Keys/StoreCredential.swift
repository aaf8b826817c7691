// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

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
