// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush

extension CommandError {
    /// An attachment that was refused; a command that only reads says that it is not authentic.
    init(_ error: AttachmentError, _ status: ExitStatus) {
        self.init(status, name: error.rawValue, error.message, hint: error.hint)
    }
}

extension Console {
    /// Says why a file of a message is not shown.
    static func note(missing error: AttachmentError) {
        note("a file of the message is not shown: \(error.message)")
    }
}

extension AttachmentError {
    /// What is wrong, and the class.
    fileprivate var message: String {
        let text =
            switch self {
            case .malformedReference: "the reference is malformed"
            case .urlRefused: "the URL of the reference is none that a device fetches"
            case .unknownType: "the type of the reference is none that a device shows"
            case .tooLarge: "the file is larger than a device shows"
            case .tooMany: "the message has ten others already"
            case .senderNotAllowed: "files are fetched for contacts alone, shown in full"
            case .unavailable: "it can't be fetched from its server"
            case .insecureRedirect: "its server sends on to something that is not https"
            case .late: "time was over before it was there"
            case .wrongSize: "the file has another size than its reference says"
            case .wrongHash: "the file is not the one of its reference"
            case .malformedFile, .truncated, .cannotOpen: "the file can't be opened"
            case .empty: "there is nothing in the file"
            case .storageUnavailable: "it can't be kept on this machine"
            case .notTaken: "the system does not take it, as it is not what its type says"
            }
        return "\(text) (\(rawValue))"
    }

    /// What to do about it.
    fileprivate var hint: String? {
        switch self {
        case .malformedReference: "'sealedpush attachment seal' prints references"
        case .urlRefused: AttachmentSeal.urlRule
        case .unknownType: "one of \(Arguments.attachmentTypes)"
        case .tooLarge: "5 MB of sound, 10 MB of picture, 50 MB of film"
        case .empty: "a sound, picture or film has at least a byte"
        case .wrongSize: "it was cut, or is another one"
        case .wrongHash: "it was changed, or is another one; the reference is of one encrypted file"
        case .malformedFile, .truncated, .cannotOpen:
            "the reference belongs to another file, or is damaged"
        default: nil
        }
    }
}
