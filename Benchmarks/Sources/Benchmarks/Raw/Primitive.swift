// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A step that sealing or opening can't do without, as each library offers it.
struct Primitive {
    /// A library that is called directly.
    enum Library: String {
        case libsodium
        case swiftCrypto = "swift-crypto"
        case foundation = "Foundation"
    }

    /// How many signatures take turns, where the time depends on the signature.
    static let variants = 16

    let name: String
    /// The same step in each library that has it.
    let candidates: [(library: Library, work: Work)]

    init(_ name: String, _ candidates: [(library: Library, work: Work)]) {
        precondition(!candidates.isEmpty, "some library has the primitive")
        self.name = name
        self.candidates = candidates
    }
}
