// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCoding
package import SealedPushOpenSSL

/// A reason why a push or a key was refused before anything was sent.
///
/// No case holds content, a key or a token.
@nonexhaustive
public enum APNsError: Error, Hashable {
    /// The id of the key is not 10 letters and digits.
    case invalidKeyID
    /// The id of the team is not 10 letters and digits.
    case invalidTeamID
    /// The file of a key or a certificate can't be used.
    case keyFile(KeyFileError)
    /// TLS cannot use the client's key or one of its certificates.
    case identity
    /// There is no certificate to trust, or TLS can't use one.
    case roots
    /// The device token is not hexadecimal, has half a byte, or has more than
    /// ``APNsDeviceToken/byteLimit`` bytes.
    case invalidDeviceToken
    /// The topic is empty, longer than 255 bytes, or has a space or other than printable ASCII.
    case invalidTopic
    /// The topic is not one of pushes of this type.
    case wrongTopic(for: APNsPushType)
    /// The type of the push is unknown.
    case invalidPushType
    /// The id of the channel is not base64, or has more than 1,024 bytes.
    case invalidChannel
    /// The payload cannot be encoded as JSON, or a part that has to be an object is not one.
    case invalidPayload
    /// The collapse id is empty, longer than 64 bytes, or has a space or other than printable
    /// ASCII.
    case invalidCollapseID
    /// A background push has a priority other than 5.
    case invalidPriority
    /// The payload is empty.
    case emptyPayload
    /// The payload has more bytes than APNs takes of this type of push.
    case payloadTooLarge(limit: Int)
}

extension APNsError: NamedError {
    /// The name and the fault, in words.
    public var explanation: (name: String, message: String) {
        switch self {
        case .invalidKeyID: ("invalidKeyID", "the id of the key is not 10 letters and digits")
        case .invalidTeamID: ("invalidTeamID", "the id of the team is not 10 letters and digits")
        case .keyFile(let error): ("keyFile", error.message)
        case .identity: ("identity", "TLS can't use the client's key or certificate")
        case .roots:
            ("roots", "there is no certificate to trust the server by, or none that TLS can use")
        case .invalidDeviceToken:
            ("invalidDeviceToken", "the device token is not pairs of hexadecimal digits")
        case .invalidTopic:
            (
                "invalidTopic",
                "the topic is not 1 to 255 printable characters of ASCII without spaces"
            )
        case .wrongTopic(for: .alert), .wrongTopic(for: .background):
            ("wrongTopic", "the topic is one of pushes of another type")
        case .wrongTopic(for: .mdm):
            (
                "wrongTopic",
                "the topic of such a push begins with '\(APNsPushType.managementPrefix)'"
            )
        case .wrongTopic(for: let type):
            ("wrongTopic", "the topic of such a push ends with '\(type.topicSuffix)'")
        case .invalidPushType: ("invalidPushType", "the type of the push is none of Apple's")
        case .invalidChannel: ("invalidChannel", "the id of the channel is no base64")
        case .invalidPayload: ("invalidPayload", "the payload can't be written as JSON")
        case .invalidCollapseID:
            (
                "invalidCollapseID",
                "the collapse id is not 1 to 64 printable characters of ASCII without spaces"
            )
        case .invalidPriority: ("invalidPriority", "a background push has priority 5")
        case .emptyPayload: ("emptyPayload", "the payload is empty")
        case .payloadTooLarge(let limit):
            ("payloadTooLarge", "the payload has more than the \(limit) bytes that APNs takes")
        }
    }

    /// The remedy, in words.
    public var hint: String? {
        switch self {
        case .invalidKeyID: "it stands in the name of the .p8"
        case .invalidTeamID: "the developer account shows it"
        case .keyFile(let error): error.hint
        case .identity: "give one of P-256 or RSA"
        case .wrongTopic(for: .alert), .wrongTopic(for: .background):
            "give the type of the topic, or the app's bundle id alone"
        case .wrongTopic(for: .mdm): "the certificate of the management server names it"
        case .wrongTopic: "it is the app's bundle id with that behind it"
        default: nil
        }
    }
}

/// An error of OpenSSL in the file of a key or a certificate.
///
/// It holds no content.
public struct KeyFileError: ExplainedError, Hashable {
    /// The error, in lower case, without a full stop.
    public let message: String
    /// The remedy, in the same form; nil if nothing helps, or the message says it.
    public let hint: String?

    package init(_ error: OpenSSLError) {
        message = error.message
        hint = error.hint
    }
}

extension APNsError {
    /// Reads the file of a key or a certificate.
    static func reading<Value: ~Copyable>(
        _ read: () throws(OpenSSLError) -> Value
    ) throws(APNsError) -> Value {
        do { return try read() } catch { throw .keyFile(KeyFileError(error)) }
    }
}
