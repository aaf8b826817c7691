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

    /// Signs a token for a client without this library, which says it was made at `time`.
    ///
    /// - Throws: ``APNsError/keyFile(_:)`` if OpenSSL signs nothing.
    package func token(at time: Timestamp) throws(APNsError) -> String {
        try tokens.signer.token(at: time).text
    }
}

extension ProviderTokenKey: Redacted {
    /// Names the type and the key's id only.
    public var description: String { "ProviderTokenKey \(keyID)" }
}

/// What authenticates a provider for up to an hour: a JSON Web Token (RFC 7519), signed with ES256.
///
/// Its bearer can push to the team's apps, so no value shows it.
struct ProviderToken: Hashable, Sendable {
    /// Header, claims and signature, as `authorization` has them behind `bearer`.
    let text: String
    /// The whole value of `authorization`, written anew.
    var field: String { "bearer " + text }
}

extension ProviderToken: Redacted {}

/// A place that keeps the provider token of a key for later runs and other processes.
///
/// APNs takes a new token of a key only every 20 minutes, so who starts more often needs one: a
/// file that only its user may read, say.
public protocol ProviderTokenKeeper: Sendable {
    /// Gives the token that is kept, or a new one, which is kept from now on.
    ///
    /// While it does this, no other process does it for the same key. It may wait for that, and
    /// for a disk: it is called on a thread that no connection needs, and meanwhile the token in
    /// use serves on, if it is not too old.
    ///
    /// - Parameters:
    ///   - keyID: The id of the key.
    ///   - teamID: The id of its team.
    ///   - serves: Whether the token that is kept can be used.
    ///   - make: Makes another one.
    /// - Returns: The token.
    /// - Throws: What `make` throws; a place that can't be used is none.
    func token(
        of keyID: String,
        _ teamID: String,
        where serves: (String) -> Bool,
        else make: () throws(APNsError) -> String
    ) throws(APNsError) -> String
}

/// Signs provider tokens (RFC 7519), and knows its own again.
final class ProviderTokenSigner: Sendable {
    let keyID: String
    let teamID: String

    private let key: P256PrivateKey

    init(_ key: consuming P256PrivateKey, keyID: String, teamID: String) {
        self.key = key
        self.keyID = keyID
        self.teamID = teamID
    }

    /// Signs a token that says it was made at `time`, in whole seconds; APNs takes it for an hour
    /// from then.
    func token(at time: Timestamp) throws(APNsError) -> ProviderToken {
        let header = JSONWriter.object { object in
            object.add("alg", "ES256")
            object.add("kid", keyID)
        }
        let claims = JSONWriter.object { object in
            object.add("iss", teamID)
            object.add("iat", time.milliseconds / 1000)
        }
        let input = Base64URL.encode(header.span) + "." + Base64URL.encode(claims.span)
        let bytes = Array(input.utf8)
        let signature = try APNsError.reading { () throws(OpenSSLError) in
            try key.signature(for: bytes.span)
        }
        return ProviderToken(text: input + "." + Base64URL.encode(signature.bytes.span))
    }

    /// When a token was made that this key has signed; nil for any other text.
    func date(of text: String) -> Timestamp? {
        guard let token = SignedToken(reading: text[...]), token.header["kid"]?.string == keyID,
            token.claims["iss"]?.string == teamID, token.isSigned(with: key.publicKey),
            let seconds = token.claims["iat"]?.integer, seconds >= 0
        else { return nil }
        return Timestamp(timeSince1970: .seconds(seconds))
    }
}
