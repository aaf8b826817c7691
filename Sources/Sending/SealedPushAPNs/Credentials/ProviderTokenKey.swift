// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCoding
package import SealedPushOpenSSL

/// The key that a team signs its provider tokens with, as Apple gives it out in a `.p8`.
///
///     let key = try ProviderTokenKey(p8: file.span, keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
///
/// It serves for several clients, such as one for each of Apple's environments; it is wiped when
/// the last has gone. Threads may use it at once. No value shows the key.
public struct ProviderTokenKey: Sendable {
    /// The id of the key.
    public let keyID: String
    /// The id of the team.
    public let teamID: String

    /// The token in use, which the copies of a value share, and so all clients that have one.
    let tokens: TokenSource

    /// Takes a key.
    ///
    /// - Parameters:
    ///   - key: The private key.
    ///   - keyID: Its id, 10 letters and digits.
    ///   - teamID: The id of the team that it belongs to, 10 letters and digits.
    ///   - keeper: Where tokens are kept for later runs; nil for nowhere.
    /// - Throws: ``APNsError/invalidKeyID``, ``APNsError/invalidTeamID``.
    package init(
        _ key: consuming P256PrivateKey,
        keyID: String,
        teamID: String,
        keeper: (any ProviderTokenKeeper)? = nil
    ) throws(APNsError) {
        guard Self.isID(keyID) else { throw .invalidKeyID }
        guard Self.isID(teamID) else { throw .invalidTeamID }
        let signer = ProviderTokenSigner(key, keyID: keyID, teamID: teamID)
        tokens = TokenSource(signer, keeper: keeper)
        self.keyID = keyID
        self.teamID = teamID
    }

    /// Reads a key.
    ///
    /// - Parameters:
    ///   - file: The bytes of the `.p8`; the caller wipes its own copy.
    ///   - keyID: Its id, 10 letters and digits.
    ///   - teamID: The id of the team that it belongs to, 10 letters and digits.
    ///   - passphrase: The passphrase of an encrypted key, as Apple gives none out.
    ///   - keeper: Where tokens are kept for later runs; nil for nowhere.
    /// - Throws: ``APNsError/keyFile(_:)``, ``APNsError/invalidKeyID``,
    ///   ``APNsError/invalidTeamID``.
    public init(
        p8 file: Span<UInt8>,
        keyID: String,
        teamID: String,
        passphrase: Span<UInt8>? = nil,
        keeper: (any ProviderTokenKeeper)? = nil
    ) throws(APNsError) {
        let key = try APNsError.reading { () throws(OpenSSLError) in
            try P256PrivateKey(reading: file, passphrase: passphrase)
        }
        try self.init(key, keyID: keyID, teamID: teamID, keeper: keeper)
    }

    private static func isID(_ text: String) -> Bool {
        text.utf8.count == 10 && text.utf8.allSatisfy(\.isLetterOrDigit)
    }
}

extension ProviderTokenKey: Redacted {
    /// Names the type and the key's id only.
    public var description: String { "ProviderTokenKey \(keyID)" }
}
