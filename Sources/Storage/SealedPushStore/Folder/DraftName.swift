// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// The name of a draft's folder: `.NAME.new-` and 16 hexadecimal digits.
struct DraftName {
    /// What the drafts of one store begin with.
    private let prefix: String

    init(of store: String) {
        prefix = ".\(store).new-"
    }

    /// A name that no other process takes.
    func make() -> String {
        prefix + Hex.encode(Randomness.bytes(8).span)
    }

    /// Whether `name` is one of these.
    func matches(_ name: String) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        return Hex.decode(String(name.dropFirst(prefix.count)))?.count == 8
    }
}
