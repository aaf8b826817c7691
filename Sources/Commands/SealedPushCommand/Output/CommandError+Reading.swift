// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushCrypto

extension CommandError {
    /// A payload that is none, in the words of its reader: what is wrong, and at which byte.
    init(_ error: OuterPayloadError) {
        guard error != .noEncryptedContent else {
            self.init(OpeningError.notSealed)
            return
        }
        let refusal = OpeningError.malformedPayload
        let isCut =
            switch error {
            case .notAnObject, .json(.unexpectedEnd), .json(.unexpectedByte): true
            default: false
            }
        self.init(
            ExitStatus(refusal),
            name: refusal.name,
            "\(error.message) (\(refusal.name))",
            hint: isCut ? refusal.hint : nil
        )
    }

    /// A bundle, an identity or another text that was mistyped, cut, or not made with the key.
    init(_ error: WireError, in what: String) {
        self.init(
            ExitStatus(error),
            name: error.name,
            "\(error.message(of: what)) (\(error.name))",
            hint: error.hint
        )
    }
}
