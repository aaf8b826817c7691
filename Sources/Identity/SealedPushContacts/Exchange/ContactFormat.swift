// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A format of files with contacts.
public enum ContactFormat: String, CaseIterable, Hashable, Sendable {
    /// JSON Lines: an object a line, with `identity`, `name`, `code`, `trust` and `preview`.
    case json
    /// vCard 4.0 (RFC 6350): `FN` with the name, `KEY` with the identity, and properties of ours for
    /// the rest. Versions 2.1 and 3.0 are read as well.
    case vcard

    /// The bytes of one entry; a file is the bytes of its entries in a row.
    public func bytes(of entry: ContactEntry) -> [UInt8] {
        switch self {
        case .json: entry.jsonLine
        case .vcard: entry.card
        }
    }
}
