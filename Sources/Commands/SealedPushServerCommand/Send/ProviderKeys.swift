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

/// A file with the passphrase of a key or a certificate; one line end is dropped.
struct PassphraseFile {
    let file: InputFile

    /// Calls `body` with what the file holds, or with nil where there is no file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - named: What an option that takes a file is called, for hints.
    ///   - body: Uses the passphrase.
    ///   - failing: The command's error, with a hint that says what to do.
    /// - Returns: The result of `body`.
    /// - Throws: What `failing` makes, or why the file can't be read.
    static func opening<Result: ~Copyable>(
        by file: PassphraseFile?,
        named: (String) -> String,
        _ body: (Span<UInt8>?) throws(APNsError) -> Result,
        failing: (APNsError, _ hint: String?) -> CommandError
    ) throws(CommandError) -> Result {
        guard let file else {
            do throws(APNsError) {
                return try body(nil)
            } catch {
                guard error.isPassphrase else { throw failing(error, error.hint) }
                let option = named("passphrase-file")
                throw failing(error, "name a file with its passphrase: \(option)")
            }
        }
        let text = try file.file.readSecret("passphrase file")
        return try text.withBytes { text throws(CommandError) in
            do throws(APNsError) {
                return try body(text.extracting(first: text.countWithoutLineEnd))
            } catch {
                throw failing(error, error.isPassphrase ? cause(in: text) : error.hint)
            }
        }
    }

    /// What in a text may be why it opens nothing.
    private static func cause(in text: Span<UInt8>) -> String? {
        func has(_ bytes: UInt8...) -> Bool {
            text.count >= bytes.count && bytes.indices.allSatisfy { text[$0] == bytes[$0] }
        }
        let text = text.extracting(first: text.countWithoutLineEnd)
        if text.isEmpty { return "the passphrase file is empty" }
        if has(0xFF, 0xFE) || has(0xFE, 0xFF) || text.contains(0) {
            return "the passphrase file is in UTF-16; save it in UTF-8"
        }
        if has(0xEF, 0xBB, 0xBF) {
            return "the passphrase file begins with a byte order mark; save it without one"
        }
        guard (try? UTF8Span(validating: text)) != nil else {
            return "the passphrase file is not in UTF-8; save it so"
        }
        if text.contains(UInt8(ascii: "\n")) || text.contains(UInt8(ascii: "\r")) {
            return "the passphrase file has more than one line; leave the passphrase alone in it"
        }
        if let last = text.indices.last, text[0] == 0x20 || text[last] == 0x20 {
            return "the passphrase file begins or ends with a space"
        }
        if text.indices.contains(where: { text[$0] > 0x7F }) {
            return "programs write letters beyond ASCII differently; export it with a passphrase"
                + " without any"
        }
        return nil
    }
}

extension APNsError {
    /// Whether a passphrase is missing or opens nothing.
    fileprivate var isPassphrase: Bool {
        let errors: [OpenSSLError] = [.passphraseNeeded, .wrongPassphrase]
        return errors.contains { self == .keyFile(KeyFileError($0)) }
    }
}

extension Span<UInt8> {
    fileprivate func contains(_ byte: UInt8) -> Bool { indices.contains { self[$0] == byte } }
}
