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
                ("json", "the payload is not JSON as APNs takes it\(Self.place(of: error))")
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

    private static func place(of error: JSONError) -> String {
        switch error {
        case .tooLong: " (too long)"
        case .byteOrderMark: " (it begins with a byte order mark)"
        case .unexpectedEnd(let offset): " (it ends too early, at byte \(offset))"
        case .unexpectedByte(let offset): " (at byte \(offset))"
        case .trailingBytes(let offset): " (something follows it at byte \(offset))"
        case .tooDeep(let offset): " (nested too deeply at byte \(offset))"
        case .duplicateKey(let offset): " (a key comes twice, at byte \(offset))"
        case .controlCharacter(let offset): " (control character at byte \(offset))"
        case .invalidUTF8(let offset): " (not UTF-8 at byte \(offset))"
        case .invalidEscape(let offset): " (unknown escape at byte \(offset))"
        case .loneSurrogate(let offset): " (half a surrogate pair at byte \(offset))"
        }
    }
}
