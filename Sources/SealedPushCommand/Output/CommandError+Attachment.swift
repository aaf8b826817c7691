// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

extension CommandError {
    /// An attachment that was refused; a command that only reads says that it is not authentic.
    init(_ error: AttachmentError, _ status: ExitStatus) {
        let (message, hint): (String, String?) =
            switch error {
            case .malformedReference:
                ("the reference is malformed", "'sealedpush attachment seal' prints references")
            case .urlRefused: ("the URL of the reference is none that a device fetches", nil)
            case .unknownType: ("the type of the reference is none that a device shows", nil)
            case .tooLarge:
                (
                    "the file is larger than a device shows",
                    "5 MB of sound, 10 MB of picture, 50 MB of film"
                )
            case .empty: ("there is nothing in the file", nil)
            case .wrongSize:
                (
                    "the file has another size than its reference says",
                    "it was cut, or is another one"
                )
            case .wrongHash: ("the file is not the one of its reference", nil)
            case .malformedFile, .truncated, .cannotOpen:
                ("the file can't be opened", "the reference belongs to another file, or is damaged")
            case .tooMany, .senderNotAllowed, .unavailable, .insecureRedirect, .late,
                .storageUnavailable, .notTaken:
                ("the attachment can't be had", nil)
            }
        self.init(status, name: error.rawValue, "\(message) (\(error.rawValue))", hint: hint)
    }
}
