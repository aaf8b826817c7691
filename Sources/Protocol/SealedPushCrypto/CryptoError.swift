// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The reason for which a cryptographic operation was refused; no case holds a secret or content.
@nonexhaustive
public enum CryptoError: Error, Hashable {
    /// A key, nonce, signature or encapsulated key has another length than its algorithm's, in
    /// bytes.
    case wrongLength(expected: Int, got: Int)
    /// A public key or encapsulated key is one of the points that lead to a predictable secret.
    case lowOrderPoint
    /// A public key is not an encoding that its algorithm accepts.
    case invalidPublicKey
    /// The ciphertext, the key, the nonce or the associated data is wrong; which one is not told.
    case cannotOpen
    /// Encrypted content ends before its last record.
    case truncated
    /// Bytes follow the last record of encrypted content.
    case trailingBytes
    /// The header of encrypted content asks for what is not taken here: another record size, or a
    /// key id.
    case wrongHeader
    /// A record of encrypted content has no delimiter between content and padding, or an unknown
    /// one.
    case wrongPadding
    /// The password hash was refused: its parameters are outside the limits, or memory is short.
    case cannotDerive
}

extension CryptoError: ExplainedError {
    /// The fault, in words.
    public var message: String {
        switch self {
        case .wrongLength(let expected, let got):
            "there are \(got) bytes, where \(expected) are needed"
        case .lowOrderPoint: "the public key leads to a secret that everybody knows"
        case .invalidPublicKey: "the bytes are no public key"
        case .cannotOpen: "the ciphertext, the key, the nonce or the associated data is wrong"
        case .truncated: "the encrypted content ends too early"
        case .trailingBytes: "something follows the encrypted content"
        case .wrongHeader: "the header of the encrypted content asks for what is not taken here"
        case .wrongPadding: "a record of the encrypted content is padded wrongly"
        case .cannotDerive:
            "the password hash was refused; it needs its memory, and parameters in range"
        }
    }
}
