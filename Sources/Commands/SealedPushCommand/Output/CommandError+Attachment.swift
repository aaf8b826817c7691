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
            case .tooLarge: "the file is larger than a device shows, or one too many"
            case .empty: "there is nothing in the file"
            case .senderNotAllowed: "files are fetched only for contacts that are shown in full"
            case .addressNotAllowed: "its server is in the device's own network"
            case .unavailable: "its server does not give it"
            case .timedOut: "time was over before it was there"
            case .wrongFile: "the file is not the one of its reference"
            case .malformedFile: "the file cannot be decrypted"
            case .storageUnavailable: "it cannot be kept on this machine"
            case .notAccepted: "the system refuses it: it is not what its type says"
            }
        return "\(text) (\(rawValue))"
    }

    /// What to do about it.
    fileprivate var hint: String? {
        switch self {
        case .malformedReference: "'sealedpush attachment seal' prints references"
        case .tooLarge: "10 files a message: 5 MB of sound, 10 MB of picture, 50 MB of film"
        case .empty: "a sound, picture or film has at least a byte"
        case .wrongFile: "it was cut or changed; a reference is of one encrypted file"
        case .malformedFile: "the reference belongs to another file, or is damaged"
        default: nil
        }
    }
}
