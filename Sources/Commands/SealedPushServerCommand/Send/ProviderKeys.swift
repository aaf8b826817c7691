// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushAPNs
import SealedPushCrypto
import SealedPushOpenSSL
import Synchronization

/// The keys of a process, each read once: the clients of a key share its provider token.
final class ProviderKeys: Sendable {
    private struct Name: Hashable {
        let path: String
        let keyID: String
        let teamID: String
    }

    private let folder: TokenFolder?
    private let keys = Mutex<[Name: ProviderTokenKey]>([:])

    /// Keys whose tokens are kept in a folder, if there is one.
    init(keptIn folder: TokenFolder?) {
        self.folder = folder
    }

    /// The key in a file; `named` is what an option that takes a file is called, for hints.
    func key(
        in file: InputFile,
        keyID: String,
        teamID: String,
        passphrase: PassphraseFile?,
        named: (String) -> String
    ) throws(CommandError) -> ProviderTokenKey {
        let name = Name(path: file.path, keyID: keyID, teamID: teamID)
        if let key = keys.withLock({ $0[name] }) { return key }
        let bytes = try file.readSecret("key")
        let key = try PassphraseFile.opening(by: passphrase, named: named) {
            passphrase throws(APNsError) in
            try bytes.withBytes { bytes throws(APNsError) in
                try ProviderTokenKey(
                    p8: bytes,
                    keyID: keyID,
                    teamID: teamID,
                    passphrase: passphrase,
                    keeper: folder
                )
            }
        } failing: { error, hint in
            guard case .keyFile(let reason) = error else { return CommandError(.usage, error) }
            let certificates = [.certificate, .archive].map { KeyFileError(.unexpected($0)) }
            let isOfCertificate = certificates.contains(reason)
            return CommandError(
                .storeUnusable,
                name: "unusableKey",
                error.message,
                hint: isOfCertificate ? "a certificate goes with \(named("certificate"))" : hint
            )
        }
        keys.withLock { $0[name] = key }
        return key
    }
}
