// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushStore

/// What a record is about: in the kind `contacts` a kind byte, then what it is found by.
///
/// Codes are compared byte by byte, not as text: a message must bring the very bytes that were
/// added.
enum ContactRecordID {
    /// `1 | identity`: the status of an identity, and the name it has without a code.
    case identity([UInt8])
    /// `2 | identity | code`: the name of a code under an identity.
    case name([UInt8], code: String)
    /// `3 | code`: the identity that a code is known under.
    case code(String)
    /// `4 | identity`: the file with its picture.
    case avatar([UInt8])
    /// `identity`, in the kind `candidates`: whose candidate it is.
    case candidate([UInt8])
    /// A label and `identity`, in the kind `statements`: the identity's revocation.
    case revocation([UInt8])

    private enum Kind: UInt8 {
        case identity = 1
        case name = 2
        case code = 3
        case avatar = 4
    }

    /// The kind of record that it is the id of.
    var recordKind: RecordKind {
        switch self {
        case .identity, .name, .code, .avatar: .contacts
        case .candidate: .candidates
        case .revocation: .statements
        }
    }

    var bytes: [UInt8] {
        switch self {
        case .identity(let identity): [Kind.identity.rawValue] + identity
        case .name(let identity, let code): [Kind.name.rawValue] + identity + code.utf8
        case .code(let code): [Kind.code.rawValue] + code.utf8
        case .avatar(let identity): [Kind.avatar.rawValue] + identity
        case .candidate(let identity): identity
        case .revocation(let identity): Array("contact revocation\0".utf8) + identity
        }
    }

    /// Reads an id of the kind `contacts`, or gives nil for one that we would not have written.
    init?(reading bytes: [UInt8]) {
        guard let kind = bytes.first.flatMap(Kind.init) else { return nil }
        let rest = bytes.dropFirst()
        switch kind {
        case .identity, .avatar:
            guard rest.count == SenderIdentity.count else { return nil }
            self = kind == .identity ? .identity(Array(rest)) : .avatar(Array(rest))
        case .name:
            guard rest.count > SenderIdentity.count,
                let code = String(validating: rest.dropFirst(SenderIdentity.count), as: UTF8.self)
            else { return nil }
            self = .name(Array(rest.prefix(SenderIdentity.count)), code: code)
        case .code:
            guard !rest.isEmpty, let code = String(validating: rest, as: UTF8.self) else {
                return nil
            }
            self = .code(code)
        }
    }
}
