// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCoding

/// The reason for which a key, certificate or signature was refused; no case holds a secret or
/// content.
@nonexhaustive
public enum OpenSSLError: Error, Hashable {
    /// The file has more bytes than a key or certificate file may have.
    case tooLarge(limit: Int)
    /// No private key is in the file: none in PEM or DER, of PKCS#8, PKCS#1 or SEC1.
    case noPrivateKey
    /// The file holds something else than what was asked for.
    case unexpected(FileContent)
    /// The private key is encrypted, and no passphrase was given.
    case passphraseNeeded
    /// The passphrase does not open the file, or its encrypted part is damaged.
    case wrongPassphrase
    /// The private key is of another kind than P-256, which is needed.
    case wrongKind(KeyKind)
    /// The file asks for more iterations of its passphrase than a file may.
    case tooManyIterations(limit: Int)
    /// The number is no private key of P-256: it is 0, not below the order of the group, or belongs
    /// to another public half than the one beside it.
    case invalidScalar
    /// The bytes are no public key of P-256: not an uncompressed point on the curve.
    case invalidPublicKey
    /// The bytes are no signature in DER, or none in its one valid form.
    case invalidSignature
    /// No certificate is in the file.
    case noCertificate
    /// A certificate in the file can't be read.
    case invalidCertificate
    /// The certificate was made for another private key.
    case keyMismatch
    /// The file is no PKCS#12 archive, or what is in it can't be read.
    case invalidArchive
    /// A name for a certificate is empty, too long, or no DNS name and no address.
    case invalidName
    /// The library below refused an operation that has no other failure of its own; the code is
    /// OpenSSL's.
    case unavailable(code: UInt)
}

extension OpenSSLError: ExplainedError, CustomStringConvertible {
    /// The fault, for people: in lower case, without a full stop.
    public var message: String {
        switch self {
        case .tooLarge(let limit): "the file has more than \(limit) bytes"
        case .noPrivateKey: "no private key is in the file"
        case .unexpected(let content): content.words
        case .passphraseNeeded: "the private key is encrypted"
        case .wrongPassphrase: "the passphrase does not open the file, or the file is damaged"
        case .wrongKind(let kind): "the key is \(kind), where a key of P-256 is needed"
        case .tooManyIterations(let limit):
            "the file asks for more than \(limit) iterations of its passphrase"
        case .invalidScalar:
            "the number is no private key of P-256, or has the public half of another"
        case .invalidPublicKey: "the bytes are no public key of P-256"
        case .invalidSignature: "the bytes are no signature in DER"
        case .noCertificate: "no certificate is in the file"
        case .invalidCertificate: "a certificate in the file can't be read"
        case .keyMismatch: "the certificate was made for another private key"
        case .invalidArchive: "the file is no PKCS#12 archive"
        case .invalidName: "the name is no DNS name and no address"
        case .unavailable(let code): "OpenSSL refused the operation (code \(code))"
        }
    }

    /// The remedy, in the same form; nil if nothing helps, or the message says it.
    public var hint: String? {
        switch self {
        case .tooLarge: "a key or certificate has a few thousand"
        case .noPrivateKey: "give a .p8 as Apple made it, or a PEM with a PRIVATE KEY"
        case .unexpected(let content): content.hint
        case .passphraseNeeded: "give its passphrase"
        case .tooManyIterations, .invalidCertificate: "export it again"
        case .noCertificate: "give a PEM with a CERTIFICATE block, or a .p12"
        case .keyMismatch: "export both together"
        case .invalidArchive: "export certificate and key as .p12"
        case .wrongPassphrase, .wrongKind, .invalidScalar, .invalidPublicKey, .invalidSignature,
            .invalidName, .unavailable:
            nil
        }
    }

    /// The message, and the hint behind it.
    public var description: String { hint.map { "\(message); \($0)" } ?? message }
}
