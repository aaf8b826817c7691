// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

/// A reason why a file is not attached.
///
/// Each case calls for another action of the log's reader.
///
/// The text of the message is shown all the same; no case holds a URL, a key or content.
@nonexhaustive
public enum AttachmentError: Error, Hashable {
    /// The sender wrote a reference that is refused: a member, the URL, the type or a size too
    /// small for any file.
    case malformedReference
    /// The file exceeds the limit of its type or of one message, or comes after the tenth.
    case tooLarge
    /// The file is empty, so there is nothing to encrypt.
    case empty
    /// Only contacts whose messages are shown in full may show files.
    case senderNotAllowed
    /// The file is on a server in the device's own network, or its server redirects there, and the
    /// app does not allow that.
    case addressNotAllowed
    /// The server did not deliver the file: no connection, an answer other than 200, or a refused
    /// redirect.
    case unavailable
    /// The time was over before the file had arrived.
    case timedOut
    /// The server delivered a file of another size or hash than the sender sealed.
    case wrongFile
    /// The sender sealed something other than an encrypted file: its header, a record or its end is
    /// refused, or it is empty.
    case malformedFile
    /// The file could not be read or written on this machine.
    case storageUnavailable
    /// The system refuses the file: it is damaged, or not of its type.
    case notAccepted
}

extension AttachmentError {
    /// All of them, in this order.
    package static let all: [AttachmentError] = [
        .malformedReference, .tooLarge, .empty, .senderNotAllowed, .addressNotAllowed,
        .unavailable, .timedOut, .wrongFile, .malformedFile, .storageUnavailable, .notAccepted,
    ]
}

extension AttachmentError: NamedError {
    /// True.
    public var isClass: Bool { true }

    /// The name in the specification, and the fault in words.
    public var explanation: (name: String, message: String) {
        switch self {
        case .malformedReference: ("malformedReference", "the reference is malformed")
        case .tooLarge: ("tooLarge", "the file is larger than a device shows, or one too many")
        case .empty: ("empty", "there is nothing in the file")
        case .senderNotAllowed:
            ("senderNotAllowed", "files are fetched only for contacts that are shown in full")
        case .addressNotAllowed: ("addressNotAllowed", "its server is in the device's own network")
        case .unavailable: ("unavailable", "its server does not give it")
        case .timedOut: ("timedOut", "time was over before it was there")
        case .wrongFile: ("wrongFile", "the file is not the one of its reference")
        case .malformedFile: ("malformedFile", "the file cannot be decrypted")
        case .storageUnavailable: ("storageUnavailable", "it cannot be kept on this machine")
        case .notAccepted: ("notAccepted", "the system refuses it: it is not what its type says")
        }
    }
}
