// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush

extension CommandError {
    /// A bundle or an identity that was mistyped, cut, or made by nobody who has the key.
    init(_ error: WireError, in what: String, _ status: ExitStatus) {
        let (problem, hint): (String, String?) =
            switch error {
            case .wrongPrefix:
                ("is of another kind", nil)
            case .malformed, .wrongCheck:
                ("was mistyped or cut", "copy it again, all of it")
            case .unknownVersion:
                ("is of a later version, or damaged", nil)
            default:
                ("was refused", nil)
            }
        self.init(
            status,
            name: error.rawValue,
            "the \(what) \(problem) (\(error.rawValue))",
            hint: hint
        )
    }

    /// A payload that can't be sealed.
    init(_ error: PayloadError) {
        let (name, message) =
            switch error {
            case .json(let error):
                ("json", "the payload is not JSON as APNs takes it: \(error.message)")
            case .notAnObject: ("notAnObject", "the payload is not a JSON object")
            case .noAps: ("noAps", "the payload has no object 'aps'")
            case .topicNotAString:
                ("topicNotAString", "'Simulator Target Bundle' is not a string")
            case .reservedKey:
                (
                    "reservedKey",
                    "the payload has a member 'sealedpush', which only options set"
                )
            case .malformedToolkitFields:
                ("malformedToolkitFields", "the member 'sealedpush' is malformed")
            }
        self.init(.notSealed, name: name, message)
    }
}
