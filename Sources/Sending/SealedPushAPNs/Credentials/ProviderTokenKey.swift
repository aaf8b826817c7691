// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
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

    private let signer: Signer

    /// What the copies of a value share.
    private final class Signer: Sendable {
        let key: P256PrivateKey

        init(_ key: consuming P256PrivateKey) {
            self.key = key
        }
    }

    /// Takes a key.
    ///
    /// - Parameters:
    ///   - key: The private key.
    ///   - keyID: Its id, 10 letters and digits.
    ///   - teamID: The id of the team that it belongs to, 10 letters and digits.
    /// - Throws: ``APNsError/invalidKeyID``, ``APNsError/invalidTeamID``.
    package init(
        _ key: consuming P256PrivateKey,
        keyID: String,
        teamID: String
    ) throws(APNsError) {
        guard Self.isID(keyID) else { throw .invalidKeyID }
        guard Self.isID(teamID) else { throw .invalidTeamID }
        signer = Signer(key)
        self.keyID = keyID
        self.teamID = teamID
    }

    /// Reads a key.
    ///
    /// - Parameters:
    ///   - file: The bytes of the `.p8`; the caller wipes its own copy.
    ///   - keyID: Its id, 10 letters and digits.
    ///   - teamID: The id of the team that it belongs to, 10 letters and digits.
    /// - Throws: ``APNsError/keyFile(_:)``, ``APNsError/invalidKeyID``,
    ///   ``APNsError/invalidTeamID``.
    public init(p8 file: Span<UInt8>, keyID: String, teamID: String) throws(APNsError) {
        let key = try APNsError.reading { () throws(OpenSSLError) in
            try P256PrivateKey(reading: file)
        }
        try self.init(key, keyID: keyID, teamID: teamID)
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
            try signer.key.signature(for: bytes.span)
        }
        return ProviderToken(text: input + "." + Base64URL.encode(signature.bytes.span))
    }

    private static func isID(_ text: String) -> Bool {
        text.utf8.count == 10 && text.utf8.allSatisfy(\.isLetterOrDigit)
    }
}

extension ProviderTokenKey: CustomStringConvertible, CustomReflectable {
    /// Names the type and the key's id only.
    public var description: String { "ProviderTokenKey \(keyID)" }

    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
