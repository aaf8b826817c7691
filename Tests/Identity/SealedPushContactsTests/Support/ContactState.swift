// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// An event of a chain; identities and codes are words.
struct ContactEvent: Decodable {
    let succession: [String]?
    let revocation: String?
    let by: String?
    let add: String?
    let `import`: String?
    let name: String?
    let code: String?
    let verify: String?
    let take: String?
    /// The step of D-10 behind which the process is killed.
    let killed: Int?
    let block: String?
    let unblock: String?
    let remove: String?
}

extension ContactEvent: CustomStringConvertible {
    /// The members that there are.
    var description: String {
        Mirror(reflecting: self).children.compactMap { child in
            guard let optional = Mirror(reflecting: child.value).children.first else { return nil }
            return "\(child.label ?? "") \(optional.value)"
        }
        .joined(separator: ", ")
    }
}

/// What a book says of the identities and codes of a chain.
struct ContactState: Decodable, Equatable {
    /// What it says of one identity.
    struct One: Decodable, Equatable {
        enum Kind: String, Decodable {
            case contact
            case candidate
            case neither
        }

        let kind: Kind
        /// The contact of a candidate, also of a removed or blocked one.
        let of: String?
        /// The record of a candidate that is no contact: open, removed or blocked.
        let record: String?
        let trust: String?
        let successor: String?
        /// By code, and its own by the empty one.
        let names: [String: String]
        let silenced: Bool
        let labelled: Bool
        let revoked: Bool

        enum CodingKeys: String, CodingKey {
            case kind = "is"
            case of
            case record
            case trust
            case successor
            case names
            case silenced
            case labelled
            case revoked
        }
    }

    let codes: [String: String]
    let identities: [String: One]

    /// What differs, or nil.
    func difference(from expected: ContactState) -> String? {
        if codes != expected.codes { return "codes: \(codes), not \(expected.codes)" }
        for (word, one) in expected.identities where identities[word] != one {
            let found = identities[word].map { "\($0)" } ?? "nothing"
            return "\(word): \(found), not \(one)"
        }
        return identities.count == expected.identities.count ? nil : "other identities"
    }
}
